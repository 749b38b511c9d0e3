/* SPDX-License-Identifier: GPL-2.0-or-later */
/* paths.h - files whose paths match a glob. */
#ifndef AWL_PATHS_H
#define AWL_PATHS_H

#include "base/mem.h"

/*
 * Calls fn for each file whose path matches the pattern, whose parts between slashes are
 * globs.  A file with several names is reported once.  Stops when fn returns non-zero, and
 * returns that; else 0.
 */
int paths_each(struct arena *a, const char *pattern, int (*fn)(void *arg, const char *path),
	       void *arg);

#endif
