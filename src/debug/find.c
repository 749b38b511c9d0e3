/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * find.c - the places of lines and of functions; see debug.h.
 *
 * A line may have code in several places: a loop's head, a function that is inlined.  Its
 * places are the statements (rows with is_stmt) of the line, without those that follow another
 * one of it: rows of one line in sequence are parts of a statement that the first one begins.
 */
#include <string.h>

#include "base/sort.h"
#include "debug/debug_impl.h"

struct range { u64 from, to; };

struct search {
	const struct debug_query *q;
	struct debug_places *out;
	const char *path;	/* of the function's file; NULL: any that ends with q->file */
	const char *base;	/* the part of it after the last slash */
	u64 line;
	VEC(struct range) ranges;	/* of the function; none: all code */
	VEC(bool) is_wanted;		/* of the unit's files */
	struct strbuf text;
	struct known known;
	u64 file, last;		/* of the statement so far; last: its line, or 0 */
};

static void add(struct search *x, u64 addr, bool is_inlined)
{
	struct debug_place p = { addr, is_inlined };

	vec_push(&x->out->v, p);
}

/* ---- lines ---- */

static bool in_ranges(const struct search *x, u64 addr)
{
	for (u32 i = 0; i < x->ranges.n; i++)
		if (addr >= x->ranges.v[i].from && addr < x->ranges.v[i].to)
			return true;
	return !x->ranges.n;
}

static void note_nearest(struct debug_places *out, u64 line, u64 want)
{
	if (line && line < want && line > out->before)
		out->before = (u32)line;
	if (line > want && line <= UINT32_MAX && (!out->after || line < out->after))
		out->after = (u32)line;
}

static int on_row(void *arg, const struct line_row *r)
{
	struct search *x = arg;
	bool is_same = x->file == r->file && x->last == r->line;

	if (!is_same)
		x->last = 0;
	if (r->is_end || r->file >= x->is_wanted.n || !in_ranges(x, r->addr))
		x->last = 0;
	else if (r->is_stmt)
		x->last = r->line;
	x->file = r->file;
	if (!x->last || !r->is_stmt || !x->is_wanted.v[r->file])
		return 0;
	if (r->line != x->line)
		note_nearest(x->out, r->line, x->line);
	else if (x->q->column ? r->column == x->q->column : !is_same)
		add(x, r->addr, false);
	return 0;
}

/* Paths are made of few files only: those whose last part is right. */
static bool is_wanted(struct search *x, const struct lines *l, u32 file)
{
	const char *name = lines_name(l, file), *path;

	if (!name || !path_ends_with(name, x->base))
		return false;
	path = lines_path(l, file, &x->text);
	return x->path ? !strcmp(path, x->path) : path_ends_with(path, x->q->file);
}

/* Finds the line in a table, in the files that are wanted. */
static void search_table(void *arg, const struct lines *l)
{
	struct search *x = arg;
	bool any = false;

	x->base = base_name(x->path ? x->path : x->q->file);
	for (u32 i = 0; i < l->files.n + l->first_file; i++) {
		bool is = is_wanted(x, l, i);

		vec_push(&x->is_wanted, is);
		any |= is;
	}
	x->last = 0;
	x->out->has_function |= any;
	if (any)
		lines_each(l, on_row, x);
	x->is_wanted.n = 0;
}

static void search_lines(struct search *x, struct unit *u)
{
	struct lines l;

	if (!lines_open(&l, u))
		return;
	search_table(x, &l);
	lines_close(&l);
}

/* ---- functions ---- */

static int add_range(void *arg, u64 from, u64 to)
{
	struct search *x = arg;
	struct range r = { from, to };

	vec_push(&x->ranges, r);
	return 0;
}

/* An instance may have no instruction of its own; its lines are rows where it would be. */
static void search_function_lines(struct search *x, const struct entry *e, const char *path,
				  u64 start)
{
	struct entry of;
	struct attr a;

	if (!path || !entry_inherits(e, DW_AT_decl_line, &a, &of))
		return;
	x->path = path;
	x->line = a.num + x->q->line;
	x->out->line = (u32)x->line;
	entry_ranges(e, add_range, x);
	if (!x->ranges.n)
		add_range(x, start, start + 1);
	search_lines(x, e->u);
	vec_free(&x->ranges);
}

static void search_function(struct search *x, const struct entry *e)
{
	const struct debug_query *q = x->q;
	char *path = NULL;
	u64 addr;

	if (!entry_is_function(e, q, &x->known) || !entry_start(e, &addr))
		return;
	if (q->file || q->line)
		path = entry_file(e);
	if (!q->file || (path && path_ends_with(path, q->file))) {
		x->out->has_function = true;
		if (q->line)
			search_function_lines(x, e, path, addr);
		else
			add(x, addr, e->kind->tag == DW_TAG_inlined_subroutine);
	}
	mem_free(path);
}

static void search_functions(struct search *x, struct unit *u)
{
	struct entry e;
	struct walk w;

	for (walk_unit(&w, u); walk_next_scope(&w, &e); )
		if (e.kind->tag != DW_TAG_lexical_block)
			search_function(x, &e);
}

/* ---- all ---- */

static bool by_address(const void *ctx, const void *a, const void *b)
{
	const struct debug_place *x = a, *y = b;

	(void)ctx;
	return x->addr != y->addr ? x->addr < y->addr : x->is_inlined <= y->is_inlined;
}

static void sort_places(struct debug_places *p)
{
	u32 n = 0;

	sort_array(p->v.v, p->v.n, sizeof(*p->v.v), by_address, NULL);
	for (u32 i = 0; i < p->v.n; i++)
		if (!n || p->v.v[i].addr != p->v.v[n - 1].addr)
			p->v.v[n++] = p->v.v[i];
	p->v.n = n;
}

static void search_all_functions(struct search *x, struct debug *d)
{
	struct mentions m;
	struct unit *u;

	mentions_open(&m, d, x->q->func, MENTION_FUNCTION);
	for (u32 i = 1; (u = mentions_next(&m)); i++) {
		search_functions(x, u);
		if (i % FORGET == 0)
			units_forget(d);
	}
	mentions_close(&m);
}

void debug_find(struct debug *d, const struct debug_query *q, struct debug_places *out)
{
	struct search x = { .q = q, .out = out, .line = q->line };

	*out = (struct debug_places){ .line = q->line };
	if (q->func)
		search_all_functions(&x, d);
	else
		lines_each_table(d, search_table, &x);
	vec_free(&x.is_wanted);
	sb_free(&x.text);
	sort_places(out);
}

void debug_free_places(struct debug_places *p)
{
	vec_free(&p->v);
}
