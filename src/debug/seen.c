/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * seen.c - the lines at which a variable has a value.
 *
 * Compilers keep a variable only as long as it is needed.  For a message about a line without
 * it, its location is asked for at each row of the line program within its scope.
 */
#include <string.h>

#include "base/sort.h"
#include "debug/debug_impl.h"

struct row { u32 line; bool has_value; };

struct seen {
	const char *name;
	const struct scopes *scopes;
	struct entry variable;
	u32 scope;
	VEC(struct { u64 from, to; }) ranges;	/* of the scope */
	const char *path;
	u32 first;			/* of the function: those before are inlined */
	const struct lines *lines;
	struct strbuf text;
	VEC(struct row) rows;
};

static int is_wanted(void *arg, const struct entry *e, u32 scope)
{
	struct seen *x = arg;

	x->variable = *e;
	x->scope = scope;
	return !strcmp(entry_name(e), x->name);
}

static int add_range(void *arg, u64 from, u64 to)
{
	struct seen *x = arg;

	vec_add(&x->ranges, sizeof(*x->ranges.v));
	x->ranges.v[x->ranges.n - 1].from = from;
	x->ranges.v[x->ranges.n - 1].to = to;
	return 0;
}

static bool in_ranges(const struct seen *x, u64 addr)
{
	for (u32 i = 0; i < x->ranges.n; i++)
		if (addr >= x->ranges.v[i].from && addr < x->ranges.v[i].to)
			return true;
	return false;
}

static int on_row(void *arg, const struct line_row *r)
{
	struct seen *x = arg;
	struct debug_variable v = { 0 };
	struct row row = { .line = (u32)r->line };
	const char *path;

	if (!r->is_stmt || r->is_end || r->line < x->first || !in_ranges(x, r->addr))
		return 0;
	path = lines_path(x->lines, r->file, &x->text);
	if (!path || strcmp(path, x->path))
		return 0;
	variable_place(&x->variable, x->scopes, r->addr, &v);
	row.has_value = v.what <= DEBUG_COMPUTED;
	vec_push(&x->rows, row);
	return 0;
}

static bool by_line(const void *ctx, const void *a, const void *b)
{
	(void)ctx;
	return ((const struct row *)a)->line <= ((const struct row *)b)->line;
}

/* A line is one of those only if all its places are. */
static void give_spans(struct seen *x, struct debug_spans *out)
{
	bool was = false;

	sort_array(x->rows.v, x->rows.n, sizeof(*x->rows.v), by_line, NULL);
	for (u32 i = 0; i < x->rows.n; ) {
		u32 line = x->rows.v[i].line;
		bool has = true;

		for (; i < x->rows.n && x->rows.v[i].line == line; i++)
			has &= x->rows.v[i].has_value;
		if (has && !was) {
			vec_add(&out->v, sizeof(*out->v.v));
			out->v.v[out->v.n - 1].from = line;
		}
		if (has)
			out->v.v[out->v.n - 1].to = line;
		was = has;
	}
}

/* The function that contains a scope: the nearest around it; NULL for the unit. */
static const struct entry *function_of(const struct scopes *s, u32 scope)
{
	while (scope && s->v[scope].kind->tag == DW_TAG_lexical_block)
		scope--;
	return scope ? &s->v[scope] : NULL;
}

void debug_value_lines(struct debug *d, u64 pc, const char *name, struct debug_spans *out)
{
	const struct scopes *s = scopes_at(d, pc);
	struct seen x = { .name = name, .scopes = s };
	const struct entry *f;
	struct lines l;
	struct entry of;
	struct attr a;

	*out = (struct debug_spans){ 0 };
	if (!s || !scopes_each(s, is_wanted, &x) || !(f = function_of(s, x.scope)) ||
	    !(out->path = entry_file(f)))
		return;
	x.path = out->path;
	x.lines = &l;
	out->func = entry_name(f);
	if (entry_inherits(f, DW_AT_decl_line, &a, &of))
		out->first = x.first = (u32)a.num;
	if (lines_open(&l, f->u)) {
		entry_ranges(&s->v[x.scope], add_range, &x);
		lines_each(&l, on_row, &x);
		give_spans(&x, out);
		lines_close(&l);
	}
	vec_free(&x.ranges);
	vec_free(&x.rows);
	sb_free(&x.text);
}

void debug_free_spans(struct debug_spans *s)
{
	vec_free(&s->v);
	mem_free(s->path);
}
