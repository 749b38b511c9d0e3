/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind_exidx.c - rules for unwinding from .ARM.exidx and .ARM.extab.
 *
 * Facts: Exception Handling ABI for the Arm Architecture, chapters 6 (index), 7 (entries) and 10.3
 * (instructions).  An entry holds at calls, so not while its function still saves registers.
 * unwind_prologue() finds the rules for that from the instructions.
 */
#include "symbols/unwind_arm.h"

#include <elf.h>
#include <errno.h>
#include <string.h>

#include "base/cursor.h"

#ifndef PT_ARM_EXIDX
#define PT_ARM_EXIDX 0x70000001
#endif
#define CANT_UNWIND 1
#define COMPACT 0x80000000u
#define MOST_WORDS 63		/* of an entry; compilers write less than five */

enum { R4 = 4, R12 = 12, SP = 13, LR = 14, PC = 15 };

/* The instructions of an entry, the high byte of a word first. */
struct code {
	const struct elf *e;
	u64 addr;		/* of the word that holds the next ones */
	u32 word, left;		/* bytes of word that are left */
	u32 words;		/* that follow */
	bool bad;
};

static bool word_at(const struct elf *e, u64 addr, u32 *out)
{
	u64 off = elf_offset(e, addr);
	const u8 *p = off == UINT64_MAX ? NULL : elf_bytes(e, off, 4);

	if (p)
		memcpy(out, p, 4);
	return p;
}

/* The address that a word refers to by the distance from its own, 31 bits with a sign. */
static u64 place(u64 addr, u32 word)
{
	return (u32)(addr + (u64)((s64)((u64)word << 33) >> 33));
}

static u8 next(struct code *c)
{
	if (!c->left) {
		if (!c->words--) {
			c->words = 0;
			return 0xb0;		/* finish */
		}
		c->addr += 4;
		c->bad |= !word_at(c->e, c->addr, &c->word);
		c->left = 4;
	}
	c->left--;
	return (u8)(c->word >> 8 * c->left);
}

/* The registers r0 to r15, from bit 0 on; those before others are at lower addresses. */
static void pop(struct exidx_frame *f, u32 mask)
{
	for (u32 i = 0; i < 16; i++)
		if (mask >> i & 1) {
			f->at[i] = f->cfa;
			f->popped |= 1u << i;
			f->cfa += 4;
		}
}

static void set_base(struct code *c, struct exidx_frame *f, u32 reg)
{
	c->bad |= reg == SP || reg == PC || f->popped;
	f->base = reg;
	f->cfa = 0;
}

/* Pops of registers that are of no interest here: n bytes. */
static bool skip(struct code *c, struct exidx_frame *f, u8 op)
{
	u32 n = (op & 7) + 1u;

	if (op == 0xb3)
		f->cfa += ((next(c) & 0xf) + 1) * 8 + 4;
	else if (op == 0xb4)
		f->cfa += 4;			/* of the address' authentication */
	else if (op >> 3 == 0xb8 >> 3)
		f->cfa += (s32)n * 8 + 4;
	else if (op == 0xc6 || op == 0xc8 || op == 0xc9)
		f->cfa += ((next(c) & 0xf) + 1) * 8;
	else if (op == 0xc7)
		f->cfa += 4 * __builtin_popcount(next(c) & 0xf);
	else if (op >> 3 == 0xc0 >> 3 || op >> 3 == 0xd0 >> 3)
		f->cfa += (s32)n * 8;
	else if (op != 0xb5)
		return false;
	return true;
}

static void large(struct code *c, struct exidx_frame *f)
{
	u32 n = 0, shift = 0;
	u8 byte;

	do {
		byte = next(c);
		n |= shift < 24 ? (byte & 0x7fu) << shift : 0;
		shift += 7;
	} while (byte & 0x80 && shift < 35);
	c->bad |= n > 1 << 24;
	f->cfa += 0x204 + (s32)(n << 2 & 0x7ffffff);
}

/* One instruction; false at the end. */
static bool step(struct code *c, struct exidx_frame *f)
{
	u8 op = next(c);
	u32 mask;

	if (op < 0x80) {
		s32 n = (op & 0x3f) * 4 + 4;

		f->cfa += op & 0x40 ? -n : n;
	} else if (op < 0x90) {
		mask = (op & 0xfu) << R12 | (u32)next(c) << R4;
		c->bad |= !mask;		/* refuse to unwind */
		pop(f, mask);
	} else if (op < 0xa0) {
		set_base(c, f, op & 0xf);
	} else if (op < 0xb0) {
		pop(f, ((1u << ((op & 7) + 1)) - 1) << R4 | (op & 8 ? 1u << LR : 0));
	} else if (op == 0xb0) {
		return false;
	} else if (op == 0xb1) {
		pop(f, next(c) & 0xf);
	} else if (op == 0xb2) {
		large(c, f);
	} else {
		c->bad |= !skip(c, f, op);
	}
	/* What sp was restored from is the end; nothing may follow. */
	return !c->bad && !(f->popped >> SP & 1) && f->cfa < 1 << 28 && f->cfa > -(1 << 28);
}

