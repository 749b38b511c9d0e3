/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * range.c - which code an entry is about.
 *
 * Facts: DWARF 4, 2.17.3 (.debug_ranges); DWARF 5, 2.17 and 7.25 (.debug_rnglists).
 */
#include "debug/debug_impl.h"

struct ranges { const struct unit *u; struct cursor c; u64 base; range_fn *fn; void *arg; };

/* Linkers give code that they dropped the address 0, or in lists 1 or the highest. */
static int give(const struct ranges *r, u64 from, u64 to)
{
	return from > 1 && from < to ? r->fn(r->arg, from, to) : 0;
}

/* Pairs of addresses, relative to the base; (0, 0) ends them. */
static int old_list(struct ranges *r)
{
	u64 mask = r->u->word == 8 ? UINT64_MAX : UINT32_MAX;
	int stop = 0;

	while (!stop) {
		u64 from = cursor_num(&r->c, r->u->word), to = cursor_num(&r->c, r->u->word);

		if (r->c.bad || (!from && !to))
			break;
		if (from == mask)
			r->base = to;
		else
			stop = give(r, (from + r->base) & mask, (to + r->base) & mask);
	}
	return stop;
}

static u64 indexed_address(struct ranges *r)
{
	struct attr a = { .form = DW_FORM_addrx, .num = cursor_uleb(&r->c) };
	u64 addr = 0;

	if (!attr_address(r->u, &a, &addr))
		cursor_fail(&r->c);
	return addr;
}

static int new_list(struct ranges *r)
{
	struct cursor *c = &r->c;
	u8 word = r->u->word;
	int stop = 0;

	while (!stop && !c->bad) {
		u8 kind = (u8)cursor_num(c, 1);
		u64 from = 0, to = 0;

		switch (kind) {
		case DW_RLE_base_addressx:
			r->base = indexed_address(r);
			continue;
		case DW_RLE_base_address:
			r->base = cursor_num(c, word);
			continue;
		case DW_RLE_startx_endx:
			from = indexed_address(r);
			to = indexed_address(r);
			break;
		case DW_RLE_startx_length:
			from = indexed_address(r);
			to = from + cursor_uleb(c);
			break;
		case DW_RLE_offset_pair:
			from = r->base + cursor_uleb(c);
			to = r->base + cursor_uleb(c);
			break;
		case DW_RLE_start_end:
			from = cursor_num(c, word);
			to = cursor_num(c, word);
			break;
		case DW_RLE_start_length:
			from = cursor_num(c, word);
			to = from + cursor_uleb(c);
			break;
		default:		/* DW_RLE_end_of_list, or unknown */
			return 0;
		}
		if (!c->bad)
			stop = give(r, from, to);
	}
	return stop;
}

/* An index is of a table of offsets that are relative to the table. */
static int list(struct ranges *r, const struct attr *a)
{
	struct debug *d = r->u->d;
	struct cursor table;
	u64 off = a->num;

	r->base = r->u->low_pc;
	if (r->u->version < 5) {
		r->c = debug_at(d, SEC_RANGES, off);
		return old_list(r);
	}
	if (a->form == DW_FORM_rnglistx) {
		if (off > NOWHERE / 16)
			return 0;
		table = debug_at(d, SEC_RNGLISTS, r->u->rnglists + off * r->u->offset);
		off = cursor_num(&table, r->u->offset) + r->u->rnglists;
		if (table.bad)
			return 0;
	}
	r->c = debug_at(d, SEC_RNGLISTS, off);
	return new_list(r);
}

int entry_ranges(const struct entry *e, range_fn *fn, void *arg)
{
	struct ranges r = { .u = e->u, .fn = fn, .arg = arg };
	struct attr a;
	u64 from, to;

	if (entry_attr(e, DW_AT_ranges, &a))
		return list(&r, &a);
	if (!entry_attr(e, DW_AT_low_pc, &a) || !attr_address(e->u, &a, &from) ||
	    !entry_attr(e, DW_AT_high_pc, &a))
		return 0;
	if (!attr_address(e->u, &a, &to))	/* from version 4 on it is a length */
		to = from + a.num;
	return give(&r, from, to);
}

static int contains(void *arg, u64 from, u64 to)
{
	u64 addr = *(const u64 *)arg;

	return addr >= from && addr < to;
}

bool entry_contains(const struct entry *e, u64 addr)
{
	return entry_ranges(e, contains, &addr);
}

static int first(void *arg, u64 from, u64 to)
{
	(void)to;
	*(u64 *)arg = from;
	return 1;
}

/*
 * DW_AT_entry_pc is an address, or from version 5 on an offset from the lowest address.  gcc
 * gives one to inlined instances of which no instruction is left, too: it is where they would
 * be.
 */
bool entry_start(const struct entry *e, u64 *addr)
{
	struct attr a, low;

	*addr = 0;
	entry_ranges(e, first, addr);
	if (entry_attr(e, DW_AT_low_pc, &low))
		attr_address(e->u, &low, addr);
	if (entry_attr(e, DW_AT_entry_pc, &a) && !attr_address(e->u, &a, addr))
		*addr += a.num;
	return *addr > 1;
}
