/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pack.c - see pack.h. */
#include "show/pack.h"

#include <string.h>

/* ---- texts ---- */

u32 texts_add(struct texts *t, const char *s, size_t len)
{
	uintptr_t number = (uintptr_t)hash_get(&t->numbers, s, len);
	const char *own;

	if (number)
		return (u32)number;
	own = arena_strndup(&t->arena, s, len);
	vec_push(&t->v, ((struct text){ own, (u32)len }));
	number = t->v.n;
	hash_put(&t->numbers, own, len, (void *)number);
	return (u32)number;
}

void texts_free(struct texts *t)
{
	hash_free(&t->numbers);
	vec_free(&t->v);
	arena_free(&t->arena);
}

/* ---- packing ---- */

void pack_number(struct strbuf *out, u64 n)
{
	for (; n >= 0x80; n >>= 7)
		sb_putc(out, (char)(n | 0x80));
	sb_putc(out, (char)n);
}

/* 0, -1, 1, -2, … become 0, 1, 2, 3, … */
void pack_signed(struct strbuf *out, s64 n)
{
	pack_number(out, (u64)n << 1 ^ (n < 0 ? UINT64_MAX : 0));
}

static void pack_bytes(struct strbuf *out, struct texts *t, const char *s, size_t len)
{
	pack_number(out, texts_add(t, s, len));
}

void pack_text(struct strbuf *out, struct texts *t, const char *s)
{
	if (s)
		pack_bytes(out, t, s, strlen(s));
	else
		pack_number(out, 0);
}

u32 words_used(const u8 *words, u32 *n)
{
	u32 first = 0;

	while (*n && !value_word(words + (*n - 1) * 8))
		--*n;
	while (first < *n && !value_word(words + first * 8))
		first++;
	return first;
}

void pack_words(struct strbuf *out, const u8 *words, u32 n)
{
	u32 first = words_used(words, &n);

	pack_number(out, first);
	pack_number(out, n - first);
	for (; first < n; first++)
		pack_number(out, value_word(words + first * 8));
}

/* The letter of each kind in a file. */
static const char letters[V_KINDS] = {
	[V_NONE] = '-', [V_INT] = 'i', [V_UINT] = 'u', [V_BOOL] = 'b', [V_ADDR] = 'a',
	[V_ENUM] = 'e', [V_STR] = 's', [V_BYTES] = 'x', [V_SYM] = 'y', [V_STACK] = 'k',
	[V_ARRAY] = '[', [V_TUPLE] = '(', [V_RECORD] = '{',
};

enum {				/* what a frame has, and what it is */
	FRAME_NAME = 1, FRAME_ADDR = 2, FRAME_USER = 4, FRAME_NO_OFFSET = 8, FRAME_BY_FILE = 16,
	FRAME_LINES = 32, FRAME_INLINED = 64
};

/* The address is only there if it is shown: it is another one on each machine. */
static void pack_frame(struct strbuf *out, struct texts *t, const struct value_sym *f, u8 mode)
{
	bool addr = !f->name || mode == STACK_RAW || mode == STACK_PERF;
	bool lines = sym_has_lines(f);

	pack_number(out, (f->name ? FRAME_NAME : 0) | (addr ? FRAME_ADDR : 0) |
		    (f->pid ? FRAME_USER : 0) | (f->no_offset ? FRAME_NO_OFFSET : 0) |
		    (f->by_file ? FRAME_BY_FILE : 0) | (lines ? FRAME_LINES : 0) |
		    (lines && f->is_inlined ? FRAME_INLINED : 0));
	if (f->name)
		pack_text(out, t, f->name);
	if (addr)
		pack_number(out, f->addr);
	if (!f->no_offset)
		pack_number(out, f->off);
	pack_text(out, t, f->module);
	if (f->by_file)
		pack_text(out, t, f->build_id);
	if (!lines)
		return;
	pack_text(out, t, f->source);
	pack_number(out, f->line);
}

static void pack_items(struct strbuf *out, struct texts *t, const struct value *v)
{
	pack_number(out, v->n);
	for (u32 i = 0; i < v->n; i++) {
		if (v->kind == V_RECORD)
			pack_text(out, t, v->names[i]);
		pack_value(out, t, &v->items[i]);
	}
}

/* A number that is not negative is unsigned, so that it is the same key where its type is not. */
static u8 kind_of(const struct value *v)
{
	if (v->kind == V_INT && v->i >= 0)
		return V_UINT;
	return letters[v->kind] ? v->kind : V_NONE;
}

void pack_value(struct strbuf *out, struct texts *t, const struct value *v)
{
	u8 kind = kind_of(v);

	sb_putc(out, letters[kind]);
	switch (kind) {
	case V_INT:
	case V_ENUM:
		pack_signed(out, v->i);
		if (kind == V_ENUM)
			pack_text(out, t, v->s);
		break;
	case V_UINT:
	case V_BOOL:
	case V_ADDR:
		pack_number(out, v->u);
		break;
	case V_STR:
	case V_BYTES:
		pack_bytes(out, t, v->s, v->len);
		break;
	case V_SYM:
	case V_STACK:
		pack_number(out, v->kind == V_STACK ? v->stack_mode : 0);
		pack_number(out, v->n);
		for (u32 i = 0; i < v->n; i++)
			pack_frame(out, t, &v->frames[i], v->stack_mode);
		break;
	case V_ARRAY:
	case V_TUPLE:
	case V_RECORD:
		pack_items(out, t, v);
		break;
	}
}

