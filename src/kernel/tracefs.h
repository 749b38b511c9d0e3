/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracefs.h - events and functions that can be probed, as listed in tracefs.
 *
 * Facts: Documentation/trace/events.rst (format files), ftrace.rst
 * (available_filter_functions), kprobetrace.rst (kprobes/blacklist is in
 * debugfs).  tracefs is looked for at /sys/kernel/tracing and /sys/kernel/debug/tracing
 * below --sysroot, or at --tracefs.  Functions return -errno on errors and never print.
 */
#ifndef AWL_TRACEFS_H
#define AWL_TRACEFS_H

#include "arch/arch.h"
#include "lang/type.h"

struct tracefs {
	const char *dir;	/* NULL until found */
	int mount;		/* descriptor of a private mount; 0: none */
	const char *sysroot;	/* "" for the running system */
	const char *kallsyms;	/* used if there is no list of functions; NULL: sysroot's */
	const char *functions;	/* file that lists functions; NULL: that in tracefs */
	struct arena *arena;
	struct functions *list;	/* of tracefs_each_function() */
};

/* Finds the mount, or makes a private one (needs root and 5.2).  Returns 0 or -errno; -ENOENT: not
 * mounted; -EACCES: not permitted. */
int tracefs_open(struct tracefs *t, struct arena *arena, const char *sysroot, const char *dir);
void tracefs_close(struct tracefs *t);

struct tp_event {
	const char *category, *name;
	u64 id;			/* for perf_event_open */
	const struct type *record;	/* TY_STRUCT, including the common_* fields */
	u16 n_common;		/* members[0 .. n_common) are common_* */
};

/* Reads events/CATEGORY/NAME/format.  Pointers and longs are those of the architecture.  Names and
 * types are in t->arena.  In a system call's record, a value that is shorter than a word is where
 * the low part of its word is. */
int tracefs_event(struct tracefs *t, const char *category, const char *name,
		  const struct arch *arch, struct tp_event *out);
/* Makes a record type from the text of a format file; public for tests. */
int tracefs_parse_format(struct arena *a, const char *text, const struct arch *arch,
			 struct tp_event *out);

/* Calls fn for every event that matches the globs, sorted by category and name.  If fn returns
 * non-zero, stops and returns that. */
int tracefs_each_event(struct tracefs *t, const char *category_glob, const char *name_glob,
		       int (*fn)(void *arg, const char *category, const char *name), void *arg);

/* Calls fn for each function that kprobes and fprobes accept: for each name in
 * available_filter_functions once, except those on the blacklist.  module is "" for vmlinux.  If
 * fn returns non-zero, stops and returns that.  The first call reads the list; later ones use the
 * same until it is forgotten.  The strings are valid until then. */
int tracefs_each_function(struct tracefs *t, const char *module_glob, const char *func_glob,
			  int (*fn)(void *arg, const char *module, const char *func), void *arg);
/* Sets addrs to where ftrace's calls are in n functions; of several with one name, in the first.
 * Returns 0, or -ENOENT if one of them is unknown.  Linux lists them since 6.5. */
int tracefs_calls_in(struct tracefs *t, const char *const *names, u64 *addrs, u32 n);
/* Frees the list, which has a megabyte or more.  tracefs_close() does the same. */
void tracefs_forget_functions(struct tracefs *t);

#endif
