/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plain.c - printf of nothing but numbers and strings, straight from the record;
 * see render.h.
 *
 * What a traced event costs is mostly this, where there is one CPU.  Many a value is
 * what it was the last time: then the text made for it, and what stands before it, is
 * copied again, by words and more than there is, which the room allows for.
 */
#include "show/render.h"

#include <linux/bpf.h>
#include <string.h>

#define COLD __attribute__((cold))	/* made small, as all other files */
#define SLACK 40		/* written behind what counts */

static char *put_digits(char *p, u64 u, bool is_signed)
{
	char text[FORMAT_DIGITS + SLACK], *d = text + FORMAT_DIGITS;
	bool negative = is_signed && (s64)u < 0;
	size_t n;

	if (negative)
		u = 0 - u;
	do {
		u64 q = u >> 32 ? u / 10 : (u32)u / 10;

		*--d = (char)('0' + (u - q * 10));
		u = q;
	} while (u);
	if (negative)
		*--d = '-';
	n = (size_t)(text + FORMAT_DIGITS - d);
	memcpy(p, d, 24);
	return p + n;
}

/* Up to the first NUL. */
static char *put_text(char *p, const u8 *s, u32 size)
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

/*
 * An item with the text around it, which is kept if it is short, and the 64 bits it was
 * made from say all.  Apart, so that what comes each time needs fewer registers.
 */
static __attribute__((noinline, hot))
char *put_item(char *to, struct format_item *it, const u8 *from)
{
	char *p = to + it->len;
	bool whole = true;
	s64 i;

	memcpy(to, it->text, it->len);
	memcpy(&i, from, 8);
	if (it->how == ITEM_STRING) {
		char *text = p;

		p = put_text(p, from, it->size);
		whole = p - text < 8;
	} else if (it->how == ITEM_NUMBER) {
		p = put_digits(p, (u64)(i >> it->size) & it->keep, it->conv != 'u');
	} else if (it->how == ITEM_WORD) {
		p = put_digits(p, (u64)format_word((u64)i), true);
	}
	if (it->tail) {
		memcpy(p, it->tail->text, it->tail->len);
		p += it->tail->len;
	}
	if (whole && p - to <= FORMAT_MADE) {
		memcpy(it->made, to, FORMAT_MADE);
		it->n_made = (u32)(p - to);
		it->last = (u64)i & it->mask;
	}
	return p;
}

/* The bytes before a number are loaded with it: its record begins with the id. */
static COLD bool plan_number(struct format_item *it, const struct type *t)
{
	if (t->kind != TY_INT || (it->conv != 'd' && it->conv != 'i' && it->conv != 'u') ||
	    (t->size < 8 && t->show != SHOW_DEC))
		return false;
	it->how = t->show == SHOW_WORD && it->conv != 'u' && !it->bytes ? ITEM_WORD : ITEM_NUMBER;
	it->at += (s32)t->size - 8;
	it->size = 64 - 8 * t->size;
	it->mask = UINT64_MAX << it->size;
	it->keep = !t->is_signed ? UINT64_MAX >> it->size :
		   it->conv == 'u' && t->size < 8 ? UINT32_MAX : UINT64_MAX;
	return true;
}

static COLD bool plan_item(struct format_item *it, const struct member *m)
{
	if (it->width > 0 || it->prec >= 0 || it->star_width || it->star_prec ||
	    it->plus || it->blank || (it->bytes && (it->bytes < 8 || m->type->size < 8)))
		return false;
	it->at = (s32)m->off;
	if (it->conv != 's')
		return plan_number(it, m->type);
	if (render_is_escaped())
		return false;
	it->how = ITEM_STRING;
	it->size = m->type->size;
	it->mask = UINT64_MAX;
	return m->type->kind == TY_STRING && it->size >= 8;
}

/* No more than numbers in decimal and strings, as wide as they are? */
static COLD bool plan(struct format *f, const struct type *record)
{
	const struct member *m = record->members + 1;	/* behind the id */
	struct format_item *end = f->items + f->n;

	f->most = SLACK;
	f->end = end;
	for (struct format_item *it = f->items; it < end; it++) {
		f->most += it->len + 20;
		it->at = -4;		/* what is there in any buffer */
		if (it->conv) {
			if (!plan_item(it, m))
				return false;
			f->most += m++->type->size;
		} else if (it > f->items && it + 1 == end) {
			it[-1].tail = it;
			f->end = it;
		}
	}
	return true;
}

/* As if there had been a 0 or an empty string; what is too long even so is never kept. */
static COLD void start(struct format *f)
{
	static const u8 zeros[8];
	char *text = mem_alloc(f->most);

	for (struct format_item *it = f->items; it < f->end; it++) {
		it->last = 1;
		put_item(text, it, zeros);
		if (it->last)
			it->mask = 0;
	}
	mem_free(text);
}

COLD bool render_is_plain(struct format *f, const struct type *record)
{
	if (f->how == FORMAT_NEW) {
		f->how = plan(f, record) ? FORMAT_PLAIN : FORMAT_ANY;
		if (f->how == FORMAT_PLAIN)
			start(f);
	}
	return f->how == FORMAT_PLAIN;
}

static __attribute__((noinline, hot))
char *put_record(char *p, const struct format *f, const u8 *record)
{
	for (struct format_item *it = f->items, *end = f->end; it < end; it++) {
		const u8 *from = record + it->at;
		u64 u;

		memcpy(&u, from, 8);
		if ((u & it->mask) != it->last) {
			p = put_item(p, it, from);
			continue;
		}
		memcpy(p, it->made, 8);
		if (it->n_made > 8)
			memcpy(p + 8, it->made + 8, FORMAT_MADE - 8);
		p += it->n_made;
	}
	return p;
}

/* Length and id of a complete record: those of one kind have the same. */
static COLD u64 kind_of(const u8 *record)
{
	const u32 *head = (const void *)(record - BPF_RINGBUF_HDR_SZ);
	u32 len = __atomic_load_n(head, __ATOMIC_ACQUIRE), id;

	memcpy(&id, record, 4);
	return (u64)len << 32 | id;
}

COLD int render_plain(struct strbuf *out, const struct format *f, const void *record, u32 room)
{
	char *p = sb_room(out, f->most), *full = out->s + out->cap - f->most;
	const u8 *rec = record, *last = rec + room;	/* where the last might be */
	u64 kind = kind_of(rec);
	u32 each = ALIGN_UP((u32)(kind >> 32), 8) + BPF_RINGBUF_HDR_SZ;

	do {
		p = put_record(p, f, rec);
		rec += each;
	} while (rec <= last && p < full && kind_of(rec) == kind);
	*p = '\0';
	out->n = (size_t)(p - out->s);
	return (int)(rec - (const u8 *)record - each);
}
