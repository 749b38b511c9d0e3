/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * address.c - units by the addresses of their code.
 *
 * .debug_aranges has the ranges of all units, sorted here when the first address is looked up.
 * Compilers may leave the table out, for some units or for all.  So the first address that is in
 * none of its ranges has the roots of all units read, once.  Facts: DWARF 5, 6.1.2.
 */
#include "base/sort.h"
#include "debug/debug_impl.h"

struct range_of { struct debug *d; u64 unit; };

static int add_range(void *arg, u64 from, u64 to)
{
	const struct range_of *x = arg;
	struct code_range r = { from, to, x->unit };

	vec_push(&x->d->code, r);
	/* In hostile files many units may share one long list. */
	return x->d->code.n > elf_size(x->d->file) / 4;
}

/* Reads one unit's ranges in .debug_aranges.  Moves *c past them. */
static void read_set(struct debug *d, struct cursor *c)
{
	const u8 *start = c->p;
	struct cursor h = *c;
	struct range_of x = { .d = d };
	u64 from, size;

	cursor_length(&h);
	c->p = h.end;
	cursor_num(&h, 2);
	x.unit = cursor_num(&h, h.offset);
	h.word = (u8)cursor_num(&h, 1);
	cursor_num(&h, 1);
	if (h.word != 4 && h.word != 8)
		return;
	while ((u64)(h.p - start) % (2 * h.word) && cursor_more(&h))
		cursor_num(&h, 1);
	do {
		from = cursor_num(&h, h.word);
		size = cursor_num(&h, h.word);
		if (size)
			add_range(&x, from, from + size);
	} while (!h.bad && cursor_more(&h) && (from || size));
}

static bool by_start(const void *ctx, const void *a, const void *b)
{
	(void)ctx;
	return ((const struct code_range *)a)->from <= ((const struct code_range *)b)->from;
}

static void sort_code(struct debug *d)
{
	sort_array(d->code.v, d->code.n, sizeof(*d->code.v), by_start, NULL);
}

static void read_table(struct debug *d)
{
	struct cursor c = debug_at(d, SEC_ARANGES, 0);

	while (cursor_more(&c))
		read_set(d, &c);
	sort_code(d);
	d->has_code = true;
}

static void read_roots(struct debug *d)
{
	struct unit *u;
	struct entry root;

	for (u32 i = 0; (u = unit_next(d, i)); i++) {
		if (i % FORGET == 0)
			elf_forget(d->file);
		if (entry_at(d, u->first, &root) &&
		    entry_ranges(&root, add_range, &(struct range_of){ d, u->off }))
			break;
	}
	sort_code(d);
	d->has_all_code = true;
}

/* Ranges of units hardly ever overlap: a few before the nearest one are tried. */
static u64 find(const struct debug *d, u64 addr)
{
	u32 lo = 0, hi = d->code.n;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (d->code.v[mid].from <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (u32 i = lo; i-- > 0 && i + 4 >= lo; )
		if (addr < d->code.v[i].to)
			return d->code.v[i].unit;
	return NOWHERE;
}

u64 unit_offset(struct debug *d, u64 addr)
{
	u64 off;

	if (!d->has_code)
		read_table(d);
	off = find(d, addr);
	if (off == NOWHERE && !d->has_all_code) {
		read_roots(d);
		off = find(d, addr);
	}
	return off;
}

struct unit *unit_at(struct debug *d, u64 addr)
{
	u64 off = unit_offset(d, addr);

	return off == NOWHERE ? NULL : unit_at_header(d, off);
}

void addresses_forget(struct debug *d)
{
	vec_free(&d->code);
	d->has_code = d->has_all_code = false;
}
