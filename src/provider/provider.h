/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * provider.h - the interface of a provider, a source of events.
 *
 * Each has one file and one row in tables.c.  A provider turns the text after
 * its name into targets, says what its programs find in their context, and
 * attaches them.  It never names a builtin: builtins state their needs, which
 * are compared with `offers`.
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

enum offer {			/* what programs of this provider can read */
	OFFERS_TASK	= 1 << 0,	/* the current task is meaningful */
	OFFERS_REGS	= 1 << 1,	/* ctx is the saved registers */
	OFFERS_ARGS	= 1 << 2,	/* arguments of a function, in the registers */
	OFFERS_RETVAL	= 1 << 3,
	OFFERS_RECORD	= 1 << 4,	/* ctx has named fields */
	OFFERS_KSTACK	= 1 << 5,
	OFFERS_USTACK	= 1 << 6,
	OFFERS_FUNC	= 1 << 7,	/* a probed function */
	OFFERS_CTX_ARGS	= 1 << 9,	/* ctx is an array of the arguments, a u64 each */
	OFFERS_USER_CTX	= 1 << 8,	/* pointers in ctx are to user space */
	OFFERS_FIELDS	= 1 << 10,	/* arguments and result are fields, the result is "ret" */
	OFFERS_KERNEL_CTX = 1 << 11,	/* ctx, the record, is read like kernel memory */
	OFFERS_RETADDR	= 1 << 12,	/* the function's return address */
	OFFERS_VARIABLES = 1 << 13,	/* the function's variables, by debug information */
	OFFERS_TRUSTED	= 1 << 14	/* the verifier knows the types of pointers in ctx */
};

enum run {			/* when a provider's programs run */
	RUN_ATTACHED,		/* on each event that they are attached to */
	RUN_ITER,		/* when the session reads the iterator */
	RUN_BEGIN, RUN_END, RUN_TIMER, RUN_SIGNAL,	/* the session runs them itself */
	RUN_BENCH		/* only with --bench: repeatedly, to be timed */
};

/* Ways to attach a program at a lower cost than as written in the script; see choose.c. */
enum way {
	AS_WRITTEN,
	BY_FUNCTION,		/* kprobe, kretprobe: a trampoline on the function */
	BY_SYSCALL,		/* sys_enter_*, sys_exit_*: on the system call's function */
	BY_CALLS,		/* sys_enter_*: one link for the functions of all calls */
	BY_RAW,			/* a raw tracepoint; the program reads no field */
	BY_FIELDS,		/* the same; fields are arguments with types */
	BY_WORDS		/* the same; fields are arguments without types */
};

/* Called by list() for each event.  group: its category, module or file, or "".  list() stops
 * when it returns non-zero. */
typedef int list_fn(void *arg, const char *group, const char *event);

