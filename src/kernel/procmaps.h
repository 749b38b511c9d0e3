/* SPDX-License-Identifier: GPL-2.0-or-later */
/* procmaps.h - the code that a process has mapped: /proc/PID/maps, see proc(5). */
#ifndef AWL_PROCMAPS_H
#define AWL_PROCMAPS_H

#include "base/base.h"

struct procmap {		/* an executable mapping */
	u64 start, end;
	u64 off, ino;		/* offset in its file; the file's inode */
	const char *path;	/* may end in " (deleted)"; "[vdso]"; "": no file */
};

typedef int procmap_fn(void *arg, const struct procmap *m);

/* Calls fn for each executable mapping of a process, in order of address.  If fn returns
 * non-zero, stops and returns that.  Returns -errno if the mappings can't be read.  Paths are
 * valid until procmaps_each() returns.  proc is "/proc", or its replacement. */
int procmaps_each(const char *proc, u32 pid, procmap_fn *fn, void *arg);

#endif
