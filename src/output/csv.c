/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csv.c - a table for each map, with fields quoted as in RFC 4180.
 *
 *	map,comm,key1,value
 *	@a,sh,3,17
 *
 * A header row starts with "map"; a row of data starts with the map's name, which has an @.  The
 * script's own output is a row "text,…", and a loss is a row "lost,…".
 */
#include "output/output.h"

#include <string.h>

#include "base/escape.h"
#include "output/flat.h"
#include "show/render.h"

static void put_quoted(struct strbuf *out, u8 c)
{
	if (c == '"')
		sb_putc(out, '"');
	escape_latin(out, c);
}

static bool is_number(const char *s, size_t n)
{
	size_t i = n && (*s == '-' || *s == '+');
	bool digits = i < n;

	for (; i < n; i++)
		digits &= (s[i] >= '0' && s[i] <= '9') || s[i] == '.';
	return digits;
}

/* Would a spreadsheet evaluate the text as a formula? */
static bool is_formula(const char *s, size_t n)
{
	return n && strchr("=+-@\t\r", *s) && !is_number(s, n);
}

/* Puts a field, with quotes if needed.  A ' before a formula makes it text. */
static void put_field(struct strbuf *out, const char *s, size_t n)
{
	bool quote = !n;

	for (size_t i = 0; i < n; i++)
		quote |= strchr("\",\r\n", s[i]) != NULL;
	if (quote)
		sb_putc(out, '"');
	if (is_formula(s, n))
		sb_putc(out, '\'');
	escape_text(out, s, n, "\"", put_quoted);
	if (quote)
		sb_putc(out, '"');
}

static void put_value(struct strbuf *out, const struct value *v)
{
	struct strbuf sb = { 0 };

	flat_value(&sb, v);
	put_field(out, sb_str(&sb), sb.n);
	sb_free(&sb);
}

static void put_header(struct strbuf *out, const struct map_view *m)
{
	u8 kind = m->entries->value.kind;

	sb_puts(out, "map");
	for (u32 i = 0; i < flat_keys(m); i++) {
		sb_putc(out, ',');
		flat_key_name(out, m, i);
	}
	sb_puts(out, m->is_diff ? ",a,b,diff\n" : kind == V_HIST ? ",lower,upper,count\n" :
		     kind == V_STATS ? ",count,average,total\n" : ",value\n");
}

static void put_start(struct strbuf *out, const struct map_view *m, const struct entry *e)
{
	sb_puts(out, m->name);
	for (u32 i = 0; i < flat_keys(m); i++) {
		sb_putc(out, ',');
		put_value(out, flat_key(&e->key, i));
	}
	sb_putc(out, ',');
}

/* The bucket includes lower and excludes upper; a missing bound is empty. */
static void put_bucket(struct strbuf *out, const struct bucket *b)
{
	if (!b->open_lo)
		render_number(out, (u64)b->lo, !b->is_unsigned);
	sb_putc(out, ',');
	if (b->is_unsigned && !b->hi)
		sb_puts(out, "18446744073709551616");
	else if (!b->open_hi)
		render_number(out, (u64)b->hi, !b->is_unsigned);
	sb_putc(out, ',');
	render_uint(out, b->count);
}

static void put_entry(struct strbuf *out, const struct map_view *m, const struct entry *e)
{
	struct value v = e->value;

	value_divide(&v, m->div);
	for (u32 i = 0; v.kind == V_HIST && i < v.n; i++) {
		put_start(out, m, e);
		put_bucket(out, &v.buckets[i]);
		sb_putc(out, '\n');
	}
	if (v.kind == V_HIST)
		return;
	put_start(out, m, e);
	if (m->is_diff) {
		for (u32 i = 0; i < v.n; i++) {
			sb_puts(out, i ? "," : "");
			put_value(out, &v.items[i]);
		}
	} else if (v.kind == V_STATS) {
		render_uint(out, v.count);
		sb_putc(out, ',');
		render_number(out, v.u, v.is_signed);
		sb_putc(out, ',');
		render_number(out, v.total, v.is_signed);
	} else {
		put_value(out, &v);
	}
	sb_putc(out, '\n');
}

static void csv_map(struct strbuf *out, const struct map_view *m)
{
	if (m->n)
		put_header(out, m);
	for (u32 i = 0; i < m->n; i++)
		put_entry(out, m, &m->entries[i]);
}

static void csv_text(struct strbuf *out, enum out_text kind, const char *s, size_t len)
{
	(void)kind;
	sb_puts(out, "text,");
	put_field(out, s, len && s[len - 1] == '\n' ? len - 1 : len);
	sb_putc(out, '\n');
}

static void csv_value(struct strbuf *out, const struct value *v)
{
	sb_puts(out, "text,");
	put_value(out, v);
	sb_putc(out, '\n');
}

static void csv_row(struct strbuf *out, const char *const *names, u32 n, const struct value *v)
{
	for (u32 i = 0; i < n; i++) {
		if (i)
			sb_putc(out, ',');
		if (v)
			put_value(out, &v[i]);
		else
			put_field(out, names[i], strlen(names[i]));
	}
	sb_putc(out, '\n');
}

static void csv_loss(struct strbuf *out, const struct loss *l)
{
	sb_puts(out, "lost,");
	put_field(out, l->what, strlen(l->what));
	sb_putc(out, ',');
	put_field(out, l->where, strlen(l->where));
	sb_putc(out, ',');
	render_uint(out, l->count);
	sb_putc(out, '\n');
}

const struct output output_csv = {
	.name = "csv", .diff = DIFF_CHANGES,
	.text = csv_text,
	.value = csv_value,
	.row = csv_row,
	.map = csv_map,
	.loss = csv_loss,
};
