/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * provider.h - what a source of events provides.
 *
 * One file and one row in tables.c each.  A provider says which text after
 * its name means which targets, what its programs find in their context, and
 * how to attach them.  It never names a builtin; builtins state needs and the
 * table compares them with `offers`.
 */
#ifndef AWL_PROVIDER_H
#define AWL_PROVIDER_H

#include "image.h"
#include "kernel/feature.h"

struct attach;		/* run/attach.h */
struct script;		/* script.h: what the front end knows */
struct tracefs;		/* kernel/tracefs.h */
struct btf_func;	/* symbols/btf.h */

enum offer {			/* what a program of this provider has */
	OFFERS_TASK	= 1 << 0,	/* a current task that means something */
	OFFERS_REGS	= 1 << 1,	/* ctx is the register block */
	OFFERS_ARGS	= 1 << 2,	/* arguments of a function, in them */
	OFFERS_RETVAL	= 1 << 3,
	OFFERS_RECORD	= 1 << 4,	/* ctx has named fields */
	OFFERS_KSTACK	= 1 << 5,
	OFFERS_USTACK	= 1 << 6,
	OFFERS_FUNC	= 1 << 7,	/* a probed function */
	OFFERS_CTX_ARGS	= 1 << 9,	/* ctx is the arguments, a u64 each */
	OFFERS_USER_CTX	= 1 << 8,	/* pointers found there are user space's */
	OFFERS_FIELDS	= 1 << 10,	/* fields are the arguments, "ret" the value */
	OFFERS_KERNEL_CTX = 1 << 11,	/* ctx, the record, is read like kernel memory */
	OFFERS_RETADDR	= 1 << 12	/* where the function returns to */
};

enum run {			/* when its programs run */
	RUN_ATTACHED,		/* when what they are attached to happens */
	RUN_ITER,		/* when the session reads what they iterate over */
	RUN_BEGIN, RUN_END, RUN_TIMER, RUN_SIGNAL,	/* the session runs them itself */
	RUN_BENCH		/* with --bench alone: again and again, to be timed */
};

/* group: category, module or file; "" */
typedef int list_fn(void *arg, const char *group, const char *event);

struct provider {
	const char *name;
	const char *aliases;	/* "k, kp": also accepted; "" if none */
	u32 offers;
	u16 usage;		/* text: "kprobe:[module:]function[+offset]" */
	enum run runs : 8;
	enum feature feature : 8;	/* without which it can't work (-T) */
	bool takes_file;	/* a file comes after its name: uprobe:FILE:function */
	bool takes_slash;	/* a '/' may separate category and event: t:sched/sched_switch */
	bool counts_runs;	/* its programs do: run/samples.h */
	u8 prog_type;		/* BPF_PROG_TYPE_* */
	u8 attach_type;		/* BPF_TRACE_*, where the type wants one */
	u8 many_type;		/* of programs for attach_many() */
	/*
	 * Appends targets to p for the text after "name:".  Says what is wrong
	 * through diag and returns -1, or 1 if it just isn't there; returns 0
	 * with no targets if a glob matches nothing (the caller warns).
	 */
	int (*expand)(struct script *s, struct prog *p, const char *text);
	/* Attaches a loaded program to one target; -errno.  NULL unless
	 * RUN_ATTACHED. */
	int (*attach)(struct attach *a, const struct prog *p, struct target *t);
	/* All targets at once: programs for it are loaded with many_type
	 * if may_attach_many says so.  0, or -errno to go one by one. */
	bool (*may_attach_many)(const struct prog *p);
	int (*attach_many)(struct attach *a, const struct prog *p);
	/* Of programs at one place, does the kernel run first what was attached last?
	 * NULL: no. */
	bool (*is_last_first)(const struct prog *p);
	/* One line about errno and its cure, after attach failed; may use kern.  NULL,
	 * or nothing said: the error's text.  Not asked about EPERM and EACCES. */
	void (*explain)(struct image *im, const struct target *t, int err, struct strbuf *out);
	/* Awl source of a clause without a body. */
	const char *default_body;
	/* -l: calls fn with each "name:[group:]event" of pv, itself, that matches the
	 * glob, until that returns non-zero.  -errno. */
	int (*list)(struct kern *k, const struct provider *pv, const char *glob, list_fn *fn,
		    void *arg);
	/* -lv: the arguments of a probe list() named, a line each. */
	void (*describe)(struct kern *k, const struct provider *pv, const char *group,
			 const char *event, struct strbuf *out);
};

/* is_last_first: always. */
static inline bool provider_last_first(const struct prog *p)
{
	(void)p;
	return true;
}

/* A line of describe(), as C would declare it. */
void provider_describe(const struct type *t, const char *name, struct strbuf *out);
/* describe() of what BTF has as a function: arguments and result, as pv offers. */
void provider_describe_func(struct kern *k, const struct provider *pv, const char *module,
			    const char *func, struct strbuf *out);

/* Arguments of f from `first` on as a record: each begins at an 8-byte slot, and fills as many
 * as it needs or, with `one`, that one. */
const struct type *provider_args_record(struct script *s, const struct btf_func *f, u32 first,
					bool one);

/* The list of tracepoints; NULL if there is none, told with the cure. */
struct tp_event;
/*
 * Of a system call with an argument of two registers (64 bits where words have 32) the
 * event's own record lacks parts: *ev becomes raw_syscalls:sys_enter with the call's
 * fields, and what is returned is the guard that compares the number.  NULL: it is right
 * as it is.
 */
const char *syscall_widen(struct script *s, struct tracefs *fs, const char *name,
			  struct tp_event *ev);
struct tracefs *provider_tracefs(struct script *s, const struct prog *p);
/* Says so of the list of functions; -1. */
int provider_no_functions(struct script *s, const struct prog *p);

/* Warns if calls go by another function of the kernel than this one. */
void provider_check_superseded(struct script *s, const struct prog *p, const char *func);

/* entryargs.c: does a return probe's clause name arguments that only fexit has? */
bool provider_reads_entry(struct script *s, const struct prog *p, const char *module,
			  const char *func);

/* choose.c: can a program tell where exactly it runs, by registers or the stack? */
bool prog_sees_place(const struct prog *p);

#endif
