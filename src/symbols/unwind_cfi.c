/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind_cfi.c - rules for unwinding from .eh_frame and .debug_frame.
 *
 * A row of cfi.h becomes a rule where its CFA is a register plus a number, or a word in memory at
 * such a place.  Expressions that compute this are followed; others make the rule unknown.
 */
#include "symbols/unwind_impl.h"

#include <elf.h>
#include <errno.h>
#include <string.h>

#include "symbols/cfi.h"
#include "symbols/dwarf.h"

enum { RA, FP, FP2 };		/* places in cfi.wanted */

/* What an expression computes: a register plus off, or if is_word the word there plus add. */
struct sum { u8 reg; bool is_word; s64 off, add; };

static bool fits(s64 n)
{
	return n >= INT32_MIN && n <= INT32_MAX;
}

/* The register of a rule.  False if it is in no register block. */
static bool base_reg(const struct arch *a, u64 reg, u8 *out)
{
	u32 at = arch_dwarf_reg(a, reg);

	if (reg == a->unwind.sp)
		*out = UNWIND_SP;
	else if (reg == a->unwind.fp)
		*out = UNWIND_FP;
	else if (reg == a->unwind.fp2)
		*out = UNWIND_FP2;
	else if (at < UINT32_MAX)
		*out = (u8)(UNWIND_OTHER + at);
	else
		return false;
	return true;
}

static void add(struct sum *s, s64 n)
{
	s64 *to = s->is_word ? &s->add : &s->off;

	*to = (s64)((u64)*to + (u64)n);
}

static s64 constant(struct cursor *c, u32 size, bool is_signed)
{
	u64 n = cursor_num(c, size);
	u32 unused = 64 - 8 * size;

	return is_signed ? (s64)(n << unused) >> unused : (s64)n;
}

/* The number that an operation of a DWARF expression pushes, or adds. */
static bool number(struct cursor *c, u8 op, s64 *n)
{
	if (op >= DW_OP_lit0 && op < DW_OP_reg0)
		*n = op - DW_OP_lit0;
	else if (op == DW_OP_plus_uconst || op == DW_OP_constu)
		*n = (s64)cursor_uleb(c);
	else if (op == DW_OP_consts)
		*n = cursor_sleb(c);
	else if (op >= DW_OP_const1u && op < DW_OP_constu)
		*n = constant(c, 1u << (op - DW_OP_const1u) / 2, (op - DW_OP_const1u) & 1);
	else
		return false;
	return true;
}

/* Follows expressions that begin with a register, add numbers, and read at most one word. */
static bool read_sum(const struct arch *a, struct cursor c, struct sum *s)
{
	u8 op = (u8)cursor_num(&c, 1);
	u64 reg = op == DW_OP_bregx ? cursor_uleb(&c) : (u64)op - DW_OP_breg0;
	s64 n;

	*s = (struct sum){ 0 };
	if ((op != DW_OP_bregx && reg > 31) || !base_reg(a, reg, &s->reg))
		return false;
	s->off = cursor_sleb(&c);
	while (cursor_more(&c)) {
		op = (u8)cursor_num(&c, 1);
		if (op == DW_OP_deref && !s->is_word) {
			s->is_word = true;
		} else if (number(&c, op, &n)) {
			if (op != DW_OP_plus_uconst && cursor_num(&c, 1) != DW_OP_plus)
				return false;
			add(s, n);
		} else {
			return false;
		}
	}
	return !c.bad && fits(s->off) && fits(s->add);
}

/*
 * Linkers describe the stubs of x86's procedure linkage table by one expression: each has 16
 * bytes, and from a certain one on a word more was pushed.
 * sp + n + ((ip & 15) >= add) << 3
 */
static bool read_plt(const struct arch *a, struct cursor c, struct unwind_rule *r)
{
	static const u8 end[] = { DW_OP_ge, DW_OP_lit0 + 3, DW_OP_shl, DW_OP_plus };
	const u8 begin[] = { (u8)(DW_OP_breg0 + a->unwind.ra), 0, DW_OP_lit0 + 15, DW_OP_and };
	u8 op = (u8)cursor_num(&c, 1);
	s64 n = cursor_sleb(&c), add;

	if (op != DW_OP_breg0 + a->unwind.sp || !fits(n) ||
	    c.end - c.p != sizeof(begin) + 1 + sizeof(end) ||
	    memcmp(c.p, begin, sizeof(begin)) ||
	    memcmp(c.p + sizeof(begin) + 1, end, sizeof(end)))
		return false;
	add = c.p[sizeof(begin)] - DW_OP_lit0;
	if (add < 0 || add > 15)
		return false;
	*r = (struct unwind_rule){ .kind = UNWIND_PLT, .cfa = (s32)n, .add = (s32)add };
	return true;
}

