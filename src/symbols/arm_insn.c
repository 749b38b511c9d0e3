/* SPDX-License-Identifier: GPL-2.0-or-later */
/* arm_insn.c - see arm_insn.h. */
#include "symbols/arm_insn.h"

#include <string.h>

static u32 rotate(u32 n, u32 by)
{
	return by ? n >> by | n << (32 - by) : n;
}

static s64 extend(u32 n, u32 bits)
{
	return (s64)((u64)n << (64 - bits)) >> (64 - bits);
}

static u64 from_here(u64 pc, s64 distance)
{
	return (u32)(pc + (u64)distance);
}

/* A constant of a Thumb-2 instruction: 12 bits, or 8 that are moved or repeated (A6.3.2). */
static u32 thumb_number(u32 h1, u32 h2)
{
	static const u32 repeats[] = { 1, 0x10001, 0x1000100, 0x1010101 };
	u32 n = (h1 >> 10 & 1) << 11 | (h2 >> 12 & 7) << 8 | (h2 & 0xff);

	if (h1 & 0x200)
		return n;
	if (n >> 10)
		return rotate(0x80 | (n & 0x7f), n >> 7);
	return (n & 0xff) * repeats[n >> 8];
}

static void push(struct arm_insn *x, u32 mask)
{
	x->pushed = mask;
	x->down = 4 * __builtin_popcount(mask);
}

static void pop(struct arm_insn *x, u32 mask)
{
	x->popped = mask;
	x->down = -4 * __builtin_popcount(mask);
	if (mask >> ARM_PC & 1)
		x->flow = ARM_END;
}

static void set(struct arm_insn *x, u32 reg, u32 from, s32 add)
{
	x->set = reg;
	x->from = from;
	x->add = add;
}

/* sp, or a register that holds a place in the stack, plus a number */
static void add_number(struct arm_insn *x, u32 reg, u32 from, s32 n)
{
	if (reg == ARM_SP && from == ARM_SP)
		x->down = -n;
	else
		set(x, reg, from, n);
}

/* Branches of 32 bits: A8.8.18, A8.8.25 */
static void thumb_branch(u32 h1, u32 h2, u64 addr, struct arm_insn *x)
{
	u32 s = h1 >> 10 & 1, j1 = h2 >> 13 & 1, j2 = h2 >> 11 & 1, n;

	if (!(h2 & 0x5000)) {				/* b with a condition */
		if ((h1 >> 6 & 0xe) == 0xe)		/* none: mrs, dmb and so on */
			return;
		n = s << 20 | j2 << 19 | j1 << 18 | (h1 & 0x3f) << 12 | (h2 & 0x7ff) << 1;
		x->flow = ARM_BRANCH;
		x->target = from_here(addr + 4, extend(n, 21));
		return;
	}
	n = s << 24 | !(j1 ^ s) << 23 | !(j2 ^ s) << 22 | (h1 & 0x3ff) << 12 | (h2 & 0x7ff) << 1;
	x->is_exchange = !(h2 & 0x1000);		/* blx, to an aligned address */
	x->flow = h2 & 0x4000 ? ARM_CALL : ARM_JUMP;
	x->target = from_here((x->is_exchange ? addr & ~3ull : addr) + 4, extend(n, 25));
}

