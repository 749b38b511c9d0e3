/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * merge_diff.c - shows how the maps of one awlmap file differ from those of another.
 *
 * Each number becomes a row: the key, the number in each file, and the difference.  Of stats() and
 * of histograms each part has a row, with its name or its bucket as one key more.
 */
#include <string.h>

#include "base/print.h"
#include "base/sort.h"
#include "base/text.h"
#include "run/merge_impl.h"
#include "run/showmap.h"
#include "show/render.h"

struct row { const char *key, *part; u64 side[2]; bool is_signed; const struct cell *cell; };

struct diff {
	struct merge *m;
	const struct merged *map;
	struct arena *arena;
	VEC(struct row) rows;
	bool has_parts;
	bool skips;		/* values that are no numbers */
};

/* ---- rows ---- */

static void add_number(struct diff *d, const struct cell *c, const char *part, u64 n,
		       bool is_signed)
{
	struct row r = { .part = part, .is_signed = is_signed, .cell = c };

	r.side[c->key[c->key_len - 1] - 'a'] = n;
	vec_push(&d->rows, r);
	d->has_parts |= *part != '\0';
}

static void add_buckets(struct diff *d, const struct cell *c, const struct value *v)
{
	for (u32 i = 0; i < v->n; i++) {
		struct strbuf label = { 0 };

		render_bucket(&label, &v->buckets[i]);
		if (v->buckets[i].count)
			add_number(d, c, arena_strdup(d->arena, sb_str(&label)),
				   v->buckets[i].count, false);
		sb_free(&label);
	}
}

static void add_cell(struct diff *d, const struct cell *c)
{
	struct value_env env = { .arena = d->arena };
	struct entry e = { 0 };
	struct value *v = &e.value;

	merge_decode(d->m, d->map, c, &env, &e);
	switch (v->kind) {
	case V_INT:
	case V_UINT:
	case V_AVG:
		add_number(d, c, "", v->u, v->kind == V_INT || v->is_signed);
		break;
	case V_STATS:
		add_number(d, c, "count", v->count, false);
		add_number(d, c, "average", v->u, v->is_signed);
		add_number(d, c, "total", v->total, v->is_signed);
		break;
	case V_HIST:
		add_buckets(d, c, v);
		break;
	default:
		d->skips = true;
	}
}

/* Sorts rows with the same key and part together.  The last byte of a key is its side. */
static bool by_key(const void *ctx, const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	u32 n = x->cell->key_len, len = y->cell->key_len;
	int c = n == len ? memcmp(x->cell->key, y->cell->key, n - 1) : n < len ? -1 : 1;

	(void)ctx;
	return (c ? c : strcmp(x->part, y->part)) <= 0;
}

/* Joins the rows of the two sides. */
static void join_rows(struct diff *d)
{
	u32 n = 0;

	sort_array(d->rows.v, d->rows.n, sizeof(*d->rows.v), by_key, NULL);
	for (u32 i = 0; i < d->rows.n; i++) {
		struct row *r = &d->rows.v[i], *last = n ? &d->rows.v[n - 1] : NULL;

		if (last && by_key(NULL, last, r) && by_key(NULL, r, last)) {
			last->side[0] |= r->side[0];	/* one of the two is 0 */
			last->side[1] |= r->side[1];
			last->is_signed |= r->is_signed;
		} else {
			d->rows.v[n++] = *r;
		}
	}
	d->rows.n = n;
}

/* ---- values ---- */

static bool is_less(const struct row *r)
{
	return r->is_signed ? (s64)r->side[1] < (s64)r->side[0] : r->side[1] < r->side[0];
}

static u64 distance(const struct row *r)
{
	return is_less(r) ? r->side[0] - r->side[1] : r->side[1] - r->side[0];
}

/* The largest change last, as the largest value of a map. */
static bool by_distance(const void *ctx, const void *a, const void *b)
{
	(void)ctx;
	return distance(a) <= distance(b);
}

static void set_value(struct diff *d, const struct row *r, struct value *out)
{
	static const char *const names[] = { "a", "b", "diff" };
	struct value *items = arena_array(d->arena, struct value, 3);
	u64 n = distance(r);

	for (u32 i = 0; i < 2; i++)
		items[i] = (struct value){ .kind = r->is_signed ? V_INT : V_UINT,
					   .u = r->side[i] };
	items[2].kind = is_less(r) ? V_INT : V_UINT;
	items[2].u = !is_less(r) ? n : n > INT64_MAX ? (u64)INT64_MIN : 0 - n;
	*out = (struct value){ .kind = V_RECORD, .n = 3, .items = items, .names = names };
}

/* The key, and the part as the last key. */
static void set_key(struct diff *d, const struct row *r, struct value *out)
{
	struct value *items;

	merge_unpack(d->m, d->arena, r->cell->key, r->cell->key_len, out);
	if (!d->has_parts)
		return;
	items = arena_array(d->arena, struct value, out->n + 1);
	if (out->kind == V_TUPLE && out->n)
		memcpy(items, out->items, out->n * sizeof(*items));
	items[out->n] = (struct value){ .kind = V_STR, .s = r->part, .len = (u32)strlen(r->part) };
	*out = (struct value){ .kind = V_TUPLE, .n = out->n + 1, .items = items };
}

static struct entry *entries_of(struct diff *d)
{
	struct entry *entries = arena_array(d->arena, struct entry, d->rows.n);

	for (u32 i = 0; i < d->rows.n; i++) {
		set_key(d, &d->rows.v[i], &entries[i].key);
		set_value(d, &d->rows.v[i], &entries[i].value);
	}
	return entries;
}

static void drop_unchanged(struct diff *d)
{
	u32 n = 0;

	for (u32 i = 0; i < d->rows.n; i++)
		if (distance(&d->rows.v[i]))
			d->rows.v[n++] = d->rows.v[i];
	d->rows.n = n;
}

static const char *const *key_names(struct diff *d)
{
	const struct mapfile_map *map = &d->map->map;
	const char **names = arena_array(d->arena, const char *, map->n_keys + 1);

	memcpy(names, map->key_names, map->n_keys * sizeof(*names));
	names[map->n_keys] = "part";
	return names;
}

void merge_show_diff(struct merge *m, struct session *s, const struct merged *g)
{
	struct diff d = { .m = m, .map = g, .arena = &s->decode.arena };
	struct map_view view = { .name = g->map.name, .source = s->live.source,
				 .title = s->live.title, .is_sorted = true, .is_diff = true,
				 .is_one_of_several = merge_has_several(m) };
	struct cell **cells;

	arena_reset(d.arena);
	cells = merge_cells(g, d.arena);
	for (size_t i = 0; i < g->cells.n; i++)
		add_cell(&d, cells[i]);
	if (d.skips)
		print_error("%s: %s", g->map.name, text_of(T_DIFF_SKIPS));
	join_rows(&d);
	if (s->output->diff == DIFF_CHANGES)
		drop_unchanged(&d);
	sort_array(d.rows.v, d.rows.n, sizeof(*d.rows.v), by_distance, NULL);
	view.keyed = g->map.n_keys || d.has_parts;
	view.key_names = key_names(&d);
	view.entries = entries_of(&d);
	view.n = d.rows.n;
	if (view.n)
		showmap_view(s, &view, 0);
	vec_free(&d.rows);
}