static bool set_cfa(const struct arch *a, const struct cfi_state *s, struct unwind_rule *r)
{
	struct sum sum = { .off = s->off };

	if (!s->expression.p) {
		if (!base_reg(a, s->reg, &sum.reg) || !fits(s->off))
			return false;
	} else if (read_plt(a, s->expression, r)) {
		return true;
	} else if (!read_sum(a, s->expression, &sum)) {
		return false;
	}
	/* A function that sets a frame pointer has a frame, and the word at its stack pointer is
	 * the CFA.  The frame pointer isn't known after code without a table. */
	if (a->unwind.chain.by_sp && sum.reg == UNWIND_FP && !sum.is_word)
		sum = (struct sum){ .reg = UNWIND_SP, .is_word = true };
	r->kind = sum.is_word ? UNWIND_WORD : UNWIND_CFA;
	r->reg = sum.reg;
	/* a rule's CFA is the caller's stack pointer */
	*(sum.is_word ? &sum.add : &sum.off) -= a->unwind.cfa_above;
	r->cfa = (s32)sum.off;
	r->add = (s32)sum.add;
	return fits(sum.off) && fits(sum.add);
}

/* Where a register is; false if a rule can't say that. */
static bool set_reg(const struct arch *a, const struct cfi_reg *reg, u8 *from, s32 *off)
{
	struct sum sum;

	*from = UNWIND_SAME;
	switch (reg->how) {
	case CFI_SAME:
		return true;
	case CFI_AT_CFA:
		*from = UNWIND_AT_CFA;
		if (!fits(reg->off))
			return false;
		*off = (s32)(reg->off + a->unwind.cfa_above);
		return fits(reg->off + a->unwind.cfa_above);
	case CFI_AT_EXPRESSION:
		if (!read_sum(a, reg->expression, &sum) || sum.is_word || sum.reg > UNWIND_FP)
			return false;
		*from = sum.reg == UNWIND_SP ? UNWIND_AT_SP : UNWIND_AT_FP;
		*off = (s32)sum.off;
		return true;
	default:
		return false;
	}
}

/* The same of the return address, which may be in another register. */
static bool set_ra(const struct arch *a, const struct cfi_reg *reg, struct unwind_rule *r)
{
	u32 at;

	if (reg->how != CFI_IN_REG)
		return set_reg(a, reg, &r->ra_from, &r->ra);
	at = arch_dwarf_reg(a, (u64)reg->off);
	if (!a->unwind.ra_moves || at == UINT32_MAX)
		return false;
	r->ra_from = (u8)(UNWIND_IN_REG + at);
	return true;
}

/* A frame pointer that is lost is left as it is: few callers need it. */
static void set_fp(const struct arch *a, const struct cfi_reg *reg, u8 *from, s32 *off)
{
	if (!set_reg(a, reg, from, off)) {
		*from = UNWIND_SAME;
		*off = 0;
	}
}

/* The kind of signal frame that an entry describes, which the code says.  The code begins at the
 * entry's first byte or, so that a return address is found, at its second. */
static const struct arch_signal *signal_of(const struct unwind_maker *m, u64 addr)
{
	const struct arch_signal *all = m->arch->unwind.signals;

	for (u32 i = 0; i < ARRAY_SIZE(m->arch->unwind.signals); i++)
		for (u64 at = addr; all[i].n && at <= addr + 1; at++) {
			const u8 *p = elf_bytes(m->e, elf_code(m->e, at), all[i].n);

			if (p && !memcmp(p, all[i].code, all[i].n))
				return &all[i];
		}
	return all[0].n ? &all[0] : NULL;
}

