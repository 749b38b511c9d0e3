/* SPDX-License-Identifier: GPL-2.0-or-later */
/* frame.c - the address of the call frame, from which compilers count variables on the stack. */
#include "debug/debug_impl.h"
#include "symbols/cfi.h"

struct frame { struct cfi cfi; struct cfi_entry entry; };

static bool has(const struct frame *f, u64 pc)
{
	return pc >= f->entry.from && pc < f->entry.to;
}

static bool add_rule(struct location *l, const struct frame *f)
{
	struct cfi_rows r;

	cfi_start(&r, &f->cfi, &f->entry);
	do {
		if (!cfi_row(&r, &f->cfi, &f->entry))
			return false;
	} while (l->pc >= r.to);
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

		cfi_open(&f->cfi, c, d->sections[ids[i]].addr, ids[i] == SEC_EH_FRAME, NULL, 0);
		while (cfi_next(&f->cfi, &f->entry))
			if (has(f, pc))
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
	if (d->frame && has(d->frame, l->pc))
		return add_rule(l, d->frame);
	if (!find_frame(d, l->pc, &f))
		return false;
	if (!d->frame)
		d->frame = arena_new(d->arena, struct frame);
	*d->frame = f;
	return add_rule(l, d->frame);
}
