/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind_prologue.c - frames of arm's functions while they save registers.
 *
 * .ARM.exidx describes a function's frame after that.  Here the instructions before are read, up to
 * the one with which the frame is what the entry says.  Facts: Arm Architecture Reference Manual,
 * ARMv7-A, A6 (Thumb), A5 (ARM), A8 (instructions).
 */
#include "symbols/unwind_exidx.h"

#include <string.h>

#define MOST 128			/* instructions that are read */

enum { SP = 13, LR = 14 };

/* What an instruction does to the frame. */
struct effect {
	u32 length;		/* of the instruction, in bytes */
	u32 pushed;		/* registers that are stored from the new sp on, by bits */
	s32 down;		/* bytes that sp moves down */
	u32 set;		/* this register gets sp plus add; 0: none */
	s32 add;
	bool is_call, is_jump;	/* a jump: the next instruction is reached from elsewhere */
};

static u32 rotate(u32 n, u32 by)
{
	return by ? n >> by | n << (32 - by) : n;
}

/* A constant in a Thumb-2 instruction (A6.3.2). */
static u32 thumb_constant(u32 h1, u32 h2)
{
	u32 n = (h1 >> 10 & 1) << 11 | (h2 >> 12 & 7) << 8 | (h2 & 0xff), byte = n & 0xff;

	if (n >> 10)
		return rotate(0x80 | (byte & 0x7f), n >> 7);
	return byte * ((const u32[]){ 1, 0x10001, 0x1000100, 0x1010101 })[n >> 8];
}

static u32 thumb_number(u32 h1, u32 h2)
{
	return h1 & 0x200 ? (h1 >> 10 & 1) << 11 | (h2 >> 12 & 7) << 8 | (h2 & 0xff) :
	       thumb_constant(h1, h2);
}

/* strd to [sp, -4 * n]! of any two registers */
static void store_two(struct effect *x, u32 a, u32 b, s32 n)
{
	x->down = n;
	x->pushed = n == 8 && a < b ? 1u << a | 1u << b : 0;
}

static void thumb_wide(u32 h1, u32 h2, struct effect *x)
{
	u32 reg = h2 >> 8 & 0xf;

	x->length = 4;
	if (h1 == 0xe92d) {				/* stmdb sp!, {…} */
		x->pushed = h2;
		x->down = 4 * __builtin_popcount(h2);
	} else if (h1 == 0xf84d && (h2 & 0xf00) == 0xd00) {	/* str r, [sp, #-n]! */
		x->pushed = 1u << (h2 >> 12);
		x->down = h2 & 0xff;
	} else if (h1 == 0xe96d) {			/* strd r, r, [sp, #-n]! */
		store_two(x, h2 >> 12, h2 >> 8 & 0xf, (s32)(h2 & 0xff) * 4);
	} else if ((h1 & 0xffbf) == 0xed2d && (h2 & 0xe00) == 0xa00) {	/* vpush */
		x->down = (s32)(h2 & 0xff) * 4;
	} else if ((h1 & 0xf9ff) == 0xf1ad && reg == SP) {	/* sub.w, subw sp, sp, #n */
		x->down = (s32)thumb_number(h1, h2);
	} else if ((h1 & 0xf9ff) == 0xf10d && !(h2 & 0x8000)) {	/* add.w, addw r, sp, #n */
		x->set = reg;
		x->add = (s32)thumb_number(h1, h2);
	} else if ((h1 & 0xf800) == 0xf000 && h2 & 0x8000) {
		x->is_call = (h2 & 0xc000) == 0xc000;
		x->is_jump = (h2 & 0xd000) == 0x9000;
	}
}

static void thumb(u32 h1, u32 h2, struct effect *x)
{
	*x = (struct effect){ .length = 2 };
	if (h1 >> 11 >= 0x1d) {
		thumb_wide(h1, h2, x);
	} else if ((h1 & 0xfe00) == 0xb400) {		/* push */
		x->pushed = (h1 & 0xff) | (h1 >> 8 & 1) << LR;
		x->down = 4 * __builtin_popcount(x->pushed);
	} else if ((h1 & 0xff80) == 0xb080) {		/* sub sp, #n */
		x->down = (s32)(h1 & 0x7f) * 4;
	} else if (h1 >> 11 == 0x15) {			/* add r, sp, #n */
		x->set = h1 >> 8 & 7;
		x->add = (s32)(h1 & 0xff) * 4;
	} else if ((h1 & 0xff78) == 0x4668) {		/* mov r, sp */
		x->set = (h1 & 7) | (h1 >> 4 & 8);
	} else if ((h1 & 0xff80) == 0x4780) {		/* blx r */
		x->is_call = true;
	} else {					/* bx, b, pop {…, pc}, add sp */
		x->is_jump = (h1 & 0xff80) == 0x4700 || h1 >> 11 == 0x1c ||
			     (h1 & 0xff00) == 0xbd00 || (h1 & 0xff80) == 0xb000;
	}
}

