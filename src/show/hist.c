/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hist.c - histograms as text: bounds of buckets, and bars; what fits a terminal.
 */
#include "show/render.h"

#include <string.h>

#define BAR 52			/* characters of the longest bar; bpftrace's is as long */
#define BESIDE 27		/* characters of a line that are not the bar */
#define WRAP_LEAST 16		/* columns that text must have to continue below itself */

static struct { bool is_coloured, has_blocks; u32 columns, bar; } look = { .bar = BAR };

u32 render_fit(u32 usual, u32 beside, u32 least)
{
	if (!look.columns)
		return usual;
	return look.columns < beside + least ? least :
	       look.columns > beside + 200 ? 200 : look.columns - beside;
}

void render_look(bool coloured, bool blocks, u32 columns)
{
	look.is_coloured = coloured;
	look.has_blocks = blocks;
	look.columns = columns;
	look.bar = render_fit(BAR, BESIDE, 8);
}

void render_name(struct strbuf *out, const char *name)
{
	sb_printf(out, look.is_coloured ? "\033[1m%s\033[m" : "%s", name);
}

/* Bytes that continue a character of UTF-8 take no column. */
static bool is_continued(char c)
{
	return (c & 0xc0) == 0x80;
}

static u32 count_columns(const char *s, size_t n)
{
	u32 columns = 0;

	for (size_t i = 0; i < n; i++)
		columns += !is_continued(s[i]);
	return columns;
}

void render_wrap(struct strbuf *out, size_t line, size_t last)
{
	u32 before = count_columns(out->s + line, last - line), at = before;
	size_t n = out->n - last - 1;
	struct strbuf text = { 0 };

	if (before + WRAP_LEAST > look.columns || memchr(out->s + last, '\n', n) ||
	    before + count_columns(out->s + last, n) <= look.columns)
		return;
	for (size_t i = last; i < out->n; i++) {
		if (!is_continued(out->s[i]) && at++ == look.columns && i + 1 < out->n) {
			sb_putc(&text, '\n');
			sb_pad(&text, ' ', before);
			at = before + 1;
		}
		sb_putc(&text, out->s[i]);
	}
	out->n = last;
	sb_put(out, text.s, text.n);
	sb_free(&text);
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

/* Puts a bar of eighths of a character, for terminals with UTF-8.  Returns its characters. */
static u32 put_blocks(struct strbuf *out, u32 eighths)
{
	for (u32 i = 0; i < eighths / 8; i++)
		sb_puts(out, "\u2588");		/* a full block; U+258F is an eighth of one */
	if (eighths % 8)
		sb_printf(out, "\xe2\x96%c", 0x90 - (int)(eighths % 8));
	return (eighths + 7) / 8;
}

static void put_bar(struct strbuf *out, u64 count, u64 max)
{
	u32 whole = look.has_blocks ? look.bar * 8 : look.bar, n;
	u32 bits = whole < 128 ? 57 : 53;	/* count * whole must fit in 64 bits */
	u32 shift = max >> bits ? 64 - bits : 0;
	u64 bar = max ? (count >> shift) * whole / (max >> shift) : 0;

	sb_puts(out, look.is_coloured ? " |\033[36m" : " |");
	if (look.has_blocks) {
		n = put_blocks(out, (u32)bar);
	} else {
		n = (u32)bar;
		sb_pad(out, '@', n);
	}
	sb_puts(out, look.is_coloured ? "\033[m" : "");
	sb_pad(out, ' ', look.bar - n);
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
