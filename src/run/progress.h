/* SPDX-License-Identifier: GPL-2.0-or-later */
/* progress.h - a progress line on a terminal, for what takes long. */
#ifndef AWL_PROGRESS_H
#define AWL_PROGRESS_H

#include "base/base.h"

/*
 * Call it for each item that is done, with n from 1 on; `of` is their number (0: not known).
 * If stderr is a terminal it shows a line from half a second after the first call on, updates
 * it ten times a second, and removes it when n is `of`.
 */
void progress(const char *doing, u32 n, u32 of);
void progress_end(void);	/* removes the line */

#endif
