/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limit.h - the limit of open files (RLIMIT_NOFILE); each probe needs one or two. */
#ifndef AWL_LIMIT_H
#define AWL_LIMIT_H

#include "base/base.h"

/* Raises the limit if it is below n: to the hard limit or, if that is below n too and it is
 * permitted (CAP_SYS_RESOURCE), to n. */
void limit_files(u32 n);
/* error_text(), but with a cure for too many open files. */
const char *limit_error(int err);
/* Restores the limits that awl was started with, before another program is executed. */
void limit_restore(void);

#endif
