/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracefs.h - events and probe-able functions as tracefs shows them.
 *
 * Facts: Documentation/trace/events.rst (format files), ftrace.rst
 * (available_filter_functions), kprobetrace.rst (kprobes/blacklist is in
 * debugfs).  Looked for at /sys/kernel/tracing and /sys/kernel/debug/tracing
 * below --sysroot, or at --tracefs.  Returns -errno; never prints.
 */
#ifndef AWL_TRACEFS_H
#define AWL_TRACEFS_H

#include "lang/type.h"

struct tracefs {
	const char *dir;	/* NULL until found */
	int mount;		/* our own, reached by its descriptor; 0: none */
	const char *sysroot;	/* "" for the running system */
	const char *kallsyms;	/* for want of a list of functions; NULL: sysroot's */
	const char *functions;	/* lists those that can be probed; NULL: tracefs does */
	struct arena *arena;
};

/* Finds the mount, or makes one that others don't see (root, 5.2).  -ENOENT: not mounted
 * anywhere; -EACCES: not for us. */
int tracefs_open(struct tracefs *t, struct arena *arena, const char *sysroot, const char *dir);
void tracefs_close(struct tracefs *t);

struct tp_event {
	const char *category, *name;
	u64 id;			/* for perf_event_open */
	const struct type *record;	/* TY_STRUCT: common_* fields too */
	u16 n_common;		/* members[0 .. n_common) are common_* */
};

/* Reads events/CATEGORY/NAME/{id,format}; types sized for `word`-byte targets. */
int tracefs_event(struct tracefs *t, const char *category, const char *name, u32 word,
		  struct tp_event *out);
/* Parses a format file's text into a record type; exported for tests and --sysroot. */
int tracefs_parse_format(struct arena *a, const char *text, u32 word, struct tp_event *out);

/* Calls fn for every category/name matching the globs; fn returns non-zero to
 * stop, which is then returned.  Sorted by category, then name. */
int tracefs_each_event(struct tracefs *t, const char *category_glob, const char *name_glob,
		       int (*fn)(void *arg, const char *category, const char *name), void *arg);

/* Functions that kprobes and fprobe accept, from available_filter_functions
 * (each name once, module "" for vmlinux), blacklisted ones left out. */
int tracefs_each_function(struct tracefs *t, const char *module_glob, const char *func_glob,
			  int (*fn)(void *arg, const char *module, const char *func), void *arg);

#endif
