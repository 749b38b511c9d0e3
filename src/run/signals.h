/* SPDX-License-Identifier: GPL-2.0-or-later */
/* signals.h - the signals a session listens to. */
#ifndef AWL_SIGNALS_H
#define AWL_SIGNALS_H

#include "script.h"

/* Blocks them and returns a signalfd, or -errno. */
int signals_open(const struct script *s);
/* Takes a signal that ends the session, if there is one; waits for none. */
bool signals_end(const struct script *s);
/* In a new process: none is blocked. */
void signals_reset(void);

#endif
