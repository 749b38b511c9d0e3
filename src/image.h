/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * image.h - what a compiled script consists of: programs and where they are attached,
 * maps, actions, and where things lie in the vars map.
 *
 * The front end fills it in (script.h).  The runtime needs nothing else of the front end:
 * what is to be compiled again goes through again().
 */
#ifndef AWL_IMAGE_H
#define AWL_IMAGE_H

#include "arch/arch.h"
#include "base/diag.h"
#include "base/features.h"
#include "base/mem.h"
#include "bpf/code.h"
#include "lang/type.h"

struct builtin;		/* builtin/builtin.h */
struct clause;		/* lang/ast.h */
struct format;		/* lang/format.h */
struct global_uses;	/* script.h */
struct kern;		/* kernel/kern.h: tracefs, symbols */
struct provider;	/* provider/provider.h */
struct stack_maps;	/* bpf/stack.h */

enum attach_by {
	ATTACH_AUTO,		/* the cheapest that means the same */
	ATTACH_PLAIN,		/* as written: kprobes and perf events */
	ATTACH_FAST		/* the cheapest, even if it may skip hits */
};

enum missing {			/* config: missing_probes */
	MISSING_AS_LISTED,	/* a warning where a clause has other probes */
	MISSING_ERROR, MISSING_WARN, MISSING_IGNORE
};

/* What the command line and the script's settings say that counts after compiling, too. */
struct image_options {
	u32 strlen;		/* bytes of a str() without a length, NUL included */
	u32 stack_depth;	/* frames of a stack without a depth */
	u32 map_size;		/* entries of a map; 0: by the machine's memory */
	u32 max_cat;		/* bytes of a file that cat() shows; 0: all */
	u32 max_probes;		/* attached one by one; 0: as we think fit */
	enum attach_by attach;
	enum missing missing;
};

struct event_field {		/* of a tracepoint's record, in its arguments */
	u32 off;		/* in the record */
	u32 arg;		/* where in the context */
	s32 member;		/* -1, or that is a pointer, and it is there behind it */
};

struct target {			/* one place a program is attached to */
	u32 index;		/* in script.targets */
	u64 cookie;		/* what probe and func are there: lang/names.h */
	const char *name;	/* "kprobe:vfs_read" */
	const char *func;	/* function, or event name */
	const char *module;	/* kernel module or tracepoint category; "" */
	u64 addr;		/* offset into func; or a bare address */
	u64 id;			/* tracepoint id; interval: ns; self: signal;
				 * usdt: its semaphore's place in the file;
				 * kprobe: its address, if it was looked up */
	const struct sysperf_event *event;	/* profile, software, …; else NULL */
	u32 func_id;		/* trampolines: the function's in BTF */
	const char *btf_module;	/* … of this module; NULL, "": the kernel's own */
	bool by_value;		/* trampolines: it takes a structure by value */
	u32 n_slots;		/* that function's arguments in the context, 8 bytes each */
	u32 first_arg;		/* OFFERS_FIELDS: the field that is arg0 */
	const char *guard;	/* awl source: the program ends unless it is true */
	s32 cpu;		/* profile on one CPU; -1: all */
	int fd;			/* iter, attached: to be read to its end */
	const struct type *record;	/* tracepoints: the fields */
	struct event_field *fields;	/* … those read, by ctx_form */
	const char *args;	/* where arguments lie (lang/argspec.h); NULL: where
				 * functions have them */
	u32 nameless;		/* why its fields have no names, a text; 0: they have */
	struct span span;
	bool in_process;	/* event: of the process of -p or -c alone, if any */
	bool from_glob;		/* may be skipped if it can't be attached */
	bool skipped;
};

enum storage {
	STORE_NONE,		/* never used for anything */
	STORE_CELL,		/* one value in the vars map */
	STORE_CPU_CELL,		/* one per CPU in the vars map: aggregations */
	STORE_HASH,		/* also count() and sum() that are read in probes */
	STORE_CPU_HASH		/* aggregations with keys */
};

