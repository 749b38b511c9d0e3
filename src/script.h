/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * script.h - the compilation unit: one script on its way to the kernel.
 *
 * main.c runs the passes over it in order: parse fills `unit`, expand turns
 * clauses into programs (struct prog) with their targets, check gives every
 * expression a type and every global a storage, gen makes code.  The runtime
 * then only needs what is here: programs, maps, actions.
 */
#ifndef AWL_SCRIPT_H
#define AWL_SCRIPT_H

#include "arch/arch.h"
#include "bpf/ir.h"
#include "lang/ast.h"
#include "lang/callabi.h"
#include "lang/format.h"
#include "lang/parse.h"
#include "lang/registry.h"

struct stack_maps;
struct kern;		/* kernel/kern.h: tracefs, symbols */
struct provider;

enum attach_by {
	ATTACH_AUTO,		/* the cheapest that means the same */
	ATTACH_PLAIN,		/* as written: kprobes and perf events */
	ATTACH_FAST		/* the cheapest, even if it may skip hits */
};

enum missing {			/* config: missing_probes */
	MISSING_AS_LISTED,	/* a warning where a clause has other probes */
	MISSING_ERROR, MISSING_WARN, MISSING_IGNORE
};

/* What the command line says about how to compile. */
struct script_options {
	u32 strlen;		/* bytes of a str() without a length, NUL included */
	u32 stack_mode;		/* struct stack_opt's, where none is said */
	u32 stack_depth;	/* frames of stack without a depth */
	u32 map_size;		/* entries of a map; 0: by the machine's memory */
	u32 max_cat;		/* bytes of a file that cat() shows; 0: all */
	u32 max_probes;		/* attached one by one; 0: as we think fit */
	enum attach_by attach;
	enum missing missing;
	bool unsafe;
	u32 pid;		/* -p; 0: none */
	u32 own_pid;		/* awl's */
	struct pid_ns { u64 dev, ino; } pid_ns;	/* awl's; 0: the first one */
	bool lacks_ns_pid;	/* the kernel can't tell ids of another one */
	bool no_kernel;		/* -n --arch: don't ask this machine's kernel */
	const char **params;	/* $1 … */
	u32 n_params;
	const char **own[2];	/* --name=value for getopt(); a bundle's own: less important */
	u32 n_own[2];
};

