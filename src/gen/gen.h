/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen.h - from checked trees to IR; what builtin rows may use to emit code.
 *
 * A value on its way is an operand: a constant, a virtual register (scalars),
 * or a place in memory (everything that does not fit a register).  Wherever
 * the destination is known, code writes straight into it: gen_into().
 */
#ifndef AWL_GEN_H
#define AWL_GEN_H

#include "bpf/insn.h"
#include "script.h"

struct place {			/* memory */
	bool is_slot;
	u32 id;			/* slot, or the vreg that holds the address */
	s32 off;
	enum space space;	/* SPACE_BPF and SPACE_CTX: direct loads */
};

/*
 * A place where a value may be generated, so that it need not be copied.  Only the rule that
 * got it may use it (gen_dest()).  Its expression's parts don't inherit it.
 */
struct dest {
	struct place at;
	u32 size;		/* bytes there */
	bool any_tail;		/* the bytes after a string's NUL need not be zeros */
};

struct operand {
	enum { OPERAND_NONE, OPERAND_IMM, OPERAND_REG, OPERAND_MEM } kind;
	s64 imm;
	vreg reg;		/* never write to it: it may be shared */
	struct place mem;
	/* While a rule runs: where its value is wanted, or NULL. */
	const struct dest *dest;
};

/* A value computed once and valid until the end of the scope it was made in. */
enum shared {
	SHARED_PID_TGID,	/* those of awl's PID namespace; 0 in others */
	SHARED_INIT_PID_TGID, SHARED_UID_GID, SHARED_NSECS, SHARED_CPU, SHARED_TASK,
	SHARED_CGROUP, SHARED_CPU_BLOCK, SHARED_TARGET,
	SHARED_READ,		/* g->read.reg, where it is known */
	SHARED_PIECE,		/* not 0: g->piece is read */
	SHARED_KINDS
};

enum { FRAME_CTX = 0, FRAME_RETURN = 8, FRAME_LOCALS = 16 };

struct gen {
	struct script *s;
	struct prog *p;
	struct ir *ir;
	/* The rules, which gen_expr() and gen_stmts() call: in gen_expr.c and gen.c. */
	void (*visit)(struct gen *g, struct expr *e, struct operand *out);
	void (*visit_stmt)(struct gen *g, struct stmt *s);
	struct shared_values { vreg at[SHARED_KINDS]; } shared;	/* 0: not computed here */
	VEC(struct shared_values) scopes;	/* what it was where the open ones begin */
	struct {			/* an entry read last, not written since */
		const struct global *gl;	/* NULL: none */
		struct expr **keys;
		vreg reg;	/* SHARED_READ there: its value is known here */
		slot key;
	} read;
	struct {			/* what a statement reads of one object */
		struct expr *base;	/* the pointer; NULL: nothing */
		s32 from;
		u32 size;
		slot slot;
	} piece;
	label done;			/* leave the program */
	label loop_break, loop_continue;
	u32 loop_depth;
	u64 loop_weight;	/* of the loops so far, for the verifier: gen_loop.c */
	VEC(struct ir *) funcs;		/* ARG_FUNC i; [0] is the program itself */
	/* What the program and its functions share, if it has_callbacks: its context,
	 * FRAME_RETURN not 0 if a function returned for all, locals. */
	struct place frame;
	u32 frame_size;
	vreg loc_bytes;		/* how long the __data_loc field is that was asked for last */
	struct span at;		/* the expression that is generated, for gen_failure() */
};

/* ---- failures (-k) ---- */
/* The helper has failed and returned r; nothing without -k. */
void gen_failure(struct gen *g, vreg r, enum helper helper);
/* A lookup has returned p: it is a failure if that is NULL. */
void gen_missing(struct gen *g, vreg p);

/* ---- values ---- */
void gen_expr(struct gen *g, struct expr *e, struct operand *out);
/* The same with a place for the value (or NULL), which the rule for e may use or ignore. */
void gen_expr_to(struct gen *g, struct expr *e, const struct dest *dest, struct operand *out);
vreg gen_reg(struct gen *g, struct expr *e);		/* a scalar's value */
/* r = its low bytes, extended to 64 bits */
void gen_extend(struct gen *g, vreg r, u32 size, bool is_signed);
vreg gen_fresh(struct gen *g, struct expr *e);		/* … in a register of its own */
void gen_into(struct gen *g, struct place dst, const struct type *t, struct expr *e);
/* The same at *dest, which has at least the size of t. */
void gen_into_dest(struct gen *g, const struct dest *dest, const struct type *t, struct expr *e);
/* The verifier wants to see bounds of what the last instruction uses: it stays in registers. */
void gen_keep(struct gen *g);
void gen_clip(struct gen *g, vreg r, u32 max);		/* r = min(r, max), unsigned */
vreg operand_reg(struct gen *g, const struct operand *o);
void operand_store(struct gen *g, struct place dst, const struct type *t,
		   const struct operand *o, const struct type *from);
