/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen.h - from checked trees to IR; what builtin rows may use to emit code.
 *
 * The functions add instructions to g->ir.  They report nothing: scripts were checked before,
 * and what must not happen ends in bug().  All memory is the script's arena, except the vectors
 * of struct gen and struct ir.
 *
 * A value is an operand: a constant, a virtual register (scalars), or a place in memory
 * (everything that does not fit a register).  When the destination is known, gen_into() makes
 * most rules write there directly.
 *
 * All sizes and offsets are bytes.
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
 * gets it may use it (gen_dest()).  The rule's own gen_expr() calls don't pass it on.
 */
struct dest {
	struct place at;
	u32 size;
	bool any_tail;		/* the bytes after a string's NUL need not be zeros */
};

struct operand {
	enum { OPERAND_NONE, OPERAND_IMM, OPERAND_REG, OPERAND_MEM } kind;
	s64 imm;
	vreg reg;		/* never write to it: it may be shared */
	struct place mem;
	/* On entry to a rule: where its value is wanted, or NULL. */
	const struct dest *dest;
};

/* Values that are computed once and are valid until the end of the scope they were made in. */
enum shared {
	SHARED_PID_TGID,	/* in awl's PID namespace; 0 in others */
	SHARED_INIT_PID_TGID, SHARED_UID_GID, SHARED_NSECS, SHARED_CPU, SHARED_TASK,
	SHARED_TASK_BTF,	/* the same, and the verifier knows its type */
	SHARED_CGROUP, SHARED_CPU_BLOCK, SHARED_TARGET,
	SHARED_READ,		/* g->read.reg, if it is valid here */
	SHARED_PIECE,		/* not 0: g->piece.slot is filled */
	SHARED_COMM,		/* not 0: the slot that has the task's name */
	SHARED_KINDS
};

/* Offsets in the frame that a program shares with its functions. */
enum {
	FRAME_CTX = 0,		/* the program's context */
	FRAME_RETURN = 8,	/* not 0: a function executed `return` */
	FRAME_LOCALS = 16	/* $variables */
};

struct gen {
	struct script *s;
	struct prog *p;
	struct ir *ir;
	/* The rules, which gen_expr() and gen_stmts() call: in gen_expr.c and gen.c. */
	void (*visit)(struct gen *g, struct expr *e, struct operand *out);
	void (*visit_stmt)(struct gen *g, struct stmt *s);
	struct shared_values { vreg at[SHARED_KINDS]; } shared;	/* 0: not computed here */
	VEC(struct shared_values) scopes;	/* g->shared at the start of each open scope */
	struct {			/* the entry that was read last, if not written since */
		const struct global *gl;	/* NULL: none */
		struct expr **keys;
		vreg reg;	/* its value, valid if SHARED_READ is this */
		vreg at;	/* its address, or 0 */
		slot key;
	} read;
	struct {			/* the part of one object that a statement reads at once */
		struct expr *base;	/* the pointer to it; NULL: none */
		s32 from;
		u32 size;
		slot slot;
	} piece;
	bool adds_narrow;	/* what is added to an aggregation has at most 32 bits */
	bool reads_comm_again;		/* the program has several `comm` */
	bool uses_types;	/* it loads by types that the verifier knows: gen_typed.c */
	bool uses_front;	/* it looks a key up in the front of a map: gen_front.c */
	bool uses_slots;	/* … those of arguments in its context */
	label done;			/* leave the clause */
	bool leaves;			/* something jumps to `done` */
	struct shared_values at_done;	/* … those that are known at all of these jumps */
	label loop_break, loop_continue;
	u32 loop_depth;
	u64 loop_weight;	/* of the loops so far, for the verifier: gen_loop.c */
	VEC(struct ir *) funcs;		/* ARG_FUNC i; [0] is the program itself */
	/* The FRAME_… of a program with functions. */
	struct place frame;
	u32 frame_size;
	u32 self_off;			/* the frame has its own address there; 0: it need not */
	vreg loc_bytes;		/* length of the __data_loc field that loc_place() saw last */
	struct span at;		/* the expression that is generated, for gen_failure() */
};

/* ---- failures (-k) ---- */
/* The helper has failed and returned r: report it.  Without -k this emits nothing. */
void gen_failure(struct gen *g, vreg r, enum helper helper);
/* The same, unless `r cond 0`. */
void gen_failure_unless(struct gen *g, enum cond cond, vreg r, enum helper helper);

