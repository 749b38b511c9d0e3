/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plain.c - printf of nothing but numbers and strings, straight from the record;
 * see render.h.
 *
 * What a traced event costs is mostly this, where there is one CPU: texts are copied
 * eight bytes at a time, more than there are, which the room allows for.
 */
#include "run/render.h"

#include <string.h>

#define SLACK 24		/* written behind what counts */

/* Apart, so that what comes each time needs fewer registers. */
static __attribute__((noinline)) void make_digits(struct format_item *it, u64 u)
{
	char *end = it->digits + FORMAT_DIGITS, *d = end;
	bool negative = it->conv != 'u' && (s64)u < 0;

	it->last = u;
	if (negative)
		u = 0 - u;
	do {
		u64 q = u >> 32 ? u / 10 : (u32)u / 10;

		*--d = (char)('0' + (u - q * 10));
		u = q;
	} while (u);
	if (negative)
		*--d = '-';
	it->first = d;
	it->n_digits = (u32)(end - d);
}

/* The bytes before a number are loaded with it: its record begins with the id. */
static bool plan_number(struct format_item *it, const struct member *m)
{
	const struct type *t = m->type;

	if (t->kind != TY_INT || (it->conv != 'd' && it->conv != 'i' && it->conv != 'u') ||
	    m->off + t->size < 8 || (t->size < 8 && t->show != SHOW_DEC))
		return false;
	it->how = ITEM_NUMBER;
	it->at = m->off + t->size - 8;
	it->size = 64 - 8 * t->size;
	it->mask = !t->is_signed ? UINT64_MAX >> it->size :
		   it->conv == 'u' && t->size < 8 ? UINT32_MAX : UINT64_MAX;
	make_digits(it, 0);
	return true;
}

static bool plan_item(struct format_item *it, const struct member *m)
{
	if (it->width > 0 || it->prec >= 0 || it->star_width || it->star_prec ||
	    it->plus || it->blank || (it->bytes && (it->bytes < 8 || m->type->size < 8)))
		return false;
	if (it->conv != 's')
		return plan_number(it, m);
	it->how = ITEM_STRING;
	it->at = m->off;
	it->size = m->type->size;
	return m->type->kind == TY_STRING;
}

/* No more than numbers in decimal and strings, as wide as they are? */
static bool plan(struct format *f, const struct type *record)
{
	const struct member *m = record->members + 1;	/* behind the id */

	f->most = SLACK;
	for (u32 i = 0; i < f->n; i++) {
		struct format_item *it = &f->items[i];

		memcpy(it->head, it->text, it->len < 8 ? it->len : 8);
		f->most += it->len + 20;
		if (!it->conv)
			continue;
		if (!plan_item(it, m))
			return false;
		f->most += m++->type->size;
	}
	return true;
}

/* Many a number is what it was the last time. */
static inline char *put_number(char *p, struct format_item *it, u64 u)
{
	if (u != it->last)
		make_digits(it, u);
	memcpy(p, it->first, 8);
	if (it->n_digits > 8)
		memcpy(p + 8, it->first + 8, 16);
	return p + it->n_digits;
}

/* Up to the first NUL. */
static inline char *put_text(char *p, const u8 *s, u32 size)
{
	for (; size >= 8; size -= 8, s += 8, p += 8) {
		u64 w, nul;

		memcpy(&w, s, 8);
		memcpy(p, &w, 8);
		nul = (w - 0x0101010101010101) & ~w & 0x8080808080808080;
		if (nul)
			return p + (__builtin_ctzll(nul) >> 3);
	}
	for (; size && *s; size--)
		*p++ = (char)*s++;
	return p;
}

static inline char *put_item(char *p, struct format_item *it, const u8 *record)
{
	s64 i;

	if (it->how == ITEM_STRING)
		return put_text(p, record + it->at, it->size);
	memcpy(&i, record + it->at, 8);
	return put_number(p, it, (u64)(i >> it->size) & it->mask);
}

bool render_plain(struct strbuf *out, struct format *f, const struct type *record,
		  const void *bytes)
{
	struct format_item *it = f->items, *end = it + f->n;
	char *p;

	if (f->how != FORMAT_PLAIN) {
		if (f->how == FORMAT_NEW)
			f->how = plan(f, record) ? FORMAT_PLAIN : FORMAT_ANY;
		if (f->how == FORMAT_ANY)
			return false;
	}
	for (p = sb_room(out, f->most); it < end; it++) {
		memcpy(p, it->head, 8);
		if (it->len > 8)
			memcpy(p, it->text, it->len);
		p += it->len;
		if (it->how != ITEM_NONE)
			p = put_item(p, it, bytes);
	}
	*p = '\0';
	out->n = (size_t)(p - out->s);
	return true;
}
