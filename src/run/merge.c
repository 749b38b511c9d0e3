/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * merge.c - adds up awlmap files; see merge.h.
 *
 * Files are read one after the other.  What is kept is an entry for each key: the key as packed
 * bytes and, of an aggregation, the words from the first to the last that is not 0.  So memory is
 * needed for the different keys, not for the files.
 */
#include "run/merge_impl.h"

#include <string.h>

#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"

static bool refuse(struct mapfile *f, u32 why, const char *name)
{
	f->bad = why;
	f->bad_name = name;
	return false;
}

/* ---- entries ---- */

const u8 *merge_words(struct merge *m, const struct merged *g, const struct cell *c)
{
	memset(m->words, 0, g->map.value->size);
	if (c->n)
		memcpy(m->words + c->first * 8, c->words, (size_t)c->n * 8);
	return m->words;
}

static void keep_words(struct merge *m, struct cell *c, const u8 *words, u32 n)
{
	u32 first = words_used(words, &n);

	n -= first;
	if (n > c->room) {
		c->words = arena_alloc(&m->arena, (size_t)n * 8);
		c->room = n;
	}
	c->first = first;
	c->n = n;
	if (n)
		memcpy(c->words, words + first * 8, (size_t)n * 8);
}

/* The entry with the key in m->bytes, which is made if there is none. */
static struct cell *find_cell(struct merge *m, struct merged *g, bool *is_new)
{
	struct cell *c = hash_get(&g->cells, m->bytes.s, m->bytes.n);

	*is_new = !c;
	if (c)
		return c;
	c = arena_new(&m->arena, struct cell);
	c->key = arena_memdup(&m->arena, m->bytes.s, m->bytes.n);
	c->key_len = (u32)m->bytes.n;
	hash_put(&g->cells, c->key, c->key_len, c);
	return c;
}

static void pack_host_key(struct merge *m, const struct mapfile *f)
{
	sb_putc(&m->bytes, '(');
	pack_number(&m->bytes, f->key.kind == V_TUPLE ? f->key.n + 1 : 1);
	sb_putc(&m->bytes, 's');
	pack_text(&m->bytes, &m->texts, f->run.host ? f->run.host : "");
	for (u32 i = 0; f->key.kind == V_TUPLE && i < f->key.n; i++)
		pack_value(&m->bytes, &m->texts, &f->key.items[i]);
}

static void pack_key(struct merge *m, const struct mapfile *f)
{
	sb_reset(&m->bytes);
	if (m->opt->by_host)
		pack_host_key(m, f);
	else
		pack_value(&m->bytes, &m->texts, &f->key);
	if (m->side)
		sb_putc(&m->bytes, m->side);
}

static void add_words(struct merge *m, struct merged *g, struct cell *c, const u8 *words)
{
	const struct type *t = g->map.value;

	memcpy(m->more, words, t->size);
	merge_words(m, g, c);
	value_merge(t, m->words, m->more);
	keep_words(m, c, m->words, t->size / 8);
}

/* A value that was stored.  Which of two was stored last isn't known, so they must be equal. */
static void add_value(struct merge *m, struct cell *c, bool is_new, const struct value *v)
{
	sb_reset(&m->bytes);
	pack_value(&m->bytes, &m->texts, v);
	if (is_new) {
		c->value = arena_memdup(&m->arena, m->bytes.s, m->bytes.n);
		c->n = (u32)m->bytes.n;
	}
	c->differs |= c->n != m->bytes.n || memcmp(c->value, m->bytes.s, c->n);
}

static void add_entry(struct merge *m, const struct mapfile *f, u32 index)
{
	struct merged *g = &m->maps.v[index];
	struct cell *c;
	bool is_new;

	pack_key(m, f);
	c = find_cell(m, g, &is_new);
	if (!g->map.value)
		add_value(m, c, is_new, &f->value);
	else if (is_new)
		keep_words(m, c, f->words, g->map.value->size / 8);
	else
		add_words(m, g, c, f->words);
}

/* ---- maps, runs, losses ---- */

static bool same_map(const struct mapfile_map *a, const struct mapfile_map *b)
{
	if (strcmp(a->shape, b->shape) || a->n_keys != b->n_keys || !a->value != !b->value)
		return false;
	return !a->value || type_same(a->value, b->value);
}