/* ---- values ---- */
/* *out = the value of e. */
void gen_expr(struct gen *g, struct expr *e, struct operand *out);
/* The same with a place for the value (or NULL), which the rule for e may use or ignore. */
void gen_expr_to(struct gen *g, struct expr *e, const struct dest *dest, struct operand *out);
vreg gen_reg(struct gen *g, struct expr *e);		/* a scalar's value */
vreg gen_fresh(struct gen *g, struct expr *e);		/* the same in a register of its own */
/* dst = e, converted to t. */
void gen_into(struct gen *g, struct place dst, const struct type *t, struct expr *e);
/* The same at *dest, which has at least the size of t. */
void gen_into_dest(struct gen *g, const struct dest *dest, const struct type *t, struct expr *e);
/* r = its lowest `size` bytes, extended to 64 bits. */
void gen_extend(struct gen *g, vreg r, u32 size, bool is_signed);
/* The verifier must see the bounds of what the last instruction uses: spill that last. */
void gen_keep(struct gen *g);
void gen_clip(struct gen *g, vreg r, u32 max);		/* r = min(r, max), unsigned */
/* A register with the scalar: a new one if it is a constant. */
vreg operand_reg(struct gen *g, const struct operand *o);
/* dst = *o, of type `from`, converted to t. */
void operand_store(struct gen *g, struct place dst, const struct type *t,
		   const struct operand *o, const struct type *from);
void operand_set(struct operand *o, vreg r);
/* Sets o to 0 if the condition holds for r and value, else to 1. */
void operand_unless(struct gen *g, struct operand *o, enum cond cond, vreg r, s64 value);
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
/* The size of the widest aligned access to both places, after the first `done` of n bytes. */
u32 place_piece(struct place a, struct place b, u32 done, u32 n);
void place_zero(struct gen *g, struct place p, u32 size);
void place_copy(struct gen *g, struct place dst, struct place src, u32 size);
struct ir_arg place_arg(struct place p);	/* its address, for a helper */
vreg place_addr(struct gen *g, struct place p);
slot gen_slot(struct gen *g, u32 size);
/*
 * Room for a value: *dest if there is one that is large enough, else a new slot.  The bytes
 * after a string's NUL must be zeros unless dest_any_tail().
 */
struct place gen_dest(struct gen *g, const struct dest *dest, u32 size);
bool dest_any_tail(const struct dest *dest, u32 size);
/* The place of an lvalue: member, element, *p, or a value in memory. */
struct place gen_place(struct gen *g, struct expr *e);
/* The word at this offset of a trampoline's context, as a value of type `as`. */
void gen_load_slot(struct gen *g, u32 off, const struct type *as, struct operand *out);
/* The number of elements of e, a __data_loc field whose place was just asked for
 * (expr_is_dynamic()). */
vreg gen_dynamic_len(struct gen *g, const struct expr *e);
/* The address space of a pointer.  For others: the space that the program's context implies. */
enum space gen_space(struct gen *g, const struct type *ptr);
/* May the program load through pointers whose type the verifier knows?  If it does so, it sets
 * g->uses_types, and is compiled again without such loads if the kernel refuses it. */
bool gen_may_use_types(const struct gen *g);
/* dst = the first n bytes of e, an array or the like in any address space. */
void gen_bytes(struct gen *g, struct place dst, struct expr *e, u32 n);

/*
 * r as a number that the verifier knows nothing of.  If a loop can end with many values, the
 * verifier would otherwise follow the code after it once for each of them.
 */
vreg gen_forget(struct gen *g, vreg r);

/* A TY_USYM: a user address and the process it belongs to, in memory. */
void gen_usym(struct gen *g, vreg addr, struct operand *out);

/* ---- helpers ---- */
vreg gen_call0(struct gen *g, enum helper h);		/* without arguments */
void gen_call(struct gen *g, vreg dst, enum helper h, const struct ir_arg *args, u32 n);
vreg gen_shared(struct gen *g, enum shared what);	/* pid_tgid, nsecs, … */
/*
 * Shared values computed in a branch aren't known after it.  gen_scope_back() forgets them, for
 * the other branch of the same scope.
 */
void gen_scope_open(struct gen *g);
void gen_scope_back(struct gen *g);
void gen_scope_close(struct gen *g);
/* To be called where code jumps to `to`.  If that is g->done, the clauses of joined programs after
 * it can only use the shared values that are known here, too. */
