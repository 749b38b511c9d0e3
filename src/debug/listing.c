/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * listing.c - which lines of a function or a file have code, to be shown; see debug_lines().
 *
 * A function ends with the last line that has code outside what was inlined into it.  Up to
 * there a line has code here exactly if debug_find() finds it.
 */
#include <string.h>

#include "base/sort.h"
#include "debug/debug_impl.h"

struct code { u64 from, to; u32 source; bool is_inner; };

struct listing {
	const struct debug_query *q;
	struct debug_sources *out;
	VEC(struct code) code;		/* of the sources, in one unit */
	VEC(u32) path_of;		/* of each of its files: the first source there, or NONE */
	u32 source;
	bool is_inner;
	struct strbuf text;
	struct known known;
};
#define NONE UINT32_MAX

/* The source with this path and first line, new if there was none. */
static u32 source_of(struct listing *x, const char *path, u32 first)
{
	struct debug_sources *out = x->out;
	struct debug_source new = { .first = first, .end = first };

	for (u32 i = 0; i < out->v.n; i++)
		if (!strcmp(out->v.v[i].path, path) && out->v.v[i].first == first)
			return i;
	new.path = mem_alloc(strlen(path) + 1);
	strcpy(new.path, path);
	vec_push(&out->v, new);
	return out->v.n - 1;
}

static u32 first_with_path(const struct listing *x, const char *path)
{
	for (u32 i = 0; path && i < x->out->v.n; i++)
		if (!strcmp(x->out->v.v[i].path, path))
			return i;
	return NONE;
}

/* ---- the rows of a unit ---- */

static bool is_inner(const struct listing *x, u64 addr, u32 source)
{
	for (u32 i = 0; i < x->code.n; i++) {
		const struct code *c = &x->code.v[i];

		if (c->is_inner && c->source == source && addr >= c->from && addr < c->to)
			return true;
	}
	return false;
}

static int on_row(void *arg, const struct line_row *r)
{
	struct listing *x = arg;
	u32 path = r->file < x->path_of.n ? x->path_of.v[r->file] : NONE;

	if (path == NONE || !r->is_stmt || r->is_end || !r->line || r->line > INT32_MAX)
		return 0;
	for (u32 i = 0; i < x->code.n; i++) {
		const struct code *c = &x->code.v[i];
		struct debug_source *s = &x->out->v.v[c->source];

		if (c->is_inner || r->addr < c->from || r->addr >= c->to ||
		    strcmp(s->path, x->out->v.v[path].path))
			continue;
		if (!s->lines.n || s->lines.v[s->lines.n - 1] != r->line)
			vec_push(&s->lines, (u32)r->line);
		if (r->line > s->end && !is_inner(x, r->addr, c->source))
			s->end = (u32)r->line;
	}
	return 0;
}

/* Files may be in the table of a unit twice. */
static void add_file(struct listing *x, u32 source)
{
	struct code all = { .to = NOWHERE, .source = source };

	for (u32 i = 0; i < x->code.n; i++)
		if (x->code.v[i].source == source)
			return;
	vec_push(&x->code, all);
}

/* The source of a file in the table that has lines to be noted, or NONE. */
static u32 source_in(struct listing *x, const struct lines *l, u32 file)
{
	const char *want = x->q->func ? NULL : x->q->file, *name = lines_name(l, file), *path;

	if (!name || (want && !path_ends_with(name, base_name(want))))
		return NONE;
	path = lines_path(l, file, &x->text);
	if (want && path_ends_with(path, want))
		add_file(x, source_of(x, path, 0));
	return first_with_path(x, path);
}

/* Notes the lines of x->code or, if the query is about files, of those. */
static void read_table(void *arg, const struct lines *l)
{
	struct listing *x = arg;

	for (u32 i = 0; i < l->files.n + l->first_file; i++)
		vec_push(&x->path_of, source_in(x, l, i));
	if (x->code.n)
		lines_each(l, on_row, x);
	x->code.n = x->path_of.n = 0;
}

/* ---- functions ---- */

static int add_code(void *arg, u64 from, u64 to)
{
	struct listing *x = arg;
	struct code c = { from, to, x->source, x->is_inner };

	vec_push(&x->code, c);
	return 0;
}

static void add_function(struct listing *x, const struct entry *e)
{
	struct entry inner, of;
	struct walk w;
	struct attr a;
	char *path = NULL;
	u64 addr;
	u32 n;

	if (!entry_is_function(e, x->q, &x->known) || !entry_start(e, &addr) ||
	    !entry_inherits(e, DW_AT_decl_line, &a, &of) || !(path = entry_file(e)))
		return;
	if (!x->q->file || path_ends_with(path, x->q->file)) {
		x->source = source_of(x, path, (u32)a.num);
		x->is_inner = false;
		n = x->code.n;
		entry_ranges(e, add_code, x);
		if (x->code.n == n)		/* as in find.c */
			add_code(x, addr, addr + 1);
		vec_push(&x->out->v.v[x->source].lines, (u32)a.num);	/* its entry */
		x->is_inner = true;
		walk_from(&w, e);
		walk_next(&w, &inner);
		while (walk_next_scope(&w, &inner))
			if (inner.kind->tag == DW_TAG_inlined_subroutine)
				entry_ranges(&inner, add_code, x);
	}
	mem_free(path);
}

static void list_unit(struct listing *x, struct unit *u)
{
	struct lines l;
	struct entry e;
	struct walk w;

	for (walk_unit(&w, u); walk_next_scope(&w, &e); )
		if (e.kind->tag != DW_TAG_lexical_block)
			add_function(x, &e);
	if (x->code.n && lines_open(&l, u)) {
		read_table(x, &l);
		lines_close(&l);
	}
	x->code.n = 0;
}

static void list_function(struct listing *x, struct debug *d)
{
	struct mentions m;
	struct unit *u;

	mentions_open(&m, d, x->q->func, MENTION_FUNCTION);
	for (u32 i = 1; (u = mentions_next(&m)); i++) {
		list_unit(x, u);
		if (i % FORGET == 0)
			units_forget(d);
	}
	mentions_close(&m);
}

/* ---- all ---- */

static bool in_order(const void *ctx, const void *a, const void *b)
{
	(void)ctx;
	return *(const u32 *)a <= *(const u32 *)b;
}

static void sort_lines(struct debug_source *s)
{
	u32 n = 0;

	sort_array(s->lines.v, s->lines.n, sizeof(*s->lines.v), in_order, NULL);
	for (u32 i = 0; i < s->lines.n; i++) {
		u32 line = s->lines.v[i];

		if (line >= s->first && line <= s->end && (!n || line != s->lines.v[n - 1]))
			s->lines.v[n++] = line;
	}
	s->lines.n = n;
}

void debug_lines(struct debug *d, const struct debug_query *q, struct debug_sources *out)
{
	struct listing x = { .q = q, .out = out };

	*out = (struct debug_sources){ 0 };
	if (q->func)
		list_function(&x, d);
	else
		lines_each_table(d, read_table, &x);
	for (u32 i = 0; i < out->v.n; i++)
		sort_lines(&out->v.v[i]);
	vec_free(&x.code);
	vec_free(&x.path_of);
	sb_free(&x.text);
}

void debug_free_lines(struct debug_sources *s)
{
	for (u32 i = 0; i < s->v.n; i++) {
		vec_free(&s->v.v[i].lines);
		mem_free(s->v.v[i].path);
	}
	vec_free(&s->v);
}
