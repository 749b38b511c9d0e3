/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * keys.h - reads single keys from the terminal that is the standard input.
 *
 * Meanwhile the terminal doesn't wait for the end of a line and doesn't show what is typed.  ^C, ^Z
 * and ^\ still send their signals.  The terminal gets its settings back at keys_close(), when a
 * signal ends or stops the process, and gets ours again when it continues.  Only SIGKILL leaves it
 * as it is.
 */
#ifndef AWL_KEYS_H
#define AWL_KEYS_H

#include "base/base.h"

/* False if the standard input is no terminal, or the process is in its background. */
bool keys_open(void);
/* The next key; 0 if none is waiting. */
char keys_read(void);
/* Does nothing if keys_open() was not called, or returned false. */
void keys_close(void);

#endif
