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
struct use;		/* provider/choose.h */

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

/* How a program can be attached at a lower cost than as the script says; see choose.c. */
enum way {
	AS_WRITTEN,
	BY_FUNCTION,		/* kprobe, kretprobe: by a trampoline of the function */
	BY_SYSCALL,		/* sys_enter_*, sys_exit_*: of the system call's function */
	BY_RAW,			/* a raw tracepoint; the program reads no field */
	BY_FIELDS,		/* the same; fields are arguments with types */
	BY_WORDS		/* the same; fields are arguments without types */
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
	/*
	 * A variable of the probed program at p's place, as an expression; NULL if there is
	 * none of this name, or if *is_gone is set, none that has a value there.  And the
	 * name of parameter n.  Both are NULL if the kernel's BTF knows the parameters.
	 */
	struct expr *(*variable)(struct script *s, const struct prog *p, const char *name,
				 struct span at, bool *is_gone);
	const char *(*param_name)(struct script *s, const struct prog *p, u32 n);
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
	/* How a program that looks at no more than u could be attached to t at a lower cost.
	 * NULL: only as it is written. */
	enum way (*cheaper)(struct script *s, struct target *t, const struct use *u);
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

/* Closes what is open of debug information, once all types are known. */
void source_close(struct script *s);

/* A line of describe(), as C would declare it. */
void provider_describe(const struct type *t, const char *name, struct strbuf *out);
/* describe() of what BTF has as a function: arguments and result, as pv offers. */
void provider_describe_func(struct kern *k, const struct provider *pv, const char *module,
			    const char *func, struct strbuf *out);

/* Finds a function in BTF that is not variadic, so that its arguments are known.  module: ""
 * is the kernel's own. */
bool provider_find_func(struct kern *k, const char *module, const char *func,
			struct btf_func *f);
/* Makes a record of f's arguments from `first` on.  Each begins at an 8-byte slot and fills as
 * many slots as it needs or, with `one`, a single one. */
const struct type *provider_args_record(struct script *s, const struct btf_func *f, u32 first,
					bool one);

/* The list of tracepoints.  If there is none, prints why and the cure, and returns NULL. */
struct tracefs *provider_tracefs(struct script *s, const struct prog *p);
/* Prints why there is no list of functions, and the cure.  Returns -1. */
int provider_no_functions(struct script *s, const struct prog *p);

/* Warns if this kernel calls another function in place of func. */
void provider_check_superseded(struct script *s, const struct prog *p, const char *func);

/* entryargs.c: does a return probe's clause name arguments that only fexit has? */
bool provider_reads_entry(struct script *s, const struct prog *p, const char *module,
			  const char *func);

#endif