/* Stores and loads with sp as the base that moves. */
static bool thumb_stack(u32 h1, u32 h2, struct arm_insn *x)
{
	u32 reg = h2 >> 12, two = 1u << reg | 1u << (h2 >> 8 & 0xf);
	s32 n = (s32)(h2 & 0xff);

	if (h1 == 0xe92d) {				/* stmdb sp!, {…} */
		push(x, h2);
	} else if (h1 == 0xe8bd) {			/* ldmia sp!, {…} */
		pop(x, h2);
	} else if (h1 == 0xf84d && (h2 & 0xf00) == 0xd00) {	/* str r, [sp, #-n]! */
		push(x, 1u << reg);
		x->down = n;
	} else if (h1 == 0xf85d && (h2 & 0xf00) == 0xb00) {	/* ldr r, [sp], #n */
		pop(x, 1u << reg);
		x->down = -n;
	} else if (h1 == 0xe96d) {			/* strd r, r, [sp, #-n]! */
		push(x, n == 2 && reg < (h2 >> 8 & 0xf) ? two : 0);
		x->down = 4 * n;
	} else if (h1 == 0xe8fd) {			/* ldrd r, r, [sp], #n */
		pop(x, n == 2 && reg < (h2 >> 8 & 0xf) ? two : 0);
		x->down = -4 * n;
	} else if ((h1 & 0xffbf) == 0xed2d && (h2 & 0xe00) == 0xa00) {	/* vpush */
		x->down = 4 * n;
	} else if ((h1 & 0xffbf) == 0xecbd && (h2 & 0xe00) == 0xa00) {	/* vpop */
		x->down = -4 * n;
	} else {
		return false;
	}
	return true;
}

/* Loads of constants, which are between functions: ldr, ldrd, vldr r, [pc, #n] */
static u64 thumb_literal(u32 h1, u32 h2, u64 addr)
{
	u64 pc = (addr & ~3ull) + 4;
	s64 n = h2 & 0xff;

	if ((h1 & 0xff7f) == 0xf85f)
		n = h2 & 0xfff;
	else if ((h1 & 0xff7f) == 0xe95f || ((h1 & 0xff3f) == 0xed1f && (h2 & 0xe00) == 0xa00))
		n *= 4;
	else
		return 0;
	return from_here(pc, h1 & 0x80 ? n : -n);
}

static void thumb_wide(u32 h1, u32 h2, u64 addr, struct arm_insn *x)
{
	u32 reg = h2 >> 8 & 0xf, op = h1 & 0xfbf0;

	x->length = 4;
	x->literal = thumb_literal(h1, h2, addr);
	if (thumb_stack(h1, h2, x))
		return;
	if ((h1 & 0xf800) == 0xf000 && h2 & 0x8000) {
		thumb_branch(h1, h2, addr, x);
	} else if ((op == 0xf100 || op == 0xf200) && !(h2 & 0x8000)) {	/* add.w, addw */
		add_number(x, reg, h1 & 0xf, (s32)thumb_number(h1, h2));
	} else if ((op == 0xf1a0 || op == 0xf2a0) && !(h2 & 0x8000)) {	/* sub.w, subw */
		add_number(x, reg, h1 & 0xf, -(s32)thumb_number(h1, h2));
	} else if (op == 0xf1b0 && reg == 0xf) {		/* cmp.w r, #n */
		x->compared = thumb_number(h1, h2);
	} else if ((h1 & 0xffef) == 0xebad && reg == ARM_SP) {	/* sub.w sp, sp, r */
		x->sp_lost = true;
	} else if ((h1 & 0xfff0) == 0xe8d0 && (h2 & 0xffe0) == 0xf000) {	/* tbb, tbh */
		x->flow = (h1 & 0xf) == ARM_PC ? ARM_TABLE : ARM_END;
		x->add = h2 & 0x10 ? 2 : 1;
	} else if ((h1 & 0xff70) == 0xf850 && h2 >> 12 == ARM_PC) {	/* ldr pc, … */
		x->flow = ARM_END;
	}
}

/* Additions to high registers, moves between them and branches to them: A6.2.3 */
static void thumb_special(u32 h, struct arm_insn *x)
{
	u32 reg = (h & 7) | (h >> 4 & 8), from = h >> 3 & 0xf;

	if (h >> 8 == 0x47) {				/* bx, blx */
		x->flow = h & 0x80 ? ARM_CALL : ARM_END;
	} else if (h >> 8 == 0x46) {			/* mov */
		set(x, reg, from, 0);
		if (reg == ARM_PC)
			x->flow = ARM_END;
	} else if (h >> 8 == 0x44) {			/* add r, r */
		x->sp_lost = reg == ARM_SP;
		if (reg == ARM_PC)
			x->flow = ARM_END;
	}
}

