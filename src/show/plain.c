/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plain.c - printf of formats with only numbers and strings, straight from the record;
 * see render.h.
 *
 * On a machine with one CPU most of the cost of a traced event is here.  Values often
 * repeat from record to record.  So the text of an item's last value is kept, with the
 * literal text before it, and is copied again if the value is the same.  Copies are in
 * whole words; the buffer has room for the bytes copied past the end of the text.
 */
#include "show/render.h"

#include <linux/bpf.h>
#include <string.h>

#include "base/order.h"

#define COLD __attribute__((cold))	/* optimized for size */
#define SLACK 40		/* bytes that may be written past the end of the text */

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

/* Copies up to the first NUL. */
static char *put_text(char *p, const u8 *s, u32 size)
{
	for (; size >= 8; size -= 8, s += 8, p += 8) {
		u64 w, nul;

		memcpy(&w, s, 8);
		memcpy(p, &w, 8);
		if (HOST_IS_BIG)	/* the first byte is to be the lowest */
			w = __builtin_bswap64(w);
		nul = (w - 0x0101010101010101) & ~w & 0x8080808080808080;
		if (nul)
			return p + (__builtin_ctzll(nul) >> 3);
	}
	for (; size && *s; size--)
		*p++ = (char)*s++;
	return p;
}

/*
 * Puts an item with the text around it.  Keeps the result if it is short and depends on
 * nothing but the 64 bits at `from`.  Kept out of line so that the hot loop needs fewer
 * registers.
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
		i = (s64)((u64)i << (HOST_IS_BIG ? it->size : 0)) >> it->size;
		p = put_digits(p, (u64)i & it->keep, it->conv != 'u');
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

/* Loads the eight bytes that end with the number.  Those before it can be read, because a
 * record starts with an id and has a header before it. */
static COLD bool plan_number(struct format_item *it, const struct type *t)
{
	if (t->kind != TY_INT || (it->conv != 'd' && it->conv != 'i' && it->conv != 'u') ||
	    (t->size < 8 && t->show != SHOW_DEC))
		return false;
	it->how = t->show == SHOW_WORD && it->conv != 'u' && !it->bytes ? ITEM_WORD : ITEM_NUMBER;
	it->at += (s32)t->size - 8;
	it->size = 64 - 8 * t->size;
	it->mask = HOST_IS_BIG ? UINT64_MAX >> it->size : UINT64_MAX << it->size;
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

/* Are all conversions decimal numbers and strings without a width?  Plans how to print them. */
static COLD bool plan(struct format *f, const struct type *record)
{
	const struct member *m = record->members + 1;	/* after the id */
	struct format_item *end = f->items + f->n;

	f->most = SLACK;
	f->end = end;
	for (struct format_item *it = f->items; it < end; it++) {
		f->most += it->len + 20;
		it->at = -4;		/* readable before any record */
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

/* Prepares the kept texts as if each last value was 0 or an empty string.  An item whose text is
 * too long even then is never kept. */
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

/* The length and the id, which complete records of one kind share.  The length of an incomplete
 * record has another bit set. */
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
	const u8 *rec = record, *last = rec + room;	/* where the last one may start */
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