/* Finds the instructions of an entry whose second word is at addr. */
static bool find_code(const struct elf *e, u64 addr, u32 word, struct code *c)
{
	*c = (struct code){ .e = e, .addr = addr, .word = word, .left = 3 };
	if (word & COMPACT)
		return (word >> 24 & 0x7f) == 0;	/* in the index only the short form */
	c->addr = place(addr, word);
	if (!word_at(e, c->addr, &c->word))
		return false;
	if (!(c->word & COMPACT)) {		/* a function for exceptions, such as C++'s */
		c->addr += 4;
		if (!word_at(e, c->addr, &c->word))
			return false;
		c->words = c->word >> 24;
		return c->words <= MOST_WORDS;
	}
	if ((c->word >> 24 & 0xf) == 0)
		return true;
	c->words = c->word >> 16 & 0xff;
	c->left = 2;
	return (c->word >> 24 & 0xf) <= 2 && c->words <= MOST_WORDS;
}

/* ---- rules ---- */

static u8 base_of(const struct arch *a, u32 reg)
{
	if (reg == a->unwind.sp)
		return UNWIND_SP;
	if (reg == a->unwind.fp)
		return UNWIND_FP;
	return (u8)(reg == a->unwind.fp2 ? UNWIND_FP2 : UNWIND_OTHER + reg);
}

static void set_reg(const struct exidx_frame *f, u32 reg, const struct unwind_rule *r, u8 *from,
		    s32 *off)
{
	if (!(f->popped >> reg & 1))
		return;
	*from = UNWIND_AT_CFA;
	*off = f->at[reg] - f->cfa;
	if (r->kind == UNWIND_WORD) {
		*from = r->reg == UNWIND_FP ? UNWIND_AT_FP : UNWIND_AT_SP;
		*off = f->at[reg];
	}
}

void exidx_rule(const struct arch *a, const struct exidx_frame *f, struct unwind_rule *r)
{
	bool sp_popped = f->popped >> SP & 1;

	*r = (struct unwind_rule){ .kind = sp_popped ? UNWIND_WORD : UNWIND_CFA };
	r->reg = base_of(a, f->base);
	r->cfa = sp_popped ? f->at[SP] : f->cfa;
	if (sp_popped && r->reg > UNWIND_FP) {
		*r = (struct unwind_rule){ .kind = UNWIND_NONE };
		return;
	}
	set_reg(f, f->popped >> PC & 1 ? PC : LR, r, &r->ra_from, &r->ra);
	set_reg(f, a->unwind.fp, r, &r->fp_from, &r->fp);
	set_reg(f, a->unwind.fp2, r, &r->fp2_from, &r->fp2);
	/* Only code that a signal handler returns to restores all registers. */
	r->is_signal = sp_popped && f->popped >> PC & 1 && f->popped >> LR & 1;
	if (r->is_signal)
		set_reg(f, LR, r, &r->lr_from, &r->lr);
}

static const struct exidx_frame *read_frame(const struct elf *e, u64 addr, u32 word,
					    struct exidx_frame *f)
{
	struct code c;

	*f = (struct exidx_frame){ .base = SP };
	if (word == CANT_UNWIND || !find_code(e, addr, word, &c))
		return NULL;
	while (step(&c, f))
		;
	return c.bad ? NULL : f;
}

/* A function reaches up to the next one's, the last one to its first instruction only. */
int exidx_each(const struct elf *e,
	       void (*fn)(void *arg, u64 from, u64 to, const struct exidx_frame *f), void *arg)
{
	u64 addr, size, from, to;
	const u8 *p = elf_segment(e, PT_ARM_EXIDX, &addr, &size);
	struct cursor c = { .word = 4 }, following;
	struct exidx_frame f;
	u32 first, word;

	if (!p)
		return -ENOENT;
	c.p = p;
	c.end = p + size / 8 * 8;
	for (; cursor_more(&c); addr += 8) {
		first = (u32)cursor_num(&c, 4);
		word = (u32)cursor_num(&c, 4);
		from = place(addr, first) & ~1ull;
		following = c;
		to = cursor_more(&c) ? place(addr + 8, (u32)cursor_num(&following, 4)) & ~1ull :
		     from + 2;
		fn(arg, from, to, read_frame(e, addr + 4, word, &f));
	}
	return 0;
}