static void thumb_narrow(u32 h, u64 addr, struct arm_insn *x)
{
	x->length = 2;
	if (h >> 10 == 0x11) {
		thumb_special(h, x);
	} else if ((h & 0xfe00) == 0xb400) {		/* push */
		push(x, (h & 0xff) | (h >> 8 & 1) << ARM_LR);
	} else if ((h & 0xfe00) == 0xbc00) {		/* pop */
		pop(x, (h & 0xff) | (h >> 8 & 1) << ARM_PC);
	} else if (h >> 8 == 0xb0) {			/* add and sub sp, #n */
		x->down = (s32)(h & 0x7f) * (h & 0x80 ? 4 : -4);
	} else if (h >> 11 == 9) {			/* ldr r, [pc, #n] */
		x->literal = from_here((addr & ~3ull) + 4, (h & 0xff) * 4);
	} else if (h >> 11 == 0x15) {			/* add r, sp, #n */
		set(x, h >> 8 & 7, ARM_SP, (s32)(h & 0xff) * 4);
	} else if (h >> 12 == 3) {			/* adds, subs r, #n */
		set(x, h >> 8 & 7, h >> 8 & 7, (s32)(h & 0xff) * (h & 0x800 ? -1 : 1));
	} else if (h >> 11 == 5) {			/* cmp r, #n */
		x->compared = h & 0xff;
	} else if (h >> 8 == 0xbf) {			/* it */
		x->conditions = h & 0xf ? 4u - (u32)__builtin_ctz(h & 0xf) : 0;
	} else if ((h & 0xf500) == 0xb100) {		/* cbz, cbnz */
		x->flow = ARM_BRANCH;
		x->target = from_here(addr + 4, (h >> 9 & 1) << 6 | (h >> 3 & 0x1f) << 1);
	} else if (h >> 12 == 0xd && (h >> 8 & 0xf) < 0xe) {	/* b with a condition */
		x->flow = ARM_BRANCH;
		x->target = from_here(addr + 4, extend(h << 1 & 0x1ff, 9));
	} else if (h >> 11 == 0x1c) {			/* b */
		x->flow = ARM_JUMP;
		x->target = from_here(addr + 4, extend(h << 1 & 0xfff, 12));
	} else if (h >> 8 == 0xde) {			/* udf */
		x->flow = ARM_END;
	}
}

/* ---- ARM ---- */

static bool arm_stack(u32 w, struct arm_insn *x)
{
	u32 reg = w >> 12 & 0xf;

	if (w << 4 >> 20 == 0x92d) {			/* stmdb sp!, {…} */
		push(x, w & 0xffff);
	} else if (w << 4 >> 20 == 0x8bd) {		/* ldmia sp!, {…} */
		pop(x, w & 0xffff);
	} else if (w << 4 >> 20 == 0x52d) {		/* str r, [sp, #-n]! */
		push(x, 1u << reg);
		x->down = (s32)(w & 0xfff);
	} else if (w << 4 >> 20 == 0x49d) {		/* ldr r, [sp], #n */
		pop(x, 1u << reg);
		x->down = -(s32)(w & 0xfff);
	} else if ((w & 0xfff0ff0) == 0x16d00f0) {	/* strd r, r+1, [sp, #-n]! */
		push(x, (w & 0xf) == 8 ? 3u << reg : 0);
		x->down = (s32)(w & 0xf);
	} else if ((w & 0xfff0ff0) == 0xcd00d0) {	/* ldrd r, r+1, [sp], #n */
		pop(x, (w & 0xf) == 8 ? 3u << reg : 0);
		x->down = -(s32)(w & 0xf);
	} else if ((w & 0xfbf0e00) == 0xd2d0a00) {	/* vpush */
		x->down = (s32)(w & 0xff) * 4;
	} else if ((w & 0xfbf0e00) == 0xcbd0a00) {	/* vpop */
		x->down = -(s32)(w & 0xff) * 4;
	} else {
		return false;
	}
	return true;
}

