/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mapfile.c - reads awlmap files; see mapfile.h.
 *
 * Nothing in a file is trusted.  All blocks are checked before the first item is read, so that a
 * file that was cut off adds nothing.
 */
#include <string.h>

#include "base/crc.h"
#include "base/text.h"
#include "show/mapfile_impl.h"

static bool refuse(struct mapfile *f, u32 why)
{
	f->bad = why;
	return false;
}

static u32 get32(const u8 *p)
{
	return p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24;
}

#define HEAD 5			/* bytes before a payload: type, length */

/* Takes the next block.  Its payload becomes f->in.  False if it is not complete. */
static bool take_block(struct mapfile *f)
{
	size_t left = (size_t)(f->end - f->at);
	u32 n = left < HEAD ? 0 : get32(f->at + 1);

	if (left < HEAD + 4 || n > left - HEAD - 4)
		return refuse(f, T_MAPFILE_CUT);
	if (n > MAPFILE_MOST || crc_bytes(f->at, HEAD + n) != get32(f->at + HEAD + n))
		return refuse(f, T_MAPFILE_DAMAGED);
	f->block = (char)*f->at;
	f->in.p = f->at + HEAD;
	f->in.end = f->in.p + n;
	f->at = f->in.end + 4;
	return true;
}

/* Are all blocks there, up to the last one? */
static bool check_blocks(struct mapfile *f)
{
	u32 n = 0;

	for (; take_block(f); n++)
		if (f->block == MAPFILE_LAST)
			return (unpack_number(&f->in) == n && f->at == f->end) ||
			       refuse(f, T_MAPFILE_DAMAGED);
	return false;
}

bool mapfile_open(struct mapfile *f, const void *bytes, size_t n)
{
	f->at = bytes;
	f->end = f->at + n;
	f->in.texts = f->texts;
	f->in.arena = &f->parts;
	if (n < 8 || memcmp(f->at, MAPFILE_MAGIC, 7))
		return refuse(f, T_MAPFILE_NONE);
	if (f->at[7] != MAPFILE_VERSION)
		return refuse(f, T_MAPFILE_VERSION);
	f->at += 8;
	if (!check_blocks(f))
		return false;
	f->at = (const u8 *)bytes + 8;
	f->block = 0;
	return true;
}

void mapfile_close(struct mapfile *f)
{
	vec_free(&f->numbers);
	vec_free(&f->maps);
	arena_free(&f->parts);
	mem_free(f->words);
}

/* ---- items ---- */

static void read_texts(struct mapfile *f)
{
	struct unpack *u = &f->in;

	while (u->p < u->end) {
		u32 n = unpack_most(u, (u64)(u->end - u->p));

		if (n > (u64)(u->end - u->p)) {
			u->bad = true;
			return;
		}
		vec_push(&f->numbers, texts_add(f->texts, (const char *)u->p, n));
		u->p += n;
	}
	u->numbers = f->numbers.v;
	u->n_numbers = f->numbers.n;
}

static void read_run(struct mapfile *f)
{
	struct unpack *u = &f->in;

	f->run.host = unpack_string(u);
	f->run.kernel = unpack_string(u);
	f->run.machine = unpack_string(u);
	f->run.version = unpack_string(u);
	f->run.script = unpack_string(u);
	f->run.start = unpack_number(u);
	f->run.end = unpack_number(u);
	f->run.cpus = unpack_number(u);
}

/* The aggregation with a name; NULL, and the file is refused, if there is none. */
static const struct agg_ops *find_agg(struct mapfile *f, const char *name)
{
	for (const struct agg_ops *const *a = f->aggs; *a; a++)
		if (!strcmp((*a)->name, name))
			return *a;
	f->bad_name = name;
	refuse(f, T_MAPFILE_AGG);
	return NULL;
}

