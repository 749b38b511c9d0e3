/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * script.h - the compilation unit: one script on its way to the kernel.
 *
 * compile.c runs the passes in order: parse fills `unit`, expand turns clauses into programs
 * (struct prog) with targets, check gives every expression a type and every global a storage,
 * gen makes code.  The part of their result that the runtime needs is the image.
 */
#ifndef AWL_SCRIPT_H
#define AWL_SCRIPT_H

#include "bpf/ir.h"
#include "image.h"
#include "lang/ast.h"
#include "lang/callabi.h"
#include "lang/format.h"
#include "lang/parse.h"
#include "lang/registry.h"

/* Options of the command line that only the compiler needs. */
struct script_options {
	u32 stack_mode;		/* of struct stack_opt, for stacks without a mode */
	bool unsafe;
	u32 pid;		/* -p; 0: none */
	u32 own_pid;		/* awl's process id */
	struct pid_ns { u64 dev, ino; } pid_ns;	/* awl's PID namespace; 0: the first one */
	bool lacks_ns_pid;	/* programs can't get ids in that namespace */
	bool no_kernel;		/* --arch: don't ask this machine's kernel */
	bool is_timeline;	/* the output is one */
	const char **params;	/* $1 … */
	u32 n_params;
	const char **own[2];	/* --name=value for getopt(): given; a bundle's defaults */
	u32 n_own[2];
};

/* What the uses of a global in the script say about it.  Only the front end needs this. */
struct global_uses {
	bool is_mentioned;	/* by more than its declaration */
	bool used_keyed, used_plain;
	const struct type **keys;	/* [global.n_keys]: types of the keys, as inferred so far */
	bool *key_literal;	/* [global.n_keys]: all values of this key are literals so far */
	bool key_wide;		/* a key is no u32, or must keep its type */
	bool value_literal;	/* all values are literals so far */
	struct span keys_at, value_at, agg_at;	/* first uses, for messages about clashes */
	bool is_stored;		/* by = */
	bool is_added;		/* by ++, --, += and -= */
	bool is_read;		/* a probe uses its value */
	bool is_deleted;
	bool loses_entries;	/* by delete(), clear() or zero(), which makes new ones */
	bool in_loop;		/* an entry is used in a loop */
	bool takes_len;		/* there is len(@m): insertions and deletions are counted */
	u32 map_kind;		/* BPF_MAP_TYPE_* of let; 0: by its uses */
};

struct local {			/* a $variable of one program */
	const char *name;
	const struct type *type;
	struct span first;	/* the first assignment, for messages about clashes */
	bool needs_init;	/* it may be read before it is assigned */
	bool is_literal;	/* all values are literals so far */
	bool is_declared;	/* by let with a type, which can't change */
	bool in_memory;		/* it is in the vars map, which all parts share */
	bool has_address;	/* its address is taken, so its place never changes */
	bool is_shared;		/* functions for entries of maps mention it */
	bool is_lent;		/* functions for rounds of loops mention it */
	bool in_frame;		/* the generator's: it is now in the frame, which the program
				 * shares with its functions; in_memory is true, too */
	u32 off;		/* bytes, in the vars map or the frame */
	vreg reg;		/* of a scalar */
	slot slot;		/* of any other value */
	struct local *next;
};

/* What a program is compiled from, and what check finds out about it.  Copies of a program
 * (choose.c) and its parts share it. */
struct prog_source {
	const char *provider_name;	/* of the script's provider, not of a cheaper one */
	const struct type *record;	/* the context's fields; NULL if it has none */
	struct expr *pred;	/* NULL: always true */
	struct stmt *body;
	struct local *locals;
	bool pred_binds;	/* the predicate has variables of its own */
	bool return_known;	/* return_type was looked for */
	const struct type *return_type;	/* of the function if narrower than a word; or NULL */
	const struct type *returns;	/* what BTF says that the function returns; or NULL */
	bool is_solo;		/* each target needs a program of its own */
	bool has_map_loop;	/* loops over maps that the session runs: it has parts */
	bool has_callbacks;	/* loops over maps that the kernel runs */
	u32 of_pid, not_of_pid;	/* filter.c: only, or not, events of this process; 0: of all */
};

struct script;

/* Variables of probed programs, by name. */
struct variables {
	/* Returns a variable at p's place as an expression, or NULL if there is none of this
	 * name.  If there is one that has no value at this place, sets *gone to a text that
	 * names the place and says where it has one. */
	struct expr *(*variable)(struct script *s, const struct prog *p, const char *name,
				 struct span at, const char **gone);
	/* Returns the names of the parameters, or of all other local variables, that have a value
	 * at p's place, with NULL after them; or NULL if there is none.  If there are only
	 * parameters without a value, these are returned. */
	const char **(*names)(struct script *s, const struct prog *p, bool of_params);
	/* Returns the type of what p's function returns, or NULL. */
	const struct type *(*return_type)(struct script *s, const struct prog *p);
	/* Returns a type of the program or module that p probes, or NULL.  tag: as of find_type. */
	const struct type *(*type)(struct script *s, const struct prog *p, int tag,
				   const char *name);
};