static void arm_other(u32 w, u64 addr, struct arm_insn *x)
{
	u32 number = rotate(w & 0xff, (w >> 8 & 0xf) * 2), reg = w >> 12 & 0xf;
	u32 op = w >> 20 & 0xff;

	if (op == 0x28) {				/* add r, r, #n */
		add_number(x, reg, w >> 16 & 0xf, (s32)number);
	} else if (op == 0x24) {			/* sub r, r, #n */
		add_number(x, reg, w >> 16 & 0xf, -(s32)number);
	} else if ((w & 0xfff0ff0) == 0x1a00000) {	/* mov r, r */
		set(x, reg, w & 0xf, 0);
	} else if ((w & 0xffffff0) == 0x8ff100) {	/* add pc, pc, r, lsl #2 */
		x->flow = ARM_BRANCHES;
		return;
	} else if ((w & 0xfe0f000) == 0x40d000 && !(w & 0x10)) {	/* sub sp, r, r */
		x->sp_lost = true;
	} else if ((w & 0xe000000) == 0xa000000) {	/* b, bl */
		x->flow = w & 0x1000000 ? ARM_CALL : ARM_JUMP;
		x->target = from_here(addr + 8, extend(w << 2 & 0x3ffffff, 26));
		return;
	} else if ((w & 0xfffffd0) == 0x12fff10) {	/* bx, blx r */
		x->flow = w & 0x20 ? ARM_CALL : ARM_END;
		return;
	} else {
		return;
	}
	if (reg == ARM_PC)
		x->flow = ARM_END;
}

static void arm(u32 w, u64 addr, struct arm_insn *x)
{
	x->length = 4;
	if (w >> 25 == 0x7d) {				/* blx, to Thumb code */
		x->flow = ARM_CALL;
		x->is_exchange = true;
		x->target = from_here(addr + 8, extend(w << 2 & 0x3ffffff, 26) + (w >> 23 & 2));
		return;
	}
	if (w >> 28 == 0xf)
		return;
	if ((w & 0xf7f0000) == 0x51f0000)		/* ldr r, [pc, #n] */
		x->literal = from_here(addr + 8, w & 0x800000 ? (s64)(w & 0xfff) :
				       -(s64)(w & 0xfff));
	if (!arm_stack(w, x))
		arm_other(w, addr, x);
	if ((w & 0xc50f000) == 0x410f000)		/* ldr pc, … */
		x->flow = ARM_END;
	if (w >> 28 != 0xe)
		x->conditions = 1;
}

void arm_decode(const u8 *p, u64 n, u64 addr, bool is_thumb, struct arm_insn *x)
{
	u16 h[2] = { 0 };
	u32 word;

	*x = (struct arm_insn){ 0 };
	memcpy(h, p, n < 4 ? (size_t)n & 2 : 4);
	memcpy(&word, h, 4);
	if (!is_thumb)
		arm(word, addr, x);
	else if (h[0] >> 11 >= 0x1d)
		thumb_wide(h[0], h[1], addr, x);
	else
		thumb_narrow(h[0], addr, x);
	if (x->length > n)
		x->length = 0;
}

/* Nearly all of ARM's instructions begin with 0xe.  In Thumb code these are the high bits of every
 * second instruction. */
bool arm_is_arm(const u8 *p, u64 n)
{
	u32 word, hits = 0, i;

	for (i = 0; i < 4 && n >= 4 * (i + 1); i++) {
		memcpy(&word, p + 4 * i, 4);
		hits += word >> 28 == 0xe;
	}
	return hits >= (i < 3 ? i : 3) && i;
}
