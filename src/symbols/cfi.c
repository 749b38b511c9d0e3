/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cfi.c - see cfi.h.  Facts: DWARF 5, 6.4 and 7.24; .eh_frame differs as the Linux Standard Base,
 * Core 5.0, 10.6 says.
 */
#include "symbols/cfi.h"

#include "symbols/dwarf.h"

/* The instructions that hold for all functions are few.  Each function runs them, so a large
 * number would take forever. */
#define MAX_COMMON 4096

u64 cfi_encoded(struct cursor *c, u8 encoding, u64 at)
{
	u32 size = encoding & 7 ? 1u << ((encoding & 7) - 1) : c->word;
	u64 n;

	if ((encoding & 7) == 1 || (encoding & 7) > 4) {
		cursor_fail(c);
		return 0;
	}
	n = cursor_num(c, size);
	if (encoding & 8 && size < 8)
		n = (u64)((s64)(n << (64 - 8 * size)) >> (64 - 8 * size));
	if ((encoding & 0x70) == DW_EH_PE_pcrel)
		n += at;
	return c->word == 4 ? (u32)n : n;
}

static u64 encoded(const struct cfi *f, struct cursor *c, u8 encoding)
{
	return cfi_encoded(c, encoding, f->addr + (u64)(c->p - f->start));
}

/* "zR" and the like: what follows is in the order of the letters. */
static bool read_augmentation(struct cfi *f, struct cursor *c, const char *text)
{
	struct cursor data;
	u64 n;

	f->has_augmentation = *text == 'z';
	if (!f->has_augmentation)
		return !*text;
	n = cursor_uleb(c);
	data = *c;
	cursor_take(c, n);
	for (text++; *text; text++) {
		if (*text == 'R')
			f->encoding = (u8)cursor_num(&data, 1);
		else if (*text == 'L')
			cursor_num(&data, 1);
		else if (*text == 'P')
			encoded(f, &data, (u8)cursor_num(&data, 1));
		else if (*text == 'S')
			f->is_signal = true;
		else if (*text != 'B')
			break;
	}
	return !data.bad;
}

static void run(struct cfi_rows *r, const struct cfi *f);

/* What several functions have in common. */
static bool read_common(struct cfi *f, struct cursor c)
{
	struct cfi_rows r = { 0 };
	const char *augmentation;
	u8 version;

	cursor_length(&c);
	if (c.end - c.p > MAX_COMMON)
		return false;
	cursor_num(&c, f->is_eh ? 4 : c.offset);
	version = (u8)cursor_num(&c, 1);
	augmentation = cursor_text(&c);
	if (version != 1 && version != 3 && version != 4)
		return false;
	if (version >= 4)
		cursor_num(&c, 2);		/* sizes of an address, of a segment */
	f->code_factor = cursor_uleb(&c);
	f->data_factor = cursor_sleb(&c);
	f->ra = version == 1 ? cursor_num(&c, 1) : cursor_uleb(&c);
	f->encoding = DW_EH_PE_absptr;
	f->is_signal = false;
	if (!read_augmentation(f, &c, augmentation))
		return false;
	f->first = r.now;
	r.c = c;
	run(&r, f);
	f->first = r.now;
	return !r.c.bad;
}

static bool find_common(struct cfi *f, u64 off)
{
	struct cursor c = f->c;

	if (off >= (u64)(f->end - f->start))
		return false;
	c.p = f->start + off;
	c.end = f->end;
	if (c.p != f->common)
		f->is_bad = !read_common(f, c);
	f->common = c.p;
	return !f->is_bad;
}

/* The entry that begins at *c, which moves past it; false if it is none of a function. */
static bool read_entry(struct cfi *f, struct cursor *c, struct cfi_entry *e)
{
	struct cursor h = *c;
	const u8 *at;
	u64 off;

	cursor_length(&h);
	c->p = h.end;
	at = h.p;
	off = cursor_num(&h, f->is_eh ? 4 : h.offset);
	if (h.bad || (f->is_eh ? !off : off == (h.offset == 8 ? UINT64_MAX : UINT32_MAX)))
		return false;
	if (f->is_eh)
		off = (u64)(at - f->start) - off;
	if (!find_common(f, off))
		return false;
	e->from = encoded(f, &h, f->encoding);
	e->to = e->from + encoded(f, &h, f->encoding & 0xf);
	if (f->has_augmentation)
		cursor_take(&h, cursor_uleb(&h));
	e->program = h;
	e->is_signal = f->is_signal;
	return !h.bad;
}

void cfi_open(struct cfi *f, struct cursor c, u64 addr, bool is_eh, const u8 *wanted, u8 n_wanted)
{
	*f = (struct cfi){ .c = c, .start = c.p, .end = c.end, .addr = addr, .is_eh = is_eh,
			   .wanted = wanted, .n_wanted = n_wanted };
}

bool cfi_next(struct cfi *f, struct cfi_entry *e)
{
	while (cursor_more(&f->c)) {
		struct cursor length = f->c;

		if (f->is_eh && !cursor_num(&length, 4))
			break;			/* the mark of the end */
		if (read_entry(f, &f->c, e))
			return true;
	}
	return false;
}

/* ---- instructions ---- */

/* The number of a register to follow.  That of the return address depends on the entry. */
static u64 wanted(const struct cfi *f, u32 i)
{
	return i ? f->wanted[i] : f->ra;
}

static void set_reg(struct cfi_rows *r, const struct cfi *f, u64 reg, struct cfi_reg where)
{
	for (u32 i = 0; i < f->n_wanted; i++)
		if (wanted(f, i) == reg)
			r->now.regs[i] = where;
}