/* Makes the host the first key. */
static void add_host_key(struct merge *m, struct mapfile_map *map)
{
	const char **names = arena_array(&m->arena, const char *, map->n_keys + 1);

	names[0] = "host";
	for (u32 i = 0; i < map->n_keys; i++) {
		const char *name = map->key_names[i];

		names[i + 1] = name && !strcmp(name, "host") ? NULL : name;
	}
	map->shape = arena_printf(&m->arena, "s%s", map->shape);
	map->key_names = names;
	map->n_keys++;
}

static void new_map(struct merge *m, struct mapfile_map *map)
{
	vec_push(&m->maps, (struct merged){ .map = *map });
	if (!map->value || map->value->size <= m->room)
		return;
	m->room = map->value->size;
	m->words = mem_realloc(m->words, m->room);
	m->more = mem_realloc(m->more, m->room);
}

/* Sets *index to that of a file's map; all files must have the same ones. */
static bool find_map(struct merge *m, struct mapfile *f, u32 *index)
{
	struct mapfile_map map = f->maps.v[f->maps.n - 1];

	if (m->opt->by_host)
		add_host_key(m, &map);
	for (*index = 0; *index < m->maps.n; ++*index) {
		const struct mapfile_map *had = &m->maps.v[*index].map;

		if (!strcmp(had->name, map.name))
			return same_map(had, &map) || refuse(f, T_MAPFILE_OTHER, map.name);
	}
	if (m->any)
		return refuse(f, T_MAPFILE_OTHER, map.name);
	new_map(m, &map);
	return true;
}

static bool add_run(struct merge *m, struct mapfile *f)
{
	const char *host = f->run.host ? f->run.host : "";
	char *key;

	sb_reset(&m->bytes);
	pack_text(&m->bytes, &m->texts, host);
	pack_number(&m->bytes, f->run.start);
	pack_number(&m->bytes, f->run.end);
	if (m->side)	/* a run may be compared with itself */
		sb_putc(&m->bytes, m->side);
	key = arena_memdup(&m->arena, m->bytes.s, m->bytes.n);
	if (hash_put(&m->seen, key, m->bytes.n, m))
		return refuse(f, T_MAPFILE_SAME_RUN, host);
	vec_push(&m->runs, f->run);
	return true;
}

static void add_loss(struct merge *m, const struct mapfile_loss *l)
{
	for (size_t i = 0; i < m->losses.n; i++) {
		struct mapfile_loss *had = &m->losses.v[i];

		if (!strcmp(had->what, l->what) && !strcmp(had->where, l->where) &&
		    !strcmp(had->cure, l->cure)) {
			had->count += l->count;
			return;
		}
	}
	vec_push(&m->losses, *l);
}

/* ---- files ---- */

struct adding {
	struct mapfile f;
	const char *host;	/* of the last run */
	VEC(u32) maps;		/* index in merge.maps of each map of the file */
};

/* With --by-host all entries of a file are one host's. */
static bool is_one_host(const struct merge *m, struct adding *a)
{
	const char *was = a->host;

	a->host = a->f.run.host ? a->f.run.host : "";
	return !m->opt->by_host || !was || !strcmp(was, a->host) ||
	       refuse(&a->f, T_MAPFILE_HOSTS, NULL);
}

static bool add_item(struct merge *m, struct adding *a, enum mapfile_item item)
{
	u32 index;

	switch (item) {
	case MAPFILE_RUN:
		return is_one_host(m, a) && add_run(m, &a->f);
	case MAPFILE_MAP:
		if (!find_map(m, &a->f, &index))
			return false;
		vec_push(&a->maps, index);
		return true;
	case MAPFILE_LOSS:
		add_loss(m, &a->f.loss);
		return true;
	default:
		add_entry(m, &a->f, a->maps.v[a->f.n_map]);
		return true;
	}
}

static bool add_items(struct merge *m, struct adding *a)
{
	enum mapfile_item item;

	while ((item = mapfile_next(&a->f)) > MAPFILE_BAD)
		if (!add_item(m, a, item))
			return false;
	if (item == MAPFILE_BAD)
		return false;
	m->any = true;
	return a->maps.n == m->maps.n || refuse(&a->f, T_MAPFILE_OTHER, NULL);
}

