/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * frame.c - the address of the call frame, from which compilers count variables on the stack.
 *
 * Only the rule for that address is followed, not where registers were saved.  Facts: DWARF 5,
 * 6.4 and 7.24; .eh_frame differs as the Linux Standard Base, Core 5.0, 10.6 says.
 */
#include "debug/debug_impl.h"

enum { DW_CFA_advance_loc = 1, DW_CFA_offset, DW_CFA_restore };	/* the high two bits */
enum {
	DW_CFA_nop, DW_CFA_set_loc, DW_CFA_advance_loc1, DW_CFA_advance_loc2,
	DW_CFA_advance_loc4, DW_CFA_offset_extended, DW_CFA_restore_extended, DW_CFA_undefined,
	DW_CFA_same_value, DW_CFA_register, DW_CFA_remember_state, DW_CFA_restore_state,
	DW_CFA_def_cfa, DW_CFA_def_cfa_register, DW_CFA_def_cfa_offset,
	DW_CFA_def_cfa_expression, DW_CFA_expression, DW_CFA_offset_extended_sf,
	DW_CFA_def_cfa_sf, DW_CFA_def_cfa_offset_sf, DW_CFA_val_offset, DW_CFA_val_offset_sf,
	DW_CFA_val_expression, DW_CFA_GNU_window_save = 0x2d, DW_CFA_GNU_args_size = 0x2e
};
enum { DW_EH_PE_absptr = 0, DW_EH_PE_udata2 = 2, DW_EH_PE_udata4, DW_EH_PE_udata8,
       DW_EH_PE_sdata2 = 10, DW_EH_PE_sdata4, DW_EH_PE_sdata8, DW_EH_PE_pcrel = 0x10 };

struct rule { u64 reg; s64 off; struct cursor expression; };

struct frame {			/* one description */
	struct debug *d;
	bool is_eh;
	u64 section;		/* address of .eh_frame */
	const u8 *start;	/* of the section */
	u64 code_factor;
	s64 data_factor;
	u8 encoding;		/* of addresses */
	bool has_augmentation;
	u64 from, to;		/* of the code it is about */
	struct cursor initial, program;
};

/* An address in the encoding of .eh_frame, whose high half says what it is relative to. */
static u64 encoded(const struct frame *f, struct cursor *c, u8 encoding)
{
	u64 at = f->section + (u64)(c->p - f->start), n;
	u32 size;

	switch (encoding & 0xf) {
	case DW_EH_PE_absptr:
		n = cursor_num(c, size = c->word);
		break;
	case DW_EH_PE_udata2:
	case DW_EH_PE_sdata2:
		n = cursor_num(c, size = 2);
		break;
	case DW_EH_PE_udata4:
	case DW_EH_PE_sdata4:
		n = cursor_num(c, size = 4);
		break;
	case DW_EH_PE_udata8:
	case DW_EH_PE_sdata8:
		n = cursor_num(c, size = 8);
		break;
	default:
		cursor_fail(c);
		return 0;
	}
	if (encoding & 8 && size < 8)
		n = (u64)((s64)(n << (64 - 8 * size)) >> (64 - 8 * size));
	if ((encoding & 0x70) == DW_EH_PE_pcrel)
		n += at;
	return c->word == 4 ? (u32)n : n;
}

/* "zR" and the like: what follows is in the order of the letters. */
static bool read_augmentation(struct frame *f, struct cursor *c, const char *text)
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
		else if (*text != 'S' && *text != 'B')
			break;
	}
	return !data.bad;
}

/* What several descriptions have in common. */
static bool read_common(struct frame *f, struct cursor c)
{
	const char *augmentation;
	u8 version;

	cursor_length(&c);
	cursor_num(&c, f->is_eh ? 4 : c.offset);
	version = (u8)cursor_num(&c, 1);
	augmentation = cursor_text(&c);
	if (version >= 4)
		cursor_num(&c, 2);		/* sizes of an address, of a segment */
	f->code_factor = cursor_uleb(&c);
	f->data_factor = cursor_sleb(&c);
	if (version == 1)
		cursor_num(&c, 1);		/* the register of the return address */
	else
		cursor_uleb(&c);
	f->encoding = DW_EH_PE_absptr;
	if (!read_augmentation(f, &c, augmentation))
		return false;
	f->initial = c;
	return !c.bad;
}

/* The description at *c, which moves past it; false if that is no description. */
static bool read_frame(struct frame *f, struct cursor *c, enum section_id id)
{
	struct cursor h = *c, common;
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
	common = debug_at(f->d, id, off);
	if (common.bad || !read_common(f, common))
		return false;
	f->from = encoded(f, &h, f->encoding);
	f->to = f->from + encoded(f, &h, f->encoding & 0xf);
	if (f->has_augmentation)
		cursor_take(&h, cursor_uleb(&h));
	f->program = h;
	return !h.bad;
}

