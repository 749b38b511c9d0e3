/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * svg_heat.c - heat maps: rectangles that are the darker the larger their number is.
 *
 * A series has a row for each key and a column for each interval.  Histograms whose last key is a
 * number have a column for each of these numbers and a row for each bucket; each value of the other
 * keys has a heat map of its own.  With few numbers, histograms with bars are easier to read.
 */
#include "output/svg.h"

#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "output/flat.h"
#include "show/render.h"

#define FEWEST 8		/* histograms on a heat map, on average */
#define COLUMNS 512		/* with more, numbers that are missing have no columns */

struct heat {
	struct strbuf *out;
	const struct map_view *m;
	u64 first, step;	/* of the columns; step 0: a column for each entry */
	u64 columns;
	u64 low, high;		/* of the numbers; of a series with a sign: in order as u64s */
	u32 y;
	struct strbuf text;
};

/* ---- the parts of a chart ---- */

static void begin_row(struct heat *h, const char *label, size_t len)
{
	sb_printf(h->out, "<svg y=\"%u\" height=\"%u\"><svg width=\"27%%\">"
		  "<text x=\"100%%\" y=\"13\" text-anchor=\"end\">", h->y, SVG_ROW);
	svg_put_text(h->out, label, len);
	sb_puts(h->out, "</text></svg><svg x=\"28%\" width=\"71%\">\n");
	h->y += SVG_ROW;
}

static void end_row(struct heat *h)
{
	sb_puts(h->out, "</svg></svg>\n");
}

static void widen(struct heat *h, u64 n)
{
	h->low = n < h->low ? n : h->low;
	h->high = n > h->high ? n : h->high;
}

/* From 0 to 60. */
static u32 darkness(const struct heat *h, u64 n)
{
	u64 part = n - h->low, whole = h->high - h->low;
	u32 shift = whole >> 57 ? 7 : 0;

	return whole ? (u32)((part >> shift) * 60 / (whole >> shift)) : 60;
}

/* h->text is what it shows when the mouse is on it. */
static void put_cell(struct heat *h, u64 column, u64 n)
{
	sb_puts(h->out, "<rect height=\"17\" x=\"");
	svg_put_percent(h->out, column, h->columns);
	sb_puts(h->out, "\" width=\"");
	svg_put_percent(h->out, 1, h->columns);
	sb_printf(h->out, "\" style=\"fill:hsl(215,75%%,%u%%)\"><title>", 90 - darkness(h, n));
	svg_put_text(h->out, h->text.s, h->text.n);
	sb_puts(h->out, "</title></rect>\n");
}

/* Puts the line below the rows: an end of the columns, or what the colours mean. */
static void put_below(struct heat *h, const char *x, const char *anchor)
{
	sb_printf(h->out, "<text x=\"%s\" y=\"%u\" text-anchor=\"%s\">", x, h->y + 13, anchor);
	svg_put_text(h->out, h->text.s, h->text.n);
	sb_puts(h->out, "</text>\n");
	sb_reset(&h->text);
}

/* low and high are numbers as they are shown. */
static void put_scale(struct heat *h, u64 low, u64 high, bool is_signed)
{
	sb_puts(&h->text, "light: ");
	render_number(&h->text, low, is_signed);
	sb_puts(&h->text, ", dark: ");
	render_number(&h->text, high, is_signed);
	put_below(h, "63%", "middle");
}

/* ---- series ---- */

/* Numbers with a sign in order as u64s, and back. */
static u64 in_order_as(bool is_signed, u64 n)
{
	return is_signed ? n ^ 1ull << 63 : n;
}

static void measure_series(struct heat *h)
{
	u64 first = UINT64_MAX, last = 0;

	for (u32 i = 0; i < h->m->n; i++) {
		const struct value *v = &h->m->entries[i].value;

		h->step = v->u;
		for (u32 b = 0; b < v->n; b++) {
			u64 at = (u64)v->buckets[b].lo;

			first = at < first ? at : first;
			last = at > last ? at : last;
			if (v->buckets[b].count)
				widen(h, in_order_as(v->is_signed, (u64)v->buckets[b].hi));
		}
	}
	h->first = first;
	h->columns = first > last ? 0 : (last - first) / h->step + 1;
}

