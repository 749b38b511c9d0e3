/* SPDX-License-Identifier: GPL-2.0-or-later */
/* progress.h - one line on a terminal about what takes long. */
#ifndef AWL_PROGRESS_H
#define AWL_PROGRESS_H

#include "base/base.h"

/*
 * The n-th is done, of so many (0: nobody knows); call it for each, from 1 on.
 * Says something on stderr if that is a terminal, half a second after the
 * first, ten times a second, and wipes it off with the last.
 */
void progress(const char *doing, u32 n, u32 of);
void progress_end(void);	/* wipes it off */

#endif
