/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limit.h - how many files we may have open (RLIMIT_NOFILE): each probe is one or two. */
#ifndef AWL_LIMIT_H
#define AWL_LIMIT_H

#include "base/base.h"

/* Raises the limit if n files are more than it allows: to what any process may have, and,
 * as far as we may, to n. */
void limit_files(u32 n);
/* error_text(), but with the cure where too many files are open. */
const char *limit_error(int err);
/* In a process that is to run another program: the limits we were started with. */
void limit_restore(void);

#endif