/* Reads the parameters of an aggregation.  The words of its values are in f->words. */
static const struct type *read_agg(struct mapfile *f, const char *name)
{
	struct unpack *u = &f->in;
	struct agg agg = { .ops = find_agg(f, name) };
	const char *how = unpack_string(u);
	const struct type *t;

	agg.how = how ? find_agg(f, how) : NULL;
	agg.is_signed = unpack_most(u, 1);
	agg.bits = unpack_most(u, UINT32_MAX);
	agg.most = unpack_most(u, UINT32_MAX);
	agg.min = unpack_signed(u);
	agg.max = unpack_signed(u);
	agg.step = unpack_signed(u);
	if (f->bad || u->bad)
		return NULL;
	if (agg.ops->is_valid ? !agg.ops->is_valid(&agg) : agg.how != NULL) {
		u->bad = true;
		return NULL;
	}
	t = type_agg(f->arena, &agg);
	if (t->size > f->room) {
		f->words = mem_realloc(f->words, t->size);
		f->room = t->size;
	}
	return t;
}

static void read_map(struct mapfile *f)
{
	struct unpack *u = &f->in;
	struct mapfile_map map = { 0 }, *m = &map;
	const char **names, *agg;

	m->name = unpack_string(u);
	m->shape = unpack_string(u);
	m->n_keys = unpack_most(u, MAPFILE_KEYS);
	m->key_names = names = arena_array(f->arena, const char *, m->n_keys + 1);
	for (u32 i = 0; i < m->n_keys; i++)
		names[i] = unpack_string(u);
	agg = unpack_string(u);
	m->value = agg ? read_agg(f, agg) : NULL;
	if (!m->name || !m->shape)
		u->bad = true;
	vec_push(&f->maps, map);
}

static void read_loss(struct mapfile *f)
{
	struct unpack *u = &f->in;

	f->loss.what = unpack_string(u);
	f->loss.where = unpack_string(u);
	f->loss.cure = unpack_string(u);
	f->loss.count = unpack_number(u);
	if (!f->loss.what || !f->loss.where || !f->loss.cure)
		u->bad = true;
}

/* Begins a block of entries. */
static void read_map_number(struct mapfile *f)
{
	f->n_map = unpack_most(&f->in, UINT32_MAX);
	if (f->n_map >= f->maps.n)
		f->in.bad = true;
}

/* A tuple of as many keys as the map has, so that outputs can rely on it. */
static bool is_key(const struct mapfile_map *m, const struct value *key)
{
	return m->n_keys ? key->kind == V_TUPLE && key->n == m->n_keys : key->kind == V_NONE;
}

static void read_entry(struct mapfile *f)
{
	const struct type *t = f->maps.v[f->n_map].value;

	arena_reset(&f->parts);
	unpack_value(&f->in, &f->key);
	if (!is_key(&f->maps.v[f->n_map], &f->key))
		f->in.bad = true;
	if (!t) {
		unpack_value(&f->in, &f->value);
		return;
	}
	unpack_words(&f->in, f->words, t->size / 8);
	if (t->agg->ops->shift && !t->agg->ops->shift(t->agg, f->words, 0))
		f->in.bad = true;
}

/* Begins the next block.  Returns its item, or MAPFILE_ENTRY if entries follow. */
static enum mapfile_item read_block(struct mapfile *f)
{
	switch (f->block) {
	case MAPFILE_RUNS:
		read_run(f);
		return MAPFILE_RUN;
	case MAPFILE_MAPS:
		read_map(f);
		return MAPFILE_MAP;
	case MAPFILE_LOSSES:
		read_loss(f);
		return MAPFILE_LOSS;
	case MAPFILE_TEXTS:
		read_texts(f);
		return MAPFILE_ENTRY;
	case MAPFILE_ENTRIES:
		read_map_number(f);
		return MAPFILE_ENTRY;
	case MAPFILE_LAST:
		return MAPFILE_END;
	default:
		return MAPFILE_BAD;
	}
}

enum mapfile_item mapfile_next(struct mapfile *f)
{
	enum mapfile_item item = MAPFILE_ENTRY;

	while (item == MAPFILE_ENTRY) {
		if (f->block == MAPFILE_ENTRIES && f->in.p < f->in.end && !f->in.bad) {
			read_entry(f);
			break;
		}
		if (f->in.bad || !take_block(f))
			break;
		item = read_block(f);
	}
	if ((f->in.bad || item == MAPFILE_BAD) && !f->bad)
		refuse(f, T_MAPFILE_DAMAGED);
	return f->bad ? MAPFILE_BAD : item;
}