/* What the target kernel has, as far as code generation must know. */
struct script_caps {
	bool ringbuf;		/* else perf buffers */
	bool probe_read_ku;	/* else the old probe_read */
	bool boot_ns;		/* else monotonic time */
	bool atomics;		/* 64-bit ones are safe: not on 32-bit arm */
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

struct local {			/* a $variable of one program */
	const char *name;
	const struct type *type;
	struct span first;	/* the assignment that gave the type */
	bool needs_init;	/* may be read before any assignment ran */
	bool is_literal;	/* only literals were assigned so far */
	bool is_declared;	/* by let, with a type: it stays */
	bool in_memory;		/* lives in the vars map: survives between parts; or */
	bool has_address;	/* & was asked for: in a slot, whatever it is */
	bool in_frame;		/* in the frame that functions of the program share */
	bool is_lent;		/* … only while the rounds of a loop are called */
	u32 off;		/* there */
	vreg reg;		/* scalars */
	slot slot;		/* the rest */
	struct local *next;
};

enum storage {
	STORE_NONE,		/* never used for anything */
	STORE_CELL,		/* one value in the vars map */
	STORE_CPU_CELL,		/* one per CPU in the vars map: aggregations */
	STORE_HASH,		/* also count() and sum() that are read in probes */
	STORE_CPU_HASH		/* aggregations with keys */
};

struct global {
	const char *name;	/* without the @; "" for @ alone */
	struct span first;
	bool is_mentioned;	/* not by its declaration alone */
	bool used_keyed, used_plain;
	u32 n_keys;
	const struct type **keys;	/* as inferred so far */
	bool *key_literal;
	bool key_wide;		/* a key is not a u32, or seen as in keys */
	const char **key_names;		/* [n_keys] for tables: "pid"; NULL if unknown */
	const struct type *key;		/* the tuple, once all is known */
	const struct type *value;
	bool value_literal;		/* only literals so far */
	struct span keys_at, value_at, agg_at;	/* for clash messages */
	bool is_agg;		/* written by count() and its kind */
	bool adds_any;			/* by more than ++, so that it may be 0 again */
	bool is_stored, is_added;	/* by = ; by ++, --, += and -= */
	bool only_added;	/* not stored nor read: an exact per-CPU sum */
	bool is_read;		/* its value is used inside a probe */
	bool is_deleted;
	bool is_zeroed;		/* by zero(), since it was last cleared: shown though it is 0 */
	bool uses_len;		/* len(@m): insertions and deletions are counted */
	u32 len_off;		/* in the per-CPU block: entries made less deleted */
	enum storage storage;
	u32 map_kind;		/* let: BPF_MAP_TYPE_*; 0: by use */
	u32 map;		/* index in script.maps: hashes */
	u32 off;		/* in the vars map, or in its per-CPU block */
	u32 max_entries;	/* let @m = hash(n); 0: default */
	u32 map_full_off;	/* in the per-CPU block: insertions that failed */
	u32 key_bytes;		/* of a key in its map: key's, with the turn behind it */
	bool has_turns;		/* its values are there twice: lang/turns.c */
	u32 turn_off;		/* in the vars map: a u64, which of them programs use */
	u32 turn;		/* the same, for the session: 0 or 1 */
	bool is_taken;		/* the other one was printed, and is to be cleared */
	u32 index;
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
	const struct clause *clause;
	const struct provider *provider;
	const struct provider *written;	/* if that is a cheaper one: the script's */
	enum ctx_form ctx_form;
	u32 scratch_off;	/* of its area in the scratch map */
	const char *provider_name;
	struct span span;	/* of the probe */
	VEC(struct target *) targets;
	const struct type *record;	/* the context's fields; NULL if none */
	struct expr *pred;
	struct stmt *body;
	struct local *locals;
	bool return_known;	/* return_type was looked for */
	const struct type *return_type;	/* if narrower than a word; NULL */
	bool only_deletes;	/* its body does nothing but delete entries */
	bool has_twin, is_twin;	/* there are two of it; it is the second (choose.c) */
	u32 of_pid, not_of_pid;	/* whose events it leaves to others; 0: no one's */
	bool is_solo;		/* each target needs a program of its own */
	bool uses_target;	/* `probe` or `func`: must know where it is */
	bool has_map_loop;	/* is made of parts, run one after the other */
	bool has_callbacks;	/* loops over maps in the kernel */
	bool calls_rounds;	/* other loops whose later rounds the kernel calls */
	bool has_rounds;	/* loops that script_gen_shorter() can change */
	u8 round_shift;		/* what it has done so far: LOOP_CAP >> this */
	bool pred_binds;	/* the predicate has variables of its own */
	struct part_loop {	/* a part that is run for each entry of a map */
		struct global *over;
		struct local *entry;
	} loop;
	struct prog *next_part;
	struct code code;
	u32 lost_off;		/* in the per-CPU block: records lost */
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

struct script {			/* what is used most comes first */
	struct arena *arena;
	struct diag *diag;
	const struct arch *arch;
	struct kern *kern;
	const struct registry *registry;
	struct script_caps caps;
	u32 n_cpus;		/* possible ones, of the target machine */
	u32 cpu_slots;		/* n_cpus rounded up to a power of two */
	VEC(struct target *) targets;
	VEC(const char *) other_names;	/* lang/names.c: compared with probe or func */
	VEC(struct prog *) progs;
	VEC(struct global *) globals;
	VEC(struct map) maps;
	VEC(struct action *) actions;	/* [id] */
	u32 vars_map, scratch_map, ring_map, zero_map;	/* indices; NO_MAP */
	u32 vars_size;		/* bytes: cells, then the per-CPU blocks */
	u32 block_off, block_size;	/* of CPU 0's block; of one block */
	u32 zero_size;		/* the largest value that starts as zeros */
	struct stack_maps *stacks;	/* bpf/stack.h: one per depth used */
	u32 stack_ids_off, stack_full_off;	/* in the per-CPU block */
	/* -k: what handles the records of helpers that failed; NULL: they make none */
	int (*tell_failure)(struct session *s, const struct action *a, const void *record);
	bool no_final_maps;	/* config: print_maps_on_exit = false */
	u32 n_expansions;	/* of macros: makes their variables unique */
	bool has_library;	/* unit.macros has those of library.c, too */
	u32 comm_off;		/* of a task's name in struct task_struct; 0: ask the helper */
	bool uses_usyms;	/* some value is a user stack or address */
	bool told_short;	/* that stacks end early, if they do */
	enum { UNWINDS_UNKNOWN, UNWINDS_ELSE, UNWINDS_BY_TABLES } unwinds : 8;	/* arch.unwinder */
	bool shares_cells;	/* programs that may interrupt each other add to the same */
	bool uses_events;	/* some action sends records */
	bool many_events;	/* … at a rate we don't set ourselves */
	u32 loops_cut_off;	/* in the per-CPU block: loops that were ended early */
	u32 read_failed_off;	/* in the per-CPU block: reads of memory that failed */
	u32 texts_cut_off;	/* strings that were longer than --strlen; if cuts_texts */
	u32 zeros_off;		/* divisions by zero; if divides */
	bool divides;
	bool cuts_texts;	/* there are strings whose length nobody knows */
	struct script_options opt;
	struct intern names;
	struct unit unit;
	struct hash types;	/* declared in the script: lang/decl.c */
	/* Types, and constants of enums, the kernel knows; may be NULL.  tag: TN_*
	 * of lang/ast.h.  NULL or false if there is none of this name. */
	const struct type *(*find_type)(void *ctx, int tag, const char *name);
	bool (*find_constant)(void *ctx, const char *name, s64 *value,
			      const struct type **type);
	/* Finds a parameter of a kernel function, and its place in calls by this ABI: by
	 * name, or by its only word p->first if name is NULL.  PARAM_RETURN: sets
	 * p->type to what the function returns. */
	bool (*find_param)(void *ctx, const char *func, const char *name,
			   const struct arch_abi *abi, struct param_place *p);
	/* The name of a kernel function's parameter n; NULL if it has no such or isn't known. */
	const char *(*param_name)(void *ctx, const char *func, u32 n);
	void *find_ctx;
	u32 why_no_btf;		/* a text, where there is none */
	/* Can a program be told its target?  Asked only where it matters. */
	bool (*has_cookies)(void);
	const u64 *return_hooks;	/* builtin/place.c: addresses put in the place of a
					 * return address, then 0; NULL: not looked for */
	const s32 *path_offs;	/* builtin/path.c: where the members it reads lie */
	/* Can a program read other CPUs' values of a map?  NULL: yes. */
	bool (*has_percpu_lookup)(void);
	/* Can a program have a function called for each entry of a map?  NULL: yes. */
	bool (*has_callbacks)(void);
	/* Can a program have a function called for each round of a loop?  NULL: yes. */
	bool (*has_loops)(void);
	bool (*lacks_div64)(void);	/* see code_target */
	struct strbuf *dump_ir;	/* -d: the IR as text goes here */
};
#define NO_MAP UINT32_MAX
#define PARAM_RETURN UINT32_MAX

/* What a part of a program returns to the session that runs it. */
enum { PART_NEXT = 0, PART_RETURN = 1, PART_BREAK = 2 };
/* Rounds a loop may take whose end the verifier can't see. */
#define LOOP_CAP 1024
/* The same of a loop whose rounds the kernel calls: BPF_MAX_LOOPS of linux/bpf.h. */
#define LOOP_CALLS (1 << 23)

/* expand.c: clauses to programs and targets. */
int script_expand(struct script *s);
/* Frees what the passes made of s, but for what it was given and the arena's. */
void script_release(struct script *s);
/* A target of a prog being expanded; NULL name: made from provider and parts. */
struct target *script_target(struct script *s, struct span span, const char *name);
/* Have two programs of one provider a place in common? */
bool prog_meets(const struct prog *p, const struct prog *q);
/* Says that this is no probe of its provider, and how they are written; -1. */
int script_bad_probe(struct script *s, const struct prog *p, const char *text);
/* keep.c: only the targets whose name matches the regular expression stay, and those
 * the session runs.  How many; -1: it is none. */
int script_keep_probes(struct script *s, const char *regex);
/* keep.c: with `bench` only benchmarks stay, BEGIN and END; without it no benchmarks.  -1: all
 * probes are benchmarks, and nothing is left. */
int script_keep_benches(struct script *s, bool bench);
/* check.c: types, storage, actions. */
int script_check(struct script *s);
/* provider/choose.c: cheaper attachments, where they mean the same.  Always 0. */
int script_choose(struct script *s);
/* gen.c: code for all programs; for one of them, as the script has it. */
int script_gen(struct script *s);
int script_gen_written(struct script *s, struct prog *p);
/* Makes code with fewer rounds of loops in place, for a verifier that has found it too
 * complex.  -1 if that can't be. */
int script_gen_shorter(struct script *s, struct prog *p);
u32 script_map(struct script *s, const struct map *m);	/* adds one: its index */
struct global *script_global(struct script *s, const char *name);	/* NULL if none */

#endif
