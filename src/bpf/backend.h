/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * backend.h - what the passes of the back end share.
 *
 * For each function: opt (in place) -> layout (a copy in which every slot has
 * its place and every instruction is one eBPF has) -> regalloc -> emit.  If
 * what is spilled does not fit beside the slots, layout is done again with
 * less room.  Positions number the two moments of an instruction: reading its
 * operands, then writing its result.
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
struct ir_insn *ir_add(struct ir *ir, enum ir_op op);	/* to be filled in */
/* Where the virtual registers it reads are named; dst of an ALU not included. */
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
/* No effect but on dst. */
bool ir_is_pure(const struct ir_insn *in);
/* A constant that can be made again at any place. */
bool ir_is_const(const struct ir_insn *in);
void ir_clone(struct ir *to, const struct ir *from);
u32 *ir_label_places(struct arena *arena, const struct ir *ir);	/* by label */

/* ---- opt.c */
void opt_run(struct ir *ir);
u32 cond_opposite(u32 cond);	/* 0 if there is none */

/* ---- leave.c: by instruction: a jump whose target is to be verified first */
bool *leave_marks(struct arena *tmp, const struct ir *ir);

/* ---- divide.c */
/* in, a division or remainder of 64 bits, without such instructions; a constant is
 * more than 1 and fits_s32. */
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
	bool lacks_room;	/* for what may lie on the stack alone */
};

/* `limit`: bytes of stack there are for slots. */
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

/* While anything is spilled these two hold what was fetched for one instruction. */
#define REG_TMP1 0
#define REG_TMP2 5

void regs_make(struct arena *tmp, const struct layout *lay,
	       const struct code_target *target, struct regs *out);

#endif
