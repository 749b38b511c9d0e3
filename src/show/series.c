/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * series.c - a time series as bpftrace draws it: each interval has a line with a star,
 * and the position of the star between the left and the right edge shows where the
 * value is between the smallest and the largest one.
 */
#include "show/render.h"

#define WIDTH 53		/* columns in a pipe, with the bars on both sides */
#define LEFT 21			/* columns of these for the smallest value */

/* The decimal places that a multiple of unit ns needs in seconds: 0, 3, 6 or 9. */
static u32 digits_of(u64 unit)
{
	u32 digits = 0;

	for (u64 ns = 1000000000; ns > 1 && unit % ns; ns /= 1000)
		digits += 3;
	return digits;
}

void render_moment(struct strbuf *out, s64 realtime_ns, bool date, u64 unit)
{
	u32 digits = digits_of(unit);
	u64 ns = (u64)realtime_ns % 1000000000;

	render_time(out, date ? "%Y-%m-%d %H:%M:%S" : "%H:%M:%S", realtime_ns);
	for (u32 i = digits; i < 9; i += 3)
		ns /= 1000;
	if (digits)
		sb_printf(out, ".%0*u", (int)digits, (u32)ns);
}

struct range { u64 min, max; bool is_signed; u32 width; };

static bool less(const struct range *r, u64 a, u64 b)
{
	return r->is_signed ? (s64)a < (s64)b : a < b;
}

static struct range range_of(const struct value *v)
{
	struct range r = { .is_signed = v->is_signed };
	bool some = false;

	for (u32 i = 0; i < v->n; i++) {
		u64 u = (u64)v->buckets[i].hi;

		if (!v->buckets[i].count)
			continue;
		if (!some || less(&r, u, r.min))
			r.min = u;
		if (!some || less(&r, r.max, u))
			r.max = u;
		some = true;
	}
	if (r.min == r.max) {	/* widen the range by what doesn't overflow */
		r.min -= less(&r, r.min - 1, r.min);
		r.max += less(&r, r.max, r.max + 1);
	}
	return r;
}

/* The column at which u is shown, if the range has so many columns. */
static u32 column(const struct range *r, u64 u, u32 columns)
{
	u64 from = u - r->min, all = r->max - r->min;
	u32 shift = all >> 57 ? 7 : 0;

	return (u32)((from >> shift) * columns / (all >> shift));
}

/* Puts the line with the smallest and the largest value, which is above and below the chart. */
static void put_bounds(struct strbuf *out, const struct range *r, u32 label)
{
	size_t start;

	sb_pad(out, ' ', label);
	start = out->n;
	render_number(out, r->min, r->is_signed);
	if (out->n - start < LEFT)
		sb_pad(out, ' ', LEFT - (out->n - start));
	sb_printf(out, r->is_signed ? "%*lld\n" : "%*llu\n", (int)r->width - LEFT,
		  (long long)r->max);
}

static void put_line(struct strbuf *out, const struct range *r, const struct bucket *b)
{
	size_t start = out->n;
	char *line;

	sb_putc(out, '|');
	sb_pad(out, ' ', r->width - 2);
	sb_putc(out, '|');
	line = out->s + start;
	if (less(r, r->min, 0) && less(r, 0, r->max))
		line[column(r, 0, r->width)] = '.';
	if (b->count)
		line[column(r, (u64)b->hi, r->width - 1)] = '*';
	sb_putc(out, ' ');
	if (b->count)
		render_number(out, (u64)b->hi, r->is_signed);
	else
		sb_putc(out, '-');
	sb_putc(out, '\n');
}

static void put_edge(struct strbuf *out, char end, u32 width)
{
	sb_putc(out, end);
	sb_pad(out, '_', width - 2);
	sb_putc(out, end);
	sb_putc(out, '\n');
}

/* The columns that a value takes at most, with the blank before it. */
static u32 longest(const struct range *r)
{
	struct strbuf text = { 0 };
	u32 min, max;

	render_number(&text, r->min, r->is_signed);
	min = (u32)text.n;
	render_number(&text, r->max, r->is_signed);
	max = (u32)text.n - min;
	sb_free(&text);
	return 1 + (min > max ? min : max);
}

void render_series(struct strbuf *out, const struct value *v)
{
	static const char units[][4] = { "", ".ms", ".us", ".ns" };
	struct range r = range_of(v);
	u32 digits = digits_of(v->u), label = 8 + !!digits + digits + 1;

	r.width = render_fit(WIDTH, label + longest(&r), LEFT + 8);
	put_bounds(out, &r, label);
	sb_printf(out, "hh:mm:ss%-*s", (int)label - 8, units[digits / 3]);
	put_edge(out, '|', r.width);
	for (u32 i = 0; i < v->n; i++) {
		render_moment(out, v->buckets[i].lo, false, v->u);
		sb_putc(out, ' ');
		put_line(out, &r, &v->buckets[i]);
	}
	sb_pad(out, ' ', label);
	put_edge(out, 'v', r.width);
	put_bounds(out, &r, label);
}