static void put_series_row(struct heat *h, const struct entry *e)
{
	const struct value *v = &e->value;
	size_t label;

	sb_reset(&h->text);
	svg_put_keys(&h->text, h->m, e, 0);
	begin_row(h, h->text.s, h->text.n);
	if (h->text.n)
		sb_puts(&h->text, ", ");
	label = h->text.n;
	for (u32 i = 0; i < v->n; i++) {
		const struct bucket *b = &v->buckets[i];

		if (!b->count)
			continue;
		h->text.n = label;
		render_moment(&h->text, b->lo, false, h->step);
		sb_puts(&h->text, ": ");
		render_number(&h->text, (u64)b->hi, v->is_signed);
		put_cell(h, ((u64)b->lo - h->first) / h->step,
			 in_order_as(v->is_signed, (u64)b->hi));
	}
	end_row(h);
}

static void put_series_scale(struct heat *h, bool is_signed)
{
	sb_reset(&h->text);
	render_moment(&h->text, (s64)h->first, true, h->step);
	put_below(h, "28%", "start");
	put_scale(h, in_order_as(is_signed, h->low), in_order_as(is_signed, h->high), is_signed);
	render_moment(&h->text, (s64)(h->first + (h->columns - 1) * h->step), false, h->step);
	put_below(h, "99%", "end");
}

static void put_series(struct heat *h)
{
	const struct map_view *m = h->m;
	u32 rows = m->n < SVG_ROWS ? m->n : SVG_ROWS;
	bool is_signed = m->entries->value.is_signed;

	measure_series(h);
	svg_begin_chart(h->out, "b", m->name, 24 + (rows + 1 + (rows < m->n)) * SVG_ROW + 10);
	h->y = 24;
	for (u32 i = 0; i < rows; i++)
		put_series_row(h, &m->entries[i]);
	if (h->columns)
		put_series_scale(h, is_signed);
	svg_put_more(h->out, m, h->y + SVG_ROW);
	sb_puts(h->out, "</svg>\n");
}

/* ---- histograms ---- */

static const struct value *last_key(const struct map_view *m, const struct entry *e)
{
	return flat_key(&e->key, flat_keys(m) - 1);
}

/* Are all keys but the last the same? */
static bool same_group(const struct map_view *m, const struct entry *a, const struct entry *b)
{
	for (u32 i = 0; i + 1 < flat_keys(m); i++)
		if (value_compare(flat_key(&a->key, i), flat_key(&b->key, i)))
			return false;
	return true;
}

static bool by_key(const void *ctx, const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	(void)ctx;
	return value_compare(&x->key, &y->key) <= 0;
}

static u32 group_size(const struct map_view *m, const struct entry *e, const struct entry *end)
{
	u32 n = 1;

	while (e + n < end && same_group(m, e, e + n))
		n++;
	return n;
}

/* Sorts entries by key and counts the groups. */
static u32 count_groups(const struct map_view *m)
{
	const struct entry *end = m->entries + m->n;
	u32 groups = 0;

	sort_array(m->entries, m->n, sizeof(*m->entries), by_key, NULL);
	for (const struct entry *e = m->entries; e < end; e += group_size(m, e, end))
		groups++;
	return groups;
}

/* The bucket below zero comes first. */
static int compare_buckets(const struct bucket *a, const struct bucket *b)
{
	if (a->open_lo || b->open_lo)
		return b->open_lo - a->open_lo;
	if (a->is_unsigned)
		return ((u64)a->lo > (u64)b->lo) - ((u64)a->lo < (u64)b->lo);
	return (a->lo > b->lo) - (a->lo < b->lo);
}

static bool buckets_in_order(const void *ctx, const void *a, const void *b)
{
	const struct bucket *const *x = a, *const *y = b;

	(void)ctx;
	return compare_buckets(*x, *y) >= 0;
}

/* The different buckets of n entries, the highest first.  The caller frees the memory. */
static const struct bucket **buckets_of(const struct entry *e, u32 n, u32 *rows)
{
	const struct bucket **all;
	u32 count = 0, kept = 0;

	for (u32 i = 0; i < n; i++)
		count += e[i].value.n;
	all = mem_alloc((count + 1) * sizeof(*all));
	count = 0;
	for (u32 i = 0; i < n; i++)
		for (u32 b = 0; b < e[i].value.n; b++)
			all[count++] = &e[i].value.buckets[b];
	sort_array(all, count, sizeof(*all), buckets_in_order, NULL);
	for (u32 i = 0; i < count; i++)
		if (!kept || compare_buckets(all[kept - 1], all[i]))
			all[kept++] = all[i];
	*rows = kept;
	return all;
}