static void set_rule(const struct unwind_maker *m, const struct cfi_state *s,
		     const struct cfi_entry *e, struct unwind_rule *r)
{
	const struct arch *a = m->arch;
	const struct arch_signal *g = e->is_signal ? signal_of(m, e->from) : NULL;

	*r = (struct unwind_rule){ .is_signal = e->is_signal };
	if (g) {
		unwind_signal(a, g, r);
		return;
	}
	if (s->regs[RA].how == CFI_GONE) {
		r->kind = UNWIND_END;
		return;
	}
	if (!set_cfa(a, s, r) || !set_ra(a, &s->regs[RA], r) ||
	    (r->ra_from == UNWIND_SAME && !a->ra_in_reg)) {
		*r = (struct unwind_rule){ .kind = UNWIND_NONE };
		return;
	}
	set_fp(a, &s->regs[FP], &r->fp_from, &r->fp);
	if (a->unwind.fp2 != a->unwind.fp)
		set_fp(a, &s->regs[FP2], &r->fp2_from, &r->fp2);
}

static void read_entries(struct unwind_maker *m, const u8 *p, const struct elf_section *s,
			 bool is_eh)
{
	struct cursor c = { .p = p, .end = p + s->size, .is_big = m->arch->is_big,
			    .word = m->arch->word, .offset = 4 };
	const struct arch_unwind *u = &m->arch->unwind;
	const u8 wanted[CFI_REGS] = { [RA] = u->ra, [FP] = u->fp, [FP2] = u->fp2 };
	struct cfi_entry entry;
	struct unwind_rule r;
	struct cfi_rows rows;
	struct cfi f;

	cfi_open(&f, c, s->addr, is_eh, wanted, u->fp2 == u->fp ? 2 : 3);
	while (cfi_next(&f, &entry)) {
		if (!unwind_begin(m, entry.from, entry.to))
			continue;
		for (cfi_start(&rows, &f, &entry); cfi_row(&rows, &f, &entry); ) {
			set_rule(m, &rows.now, &entry, &r);
			unwind_add(m, rows.from, &r);
		}
		if (rows.c.bad) {
			r = (struct unwind_rule){ .kind = UNWIND_NONE };
			unwind_add(m, rows.from, &r);
		}
	}
}

/* .eh_frame of a file without section headers: its address is in .eh_frame_hdr, which has a segment
 * of its own.  Its end is marked. */
static const u8 *find_by_segment(const struct unwind_maker *m, struct elf_section *s)
{
	u64 at, size, off;
	const u8 *p = elf_segment(m->e, PT_GNU_EH_FRAME, &at, &size);
	struct cursor c = { .is_big = m->arch->is_big, .word = m->arch->word };
	u8 encoding;

	if (!p)
		return NULL;
	c.p = p;
	c.end = p + size;
	cursor_num(&c, 1);			/* version */
	encoding = (u8)cursor_num(&c, 1);
	cursor_num(&c, 2);			/* encodings of the table, which is not needed */
	s->addr = cfi_encoded(&c, encoding, at + 4);
	off = c.bad ? UINT64_MAX : elf_offset(m->e, s->addr);
	if (off == UINT64_MAX)
		return NULL;
	s->size = elf_size(m->e) - off;
	return elf_bytes(m->e, off, s->size);
}

/* Reads .debug_frame.  It may describe functions that .eh_frame leaves out, such as musl's. */
static int read_debug_frame(struct unwind_maker *m, const struct elf *e)
{
	struct elf_section s;
	const u8 *p = elf_section(e, ".debug_frame", &s);
	u8 *made = NULL;
	int err;

	if (p && s.is_compressed)
		p = made = elf_expand(e, p, &s.size, &err);
	if (!p)
		return -ENOENT;
	read_entries(m, p, &s, false);
	mem_free(made);
	return 0;
}

/* Where two describe the same code, what was read last holds. */
int unwind_read_cfi(struct unwind_maker *m)
{
	struct elf_section s = { 0 };
	const u8 *p = elf_section(m->e, ".eh_frame", &s);
	int err = read_debug_frame(m, m->e);

	if (err && m->stripped)
		err = read_debug_frame(m, m->stripped);
	if (!p || !s.size)
		p = find_by_segment(m, &s);
	if (!p || s.is_compressed)
		return err;
	read_entries(m, p, &s, true);
	return 0;
}