/* ---- unpacking ---- */

static u64 bad(struct unpack *u)
{
	u->bad = true;
	u->p = u->end;
	return 0;
}

static u8 unpack_byte(struct unpack *u)
{
	return u->p < u->end ? *u->p++ : (u8)bad(u);
}

u64 unpack_number(struct unpack *u)
{
	u64 n = 0;
	u8 c;

	for (u32 shift = 0; shift < 64; shift += 7) {
		c = unpack_byte(u);
		n |= (u64)(c & 0x7f) << shift;
		if (!(c & 0x80))
			return shift == 63 && c > 1 ? bad(u) : n;
	}
	return bad(u);
}

s64 unpack_signed(struct unpack *u)
{
	u64 n = unpack_number(u);

	return (s64)(n >> 1 ^ (n & 1 ? UINT64_MAX : 0));
}

u32 unpack_most(struct unpack *u, u64 most)
{
	u64 n = unpack_number(u);

	return (u32)(n <= most ? n : bad(u));
}

/* How many parts follow.  Each has at least one byte, so that all parts of a value are at most as
 * many as there were bytes, and a small file can't ask for much memory. */
static u32 unpack_count(struct unpack *u)
{
	u32 n = unpack_most(u, u->parts);

	u->parts -= n;
	return n;
}

const struct text *unpack_text(struct unpack *u)
{
	u32 n = unpack_most(u, u->numbers ? u->n_numbers : u->texts->v.n);

	if (n && u->numbers)
		n = u->numbers[n - 1];
	return n ? &u->texts->v.v[n - 1] : NULL;
}

const char *unpack_string(struct unpack *u)
{
	const struct text *t = unpack_text(u);

	return t ? t->s : NULL;
}

const char *unpack_name(struct unpack *u)
{
	const struct text *t = unpack_text(u);

	for (u32 i = 0; t && i < t->len; i++)
		if ((u8)t->s[i] < ' ' || t->s[i] == 0x7f)
			bad(u);
	return t ? t->s : NULL;
}

void unpack_words(struct unpack *u, u8 *words, u32 n)
{
	u32 first = unpack_most(u, n), last = first + unpack_most(u, n - first);

	memset(words, 0, (size_t)n * 8);
	for (; first < last; first++)
		value_put_word(words + first * 8, unpack_number(u));
}

static void unpack_frame(struct unpack *u, struct value_sym *f)
{
	u32 has = unpack_most(u, 2 * FRAME_INLINED - 1);

	f->pid = !!(has & FRAME_USER);
	f->no_offset = has & FRAME_NO_OFFSET;
	f->by_file = has & FRAME_BY_FILE;
	f->has_lines = has & FRAME_LINES;
	f->is_inlined = has & FRAME_INLINED;
	if (has & FRAME_NAME)
		f->name = unpack_string(u);
	if (has & FRAME_ADDR)
		f->addr = unpack_number(u);
	if (!f->no_offset)
		f->off = unpack_number(u);
	f->module = unpack_string(u);
	if (f->by_file)
		f->build_id = unpack_string(u);
	if (!f->has_lines)
		return;
	f->source = unpack_string(u);
	f->line = unpack_most(u, UINT32_MAX);
}

static void unpack_frames(struct unpack *u, struct value *out)
{
	u8 mode = (u8)unpack_most(u, STACK_LINES);

	if (out->kind == V_STACK)
		out->stack_mode = mode;
	out->n = unpack_count(u);
	if (out->kind == V_SYM && !out->n)
		bad(u);
	out->frames = arena_array(u->arena, struct value_sym, out->n + 1);
	for (u32 i = 0; i < out->n; i++)
		unpack_frame(u, &out->frames[i]);
}

static void unpack_items(struct unpack *u, struct value *out)
{
	const char **names = NULL;

	out->n = unpack_count(u);
	out->items = arena_array(u->arena, struct value, out->n);
	if (out->kind == V_RECORD)
		out->names = names = arena_array(u->arena, const char *, out->n);
	for (u32 i = 0; i < out->n; i++) {
		if (names) {
			const char *name = unpack_name(u);

			names[i] = name ? name : "";
		}
		unpack_value(u, &out->items[i]);
	}
}

static void unpack_bytes(struct unpack *u, struct value *out)
{
	const struct text *t = unpack_text(u);

	out->s = t ? t->s : "";
	out->len = t ? t->len : 0;
}

#define DEPTH_MAX 40		/* more than values have */

void unpack_value(struct unpack *u, struct value *out)
{
	const char *letter = memchr(letters, unpack_byte(u), sizeof(letters));

	*out = (struct value){ .kind = letter ? (u8)(letter - letters) : V_NONE };
	if (!letter || !*letter || u->depth == DEPTH_MAX) {
		bad(u);
		return;
	}
	if (!u->depth++)
		u->parts = (u32)(u->end - u->p);
	switch (out->kind) {
	case V_INT:
	case V_ENUM:
		out->i = unpack_signed(u);
		if (out->kind == V_ENUM)
			out->s = unpack_name(u);
		break;
	case V_UINT:
	case V_BOOL:
	case V_ADDR:
		out->u = unpack_number(u);
		break;
	case V_STR:
	case V_BYTES:
		unpack_bytes(u, out);
		break;
	case V_SYM:
	case V_STACK:
		unpack_frames(u, out);
		break;
	case V_ARRAY:
	case V_TUPLE:
	case V_RECORD:
		unpack_items(u, out);
		break;
	}
	u->depth--;
}
