/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * backend.h - what the passes of the back end share.
 *
 * For each function: opt (in place) -> layout (a copy in which every slot has its place and
 * every instruction exists in eBPF) -> regalloc -> emit.  If the spilled values don't fit
 * beside the slots, layout is done again with less room.
 *
 * An instruction has two positions: it reads its operands at the first and writes its result
 * at the second.  Sizes and offsets are bytes.  The passes allocate in the arena they
 * get, except for the vectors of struct ir.
 */
#ifndef AWL_BACKEND_H
#define AWL_BACKEND_H

#include "bpf/ir.h"

#define MAX_USES 8	/* operands of one instruction: 5 arguments, or fewer */

/* 0 and 1 are before the first instruction: parameters are written at 1 */
static inline u32 pos_use(u32 i) { return 2 * i + 2; }
static inline u32 pos_def(u32 i) { return 2 * i + 3; }
static inline u32 pos_insn(u32 pos) { return pos / 2 - 1; }

static inline bool fits_s32(s64 v) { return v == (s32)v; }
static inline bool fits_s16(s64 v) { return v == (s16)v; }

/* ---- ir.c: questions about instructions */
/* Adds an instruction whose other fields are 0 and for the caller to set. */
struct ir_insn *ir_add(struct ir *ir, enum ir_op op);
/* Pointers to the registers it reads, except the dst of an ALU.  Returns how many. */
u32 ir_uses(const struct ir *ir, struct ir_insn *in, vreg *use[MAX_USES]);
/* Does it read dst before writing it? */
static inline bool ir_updates(const struct ir_insn *in)
{
	return in->op == IR_ALU || in->op == IR_BSWAP;
}
static inline bool ir_has_base(const struct ir_insn *in)
{
	return in->op == IR_LOAD || in->op == IR_STORE || in->op == IR_XADD;
}
static inline bool ir_jumps(const struct ir_insn *in)
{
	return in->op == IR_JMP || in->op == IR_JCC;
}
static inline void ir_nop(struct ir_insn *in)
{
	*in = (struct ir_insn){ .op = IR_NOP };
}
/* Has it no effect except on dst? */
bool ir_is_pure(const struct ir_insn *in);
/* Does it make a constant, which can be made again at any place? */
bool ir_is_const(const struct ir_insn *in);
/* Copies everything except the instructions; ir_free(to). */
void ir_clone(struct ir *to, const struct ir *from);
/* By label: the index of its instruction. */
u32 *ir_label_places(struct arena *arena, const struct ir *ir);

/* Marks f, and the functions whose addresses its code takes. */
void ir_mark_used(struct ir *const *funcs, bool *used, u32 f);
/* The largest stack that a function called by this one needs.  depth[] of these is known. */
u32 ir_most_below(const struct ir *ir, const u32 *depth);

/* ---- opt.c */
void opt_run(struct ir *ir);
u32 cond_opposite(u32 cond);	/* 0: none */

/* ---- leave.c: by instruction: is it a jump whose target should be verified first? */
bool *leave_marks(struct arena *tmp, const struct ir *ir);

/* ---- divide.c */
/* Adds the 64-bit division or remainder `in`, made of other instructions.  A constant divisor
 * is more than 1 and fits_s32(). */
void divide_put(struct ir *ir, const struct ir_insn *in);

/* ---- layout.c: lifetimes and slots */
struct range { u32 beg, end; };		/* positions, inclusive; end 0: nowhere */

struct lives {
	struct range *vregs, *slots;	/* by number */
	u32 *loop_of;			/* by instruction: its innermost loop, or 0 */
	struct loop { u32 beg, end, parent, depth; } *loops;	/* instructions */
	u32 n_loops;			/* [0] unused */
};

void lives_make(struct arena *tmp, const struct ir *ir, struct lives *out);

struct layout {
	struct ir ir;		/* the rewritten copy; ir_free it */
	s32 *slot_off;		/* from the frame pointer */
	u32 stack;		/* bytes the slots take, a multiple of 8 */
	u32 stride;		/* bytes of scratch on each CPU; 0: none */
	bool lacks_room;	/* for slots that must be on the stack */
};

/* `limit`: bytes of stack available for slots. */
void layout_make(struct arena *tmp, const struct ir *ir, u32 limit,
		 const struct code_target *target, struct layout *out);

/* ---- regalloc.c */
enum { REG_NONE = -1, REG_SPILLED = -2, REG_REMADE = -3 };

struct regs {
	s8 *reg;		/* by vreg: 0..9 or one of the above */
	s32 *spill_off;		/* from the frame pointer, if spilled */
	u32 *made_by;		/* REG_REMADE: instruction that makes the constant */
	u32 stack;		/* bytes of stack in all */
};

/* In functions that spill, these two hold spilled values for one instruction. */
#define REG_TMP1 0
#define REG_TMP2 5

void regs_make(struct arena *tmp, const struct layout *lay,
	       const struct code_target *target, struct regs *out);

#endif
