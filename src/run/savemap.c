/* SPDX-License-Identifier: GPL-2.0-or-later */
/* savemap.c - see savemap.h. */
#include "run/savemap.h"

#include <string.h>
#include <time.h>

#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "run/session.h"
#include "show/mapfile.h"

#define MOST_SCRIPT (256u << 10)	/* bytes of a longer script that are kept */

static void put_run(struct session *s)
{
	const struct diag *d = s->image->diag;
	struct strbuf script = { 0 };
	u64 began;

	memcpy(&began, s->maps.vars + VARS_START, 8);
	for (size_t i = 0; i < d->sources.n; i++)
		sb_put(&script, d->sources.v[i].text, d->sources.v[i].len);
	if (script.n > MOST_SCRIPT)
		script.s[MOST_SCRIPT] = '\0';
	mapfile_put_run(s->saving, &(struct mapfile_run){
		.host = host_name(), .kernel = host_release(), .machine = host_machine(),
		.version = PACKAGE_VERSION, .script = sb_str(&script),
		.start = began + (u64)s->decode.env.realtime_minus_boot,
		.end = host_now(CLOCK_REALTIME), .cpus = s->image->n_cpus });
	sb_free(&script);
}

/* Appends an entry, whose aggregation is a V_BYTES of its words. */
static void put_entry(struct session *s, const struct type *t, struct entry *e)
{
	struct strbuf *out = mapfile_entry(s->saving);
	u8 *words = (u8 *)e->value.s;

	pack_value(out, s->saving->texts, &e->key);
	if (t->kind != TY_AGG) {
		pack_value(out, s->saving->texts, &e->value);
		return;
	}
	if (t->agg->ops->shift)
		t->agg->ops->shift(t->agg, words, s->decode.env.realtime_minus_boot);
	pack_words(out, words, t->size / 8);
}

/* Is it a histogram or the like that nothing was put in, and that no zero() has made visible? */
static bool is_blank(const struct global *g, const struct value *words)
{
	if (g->n_keys || g->is_zeroed || g->value->kind != TY_AGG ||
	    g->value->agg->ops->is_number)
		return false;
	for (u32 i = 0; i < words->len; i++)
		if (words->s[i])
			return false;
	return true;
}

static void put_entries(struct session *s, const struct global *g)
{
	struct map_rows rows;
	struct entry *entries;
	int err = mapread_rows(&s->maps, g, &rows);

	if (err)
		print_error("reading @%s: %s", g->name, error_text(err));
	arena_reset(&s->decode.arena);
	s->decode.env.keeps_words = true;
	entries = mapread_decode(g, &s->decode.env, &rows, 0, rows.n);
	s->decode.env.keeps_words = false;
	value_resolve_entries(&s->decode.env, entries, rows.n);
	value_sort(entries, rows.n, false);
	for (u32 i = 0; i < rows.n; i++)
		if (!is_blank(g, &entries[i].value))
			put_entry(s, g->value, &entries[i]);
	mem_free(entries);
	mem_free(rows.bytes);
}

static void put_map(struct session *s, const struct global *g)
{
	struct strbuf name = { 0 }, shape = { 0 };

	sb_printf(&name, "@%s", g->name);
	if (g->n_keys)
		mapfile_shape(&shape, g->key);
	mapfile_put_map(s->saving, &(struct mapfile_map){
		.name = name.s, .shape = sb_str(&shape), .n_keys = g->n_keys,
		.key_names = g->key_names, .value = g->value->kind == TY_AGG ? g->value : NULL });
	put_entries(s, g);
	sb_free(&name);
	sb_free(&shape);
}

static void put_loss(struct session *s, const struct lost *l)
{
	if (!l->count)
		return;
	mapfile_put_loss(s->saving, &(struct mapfile_loss){
		.what = l->what, .where = l->where, .cure = l->cure ? text_of(l->cure) : "",
		.count = l->count });
}

void savemap_all(struct session *s)
{
	struct mapfile_writer w;
	struct texts texts = { 0 };

	mappings_drain(s);
	mapfile_begin(&w, &s->outlet.text, &texts);
	s->saving = &w;
	put_run(s);
	for (size_t i = 0; i < s->image->globals.n; i++)
		if (s->image->globals.v[i]->storage != STORE_NONE)
			put_map(s, s->image->globals.v[i]);
	losses_each(s, put_loss);
	mapfile_end(&w);
	texts_free(&texts);
}