void operand_set(struct operand *o, vreg r);
void operand_mem(struct operand *o, struct place p);
void operand_imm(struct operand *o, s64 imm);

/* ---- memory ---- */
static inline struct place place_slot(slot s, s32 off)
{
	return (struct place){ true, s, off, SPACE_BPF };
}
static inline struct place place_reg(vreg r, s32 off, enum space space)
{
	return (struct place){ false, r, off, space };
}
struct place place_at(struct place p, s32 more);
void place_load(struct gen *g, vreg dst, u32 size, struct place p);	/* direct only */
void place_store(struct gen *g, u32 size, struct place p, vreg src);
void place_storei(struct gen *g, u32 size, struct place p, s64 imm);
/* The widest access to both places, `done` of n bytes behind their beginning. */
u32 place_piece(struct place a, struct place b, u32 done, u32 n);
void place_zero(struct gen *g, struct place p, u32 size);
void place_copy(struct gen *g, struct place dst, struct place src, u32 size);
struct ir_arg place_arg(struct place p);	/* its address, for a helper */
vreg place_addr(struct gen *g, struct place p);
slot gen_slot(struct gen *g, u32 size);
/* How many entries gl has, as the kernel counts them by walking over them. */
vreg gen_walk(struct gen *g, const struct global *gl);
/* Room for a value of size bytes: *dest if there is one that is large enough, else a new slot.
 * The bytes after a string's NUL must be zeros unless dest_any_tail(). */
struct place gen_dest(struct gen *g, const struct dest *dest, u32 size);
bool dest_any_tail(const struct dest *dest, u32 size);
/* The place of an lvalue: member, element, *p, or a value in memory. */
struct place gen_place(struct gen *g, struct expr *e);
/* How many elements the field has of which this has just been asked; see expr_is_dynamic(). */
/* The word at this offset of a trampoline's context, as a value of type `as`. */
void gen_load_slot(struct gen *g, u32 off, const struct type *as, struct operand *out);
vreg gen_dynamic_len(struct gen *g, const struct expr *e);
enum space gen_space(struct gen *g, const struct type *ptr);
/* dst = the first n bytes of e, an array or the like, wherever it lies. */
void gen_bytes(struct gen *g, struct place dst, struct expr *e, u32 n);

/*
 * r, as a number the verifier knows nothing of.  Where a loop may end with one of many
 * values, it would follow what comes after with each of them.
 */
vreg gen_forget(struct gen *g, vreg r);

/* A user address and whose it is, in memory: a TY_USYM. */
void gen_usym(struct gen *g, vreg addr, struct operand *out);

/* ---- helpers ---- */
vreg gen_call0(struct gen *g, enum helper h);
void gen_call(struct gen *g, vreg dst, enum helper h, const struct ir_arg *args, u32 n);
vreg gen_shared(struct gen *g, enum shared what);	/* pid_tgid, nsecs, … */
/* What is computed in a branch is not there after it, nor, after gen_scope_back(),
 * in another branch of the same scope. */
void gen_scope_open(struct gen *g);
void gen_scope_back(struct gen *g);
void gen_scope_close(struct gen *g);
/* What reads bytes, or a string, there. */
enum helper gen_read_helper(struct gen *g, enum space space, bool str);
/* dst = *(size bytes at addr) read with the helper for the space; zeros and a
 * count if it fails. */
void gen_probe_read(struct gen *g, struct place dst, u32 size, vreg addr, s32 off,
		    enum space space);
/* A string of any length into size bytes; one that is longer ends in ".." and is counted.
 * n, if not 0: the bytes to read, size at most, of `want`. */
void gen_read_open(struct gen *g, struct place dst, u32 size, struct place src, vreg n,
		   vreg want);
/* The text at src, an array of chars or a string, into dst, with zeros after it. */
void gen_read_text(struct gen *g, struct place dst, u32 size, struct place src,
		   const struct type *from);
/* NUL-terminated string into size bytes; `pad`: zero the rest (keys). */
void gen_probe_read_str(struct gen *g, struct place dst, u32 size, vreg addr, s32 off,
			enum space space, bool pad);

/* The same with a size only known at run time, which the verifier must see
 * bounded; what is beyond it in dst is the caller's. */
