/* SPDX-License-Identifier: GPL-2.0-or-later */
/* showmap.c - see showmap.h. */
#include "run/showmap.h"

#include <string.h>

#include "base/print.h"
#include "base/sort.h"
#include "run/session.h"

/* ---- --stack-filter ---- */

static bool passes_filter(const struct session *s, const struct value *stack)
{
	for (u32 i = 0; i < stack->n; i++)
		for (u32 k = 0; stack->frames[i].name && k < s->opt->n_stack_filter; k++)
			if (!strcmp(stack->frames[i].name, s->opt->stack_filter[k]))
				return true;
	return false;
}

/* Is it a stack that has none of the names, or a tuple with such a stack? */
static bool is_filtered(const struct session *s, const struct value *v)
{
	if (v->kind == V_STACK)
		return !passes_filter(s, v);
	for (u32 i = 0; v->kind == V_TUPLE && i < v->n; i++)
		if (is_filtered(s, &v->items[i]))
			return true;
	return false;
}

/* Removes the entries that are filtered.  False if none is left of a map that had some. */
static bool filter_stacks(const struct session *s, struct map_view *view)
{
	u32 kept = 0;

	for (u32 i = 0; s->opt->n_stack_filter && i < view->n; i++)
		if (!is_filtered(s, &view->entries[i].key) &&
		    !is_filtered(s, &view->entries[i].value))
			view->entries[kept++] = view->entries[i];
	if (!s->opt->n_stack_filter || !view->n)
		return true;
	view->n = kept;
	return kept > 0;
}

/* ---- stacks that look the same ---- */

static bool by_key(const void *ctx, const void *a, const void *b)
{
	const struct entry *const *x = a, *const *y = b;

	(void)ctx;
	return value_compare(&(*x)->key, &(*y)->key) <= 0;
}

/* Adds the values of equal keys up in the first of each.  Marks the others with V_NONE. */
static void add_up(struct session *s, const struct global *g, struct entry **v, u32 n)
{
	u32 off = mapread_value_off(g);

	for (u32 i = 1, first = 0; i < n; i++) {
		if (value_compare(&v[first]->key, &v[i]->key)) {
			first = i;
			continue;
		}
		value_merge(g->value, v[first]->row + off, v[i]->row + off);
		value_decode(&s->decode.env, g->value, v[first]->row + off, &v[first]->value);
		v[i]->key.kind = V_NONE;
	}
}

/*
 * Makes one entry of those whose keys look the same because frames were removed from their stacks.
 * Values that can't be added up, such as that of an assignment, stay as they are.
 */
static void merge_same(struct session *s, const struct global *g, struct map_view *view)
{
	struct entry **all;
	u32 kept = 0;

	if (!s->decode.env.has_trimmed || !g->n_keys || g->value->kind != TY_AGG)
		return;
	all = mem_alloc(view->n * sizeof(*all));
	for (u32 i = 0; i < view->n; i++)
		all[i] = &view->entries[i];
	sort_array(all, view->n, sizeof(*all), by_key, NULL);
	add_up(s, g, all, view->n);
	mem_free(all);
	for (u32 i = 0; i < view->n; i++)
		if (view->entries[i].key.kind != V_NONE)
			view->entries[kept++] = view->entries[i];
	view->n = kept;
}

void showmap_entry(struct session *s, const struct global *g, const void *key)
{
	struct value v;

	arena_reset(&s->decode.arena);
	mapread_entry(&s->maps, g, &s->decode.env, key, &v);
	value_resolve(&s->decode.env, &v, 1);
	showmap_value(s, &v);
}

static bool has_several_maps(const struct image *im)
{
	u32 n = 0;

	for (size_t i = 0; i < im->globals.n; i++)
		n += im->globals.v[i]->n_keys > 0;
	return n > 1;
}

bool showmap_only_grows(const struct type *t)
{
	return t->kind == TY_AGG && t->agg->ops->only_grows && !t->agg->is_signed;
}

void showmap_view(struct session *s, struct map_view *view, u32 top)
{
	struct strbuf text = { 0 };

	if (!filter_stacks(s, view))
		return;
	if (!view->is_sorted)
		value_sort(view->entries, view->n, s->live.by_key);
	if (top && view->n > top) {
		view->entries += s->live.smallest_first ? 0 : view->n - top;
		view->n = top;
	}
	if (s->live.largest_first)
		live_reverse(view);
	if (s->output->map) {
		s->output->map(&s->outlet.text, view);
		outlet_flush(s);
		return;
	}
	s->opt->notes->map(&text, view);
	outlet_beside(s, text.s, text.n);
	sb_free(&text);
}

