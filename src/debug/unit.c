/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit.c - units of debug information, and the tables of abbreviations they use.
 *
 * Opening a file reads the header of a unit.  A unit's root and abbreviations are read when the
 * unit is first looked into.  Facts: DWARF 5, 7.5.1 and 7.5.3.
 */
#include "base/sort.h"
#include "debug/debug_impl.h"

bool unit_header(struct debug *d, u64 off, struct unit *u)
{
	struct cursor h = debug_at(d, SEC_INFO, off);
	const u8 *start = h.p;
	u8 type = DW_UT_compile;

	*u = (struct unit){ .d = d, .off = off };
	cursor_length(&h);
	u->end = off + (u64)(h.end - start);
	u->version = (u8)cursor_num(&h, 2);
	u->offset = h.offset;
	if (u->version >= 5) {
		type = (u8)cursor_num(&h, 1);
		u->word = (u8)cursor_num(&h, 1);
		u->abbrev_off = cursor_num(&h, h.offset);
	} else {
		u->abbrev_off = cursor_num(&h, h.offset);
		u->word = (u8)cursor_num(&h, 1);
	}
	if (type == DW_UT_skeleton)
		d->error = DEBUG_SPLIT;
	u->first = off + (u64)(h.p - start);
	return !h.bad && u->version >= 2 && u->version <= 5 && (u->word == 4 || u->word == 8) &&
	       (type == DW_UT_compile || type == DW_UT_partial);
}

static struct unit *keep(const struct unit *u)
{
	return arena_memdup(u->d->arena, u, sizeof(*u));
}

/*
 * Reads the headers of all units, which takes a page of memory for each, or with is_probe
 * those up to the first that is of use.
 */
static void read_units(struct debug *d, bool is_probe)
{
	struct unit u = { .end = 0 };
	struct cursor c;

	d->has_all_units = !is_probe;
	d->units.n = 0;
	while ((c = debug_at(d, SEC_INFO, u.end), cursor_more(&c)) && !(is_probe && d->units.n)) {
		if (unit_header(d, u.end, &u))
			vec_push(&d->units, keep(&u));
		if (d->units.n % FORGET == FORGET - 1)
			elf_forget(d->file);
	}
}

bool units_open(struct debug *d)
{
	read_units(d, true);
	return d->units.n;
}

struct unit *unit_next(struct debug *d, u32 i)
{
	if (!d->has_all_units)
		read_units(d, false);
	return i < d->units.n ? d->units.v[i] : NULL;
}

struct unit *unit_at_header(struct debug *d, u64 off)
{
	struct unit u;

	if (d->last && d->last->off == off)
		return d->last;
	if (!unit_header(d, off, &u))
		return NULL;
	return d->last = keep(&u);
}

struct unit *unit_of(struct debug *d, u64 off)
{
	u32 lo = 0, hi;

