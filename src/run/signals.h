/* SPDX-License-Identifier: GPL-2.0-or-later */
/* signals.h - the signals a session listens to. */
#ifndef AWL_SIGNALS_H
#define AWL_SIGNALS_H

#include "image.h"

/* Blocks them and returns a signalfd, or -errno. */
int signals_open(const struct image *im);
/* Takes a signal that ends the session, if there is one; waits for none. */
bool signals_end(const struct image *im);
/* In a new process: none is blocked. */
void signals_reset(void);

#endif
