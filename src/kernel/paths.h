/* SPDX-License-Identifier: GPL-2.0-or-later */
/* paths.h - files by a shell's pattern. */
#ifndef AWL_PATHS_H
#define AWL_PATHS_H

#include "base/mem.h"

/*
 * Calls fn for each file whose path matches, once for each file however many names it
 * has; a pattern's parts are matched between slashes.  Stops at the first call that
 * returns other than 0, and returns that; else 0.
 */
int paths_each(struct arena *a, const char *pattern, int (*fn)(void *arg, const char *path),
	       void *arg);

#endif