struct global {			/* an @variable; offsets (…_off) are in bytes */
	const char *name;	/* without the @; "" for @ alone */
	struct span first;	/* its first use */
	struct global_uses *uses;	/* script.h: the front end's */
	u32 n_keys;
	const char **key_names;	/* [n_keys] for tables: "pid"; NULL if unknown */
	const struct type *key;	/* a tuple of the keys */
	const struct type *value;
	bool is_agg;		/* an aggregation */
	bool only_added;	/* neither stored nor read: an exact sum per CPU */
	bool adds_any;		/* not only by ++, so it may become 0 again */
	bool is_zeroed;		/* zero() came after the last clear(): shown although it is 0 */
	enum storage storage;
	u32 map;		/* of a hash: index in image.maps */
	u32 off;		/* of a cell: in the vars map, or in its per-CPU block */
	u32 max_entries;	/* let @m = hash(n); 0: default */
	u32 map_full_off;	/* in the per-CPU block: number of failed insertions */
	u32 len_off;		/* in the per-CPU block: insertions minus deletions */
	u32 key_bytes;		/* of a key in its map, including the turn after it */
	bool has_turns;		/* it has two sets of values: lang/turns.c */
	u32 turn_off;		/* in the vars map: a u64, the turn that programs use */
	u32 turn;		/* the same for the session: 0 or 1 */
	bool is_taken;		/* the other turn was printed, and must be cleared */
	u32 index;		/* in image.globals */
};

struct map {			/* a BPF map to create */
	const char *name;
	u32 type, key_size, value_size, max_entries, flags;
	struct global *global;	/* NULL: one of our own */
	u64 bytes;		/* of kernel memory, about; of the buffer exactly */
	int fd;
};

struct action;
struct session;		/* run/session.h */
/* What user space does with an action's record; how many bytes it took behind it. */
typedef int action_handler(struct session *s, const struct action *a, const void *record);

/* An action of user space: printf, print, clear, exit, …; a kind of record. */
struct action {
	action_handler *handle;
	u32 id;			/* the record's first u32 */
	const struct builtin *builtin;
	const struct type *record;	/* TY_TUPLE: what follows the id */
	u32 size;		/* bytes with the id */
	struct format *format;
	struct global *global;	/* print(@m), clear(@m), zero(@m) */
	struct prog *prog;
	struct span span;
	bool is_urgent;		/* user space is woken for it at once */
	bool acts;		/* it does something that is not just shown */
	bool takes;		/* print: what the next clear() or zero() is to clear; and that */
	s64 arg[2];		/* constants: top and div of print */
	const char *text;	/* time(): the format */
};

/* What a program finds in its context in place of the record it is written for. */
enum ctx_form {
	CTX_AS_WRITTEN,
	CTX_FIELDS,		/* a tracepoint's arguments: fields are at target.fields */
	CTX_WORDS,		/* the same as words without types */
	CTX_SYSCALL		/* the same of a system call's function: the registers
				 * at its entry, and then the result */
};
#define SYSCALL_ARGS 16		/* where in those records arguments and result begin */

struct prog {			/* one BPF program */
	u32 index;
	int fd;
	const struct clause *clause;	/* programs of one clause have the same */
	bool is_one_of_list;	/* that clause has several probes */
	const struct provider *provider;
	const struct provider *written;	/* if that is a cheaper one: the script's */
	enum ctx_form ctx_form;
	u32 scratch_off;	/* of its area in the scratch map */
	const char *provider_name;
	struct span span;	/* of the probe */
	const char *where;	/* the first probe as the script has it: "kprobe:vfs_*, ..." */
	VEC(struct target *) targets;
	const struct type *record;	/* the context's fields; NULL if none */
	struct expr *pred;
	struct stmt *body;
	struct local *locals;
	bool return_known;	/* return_type was looked for */
	const struct type *return_type;	/* if narrower than a word; NULL */
	const struct type *returns;	/* what BTF says the function does; NULL */
	bool only_deletes;	/* its body does nothing but delete entries */
	bool has_twin, is_twin;	/* there are two of it; it is the second (choose.c) */
	u32 of_pid, not_of_pid;	/* whose events it leaves to others; 0: no one's */
	bool is_solo;		/* each target needs a program of its own */
	bool uses_target;	/* `probe` or `func`: must know where it is */
	bool sees_place;	/* it reads registers or the kernel's stack */
	bool has_map_loop;	/* is made of parts, run one after the other */
	bool has_callbacks;	/* loops over maps in the kernel */
	bool calls_rounds;	/* other loops whose later rounds the kernel calls */
	bool has_rounds;	/* loops that script_gen_shorter() can change */
	u8 round_shift;		/* what it has done so far: LOOP_CAP >> this */
	bool pred_binds;	/* the predicate has variables of its own */
	struct part_loop {	/* a part that is run for each entry of a map */
		const struct global *over;	/* NULL: it is run once */
		const struct type *entry;	/* the tuple (key, value) */
		u32 entry_off;	/* of it in the vars map */
	} loop;
	struct prog *next_part;
	struct code code;
	u32 lost_off;		/* in the per-CPU block: records lost */
	u32 fds_from, fds_to;	/* its links and events in attachments.fds */
	u32 returns_from, returns_to;	/* its probes made through tracefs, by number */
	u64 missed;		/* hits that its probes missed, as far as the kernel counts them */
	u64 unrun;		/* commands not run, or not to their end, as awl was to end */
	u32 runs_off;		/* there, too: how often it ran; 0: that isn't counted */
	u64 unsampled;		/* samples of profile that the kernel did not make */
	u64 unshown;		/* records that came, but the output's reader was too slow */
	bool joins_many;	/* another one is, at a place of this */
	bool use_many;		/* loaded to be attached to all targets at once */
};

