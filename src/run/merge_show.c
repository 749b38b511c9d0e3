/* SPDX-License-Identifier: GPL-2.0-or-later */
/* merge_show.c - shows merged maps like those of a run, or saves them again. */
#include <string.h>
#include <time.h>

#include "base/print.h"
#include "base/sort.h"
#include "base/text.h"
#include "run/merge_impl.h"
#include "run/showmap.h"

static bool by_name(const void *ctx, const void *a, const void *b)
{
	const struct merged *const *x = a, *const *y = b;

	(void)ctx;
	return strcmp((*x)->map.name, (*y)->map.name) <= 0;
}

/* ---- one map ---- */

void merge_decode(struct merge *m, const struct merged *g, const struct cell *c,
		  struct value_env *env, struct entry *e)
{
	merge_unpack(m, env->arena, c->key, c->key_len, &e->key);
	if (g->map.value)
		g->map.value->agg->ops->decode(env, g->map.value->agg, merge_words(m, g, c),
					       &e->value);
	else
		merge_unpack(m, env->arena, c->value, c->n, &e->value);
}

/* All entries, in the arena.  They need much more memory than cells, so the hash is freed. */
static struct entry *entries_of(struct merge *m, struct merged *g, struct arena *a, u32 *n)
{
	size_t all = g->cells.n;
	struct cell **cells = merge_cells(g, a);
	struct value_env env = { .arena = a };
	struct entry *entries;
	u64 differ = 0;

	hash_free(&g->cells);
	entries = arena_array(a, struct entry, all);
	*n = 0;
	for (size_t i = 0; i < all; i++)
		if (cells[i]->differs)
			differ++;
		else
			merge_decode(m, g, cells[i], &env, &entries[(*n)++]);
	if (differ)
		print_error(TEXT_ARGS(T_MERGE_DIFFERENT, g->map.name,
				      (unsigned long long)differ));
	return entries;
}

bool merge_has_several(const struct merge *m)
{
	u32 n = 0;

	for (size_t i = 0; i < m->maps.n; i++)
		n += m->maps.v[i].map.n_keys > 0;
	return n > 1;
}

static void show_map(struct merge *m, struct session *s, struct merged *g)
{
	const struct type *t = g->map.value;
	struct map_view view = { .name = g->map.name, .keyed = g->map.n_keys > 0,
				 .key_names = g->map.key_names,
				 .source = s->live.source, .title = s->live.title,
				 .is_aggregation = t != NULL,
				 .only_grows = t && showmap_only_grows(t),
				 .is_one_of_several = merge_has_several(m) };

	arena_reset(&s->decode.arena);
	view.entries = entries_of(m, g, &s->decode.arena, &view.n);
	if (!view.keyed && !view.n)
		return;
	showmap_view(s, &view, t ? t->agg->most : 0);
}

/* ---- all of them ---- */

/* Shows where the maps are from. */
static void show_runs(const struct merge *m)
{
	for (size_t i = 0; i < m->runs.n; i++) {
		const struct mapfile_run *r = &m->runs.v[i];

		print_error("%s: %s %s, %llu CPUs, %llu ms", r->host ? r->host : "",
			    r->kernel ? r->kernel : "", r->machine ? r->machine : "",
			    (unsigned long long)r->cpus,
			    (unsigned long long)(r->end - r->start) / 1000000);
	}
}

static void show_losses(const struct merge *m, struct session *s)
{
	for (size_t i = 0; i < m->losses.n; i++) {
		const struct mapfile_loss *l = &m->losses.v[i];

		losses_show_one(s, &(struct loss){ l->what, l->where, l->count, l->cure,
						   s->live.source });
	}
}

void merge_show(struct merge *m, struct session *s)
{
	struct merged **sorted = arena_array(&m->arena, struct merged *, m->maps.n);

	for (size_t i = 0; i < m->maps.n; i++)
		sorted[i] = &m->maps.v[i];
	if (!s->output->in_script_order)
		sort_array(sorted, m->maps.n, sizeof(*sorted), by_name, NULL);
	if (s->opt->verbose)
		show_runs(m);
	hash_free(&m->texts.numbers);
	for (size_t i = 0; i < m->maps.n; i++)
		if (m->opt->diff)
			merge_show_diff(m, s, sorted[i]);
		else
			show_map(m, s, sorted[i]);
	show_losses(m, s);
	outlet_flush(s);
}

/* ---- saving ---- */

static void save_map(struct merge *m, struct mapfile_writer *w, const struct merged *g)
{
	mapfile_put_map(w, &g->map);
	for (size_t i = 0; i < g->cells.cap; i++) {
		const struct cell *c = g->cells.slots[i].value;
		struct strbuf *out;

		if (!c)
			continue;
		out = mapfile_entry(w);
		sb_put(out, c->key, c->key_len);
		if (g->map.value)
			pack_words(out, merge_words(m, g, c), g->map.value->size / 8);
		else
			sb_put(out, c->value, c->n);
	}
}

void merge_save(struct merge *m, struct session *s)
{
	struct mapfile_writer w;

	mapfile_begin(&w, &s->outlet.text, &m->texts);
	for (size_t i = 0; i < m->runs.n; i++)
		mapfile_put_run(&w, &m->runs.v[i]);
	for (size_t i = 0; i < m->maps.n; i++)
		save_map(m, &w, &m->maps.v[i]);
	for (size_t i = 0; i < m->losses.n; i++)
		mapfile_put_loss(&w, &m->losses.v[i]);
	mapfile_end(&w);
}