	if (d->last && off >= d->last->first && off < d->last->end)
		return d->last;
	unit_next(d, 0);
	for (hi = d->units.n; lo < hi; ) {
		u32 mid = (lo + hi) / 2;

		if (d->units.v[mid]->end <= off)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < d->units.n && d->units.v[lo]->first <= off ? d->units.v[lo] : NULL;
}

/* ---- abbreviations ---- */

static bool by_code(const void *ctx, const void *a, const void *b)
{
	(void)ctx;
	return ((const struct abbrev *)a)->code <= ((const struct abbrev *)b)->code;
}

struct counts { u32 abbrevs, specs; };

/* Reads a table to its end.  First without v and specs, to count what there will be. */
static bool scan(struct cursor c, struct abbrevs *t, struct counts *n, const u8 **end)
{
	struct abbrev a;

	*n = (struct counts){ 0 };
	while ((a.code = cursor_uleb(&c)) != 0) {
		a.sizes = (struct attr_sizes){ 0 };
		a.tag = (u32)cursor_uleb(&c);
		a.has_children = cursor_num(&c, 1);
		a.first = n->specs;
		for (;;) {
			struct spec s = { .name = (u32)cursor_uleb(&c) };

			s.form = (u32)cursor_uleb(&c);
			if (s.form == DW_FORM_implicit_const)
				s.constant = cursor_sleb(&c);
			if (!s.name && !s.form)
				break;
			attr_size(s.form, &a.sizes);
			if (t->specs)
				t->specs[n->specs] = s;
			n->specs++;
		}
		a.n = n->specs - a.first;
		if (t->v)
			t->v[n->abbrevs] = a;
		n->abbrevs++;
	}
	*end = c.p;
	return !c.bad;
}

/*
 * Each table is kept until units_forget(), as many units may share it.  Tables do not overlap,
 * so all of them together are no longer than the section; a file that says otherwise is hostile.
 */
const struct abbrevs *abbrevs_read(struct debug *d, u64 off)
{
	struct cursor c = debug_at(d, SEC_ABBREV, off);
	struct abbrevs *t = hash_get(&d->tables, (const char *)&off, sizeof(off)), counted = { 0 };
	struct counts n;
	const u8 *end;

	if (t)
		return t;
	if (c.bad || !scan(c, &counted, &n, &end))
		return NULL;
	d->abbrev_bytes += (u64)(end - c.p);
	if (d->abbrev_bytes > d->sections[SEC_ABBREV].n)
		return NULL;
	t = mem_alloc(sizeof(*t) + n.abbrevs * sizeof(*t->v) + n.specs * sizeof(*t->specs));
	t->off = off;
	t->n = n.abbrevs;
	t->v = (struct abbrev *)(t + 1);
	t->specs = (struct spec *)(t->v + n.abbrevs);
	scan(c, t, &n, &end);
	sort_array(t->v, t->n, sizeof(*t->v), by_code, NULL);
	hash_put(&d->tables, (const char *)&t->off, sizeof(t->off), t);
	return t;
}

void units_forget(struct debug *d)
{
	for (u32 i = 0; i < d->units.n; i++)
		d->units.v[i]->is_loaded = false;
	if (d->last)
		d->last->is_loaded = false;
	for (size_t i = 0; i < d->tables.cap; i++)
		mem_free(d->tables.slots[i].value);
	hash_free(&d->tables);
	d->abbrev_bytes = 0;
	d->scopes = NULL;
	elf_forget(d->file);
	if (d->shared)
		units_forget(d->shared);
}

/* Compilers number them 1, 2, 3 … */
const struct abbrev *abbrev_find(const struct abbrevs *t, u64 code)
{
	u32 lo = 0, hi = t->n;

	if (code && code <= t->n && t->v[code - 1].code == code)
		return &t->v[code - 1];
	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (t->v[mid].code == code)
			return &t->v[mid];
		if (t->v[mid].code < code)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

/* ---- the root ---- */

static bool is_c(u64 language)
{
	return language == DW_LANG_C89 || language == DW_LANG_C || language == DW_LANG_C99 ||
	       language == DW_LANG_C11 || language == DW_LANG_C17;
}

/* The bases come first: other attributes may be indices into what they point to. */
bool unit_load(struct unit *u)
{
	struct entry root;
	struct attr a;

	if (u->is_loaded)
		return u->abbrevs;
	u->is_loaded = true;
	u->dir = "";
	u->lines = NOWHERE;
	u->abbrevs = abbrevs_read(u->d, u->abbrev_off);
	if (!entry_at(u->d, u->first, &root)) {
		u->abbrevs = NULL;
		return false;
	}
	u->str_offsets = entry_num(&root, DW_AT_str_offsets_base, 0);
	u->addrs = entry_num(&root, DW_AT_addr_base, 0);
	u->rnglists = entry_num(&root, DW_AT_rnglists_base, 0);
	u->loclists = entry_num(&root, DW_AT_loclists_base, 0);
	u->lines = entry_num(&root, DW_AT_stmt_list, NOWHERE);
	u->is_c = is_c(entry_num(&root, DW_AT_language, 0));
	if (entry_attr(&root, DW_AT_low_pc, &a))
		attr_address(u, &a, &u->low_pc);
	if (entry_attr(&root, DW_AT_comp_dir, &a))
		u->dir = attr_text(u, &a);
	if (entry_attr(&root, DW_AT_GNU_dwo_name, &a))
		u->d->error = DEBUG_SPLIT;
	return true;
}