static void restore_reg(struct cfi_rows *r, const struct cfi *f, u64 reg)
{
	for (u32 i = 0; i < f->n_wanted; i++)
		if (wanted(f, i) == reg)
			r->now.regs[i] = f->first.regs[i];
}

static struct cursor block(struct cfi_rows *r)
{
	struct cursor c;
	u64 n = cursor_uleb(&r->c);

	c = r->c;
	cursor_take(&r->c, n);
	c.end = r->c.p;
	return c;
}

/* Where a register is that the caller had. */
static void step_reg(struct cfi_rows *r, const struct cfi *f, u8 op)
{
	struct cfi_reg where = { .how = CFI_ELSEWHERE };
	u64 reg;

	if (op == DW_CFA_nop || op == DW_CFA_GNU_window_save)
		return;
	reg = cursor_uleb(&r->c);
	switch (op) {
	case DW_CFA_GNU_args_size:
		return;
	case DW_CFA_expression:
		where = (struct cfi_reg){ CFI_AT_EXPRESSION, 0, block(r) };
		break;
	case DW_CFA_val_expression:
		block(r);
		break;
	case DW_CFA_offset_extended:
		where = (struct cfi_reg){ .how = CFI_AT_CFA };
		where.off = (s64)(cursor_uleb(&r->c) * (u64)f->data_factor);
		break;
	case DW_CFA_offset_extended_sf:
		where = (struct cfi_reg){ .how = CFI_AT_CFA };
		where.off = (s64)((u64)cursor_sleb(&r->c) * (u64)f->data_factor);
		break;
	case DW_CFA_register:
		where = (struct cfi_reg){ .how = CFI_IN_REG, .off = (s64)cursor_uleb(&r->c) };
		break;
	case DW_CFA_val_offset:
	case DW_CFA_val_offset_sf:
		cursor_uleb(&r->c);
		break;
	case DW_CFA_restore_extended:
		restore_reg(r, f, reg);
		return;
	case DW_CFA_undefined:
		where.how = CFI_GONE;
		break;
	case DW_CFA_same_value:
		where.how = CFI_SAME;
		break;
	default:
		cursor_fail(&r->c);
		return;
	}
	set_reg(r, f, reg, where);
}

static void set_cfa(struct cfi_rows *r, u64 reg, s64 off)
{
	r->now.reg = reg;
	r->now.off = off;
	r->now.expression.p = NULL;
}

/* One instruction that changes the rule for the CFA, or where a row ends. */
static void step(struct cfi_rows *r, const struct cfi *f, u8 op)
{
	u64 reg;

	switch (op) {
	case DW_CFA_set_loc:
		r->at = encoded(f, &r->c, f->encoding);
		break;
	case DW_CFA_advance_loc1:
	case DW_CFA_advance_loc2:
	case DW_CFA_advance_loc4:
		r->at += cursor_num(&r->c, 1u << (op - DW_CFA_advance_loc1)) * f->code_factor;
		break;
	case DW_CFA_remember_state:
		if (r->n_saved < CFI_STATES)
			r->saved[r->n_saved++] = r->now;
		else
			cursor_fail(&r->c);
		break;
	case DW_CFA_restore_state:
		if (r->n_saved)
			r->now = r->saved[--r->n_saved];
		break;
	case DW_CFA_def_cfa:
		reg = cursor_uleb(&r->c);
		set_cfa(r, reg, (s64)cursor_uleb(&r->c));
		break;
	case DW_CFA_def_cfa_sf:
		reg = cursor_uleb(&r->c);
		set_cfa(r, reg, (s64)((u64)cursor_sleb(&r->c) * (u64)f->data_factor));
		break;
	case DW_CFA_def_cfa_register:
		set_cfa(r, cursor_uleb(&r->c), r->now.off);
		break;
	case DW_CFA_def_cfa_offset:
		r->now.off = (s64)cursor_uleb(&r->c);
		break;
	case DW_CFA_def_cfa_offset_sf:
		r->now.off = (s64)((u64)cursor_sleb(&r->c) * (u64)f->data_factor);
		break;
	case DW_CFA_def_cfa_expression:
		r->now.expression = block(r);
		break;
	default:
		step_reg(r, f, op);
	}
}

/* Runs instructions up to one that moves to a later address. */
static void run(struct cfi_rows *r, const struct cfi *f)
{
	u64 at = r->at;

	while (cursor_more(&r->c) && r->at == at) {
		u8 op = (u8)cursor_num(&r->c, 1);

		if (op >> 6 == DW_CFA_advance_loc) {
			r->at += (op & 0x3f) * f->code_factor;
		} else if (op >> 6 == DW_CFA_offset) {
			s64 off = (s64)(cursor_uleb(&r->c) * (u64)f->data_factor);

			set_reg(r, f, op & 0x3f, (struct cfi_reg){ .how = CFI_AT_CFA, .off = off });
		} else if (op >> 6 == DW_CFA_restore) {
			restore_reg(r, f, op & 0x3f);
		} else {
			step(r, f, op);
		}
	}
}

void cfi_start(struct cfi_rows *r, const struct cfi *f, const struct cfi_entry *e)
{
	r->at = r->from = r->to = e->from;
	r->now = f->first;
	r->n_saved = 0;
	r->c = e->program;
}

bool cfi_row(struct cfi_rows *r, const struct cfi *f, const struct cfi_entry *e)
{
	if (r->at >= e->to || r->c.bad)
		return false;
	r->from = r->at;
	run(r, f);
	if (r->at < r->from)
		cursor_fail(&r->c);
	r->to = cursor_more(&r->c) && r->at < e->to ? r->at : e->to;
	r->at = r->to;
	return !r->c.bad;
}
