/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arm_insn.h - what an instruction of 32-bit arm does to the stack and where the next one is.
 *
 * Facts: Arm Architecture Reference Manual, ARMv7-A: A5 (ARM), A6 (Thumb), A8 (instructions).
 */
#ifndef AWL_ARM_INSN_H
#define AWL_ARM_INSN_H

#include "base/base.h"

enum { ARM_R7 = 7, ARM_FP = 11, ARM_SP = 13, ARM_LR = 14, ARM_PC = 15 };

enum arm_flow {
	ARM_NEXT,
	ARM_CALL,	/* of target, then next */
	ARM_BRANCH,	/* target or next */
	ARM_JUMP,	/* target */
	ARM_END,	/* somewhere else */
	ARM_TABLE,	/* a place in the table of words of `add` bytes that follows */
	ARM_BRANCHES	/* one of the branches that follow */
};

struct arm_insn {
	u32 length;		/* of the instruction, in bytes; 0: it is cut off */
	u32 pushed;		/* registers that are stored from the new sp on, by bits, … */
	u32 popped;		/* … and that are loaded from the old sp on */
	s32 down;		/* bytes that sp moves down; less than 0: up */
	u32 set;		/* register set gets register from, plus add; 0: none */
	u32 from;
	s32 add;
	bool sp_lost;		/* sp gets another value */
	enum arm_flow flow;
	u64 target;		/* 0: unknown */
	bool is_exchange;	/* the target is Thumb code if this is not, and vice versa */
	u64 literal;		/* the address of a word that it loads; 0: none */
	u32 conditions;		/* so many of the next instructions are conditional */
	u32 compared;		/* a number that a register was compared to; 0: none */
};

/* The instruction in the n bytes at p, which is at addr. */
void arm_decode(const u8 *p, u64 n, u64 addr, bool is_thumb, struct arm_insn *x);
/* Does code that nothing marks consist of ARM's instructions, rather than Thumb's? */
bool arm_is_arm(const u8 *p, u64 n);

#endif