struct script {			/* the most used members come first */
	struct arena *arena;
	struct diag *diag;
	const struct arch *arch;
	struct kern *kern;
	const struct registry *registry;
	struct image image;	/* the result */
	struct script_options opt;
	u32 stack_ids_off;	/* in the per-CPU block */
	/* -k: handles records about helpers that failed; NULL: there are no such records */
	action_handler *tell_failure;
	u32 n_expansions;	/* of macros, for unique names of their variables */
	bool lacks_clauses;	/* some are left out, as none of their probes exists */
	bool has_library;	/* unit.macros contains those of library.c */
	bool warned_stacks_end;	/* there was a warning that stacks end early */
	bool warned_fp;		/* … that user stacks follow frame pointers */
	bool shares_cells;	/* programs that add to one cell may interrupt each other */
	enum { UNWINDS_UNKNOWN, UNWINDS_ELSE, UNWINDS_BY_TABLES } unwinds : 8;	/* arch.unwinder */
	u32 comm_off;		/* of comm in struct task_struct; 0: use the helper */
	struct intern names;
	struct unit unit;
	struct hash types;	/* declared in the script: lang/decl.c */
	/* Finds a type, or a constant of an enum, of the kernel by its name.  tag is TN_* of
	 * lang/ast.h.  Returns NULL or false if there is none.  May be NULL itself. */
	const struct type *(*find_type)(void *ctx, int tag, const char *name);
	bool (*find_constant)(void *ctx, const char *name, s64 *value,
			      const struct type **type);
	/* Finds a parameter of a kernel function by its name or, if name is NULL, by its only
	 * word p->first, and its place in calls with this ABI.  With PARAM_RETURN it finds the
	 * type of the return value. */
	bool (*find_param)(void *ctx, const char *func, const char *name,
			   const struct arch_abi *abi, struct param_place *p);
	/* The name of a kernel function's parameter n; NULL if there is none or it is unknown. */
	const char *(*param_name)(void *ctx, const char *func, u32 n);
	void *find_ctx;
	/* The id in the kernel's BTF of a structure that is described there; else 0. */
	u32 (*type_id)(const struct script *s, const struct type *t);
	/* The type of slot n of the context of p, a trampoline's program; NULL if unknown. */
	const struct type *(*slot_type)(const struct script *s, const struct prog *p, u32 n);
	const struct variables *variables;	/* NULL: awl was built without them */
	const struct prog *types_of;	/* whose types are looked up, too; or NULL */
	struct source_file *sources;		/* provider/debugfile.c: open debug information */
	struct source_names *kernel_names;	/* provider/inlined.c: of probes in the kernel */
	struct resolved *resolved;		/* provider/resolved.c: of a bundle; or NULL */
	u32 why_no_btf;		/* a text if the kernel has no BTF; else 0 */
	const u64 *return_hooks;	/* builtin/place.c: addresses that replace return
					 * addresses, then 0; NULL: not looked for yet */
	const s32 *path_offs;	/* builtin/path.c: offsets of the members it reads */
	struct strbuf *dump_ir;	/* -d: receives the IR as text; or NULL */
};
#define PARAM_RETURN UINT32_MAX

/* Most rounds of a loop whose end the verifier can't see. */
#define LOOP_CAP 1024
/* The same if the kernel calls the rounds: BPF_MAX_LOOPS of linux/bpf.h. */
#define LOOP_CALLS (1 << 23)

/* expand.c: makes programs and targets of clauses.  0 or -1. */
int script_expand(struct script *s);
/* Frees what the passes made.  What s was given, and what is in the arena, stays. */
void script_release(struct script *s);
/* A new target for a prog that is being expanded. */
struct target *script_target(struct script *s, struct span span, const char *name);
/* Reports that text is no probe of the provider, and how probes are written.  Returns -1. */
int script_bad_probe(struct script *s, const struct prog *p, const char *text);
/* keep.c: removes targets whose name does not match the regular expression, except those that
 * the session runs.  Returns how many are left, or -1 if the expression is invalid. */
int script_keep_probes(struct script *s, const char *regex);
/* keep.c: removes all probes except benchmarks, BEGIN and END or, without `bench`, all benchmarks.
 * Returns -1 if all probes are benchmarks and nothing is left. */
int script_keep_benches(struct script *s, bool bench);
/* provider/named.c: sets find_type and the like. */
void script_find_names(struct script *s);
/* check.c: finds types, storage and actions.  0, or -1 after errors were reported. */
int script_check(struct script *s);
/* lang/storage.c: adds n words of 8 bytes to each CPU's block in the vars map, after the check, and
 * returns their offset there. */
u32 script_add_words(struct script *s, u32 n);
/* provider/choose.c: replaces probes by cheaper ones with the same meaning. */
void script_choose(struct script *s);
/* choose.c: sets image.many_places.  To be called when programs have been joined. */
void script_count_places(struct script *s);
/* gen.c: makes the code of all programs, and sets image.again.  0 or -1. */
int script_gen(struct script *s);
/* The global with this interned name; NULL if there is none. */
struct global *script_global(struct script *s, const char *name);

#endif
