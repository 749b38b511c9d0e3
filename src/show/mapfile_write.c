/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mapfile_write.c - writes awlmap files; see mapfile.h. */
#include <string.h>

#include "base/crc.h"
#include "show/mapfile_impl.h"

static void put32(struct strbuf *out, u32 n)
{
	const u8 bytes[] = { (u8)n, (u8)(n >> 8), (u8)(n >> 16), (u8)(n >> 24) };

	sb_put(out, bytes, 4);
}

static void put_block(struct mapfile_writer *w, char type, const struct strbuf *payload)
{
	size_t start = w->out->n;

	sb_putc(w->out, type);
	put32(w->out, (u32)payload->n);
	sb_put(w->out, payload->s, payload->n);
	put32(w->out, crc_bytes(w->out->s + start, w->out->n - start));
	w->blocks++;
}

/* Writes the texts that are not in the file yet. */
static void put_texts(struct mapfile_writer *w)
{
	struct strbuf payload = { 0 };

	while (w->written < w->texts->v.n) {
		const struct text *t = &w->texts->v.v[w->written++];

		pack_number(&payload, t->len);
		sb_put(&payload, t->s, t->len);
		if (payload.n < MAPFILE_PIECE && w->written < w->texts->v.n)
			continue;
		put_block(w, MAPFILE_TEXTS, &payload);
		sb_reset(&payload);
	}
	sb_free(&payload);
}

static void finish(struct mapfile_writer *w, char type)
{
	put_texts(w);
	put_block(w, type, &w->block);
	sb_reset(&w->block);
}

static void finish_entries(struct mapfile_writer *w)
{
	if (w->block.n)
		finish(w, MAPFILE_ENTRIES);
}

void mapfile_begin(struct mapfile_writer *w, struct strbuf *out, struct texts *texts)
{
	*w = (struct mapfile_writer){ .out = out, .texts = texts };
	sb_put(out, MAPFILE_MAGIC, 8);
}

void mapfile_put_run(struct mapfile_writer *w, const struct mapfile_run *r)
{
	const char *const texts[] = { r->host, r->kernel, r->machine, r->version, r->script };

	for (u32 i = 0; i < ARRAY_SIZE(texts); i++)
		pack_text(&w->block, w->texts, texts[i]);
	pack_number(&w->block, r->start);
	pack_number(&w->block, r->end);
	pack_number(&w->block, r->cpus);
	finish(w, MAPFILE_RUNS);
}

static void put_agg(struct mapfile_writer *w, const struct agg *a)
{
	pack_text(&w->block, w->texts, a->ops->name);
	pack_text(&w->block, w->texts, a->how ? a->how->name : NULL);
	pack_number(&w->block, a->is_signed);
	pack_number(&w->block, a->bits);
	pack_number(&w->block, a->most);
	pack_signed(&w->block, a->min);
	pack_signed(&w->block, a->max);
	pack_signed(&w->block, a->step);
}

void mapfile_put_map(struct mapfile_writer *w, const struct mapfile_map *m)
{
	finish_entries(w);
	pack_text(&w->block, w->texts, m->name);
	pack_text(&w->block, w->texts, m->shape);
	pack_number(&w->block, m->n_keys);
	for (u32 i = 0; i < m->n_keys; i++)
		pack_text(&w->block, w->texts, m->key_names ? m->key_names[i] : NULL);
	if (m->value)
		put_agg(w, m->value->agg);
	else
		pack_number(&w->block, 0);
	finish(w, MAPFILE_MAPS);
	w->maps++;
}

struct strbuf *mapfile_entry(struct mapfile_writer *w)
{
	if (w->block.n > MAPFILE_PIECE)
		finish_entries(w);
	if (!w->block.n)
		pack_number(&w->block, w->maps - 1);
	return &w->block;
}

void mapfile_put_loss(struct mapfile_writer *w, const struct mapfile_loss *l)
{
	finish_entries(w);
	pack_text(&w->block, w->texts, l->what);
	pack_text(&w->block, w->texts, l->where);
	pack_text(&w->block, w->texts, l->cure);
	pack_number(&w->block, l->count);
	finish(w, MAPFILE_LOSSES);
}

void mapfile_end(struct mapfile_writer *w)
{
	finish_entries(w);
	pack_number(&w->block, w->blocks);
	put_block(w, MAPFILE_LAST, &w->block);
	sb_free(&w->block);
}

/* ---- shapes ---- */

static char letter_of(const struct type *t)
{
	switch (t->kind) {
	case TY_INT:
	case TY_BOOL:
	case TY_ENUM:
	case TY_PTR:
		return 'i';
	case TY_BUF:
		return 'x';
	case TY_STACK:
		return 'k';
	case TY_KSYM:
	case TY_USYM:
		return 'y';
	case TY_STRUCT:
		return '{';
	case TY_ARRAY:
		return type_is_chars(t) ? 's' : '[';
	case TY_TUPLE:
		return '(';
	default:
		return 's';
	}
}

void mapfile_shape(struct strbuf *out, const struct type *key)
{
	for (u32 i = 0; i < key->count; i++) {
		const struct type *t = key->members[i].type;

		sb_putc(out, letter_of(t));
		if (t->kind != TY_TUPLE)
			continue;
		mapfile_shape(out, t);
		sb_putc(out, ')');
	}
}
