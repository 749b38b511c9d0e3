/* SPDX-License-Identifier: GPL-2.0-or-later */
/* paths.h - find files whose paths match a glob. */
#ifndef AWL_PATHS_H
#define AWL_PATHS_H

#include "base/mem.h"

/*
 * Calls fn for each file whose path matches the pattern.  The pattern's parts between slashes
 * are globs.  A file with several names is reported once.  If fn returns non-zero, stops and
 * returns that; else returns 0.  Paths are in the arena.
 */
int paths_each(struct arena *a, const char *pattern, int (*fn)(void *arg, const char *path),
	       void *arg);

#endif