static void arm(u32 w, struct effect *x)
{
	u32 number = rotate(w & 0xff, (w >> 8 & 0xf) * 2);

	*x = (struct effect){ .length = 4 };
	if (w >> 28 != 0xe)
		return;
	if (w >> 16 == 0xe92d) {			/* stmdb sp!, {…} */
		x->pushed = w & 0xffff;
		x->down = 4 * __builtin_popcount(x->pushed);
	} else if (w >> 16 == 0xe52d) {			/* str r, [sp, #-n]! */
		x->pushed = 1u << (w >> 12 & 0xf);
		x->down = (s32)(w & 0xfff);
	} else if ((w & 0xffff00f0) == 0xe16d00f0) {	/* strd r, r+1, [sp, #-n]! */
		store_two(x, w >> 12 & 0xe, (w >> 12 & 0xe) + 1, (s32)(w >> 4 & 0xf0) | (w & 0xf));
	} else if ((w >> 16 & 0xffbf) == 0xed2d && (w & 0xe00) == 0xa00) {	/* vpush */
		x->down = (s32)(w & 0xff) * 4;
	} else if (w >> 12 == 0xe24dd) {		/* sub sp, sp, #n */
		x->down = (s32)number;
	} else if (w >> 16 == 0xe28d) {			/* add r, sp, #n */
		x->set = w >> 12 & 0xf;
		x->add = (s32)number;
	} else if ((w & 0xffff0fff) == 0xe1a0000d) {	/* mov r, sp */
		x->set = w >> 12 & 0xf;
	} else {					/* bl, blx r; b, bx, pop {…, pc} */
		x->is_call = w >> 24 == 0xeb || (w & 0xfffffff0) == 0xe12fff30;
		x->is_jump = w >> 24 == 0xea || (w & 0xfffffff0) == 0xe12fff10 ||
			     (w & 0xffff8000) == 0xe8bd8000;
	}
}

/* Nothing marks code of stripped files.  Nearly all of ARM's instructions begin with 0xe; in Thumb
 * code these are the high bits of every second instruction. */
static bool is_arm(const u8 *p, u64 n)
{
	u32 word, hits = 0, i;

	for (i = 0; i < 4 && n >= 4 * (i + 1); i++) {
		memcpy(&word, p + 4 * i, 4);
		hits += word >> 28 == 0xe;
	}
	return hits >= (i < 3 ? i : 3) && i;
}

/* The next instruction; its length is 0 at the end. */
static void decode(const u8 *p, u64 n, bool is_thumb, struct effect *x)
{
	u16 h[2] = { 0 };
	u32 word;

	*x = (struct effect){ 0 };
	memcpy(h, p, n < 4 ? (size_t)n & 2 : 4);
	memcpy(&word, h, 4);
	if (is_thumb && n >= 2)
		thumb(h[0], h[1], x);
	else if (!is_thumb && n >= 4)
		arm(word, x);
	if (x->length > n)
		x->length = 0;
}

/* Is the frame that was made so far, in bytes from sp, the one of the entry? */
static bool is_body(const struct exidx_frame *now, const struct exidx_frame *body,
		    const struct effect *x)
{
	if (body->popped & ~now->popped & ~(1u << 15))
		return false;
	if (body->base == SP)
		return now->cfa == body->cfa;
	return x->set == body->base && body->cfa == now->cfa - x->add;
}

static void apply(struct exidx_frame *f, const struct effect *x)
{
	s32 at = 0;

	f->cfa += x->down;
	for (u32 i = 0; i < 16; i++)
		f->at[i] += x->down;
	for (u32 i = 0; i < 16; i++)
		if (x->pushed >> i & 1) {
			f->popped |= 1u << i;
			f->at[i] = at;
			at += 4;
		}
}

u64 unwind_prologue(struct unwind_maker *m, u64 from, u64 to, const struct exidx_frame *body)
{
	struct exidx_frame now = { .base = SP };
	const u8 *p = elf_bytes(m->e, from + m->moved, to - from);
	bool is_thumb = p && !is_arm(p, to - from);
	u64 at = from, last = from;
	struct unwind_rule r;
	struct effect x = { 0 };

	for (u32 i = 0; p && i < MOST && !is_body(&now, body, &x); i++) {
		decode(p + (at - from), to - at, is_thumb, &x);
		if (!x.length || x.is_call || (x.is_jump && last > from))
			return last;
		if (x.down || i == 0) {
			exidx_rule(m->arch, &now, &r);
			unwind_add(m, last, &r);
			last = x.down ? at + x.length : from;
		}
		apply(&now, &x);
		at += x.length;
	}
	return is_body(&now, body, &x) ? at : last;
}
