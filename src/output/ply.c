/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ply.c - text in the layout of ply 2.4, for scripts that read ply's output.
 *
 * A map is an empty line, its name and a colon, then a line for each entry: the keys in braces, a
 * colon, the value.  Strings are padded to the size of their array, so that columns line up.
 * Strings of str() are not padded, because their arrays are much longer than most texts.
 */
#include "output/output.h"

#include "show/render.h"

enum {
	PADDED = 64,		/* bytes of the largest array whose strings are padded */
	BAR = 32,		/* characters of a bar for the total count */
	STEPS = 8		/* fractions of a character at the end of a bar */
};

static void put_value(struct strbuf *out, const struct value *v);

static void put_items(struct strbuf *out, const struct value *v)
{
	for (u32 i = 0; i < v->n; i++) {
		if (i)
			sb_puts(out, ", ");
		put_value(out, &v->items[i]);
	}
}

/* ply rounds the arrays of string literals up to eight bytes, of which one is for the NUL. */
static void put_string(struct strbuf *out, const struct value *v)
{
	u32 width = (v->size + 7u) / 8 * 8;

	sb_put(out, v->s, v->len);
	if (width <= PADDED && v->len + 1 < width)
		sb_pad(out, ' ', width - 1 - v->len);
}

static void put_stack(struct strbuf *out, const struct value *v)
{
	sb_putc(out, '\n');
	for (u32 i = 0; i < v->n; i++) {
		struct value frame = { .kind = V_SYM, .n = 1, .frames = &v->frames[i] };

		sb_putc(out, '\t');
		render_value(out, &frame);
		sb_putc(out, '\n');
	}
}

/* Puts a bar of full blocks, U+2588, and one of U+2589 to U+258F for the remaining eighths. */
static void put_bar(struct strbuf *out, u64 count, u64 total)
{
	u32 eighths = (u32)((double)count / (double)total * BAR * STEPS + .5);
	u32 used = (eighths + STEPS - 1) / STEPS;

	sb_puts(out, "\xe2\x94\xa4");
	for (; eighths >= STEPS; eighths -= STEPS)
		sb_puts(out, "\xe2\x96\x88");
	if (eighths) {
		sb_puts(out, "\xe2\x96");
		sb_putc(out, (char)(0x88 + STEPS - eighths));
	}
	sb_pad(out, ' ', BAR - used);
	sb_puts(out, "\xe2\x94\x82\n");
}

/* Powers of two from 1024 on are printed with a unit: 8k. */
static void put_bound(struct strbuf *out, u64 bound)
{
	static const char units[] = "\0kMGTPE";
	u32 unit = 0;

	for (; bound >= 1024; bound /= 1024)
		unit++;
	sb_printf(out, unit ? "%3llu" : "%4llu", (unsigned long long)bound);
	if (unit)
		sb_putc(out, units[unit]);
}

/* An upper bound below 1024 is printed as the last value in the bucket: "[ 256,  511]".  Others
 * are printed as they are: "[ 512,   1k)". */
static void put_bucket(struct strbuf *out, u64 lo, u64 hi)
{
	bool closed = hi && hi < 1024;

	sb_puts(out, "\t[");
	put_bound(out, lo);
	sb_puts(out, ", ");
	if (hi)
		put_bound(out, closed ? hi - 1 : hi);
	else
		sb_puts(out, " 16E");
	sb_putc(out, closed ? ']' : ')');
}

static bool is_power_of_two(const struct bucket *b)
{
	return !b->open_hi && (b->open_lo || (u64)b->lo <= 1 || (u64)b->hi == (u64)b->lo * 2);
}

/* Is it a quantize()?  Other histograms are printed as in the text format. */
static bool is_quantize(const struct value *v)
{
	for (u32 i = 0; i < v->n; i++)
		if (!is_power_of_two(&v->buckets[i]))
			return false;
	return true;
}

static void put_row(struct strbuf *out, const struct bucket *b, u64 count, u64 total)
{
	if (b->open_lo)
		sb_puts(out, "\t         < 0");
	else
		put_bucket(out, (u64)b->lo <= 1 ? 0 : (u64)b->lo, b->lo ? (u64)b->hi : 2);
	sb_printf(out, "\t%8llu ", (unsigned long long)count);
	put_bar(out, count, total);
}

static void put_hist(struct strbuf *out, const struct value *v)
{
	bool gap = false;
	u64 total = 0;

	for (u32 i = 0; i < v->n; i++)
		total += v->buckets[i].count;
	for (u32 i = 0; i < v->n; i++) {
		const struct bucket *b = &v->buckets[i];
		u64 count = b->count;

		/* 0 and 1 share a row */
		if (!b->open_lo && !b->lo && i + 1 < v->n)
			count += v->buckets[++i].count;
		if (count && gap)
			sb_puts(out, "\t...\n");
		gap = !count;
		if (count)
			put_row(out, b, count, total);
	}
}

static void put_value(struct strbuf *out, const struct value *v)
{
	if (v->kind == V_STR) {
		put_string(out, v);
	} else if (v->kind == V_ADDR) {
		sb_printf(out, "<%llx>", (unsigned long long)v->u);
	} else if (v->kind == V_STACK) {
		put_stack(out, v);
	} else if (v->kind == V_ARRAY) {
		sb_putc(out, '[');
		put_items(out, v);
		sb_putc(out, ']');
	} else if (v->kind == V_TUPLE) {
		put_items(out, v);
	} else if (v->kind == V_HIST && is_quantize(v)) {
		sb_putc(out, '\n');
		put_hist(out, v);
	} else if (v->kind == V_HIST) {
		sb_putc(out, '\n');
		render_hist(out, v, 1);
	} else {
		render_value(out, v);
	}
}

static void ply_text(struct strbuf *out, enum out_text kind, const char *s, size_t len)
{
	(void)kind;
	sb_put(out, s, len);
}

static void ply_value(struct strbuf *out, const struct value *v)
{
	put_value(out, v);
	sb_putc(out, '\n');
}

static void ply_map(struct strbuf *out, const struct map_view *m)
{
	if (!m->n)
		return;
	/* in ply's language only aggregations, and a map called @, have the @ */
	sb_printf(out, "\n%s:\n", m->name + (!m->is_aggregation && m->name[1]));
	for (u32 i = 0; i < m->n; i++) {
		struct value v = m->entries[i].value;

		if (m->keyed) {
			sb_puts(out, "{ ");
			put_value(out, &m->entries[i].key);
			sb_puts(out, " }: ");
		}
		value_divide(&v, m->div);
		put_value(out, &v);
		sb_putc(out, '\n');
	}
}

/* ply prints nothing when its probes are active. */
static void ply_attached(struct strbuf *out, u32 probes)
{
	(void)out;
	(void)probes;
}

const struct output output_ply = {
	.name = "ply",
	.is_text = true,
	.in_script_order = true,
	.attached = ply_attached,
	.text = ply_text,
	.value = ply_value,
	.map = ply_map,
};