#define PART 4096		/* entries that are decoded at a time, if the output lets */

/* Shows n rows from `first` on. */
static void show_rows(struct session *s, const struct global *g, const struct map_rows *rows,
		      u32 first, u32 n, struct map_view view, u32 top)
{
	struct entry *entries;

	arena_reset(&s->decode.arena);
	entries = mapread_decode(g, &s->decode.env, rows, first, n);
	view.entries = entries;
	view.n = n;
	view.name = arena_printf(&s->decode.arena, "@%s", g->name);
	s->decode.env.has_trimmed = false;
	value_resolve_entries(&s->decode.env, entries, n);
	merge_same(s, g, &view);
	showmap_view(s, &view, top);
	mem_free(entries);
}

void showmap_one(struct session *s, const struct global *g, u32 top, u64 div)
{
	struct map_view view = { .keyed = g->n_keys > 0, .div = div,
				 .key_names = g->key_names,
				 .source = s->live.source, .title = s->live.title,
				 .is_aggregation = g->is_agg,
				 .only_grows = showmap_only_grows(g->value),
				 .is_one_of_several = has_several_maps(s->image),
				 .is_sorted = mapread_can_sort(g) };
	struct mapread_top wanted = { .first = s->live.smallest_first, .by_key = s->live.by_key };
	struct map_rows rows;
	u32 i = 0, part;
	int err;

	if (!top && g->is_agg)
		top = g->value->agg->most;
	wanted.n = top;
	mappings_drain(s);
	err = view.is_sorted ? mapread_sorted(&s->maps, g, &s->decode.env, &wanted, &rows) :
			       mapread_rows(&s->maps, g, &rows);
	if (err)
		print_error("reading @%s: %s", g->name, error_text(err));
	part = view.is_sorted && s->output->maps_in_parts && !s->live.largest_first ? PART : rows.n;
	do {
		u32 n = rows.n - i < part ? rows.n - i : part;

		show_rows(s, g, &rows, i, n, view, top);
		i += n;
	} while (i < rows.n);
	mem_free(rows.bytes);
}

void showmap_print(struct session *s, const struct global *g, u32 top, u64 div)
{
	if (s->live.period)
		live_print(s);
	else
		showmap_one(s, g, top, div);
}

void showmap_take(struct session *s, struct global *g)
{
	mapread_take(&s->maps, g);
}

void showmap_clear(struct session *s, struct global *g, bool keep)
{
	int err = mapread_clear(&s->maps, g, keep);

	s->image->globals.v[g->index]->is_zeroed = keep;
	if (err)
		print_error("clearing @%s: %s", g->name, error_text(err));
}

void showmap_value(struct session *s, const struct value *v)
{
	struct strbuf text = { 0 };

	if (s->output->value) {
		s->output->value(&s->outlet.text, v);
		return;
	}
	s->opt->notes->value(&text, v);
	outlet_beside(s, text.s, text.n);
	sb_free(&text);
}

/* ---- all maps ---- */

static bool by_name(const void *ctx, const void *a, const void *b)
{
	const struct global *const *x = a, *const *y = b;

	(void)ctx;
	return strcmp((*x)->name, (*y)->name) <= 0;
}

static bool is_empty(struct session *s, const struct global *g)
{
	struct map_rows rows;
	struct entry *entries;
	bool is;

	if (g->n_keys || g->storage == STORE_NONE)
		return g->storage == STORE_NONE;
	arena_reset(&s->decode.arena);
	is = mapread_rows(&s->maps, g, &rows) || !rows.n;
	entries = mapread_decode(g, &s->decode.env, &rows, 0, rows.n);
	if (!is && !g->is_zeroed)
		is = (entries->value.kind == V_HIST || entries->value.kind == V_SERIES) &&
		     !entries->value.n;
	mem_free(entries);
	mem_free(rows.bytes);
	return is;
}

void showmap_all(struct session *s, u32 top)
{
	size_t n = s->image->globals.n;
	struct global **sorted = mem_alloc(n * sizeof(*sorted));

	if (n)
		memcpy(sorted, s->image->globals.v, n * sizeof(*sorted));
	if (!s->output->in_script_order)
		sort_array(sorted, n, sizeof(*sorted), by_name, NULL);
	for (size_t i = 0; i < n; i++)
		if (!is_empty(s, sorted[i]))
			showmap_one(s, sorted[i], top, 0);
	mem_free(sorted);
}
