/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hist.c - histograms as text: bounds of buckets, and bars.
 */
#include "show/render.h"

#define BAR 52			/* characters of the longest bar */

static void put_bound(struct strbuf *out, const struct bucket *b, s64 bound, u8 unit)
{
	if (b->is_unsigned && !bound && bound == b->hi)
		render_uint(out, 1ull << (64 - 10 * unit));
	else if (b->is_unsigned)
		render_uint(out, (u64)bound >> (10 * unit));
	else
		render_int(out, bound / ((s64)1 << (10 * unit)));
	if (unit)
		sb_putc(out, "\0KMGTPE"[unit]);
}

void render_bucket(struct strbuf *out, const struct bucket *b)
{
	bool single = b->is_unsigned && (u64)b->hi - (u64)b->lo == 1;

	if (b->open_lo)
		sb_puts(out, "(...");
	else
		sb_putc(out, '[');
	if (!b->open_lo)
		put_bound(out, b, b->lo, b->lo_unit);
	if (single) {
		sb_putc(out, ']');
		return;
	}
	sb_puts(out, ", ");
	if (b->open_hi)
		sb_puts(out, "...");
	else
		put_bound(out, b, b->hi, b->hi_unit);
	sb_putc(out, ')');
}

static void put_bar(struct strbuf *out, u64 count, u64 max)
{
	u32 shift = max >> 57 ? 7 : 0;	/* so that count * BAR fits in 64 bits */
	u64 bar = max ? (count >> shift) * BAR / (max >> shift) : 0;

	sb_puts(out, " |");
	sb_pad(out, '@', bar);
	sb_pad(out, ' ', BAR - bar);
	sb_puts(out, "|\n");
}

static void put_line(struct strbuf *out, const struct bucket *b, u64 count, u64 max)
{
	size_t start = out->n;

	render_bucket(out, b);
	if (out->n - start < 16)
		sb_pad(out, ' ', 16 - (out->n - start));
	sb_printf(out, "%8llu", (unsigned long long)count);
	put_bar(out, count, max);
}

void render_hist(struct strbuf *out, const struct value *v, u64 div)
{
	u64 max = 0;

	for (u32 i = 0; i < v->n; i++)
		if (v->buckets[i].count > max)
			max = v->buckets[i].count;
	if (!div)
		div = 1;
	for (u32 i = 0; i < v->n; i++)
		put_line(out, &v->buckets[i], v->buckets[i].count / div, max / div);
}