void gen_leave(struct gen *g, label to);
/* Puts g->done, where another clause begins. */
void gen_arrive(struct gen *g);
/* The helper that reads bytes, or a string, of this address space. */
enum helper gen_read_helper(struct gen *g, enum space space, bool str);
/* dst = size bytes at addr + off, read with the helper for the space.  If that fails, dst is
 * zeros and the failure is counted. */
void gen_probe_read(struct gen *g, struct place dst, u32 size, vreg addr, s32 off,
		    enum space space);
/* The same for a NUL-terminated string; `pad`: zero the rest of dst, as keys need. */
void gen_probe_read_str(struct gen *g, struct place dst, u32 size, vreg addr, s32 off,
			enum space space, bool pad);
/* The same with a size that is known only at run time.  The verifier must see its bound.  The
 * rest of dst is left alone. */
void gen_probe_read_sized(struct gen *g, struct place dst, vreg size, vreg addr,
			  enum space space, bool str);
/* A string of any length into size bytes.  If it is longer, it ends in ".." and is counted.
 * n: 0, or the bytes to read, which is the lesser of size and `want`. */
void gen_read_open(struct gen *g, struct place dst, u32 size, struct place src, vreg n,
		   vreg want);
/* The text at src, an array of chars or a string, into dst, padded with zeros. */
void gen_read_text(struct gen *g, struct place dst, u32 size, struct place src,
		   const struct type *from);

/* ---- maps ---- */
/* Builds a key at dst, or in a new slot. */
void gen_key_into(struct gen *g, struct place dst, struct global *gl, struct expr **keys);
slot gen_key(struct gen *g, struct global *gl, struct expr **keys);
/* The number of gl's entries, counted by the kernel as it walks over them. */
vreg gen_walk(struct gen *g, const struct global *gl);
/* The turn of a global that programs use now: 0 or 1. */
vreg gen_turn(struct gen *g, const struct global *gl);
/* Moves p from the value of turn 0 to that of the current turn. */
void gen_add_turn(struct gen *g, const struct global *gl, vreg p);
/* CTX_SYSCALL and CTX_CALL: a pointer to the registers that the process had at its call. */
vreg gen_call_regs(struct gen *g);

/* ---- records ---- */
/* Sends a record: reserves it, writes the id and args into it, submits it.  If there is no
 * room, counts a loss. */
void gen_record(struct gen *g, struct action *a, struct expr **args, u32 n);
/* The same with a single value, which fill(g, dst, e) writes. */
void gen_record_with(struct gen *g, struct action *a,
		     void (*fill)(struct gen *g, struct place dst, struct expr *e),
		     struct expr *e);

/* ---- numbers in the per-CPU blocks ---- */
/* Adds 1, or n, to the one at off.  Meant for rare paths: no shared value outlives it. */
void gen_count_at(struct gen *g, u32 off);
void gen_add_at(struct gen *g, u32 off, s64 n);
/* The same, unless `r cond 0`. */
void gen_add_unless(struct gen *g, enum cond cond, vreg r, u32 off, s64 n);
/* The sum over all CPUs. */
vreg gen_sum_cpus(struct gen *g, u32 off);
/* Zeros at off in every CPU's block. */
void gen_zero_cpus(struct gen *g, u32 off, u32 size);

/* ---- comparing ---- */
/* Jumps to target if e is true (sense), or false (!sense). */
void gen_branch(struct gen *g, struct expr *e, bool sense, label target);
/* Jumps to target if the equality of two strings is `sense`; n: compared bytes, 0: all. */
void gen_branch_strings(struct gen *g, struct expr *a, struct expr *b, u32 n, bool sense,
			label target);
/* The same for two values of one size, or tuples, byte by byte. */
void gen_branch_bytes(struct gen *g, struct expr *e, bool sense, label target);
/* -1, 0 or 1 if a is before, equal to or after b in the order of their bytes. */
vreg gen_string_order(struct gen *g, struct expr *a, struct expr *b, u32 n);
/* The same for n bytes that can be loaded directly. */
vreg gen_bytes_order(struct gen *g, struct place a, struct place b, u32 n);
/* A string where it can be loaded directly: at least size bytes, padded with zeros.  This may
 * be the variable itself. */
struct place gen_string_place(struct gen *g, struct expr *e, u32 size);
/* A task's name as a string.  It is at off in the task, which the verifier knows as such. */
struct place gen_task_name(struct gen *g, const struct dest *dest, vreg task, s32 off);