static u64 common_divisor(u64 a, u64 b)
{
	while (b) {
		u64 rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Columns are numbers at equal distances, or else just the entries. */
static void measure_keys(struct heat *h, const struct entry *e, u32 n)
{
	u64 last = last_key(h->m, &e[n - 1])->u;

	h->first = last_key(h->m, e)->u;
	h->step = 0;
	for (u32 i = 1; i < n; i++)
		h->step = common_divisor(h->step, last_key(h->m, &e[i])->u - h->first);
	if (h->step && (last - h->first) / h->step >= COLUMNS)
		h->step = 0;
	h->columns = h->step ? (last - h->first) / h->step + 1 : n;
}

/* Logarithms of counts in sixteenths, so that a rare outlier can be seen beside what is usual. */
static u64 sixteenths(u64 count)
{
	u32 log = 0;

	while (log < 63 && count >> (log + 1))
		log++;
	return log * 16 + ((log < 4 ? count << (4 - log) : count >> (log - 4)) & 15);
}

static void put_bucket_row(struct heat *h, const struct bucket *row, const struct entry *e, u32 n)
{
	size_t label;

	sb_reset(&h->text);
	render_bucket(&h->text, row);
	begin_row(h, h->text.s, h->text.n);
	sb_puts(&h->text, ", ");
	label = h->text.n;
	for (u32 i = 0; i < n; i++)
		for (u32 b = 0; b < e[i].value.n; b++) {
			const struct bucket *at = &e[i].value.buckets[b];

			if (!at->count || compare_buckets(at, row))
				continue;
			h->text.n = label;
			flat_value(&h->text, last_key(h->m, &e[i]));
			sb_puts(&h->text, ": ");
			render_uint(&h->text, at->count);
			put_cell(h, h->step ? (last_key(h->m, &e[i])->u - h->first) / h->step : i,
				 sixteenths(at->count));
		}
	end_row(h);
}

/* A heat map of n entries that differ in the last key only. */
static void put_group(struct heat *h, struct entry *e, u32 n)
{
	const struct bucket **rows;
	u64 low, high;
	u32 n_rows;

	h->low = UINT64_MAX;
	h->high = 0;
	for (u32 i = 0; i < n; i++) {
		value_divide(&e[i].value, h->m->div);
		for (u32 b = 0; b < e[i].value.n; b++)
			if (e[i].value.buckets[b].count)
				widen(h, e[i].value.buckets[b].count);
	}
	low = h->low;
	high = h->high;
	h->low = sixteenths(low);
	h->high = sixteenths(high);
	measure_keys(h, e, n);
	rows = buckets_of(e, n, &n_rows);
	sb_reset(&h->text);
	sb_puts(&h->text, h->m->name);
	if (flat_keys(h->m) > 1) {
		sb_putc(&h->text, '[');
		svg_put_keys(&h->text, h->m, e, 1);
		sb_putc(&h->text, ']');
	}
	svg_begin_chart(h->out, "b", sb_str(&h->text), 24 + (n_rows + 1) * SVG_ROW + 10);
	h->y = 24;
	for (u32 i = 0; i < n_rows; i++)
		put_bucket_row(h, rows[i], e, n);
	sb_reset(&h->text);
	flat_value(&h->text, last_key(h->m, e));
	put_below(h, "28%", "start");
	if (high)
		put_scale(h, low, high, false);
	flat_value(&h->text, last_key(h->m, &e[n - 1]));
	put_below(h, "99%", "end");
	sb_puts(h->out, "</svg>\n");
	mem_free(rows);
}

bool svg_is_heat(const struct map_view *m)
{
	u8 kind = m->entries->value.kind;

	if (kind != V_HIST || !m->keyed)
		return kind == V_SERIES;
	for (u32 i = 0; i < m->n; i++) {
		u8 key = last_key(m, &m->entries[i])->kind;

		if (key != V_INT && key != V_UINT)
			return false;
	}
	if (m->n >= FEWEST && m->n / FEWEST >= count_groups(m))
		return true;
	value_sort(m->entries, m->n, false);
	return false;
}

void svg_put_heat(struct strbuf *out, const struct map_view *m)
{
	struct heat h = { .out = out, .m = m, .low = UINT64_MAX };
	struct entry *end = m->entries + m->n;

	if (m->entries->value.kind == V_SERIES)
		put_series(&h);
	else
		for (struct entry *e = m->entries; e < end; ) {
			u32 n = group_size(m, e, end);

			put_group(&h, e, n);
			e += n;
		}
	sb_free(&h.text);
}