/* Skips the operands of what does not change the rule. */
static void skip(struct cursor *c, u8 op)
{
	switch (op) {
	case DW_CFA_expression:
	case DW_CFA_val_expression:
		cursor_uleb(c);
		cursor_take(c, cursor_uleb(c));
		break;
	case DW_CFA_offset_extended:
	case DW_CFA_register:
	case DW_CFA_offset_extended_sf:
	case DW_CFA_val_offset:
	case DW_CFA_val_offset_sf:
		cursor_uleb(c);
		cursor_uleb(c);
		break;
	case DW_CFA_restore_extended:
	case DW_CFA_undefined:
	case DW_CFA_same_value:
	case DW_CFA_GNU_args_size:
		cursor_uleb(c);
		break;
	case DW_CFA_nop:
	case DW_CFA_GNU_window_save:
		break;
	default:
		cursor_fail(c);
	}
}

#define STATES 8
struct run { struct rule now, saved[STATES]; u32 n_saved; u64 at; };

/* One instruction that changes the rule or the address. */
static void step(const struct frame *f, struct run *r, struct cursor *c, u8 op)
{
	switch (op) {
	case DW_CFA_set_loc:
		r->at = encoded(f, c, f->encoding);
		break;
	case DW_CFA_advance_loc1:
	case DW_CFA_advance_loc2:
	case DW_CFA_advance_loc4:
		r->at += cursor_num(c, 1u << (op - DW_CFA_advance_loc1)) * f->code_factor;
		break;
	case DW_CFA_remember_state:
		if (r->n_saved < STATES)
			r->saved[r->n_saved++] = r->now;
		else
			cursor_fail(c);
		break;
	case DW_CFA_restore_state:
		if (r->n_saved)
			r->now = r->saved[--r->n_saved];
		break;
	case DW_CFA_def_cfa:
		r->now = (struct rule){ .reg = cursor_uleb(c) };
		r->now.off = (s64)cursor_uleb(c);
		break;
	case DW_CFA_def_cfa_sf:
		r->now = (struct rule){ .reg = cursor_uleb(c) };
		r->now.off = cursor_sleb(c) * f->data_factor;
		break;
	case DW_CFA_def_cfa_register:
		r->now.reg = cursor_uleb(c);
		break;
	case DW_CFA_def_cfa_offset:
		r->now.off = (s64)cursor_uleb(c);
		break;
	case DW_CFA_def_cfa_offset_sf:
		r->now.off = cursor_sleb(c) * f->data_factor;
		break;
	default:
		skip(c, op);
	}
}

/* Runs instructions up to those for addresses after pc. */
static bool run(const struct frame *f, struct run *r, struct cursor c, u64 pc)
{
	while (cursor_more(&c) && r->at <= pc) {
		u8 op = (u8)cursor_num(&c, 1);

		if (op >> 6 == DW_CFA_advance_loc) {
			r->at += (op & 0x3f) * f->code_factor;
		} else if (op >> 6 == DW_CFA_offset) {
			cursor_uleb(&c);
		} else if (op == DW_CFA_def_cfa_expression) {
			u64 n = cursor_uleb(&c);

			r->now = (struct rule){ .expression = c };
			cursor_take(&c, n);
			r->now.expression.end = c.p;
		} else if (op >> 6 != DW_CFA_restore) {
			step(f, r, &c, op);
		}
	}
	return !c.bad;
}

static bool add_rule(struct location *l, const struct frame *f)
{
	struct run r = { .at = f->from };

	if (!run(f, &r, f->initial, l->pc) || !run(f, &r, f->program, l->pc))
		return false;
	if (r.now.expression.p)
		return location_add(l, r.now.expression);
	l->steps[l->n++] = (struct debug_step){ STEP_REG, r.now.reg };
	l->steps[l->n++] = (struct debug_step){ STEP_NUM, (u64)r.now.off };
	l->steps[l->n++] = (struct debug_step){ STEP_ADD, 0 };
	return true;
}

/* Searches both tables for what contains pc. */
static bool find_frame(struct debug *d, u64 pc, struct frame *f)
{
	static const enum section_id ids[] = { SEC_FRAME, SEC_EH_FRAME };

	for (u32 i = 0; i < ARRAY_SIZE(ids); i++) {
		struct cursor c = debug_at(d, ids[i], 0);

		*f = (struct frame){ .d = d, .is_eh = ids[i] == SEC_EH_FRAME, .start = c.p };
		f->section = d->sections[ids[i]].addr;
		while (cursor_more(&c))
			if (read_frame(f, &c, ids[i]) && pc >= f->from && pc < f->to)
				return true;
	}
	return false;
}

/* The last one that was found is kept: variables of one function use the same. */
bool frame_cfa(struct location *l)
{
	struct debug *d = l->u->d;
	struct frame f;

	if (l->n + 3 > DEBUG_STEPS)
		return false;
	if (d->frame && l->pc >= d->frame->from && l->pc < d->frame->to)
		return add_rule(l, d->frame);
	if (!find_frame(d, l->pc, &f))
		return false;
	if (!d->frame)
		d->frame = arena_new(d->arena, struct frame);
	*d->frame = f;
	return add_rule(l, d->frame);
}