/* ---- statements and globals, between the gen_*.c files ---- */
void gen_global_read(struct gen *g, struct expr *e, struct operand *out);
void gen_global_assign(struct gen *g, struct expr *e, struct operand *out);
void gen_global_incdec(struct gen *g, struct expr *e, struct operand *out);
void gen_delete(struct gen *g, struct expr *e, struct operand *out);
/* *out = does the map have the entry e? */
void gen_has_entry(struct gen *g, struct expr *e, struct operand *out);
void gen_stmts(struct gen *g, struct stmt *s);
void gen_nested(struct gen *g, struct stmt *s);	/* in a scope of their own */
void gen_loop(struct gen *g, struct stmt *s);
void gen_for_map(struct gen *g, struct stmt *s);
struct place gen_local_place(struct gen *g, const struct local *l);
/* $l = *o, and its value. */
void gen_local_store(struct gen *g, struct local *l, const struct operand *o,
		     const struct type *from);
void gen_local_load(struct gen *g, struct local *l, struct operand *out);
/* dst = dst op b in type t.  Divisions by 0 are counted. */
void gen_arith(struct gen *g, enum op op, const struct type *t, vreg dst,
	       const struct operand *b);
/* The same for OP_DIV and OP_MOD, without counting. */
void gen_divide(struct gen *g, enum op op, const struct type *t, vreg a, const struct operand *b);
/* A register with *o converted from one type to another; fresh: one that may be changed. */
vreg gen_convert(struct gen *g, const struct operand *o, const struct type *from,
		 const struct type *to, bool fresh);
bool type_fits_reg(const struct type *t);

/* ---- the registers with which the task entered the kernel: gen_user.c ---- */
/* How a program finds them. */
struct user_regs {
	enum { REGS_NOT, REGS_BY_CONTEXT, REGS_BY_HELPER, REGS_BY_STACK } by;
	s32 stack_off;	/* of the kernel stack's address in struct task_struct */
	s32 top;	/* of the registers in that stack */
};
/* Their address.  May use a word at `word`.  Jumps to `none` if it can't be read. */
vreg gen_user_regs(struct gen *g, const struct user_regs *how, struct place word, label none);
struct user_regs user_regs_of(struct script *s, const struct prog *p);
/* Goes on if the current task is known to be a 32-bit process (arch->compat) in a system call, and
 * jumps to `other` if not. */
void gen_unless_compat(struct gen *g, label other);
/* n, the number of a system call, becomes n | COMPAT_CALL in such a process. */
#define COMPAT_CALL (1ull << 32)
void gen_mark_compat(struct gen *g, vreg n);

/* ---- walking user stacks by tables: gen_walk.c ---- */
struct walked {
	vreg n, hash;		/* of the frames */
	struct place entry;	/* room for an id, and after it the frames */
};
/* Walks the current task's user stack.  Jumps to `none` if it can't be walked by tables: a kernel
 * thread's, a 32-bit program's, or that of a process whose mappings are not known yet. */
void gen_walk_stack(struct gen *g, u32 depth, const struct user_regs *regs, label none,
		    struct walked *out);
/* Writes a 0 after the last frame if there is room for it. */
void gen_walk_end(struct gen *g, u32 depth, const struct walked *w);

/* ---- aggregations: aggregate.c ---- */
/* index += log2(v); changes v, which has at most 64 or 32 bits. */
void gen_add_log2(struct gen *g, vreg v, vreg index, u32 bits);
/* *p += x, or 1 if x is 0.  p is a word of agg, or of a sum on the stack.  Adds atomically if
 * several programs may do so at the same time. */
void gen_add_to(struct gen *g, const struct agg *agg, struct place p, vreg x);
/* Bucket `index` of n at p.  Shows the verifier a bound of index, which is changed. */
struct place gen_bucket(struct gen *g, struct place p, vreg index, u32 n, u32 size);
/*
 * The number that a program reads: of all CPUs together, under `key` of a per-CPU hash, or in
 * the cells at off of the blocks (map is then the vars map); or of the words at acc.
 */
vreg gen_agg_cpus(struct gen *g, const struct agg *agg, struct ir_arg map, struct ir_arg key,
		  u32 off, const struct global *turns);
vreg gen_agg_number(struct gen *g, const struct agg *agg, struct place acc);

#endif