/* The start of the vars map: shared between user space and programs. */
enum { VARS_PHASE = 0, VARS_CHILD_PID = 8, VARS_START = 16, VARS_URGENT = 24,
       VARS_NOTHING = 32,	/* 0 always */
       VARS_FIRST = 64 };

/* What a part of a program returns to the session that runs it. */
enum { PART_NEXT = 0, PART_RETURN = 1, PART_BREAK = 2 };

/* How a program is to be made again, after the kernel refused it. */
enum again {
	AGAIN_AS_WRITTEN,	/* for the provider the script names: prog.written */
	AGAIN_SHORTER		/* with fewer rounds of loops in place */
};

struct image {			/* what is used most comes first */
	VEC(struct prog *) progs;
	VEC(struct target *) targets;
	VEC(struct map) maps;
	has_feature *has;	/* the kernel it is for */
	u32 vars_map, scratch_map, ring_map, zero_map;	/* indices; NO_MAP */
	u32 cpu_slots;		/* n_cpus rounded up to a power of two */
	u32 n_cpus;		/* possible ones, of the target machine */
	u32 block_off, block_size;	/* of CPU 0's block in the vars map; of one block */
	bool divides;		/* somewhere */
	bool cuts_texts;	/* there are strings whose length nobody knows */
	bool uses_usyms;	/* some value is a user stack or address */
	bool uses_events;	/* some action sends records */
	bool many_events;	/* … at a rate we don't set ourselves */
	bool no_final_maps;	/* config: print_maps_on_exit = false */
	VEC(struct global *) globals;
	VEC(struct action *) actions;	/* [id] */
	VEC(const char *) other_names;	/* lang/names.c: compared with probe or func */
	struct arena *arena;
	struct diag *diag;
	const struct arch *arch;
	struct kern *kern;
	struct image_options opt;
	u32 vars_size;		/* bytes: cells, then the per-CPU blocks */
	u32 zero_size;		/* the largest value that starts as zeros */
	struct stack_maps *stacks;	/* one per depth used */
	/* In the per-CPU block, how many: */
	u32 stack_full_off;	/* stacks found no room in their map */
	u32 loops_cut_off;	/* loops were ended early */
	u32 read_failed_off;	/* reads of memory failed */
	u32 zeros_off;		/* divisions by zero; if divides */
	u32 texts_cut_off;	/* strings were longer than --strlen; if cuts_texts */
	/* The compiler's door: makes p's code again.  The maps are there by then, so a program
	 * that needs more room in them is not made.  0 or -1. */
	int (*again)(struct image *im, struct prog *p, enum again how);
};
#define NO_MAP UINT32_MAX

/* Can a program have a function that the kernel calls: FEATURE_FOR_EACH, FEATURE_LOOP?  The
 * interpreter runs none. */
static inline bool image_calls_back(const struct image *im, enum feature f)
{
	return im->has(f) && im->has(FEATURE_JIT);
}

u32 image_add_map(struct image *im, const struct map *m);	/* its index */
/* Adds awl's own maps (vars, scratch, zeros, events), whose indices the passes need. */
void image_reserve_maps(struct image *im);
/* Have two programs of one provider a place in common? */
bool prog_meets(const struct prog *p, const struct prog *q);
/* Frees what is not the arena's. */
void image_release(struct image *im);

#endif
