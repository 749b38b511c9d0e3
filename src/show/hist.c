/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hist.c - the bounds of buckets, and the bars.
 *
 * The layout of the buckets is described in lang/type.h.  A bound of a
 * power-of-two histogram is labelled in the unit (1, K, M, …) that the width
 * of the bucket beginning there is a multiple of; those of a linear one in K
 * or M, but only when the step is a multiple of 1024.
 */
#include "show/render.h"

#define BAR 52			/* characters of the longest bar */

static u32 top_bit(u64 u)
{
	return 63 - (u32)__builtin_clzll(u);
}

/* Where the i-th bucket from zero begins, and its unit. */
static u64 log_bound(u32 k, u32 i, u8 *unit)
{
	u32 power = (i >> k) ? (i >> k) - 1 : 0;
	u64 mantissa = (i >> k) ? (i & ((1u << k) - 1)) | 1u << k : i;

	*unit = (u8)(power / 10);
	/* the end of the last one is 2^64, which is told as 0 */
	return power + top_bit(mantissa | 1) > 63 ? 0 : mantissa << power;
}

static void log_bucket(const struct agg *agg, u32 index, struct bucket *out)
{
	if (!index) {
		out->open_lo = true;
		return;
	}
	out->is_unsigned = true;
	out->lo = (s64)log_bound(agg->bits, index - 1, &out->lo_unit);
	out->hi = (s64)log_bound(agg->bits, index, &out->hi_unit);
}

/* 1024^2 if both the step and the bound are multiples of it, or 1024, or 1. */
static u8 linear_unit(const struct agg *agg, s64 bound)
{
	if (agg->step % 1024 || bound % 1024 || !bound)
		return 0;
	return bound % (1024 * 1024) ? 1 : 2;
}

static void linear_bucket(const struct agg *agg, u32 index, struct bucket *out)
{
	u64 step = (u64)agg->step;

	out->open_lo = !index;
	out->open_hi = index == agg->buckets - 1;
	if (out->open_hi)
		out->lo = agg->max;
	else if (index)
		out->lo = (s64)((u64)agg->min + (index - 1) * step);
	if (out->open_lo)
		out->hi = agg->min;
	else if (index + 2 == agg->buckets)
		out->hi = agg->max;	/* the last step may be a short one */
	else
		out->hi = (s64)((u64)agg->min + index * step);
	out->lo_unit = linear_unit(agg, out->lo);
	out->hi_unit = linear_unit(agg, out->hi);
}

void agg_bucket(const struct agg *agg, u32 index, struct bucket *out)
{
	*out = (struct bucket){ 0 };
	if (agg->kind == AGG_LHIST)
		linear_bucket(agg, index, out);
	else
		log_bucket(agg, index, out);
}

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
	u32 shift = max >> 57 ? 7 : 0;	/* so that times 52 fits */
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