u32 merge_take(struct merge *m, const void *bytes, size_t n, const char **name)
{
	struct adding a = { .f = { .aggs = m->opt->aggs, .texts = &m->texts,
				   .arena = &m->arena } };
	bool ok = mapfile_open(&a.f, bytes, n) && add_items(m, &a);

	*name = a.f.bad_name;
	mapfile_close(&a.f);
	vec_free(&a.maps);
	return ok ? 0 : a.f.bad;
}

/* Sets *out to the bytes of an awlmap file, or to those that a folded file makes.  Returns 0, or 1
 * after it said why there are none. */
static int read_file(struct strbuf *out, const char *file)
{
	size_t n, len = strlen(file);
	char *bytes = host_read_file(file, &n);
	u32 bad = 0;

	if (!bytes) {
		print_error("%s: %s", file, error_text(0));
		return 1;
	}
	if (len > 7 && !strcmp(file + len - 7, ".folded"))
		bad = merge_unfold(out, bytes, n);
	else
		sb_put(out, bytes, n);
	if (bad)
		print_error("%s:%u: %s", file, bad, text_of(T_NOT_FOLDED));
	mem_free(bytes);
	return bad != 0;
}

/* Adds a file.  Returns 0, or 1 after it said why the file is refused. */
static int add_file(struct merge *m, const char *file)
{
	struct strbuf bytes = { 0 };
	const char *name;
	int err = read_file(&bytes, file);
	u32 why = err ? 0 : merge_take(m, bytes.s, bytes.n, &name);

	if (why)
		print_error("%s: %s%s%s", file, name ? name : "", name ? ": " : "", text_of(why));
	sb_free(&bytes);
	return err || why;
}

void merge_unpack(struct merge *m, struct arena *a, const char *bytes, u32 n, struct value *out)
{
	struct unpack u = { .p = (const u8 *)bytes, .end = (const u8 *)bytes + n,
			    .texts = &m->texts, .arena = a };

	unpack_value(&u, out);
}

struct cell **merge_cells(const struct merged *g, struct arena *a)
{
	struct cell **cells = arena_array(a, struct cell *, g->cells.n);
	size_t n = 0;

	for (size_t i = 0; i < g->cells.cap; i++)
		if (g->cells.slots[i].value)
			cells[n++] = g->cells.slots[i].value;
	return cells;
}

void merge_free(struct merge *m)
{
	for (size_t i = 0; i < m->maps.n; i++)
		hash_free(&m->maps.v[i].cells);
	hash_free(&m->seen);
	vec_free(&m->maps);
	vec_free(&m->runs);
	vec_free(&m->losses);
	sb_free(&m->bytes);
	mem_free(m->words);
	mem_free(m->more);
	texts_free(&m->texts);
	arena_free(&m->arena);
}

/* ---- a session without a script ---- */

static int show(struct merge *m, struct session *s)
{
	int err = live_open(s);

	if (err)
		return err;
	if (s->output->begin)
		s->output->begin(&s->outlet.text);
	if (output_saves(s->output))
		merge_save(m, s);
	else
		merge_show(m, s);
	if (s->output->end)
		s->output->end(&s->outlet.text);
	live_write(s);
	live_finish(s);
	live_close(s);
	outlet_close(s);
	if (s->exit_called)
		return s->exit_code;
	return s->opt->strict && s->losses.any ? 4 : 0;
}

int merge_run(const struct merge_options *mo, const struct session_options *opt,
	      const struct output *output)
{
	struct merge m = { .opt = mo };
	struct diag diag = { 0 };
	struct image im = { .arena = &m.arena, .diag = &diag };
	struct session s = { .image = &im, .opt = opt, .output = output };
	int err = 0;

	if (mo->diff && !output->diff) {
		print_error("%s", text_of(T_DIFF_FORMAT));
		return 2;
	}
	for (u32 i = 0; i < mo->n_files; i++) {
		m.side = mo->diff ? (char)('a' + i) : 0;
		err |= add_file(&m, mo->files[i]);
	}
	if (!err)
		err = show(&m, &s);
	arena_free(&s.decode.arena);
	merge_free(&m);
	return err;
}