void gen_probe_read_sized(struct gen *g, struct place dst, vreg size, vreg addr,
			  enum space space, bool str);

/* ---- maps and records ---- */
/* Sends a record: reserve, id, args straight into it, submit; counts a loss. */
void gen_record(struct gen *g, struct action *a, struct expr **args, u32 n);
/* The same with one value that writes itself: fill(g, where, e). */
void gen_record_with(struct gen *g, struct action *a,
		     void (*fill)(struct gen *g, struct place dst, struct expr *e),
		     struct expr *e);
/* Counts one in the per-CPU block at off, off the hot path. */
void gen_count_at(struct gen *g, u32 off);
void gen_add_at(struct gen *g, u32 off, s64 n);

/* A number every CPU keeps at off in its block, added up. */
vreg gen_sum_cpus(struct gen *g, u32 off);
/* Zeros at off in every CPU's block. */
void gen_zero_cpus(struct gen *g, u32 off, u32 size);
/* A key, built in a slot, or at dst. */
void gen_key_into(struct gen *g, struct place dst, struct global *gl, struct expr **keys);
/* Which of a global's two turns programs use now: 0 or 1. */
vreg gen_turn(struct gen *g, const struct global *gl);
void gen_add_turn(struct gen *g, const struct global *gl, vreg p);
slot gen_key(struct gen *g, struct global *gl, struct expr **keys);
/* Jumps to target if the strings' equality is `sense`; n 0: all of them. */
void gen_branch_strings(struct gen *g, struct expr *a, struct expr *b, u32 n, bool sense,
			label target);
/* The same of two values of one size, or tuples, byte by byte. */
void gen_branch_bytes(struct gen *g, struct expr *e, bool sense, label target);
/* -1, 0 or 1 as a is before, equal to or behind b in the order of their bytes. */
vreg gen_string_order(struct gen *g, struct expr *a, struct expr *b, u32 n);
/* The same of n bytes that can be loaded directly. */
vreg gen_bytes_order(struct gen *g, struct place a, struct place b, u32 n);
/* A string where it can be loaded from directly: at least size bytes, zeros behind
 * its end.  It may be the variable itself. */
struct place gen_string_place(struct gen *g, struct expr *e, u32 size);
/* A task's name, at off there (the verifier knows the task), as a string. */
struct place gen_task_name(struct gen *g, const struct dest *dest, vreg task, s32 off);
void gen_branch(struct gen *g, struct expr *e, bool sense, label target);
/* Statements, globals: used between the gen_*.c files. */
void gen_global_read(struct gen *g, struct expr *e, struct operand *out);
void gen_global_assign(struct gen *g, struct expr *e, struct operand *out);
void gen_global_incdec(struct gen *g, struct expr *e, struct operand *out);
void gen_delete(struct gen *g, struct expr *e, struct operand *out);
void gen_stmts(struct gen *g, struct stmt *s);
void gen_loop(struct gen *g, struct stmt *s);
void gen_for_map(struct gen *g, struct stmt *s);
/* $kv = the entry at these addresses. */
void gen_entry(struct gen *g, struct global *gl, const struct local *kv, vreg key, vreg value);
void gen_nested(struct gen *g, struct stmt *s);	/* values computed in it end with it */
struct place gen_local_place(struct gen *g, const struct local *l);
/* $x = o, $x as a value. */
void gen_local_store(struct gen *g, struct local *l, const struct operand *o,
		     const struct type *from);
void gen_local_load(struct gen *g, struct local *l, struct operand *out);
/* a = a op b for OP_DIV and OP_MOD of 64 bits; what is divided by 0 is not counted. */
void gen_divide(struct gen *g, enum op op, const struct type *t, vreg a, const struct operand *b);
void gen_arith(struct gen *g, enum op op, const struct type *t, vreg dst,
	       const struct operand *b);
vreg gen_convert(struct gen *g, const struct operand *o, const struct type *from,
		 const struct type *to, bool fresh);
bool type_fits_reg(const struct type *t);

void gen_add_log2(struct gen *g, vreg v, vreg index);	/* index += log2(v); v is lost */
/* aggregate.c: the update of *value (a pointer into a map) by an aggregation. */
void gen_aggregate(struct gen *g, const struct agg *agg, struct place value,
		   vreg x);
/* As a number: what all CPUs have together, under a key or (map: the vars map) in cells at
 * off; and what is at acc. */
vreg gen_agg_cpus(struct gen *g, const struct agg *agg, struct ir_arg map, struct ir_arg key,
		  u32 off, const struct global *turns);
vreg gen_agg_number(struct gen *g, const struct agg *agg, struct place acc);

#endif
