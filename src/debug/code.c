/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * code.c - which lines and inlined functions code is from; see debug_code().
 *
 * Addresses of the same unit are looked up together, so that its line program is run once and its
 * entries are read once.
 */
#include <string.h>

#include "base/sort.h"
#include "debug/debug_impl.h"

struct batch {
	struct debug_code *v;	/* in one unit, in order of address */
	u32 n;
	struct lines lines;
	struct line_row row;	/* the previous one */
	u64 start;		/* of its sequence */
	bool is_open;		/* it is in a sequence */
};

/* The first of the addresses that is not below addr. */
static u32 first_from(const struct batch *b, u64 addr)
{
	u32 lo = 0, hi = b->n;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (b->v[mid].addr < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void set_line(const struct batch *b, struct debug_frame *f, u64 file, u64 line)
{
	const char *name = lines_name(&b->lines, file), *slash = name ? strrchr(name, '/') : NULL;

	f->file = slash ? slash + 1 : name;
	f->line = (u32)line;
	if (!line || line > INT32_MAX)
		f->file = NULL;
}

/*
 * A row is about the code up to the next one of its sequence.  Linkers move the sequences of
 * functions that they dropped to address 0, where there may be other code.
 */
static int on_row(void *arg, const struct line_row *r)
{
	struct batch *b = arg;

	if (!b->is_open)
		b->start = r->addr;
	else if (b->start > 1)
		for (u32 i = first_from(b, b->row.addr); i < b->n && b->v[i].addr < r->addr; i++)
			set_line(b, b->v[i].frames, b->row.file, b->row.line);
	b->row = *r;
	b->is_open = !r->is_end;
	return 0;
}

/* ---- inlined functions ---- */

struct scope { const struct batch *b; const struct entry *e; bool has_any; };

/* The linkage name is the one in the symbol table. */
static const char *name_of(const struct entry *e)
{
	struct entry of;
	struct attr a;

	return entry_inherits(e, DW_AT_linkage_name, &a, &of) ? attr_text(of.u, &a) :
								entry_name(e);
}

/* Compilers describe where an instance was called. */
static void add_call(const struct batch *b, struct debug_code *code, const struct entry *e)
{
	struct debug *d = e->u->d;
	struct debug_frame *f = arena_new(d->arena, struct debug_frame);

	f->func = name_of(e);
	set_line(b, code->frames, entry_num(e, DW_AT_call_file, 0),
		 entry_num(e, DW_AT_call_line, 0));
	f->outer = code->frames;
	code->frames = f;
	code->n++;
	code->scope = e->off;
}

static int in_range(void *arg, u64 from, u64 to)
{
	struct scope *x = arg;
	bool is_inlined = x->e->kind->tag == DW_TAG_inlined_subroutine;

	for (u32 i = first_from(x->b, from); i < x->b->n && x->b->v[i].addr < to; i++) {
		struct debug_code *code = &x->b->v[i];

		x->has_any = true;
		if (code->is_complete)
			continue;
		if (is_inlined && code->n < NESTED && code->scope != x->e->off)
			add_call(x->b, code, x->e);
		else if (x->e->kind->tag == DW_TAG_subprogram && code->n == 1)
			code->frames->func = name_of(x->e);
	}
	return 0;
}

/* With `skips`, what is in a scope without any of the addresses is not read. */
static void walk_scopes(struct batch *b, struct unit *u, bool skips)
{
	struct entry e;
	struct walk w;

	for (walk_unit(&w, u); walk_next_scope(&w, &e); ) {
		struct scope x = { .b = b, .e = &e };

		entry_ranges(&e, in_range, &x);
		if (!x.has_any && skips)
			walk_skip(&w, &e);
	}
}

/*
 * The code of a method, such as that of a lambda, may be far from that of the function which its
 * class is declared in.  So all scopes are read if no function was found for an address.
 */
static void find_inlined(struct batch *b, struct unit *u)
{
	bool all_complete = true;

	walk_scopes(b, u, true);
	for (u32 i = 0; i < b->n; i++) {
		b->v[i].is_complete = b->v[i].n > 1 || b->v[i].frames->func;
		all_complete &= b->v[i].is_complete;
	}
	if (!all_complete)
		walk_scopes(b, u, false);
}

/* ---- all ---- */

static void look_up(struct debug *d, struct batch *b)
{
	struct unit *u = unit_at_header(d, b->v->unit);

	for (u32 i = 0; i < b->n; i++) {
		b->v[i].frames = arena_new(d->arena, struct debug_frame);
		b->v[i].n = 1;
	}
	if (!u || !lines_open(&b->lines, u))
		return;
	find_inlined(b, u);
	/* The innermost frames are known only now. */
	lines_each(&b->lines, on_row, b);
	lines_close(&b->lines);
}

static bool by_unit(const void *ctx, const void *a, const void *b)
{
	const struct debug_code *x = a, *y = b;

	(void)ctx;
	return x->unit != y->unit ? x->unit < y->unit : x->addr <= y->addr;
}

void debug_code(struct debug *d, struct debug_code *v, u32 n)
{
	u32 units = 0;

	for (u32 i = 0; i < n; i++)
		v[i].unit = unit_offset(d, v[i].addr);
	sort_array(v, n, sizeof(*v), by_unit, NULL);
	for (u32 i = 0, next; i < n && v[i].unit != NOWHERE; i = next) {
		struct batch b = { .v = &v[i] };

		for (next = i; next < n && v[next].unit == v[i].unit; next++)
			b.n++;
		look_up(d, &b);
		if (++units % FORGET == 0)
			units_forget(d);
	}
	units_forget(d);
}
