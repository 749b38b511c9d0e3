/* SPDX-License-Identifier: GPL-2.0-or-later */
/* signals.h - the signals a session listens to. */
#ifndef AWL_SIGNALS_H
#define AWL_SIGNALS_H

#include "image.h"

/* Blocks the signals.  Returns a signalfd, which the caller closes, or -errno. */
int signals_open(const struct image *im);
/* Takes a pending signal that ends the session.  False if there is none; doesn't wait. */
bool signals_end(const struct image *im);
/* Unblocks all signals, in a new process. */
void signals_reset(void);

#endif