struct provider {
	const char *name;
	const char *aliases;	/* "k, kp": also accepted; "" if none */
	u32 offers;
	u16 usage;		/* text: "kprobe:[module:]function[+offset]" */
	enum run runs : 8;
	enum feature feature : 8;	/* the kernel feature that it needs (-T) */
	bool takes_file;	/* a file comes after its name: uprobe:FILE:function */
	bool takes_slash;	/* a '/' may separate category and event: t:sched/sched_switch */
	bool counts_runs;	/* its programs count their runs: run/samples.h */
	u8 prog_type;		/* BPF_PROG_TYPE_* */
	u8 attach_type;		/* BPF_TRACE_*, if prog_type needs one */
	u8 many_type;		/* attach type of programs for attach_many() */
	/*
	 * Appends to p the targets that the text after "name:" means.  On errors
	 * prints a message and returns -1, or 1 if the event does not exist.
	 * Returns 0 without targets if a glob matches nothing (the caller warns).
	 */
	int (*expand)(struct script *s, struct prog *p, const char *text);
	/* Attaches a loaded program to one target.  Returns 0 or -errno.  NULL if
	 * the session runs the programs itself. */
	int (*attach)(struct attach *a, const struct prog *p, struct target *t);
	/* Attaches to all targets at once but those whose `refused` it sets.  Used for
	 * programs that are loaded with many_type because may_attach_many() returned true.
	 * Returns 0, or -errno: then none is attached, and they are attached one by one. */
	bool (*may_attach_many)(const struct prog *p);
	int (*attach_many)(struct attach *a, const struct prog *p);
	/* The offset in the file t->module of the instruction under a user probe.  NULL: it has
	 * no user probes. */
	u64 (*file_offset)(const struct target *t);
	/* If several programs are at one place, does the kernel run the last attached one
	 * first?  NULL: no. */
	bool (*is_last_first)(const struct prog *p);
	/* Appends a line about err and its cure to out after attach() failed.  May use
	 * im->kern.  If it is NULL or appends nothing, the text of err is printed.  Not
	 * called for EPERM and EACCES. */
	void (*explain)(struct image *im, const struct target *t, int err, struct strbuf *out);
	/* How a program that reads only what u says could be attached to t at a lower cost.
	 * NULL: only as written. */
	enum way (*cheaper)(struct script *s, struct target *t, const struct use *u);
	/* The source of the body of clauses that have none. */
	const char *default_body;
	/* -l: calls fn for each "[group:]event" that matches the glob, until fn returns
	 * non-zero.  pv is the provider itself.  Returns -errno on errors. */
	int (*list)(struct kern *k, const struct provider *pv, const char *glob, list_fn *fn,
		    void *arg);
	/* -lv: appends the arguments of an event that list() found, one per line. */
	void (*describe)(struct kern *k, const struct provider *pv, const char *group,
			 const char *event, struct strbuf *out);
};

/* An is_last_first() that is always true. */
static inline bool provider_last_first(const struct prog *p)
{
	(void)p;
	return true;
}

#define TRACE_KPROBE_MULTI 42	/* BPF_TRACE_KPROBE_MULTI: the many_type of such programs */
/* Attaches p by one link to the functions of its targets, which have these names.  Cookies tell
 * the targets apart.  Returns 0 or -errno. */
int provider_link_functions(struct attach *a, const struct prog *p, const char *const *names,
			    bool returns);

/* Appends a line for describe(), as a declaration in C. */
void provider_describe(const struct type *t, const char *name, struct strbuf *out);
/* A describe() for functions in BTF: the arguments and the result, if pv offers them. */
void provider_describe_func(struct kern *k, const struct provider *pv, const char *module,
			    const char *func, struct strbuf *out);

/* The function of "function%return", as perf writes a return probe; NULL if text is no such. */
const char *provider_returning(struct script *s, const char *text);
/* The address of "module:function"; 0 if there isn't exactly one such function. */
u64 provider_address_in_module(struct image *im, const char *name);
/* The name of the function that begins at *addr, which becomes 0, where the kernel finds its entry
 * only by name (arch.two_entries); else "". */
const char *provider_entry_at(struct script *s, u64 *addr);
/* Appends "did you mean" a function of the kernel, if there is a similar one. */
void provider_suggest(struct image *im, const char *func, struct strbuf *out);
/* Finds a function in BTF.  Returns false for variadic ones, whose arguments aren't known.
 * module "" is the kernel itself. */
bool provider_find_func(struct kern *k, const char *module, const char *func,
			struct btf_func *f);
/* Makes a record of f's arguments from `first` on.  Each begins at an 8-byte slot and fills as
 * many slots as it needs or, with `one`, a single one. */
const struct type *provider_args_record(struct script *s, const struct btf_func *f, u32 first,
					bool one);

/* Returns tracefs, which kern owns.  If it can't be read, prints why and the cure, and returns
 * NULL. */
struct tracefs *provider_tracefs(struct script *s, const struct prog *p);
/* Prints why there is no list of functions, and the cure.  Returns -1. */
int provider_no_functions(struct script *s, const struct prog *p);

/* Warns if this kernel calls another function in place of func. */
void provider_check_superseded(struct script *s, const struct prog *p, const char *func);

/* entryargs.c: does a return probe's clause name arguments that only fexit has? */
bool provider_reads_entry(struct script *s, const struct prog *p, const char *module,
			  const char *func);

#endif
