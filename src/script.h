/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * script.h - the compilation unit: one script on its way to the kernel.
 *
 * main.c runs the passes over it in order: parse fills `unit`, expand turns
 * clauses into programs (struct prog) with their targets, check gives every
 * expression a type and every global a storage, gen makes code.  What
 * they make, and the runtime needs, is the image.
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

/* What the command line says about how to compile. */
struct script_options {
	u32 stack_mode;		/* struct stack_opt's, where none is said */
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
	bool takes_len;		/* there is len(@m): insertions and deletions are counted */
	u32 map_kind;		/* BPF_MAP_TYPE_* of let; 0: by its uses */
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

struct script {			/* what is used most comes first */
	struct arena *arena;
	struct diag *diag;
	const struct arch *arch;
	struct kern *kern;
	const struct registry *registry;
	struct image image;	/* what is made of it */
	struct script_options opt;
	u32 stack_ids_off;	/* in the per-CPU block */
	/* -k: what handles the records of helpers that failed; NULL: they make none */
	action_handler *tell_failure;
	u32 n_expansions;	/* of macros: makes their variables unique */
	bool has_library;	/* unit.macros has those of library.c, too */
	bool said_stacks_end;	/* the warning that stacks end early was given */
	bool shares_cells;	/* programs that may interrupt each other add to the same */
	enum { UNWINDS_UNKNOWN, UNWINDS_ELSE, UNWINDS_BY_TABLES } unwinds : 8;	/* arch.unwinder */
	u32 comm_off;		/* of a task's name in struct task_struct; 0: ask the helper */
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
	const u64 *return_hooks;	/* builtin/place.c: addresses put in the place of a
					 * return address, then 0; NULL: not looked for */
	const s32 *path_offs;	/* builtin/path.c: where the members it reads lie */
	struct strbuf *dump_ir;	/* -d: the IR as text goes here */
};
#define PARAM_RETURN UINT32_MAX

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
/* gen.c: code for all programs; sets image.again. */
int script_gen(struct script *s);
struct global *script_global(struct script *s, const char *name);	/* NULL if none */

#endif
