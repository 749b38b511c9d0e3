/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * printf.c - prints arguments by a parsed format; see render.h.
 *
 * Numbers are converted by hand: the digits go into a small buffer, from the right,
 * then the output gets the sign or prefix, zeros up to the precision, the digits and
 * blanks up to the width.  An integer narrower than an int is promoted to one as in C,
 * so that %x of a negative s32 has eight digits.  hh and h cut it, l and the like
 * widen it.
 */
#include "show/render.h"

#include <string.h>

#define WIDTH_MAX 4096		/* the largest width or precision that * can give */

struct spec {			/* an item with its stars filled in */
	const struct format_item *it;
	int width, prec;
	bool minus;
};

static bool is_number(const struct value *v)
{
	switch (v->kind) {
	case V_INT:
	case V_UINT:
	case V_BOOL:
	case V_ADDR:
	case V_ENUM:
	case V_AVG:
	case V_STATS:
		return true;
	default:
		return false;
	}
}

static u64 number_of(const struct value *v)
{
	if (v->kind == V_SYM && v->n)
		return v->frames->addr;
	return is_number(v) ? v->u : 0;
}

/* Makes everything from `start` on a field: cuts it to prec bytes (-1: not) and pads it to
 * the width. */
static void finish_field(struct strbuf *out, size_t start, const struct spec *s, int prec)
{
	size_t len = out->n - start, fill;

	if (prec >= 0 && len > (size_t)prec) {
		len = (size_t)prec;
		out->n = start + len;
		out->s[out->n] = '\0';
	}
	if (s->width < 0 || len >= (size_t)s->width)
		return;
	fill = (size_t)s->width - len;
	sb_pad(out, ' ', fill);
	if (s->minus)
		return;
	memmove(out->s + start + fill, out->s + start, len);
	memset(out->s + start, ' ', fill);
}

/* The bytes of the length modifier.  0 if there is none, or if it is l, z or t and the value is a
 * 32-bit word, which has the size of a long. */
static u32 length_of(const struct value *v, const struct format_item *it)
{
	return v->is_word && v->size == 4 && it->is_long ? 0 : it->bytes;
}

static u32 number_bytes(const struct value *v, const struct format_item *it)
{
	u32 size = v->size ? v->size : 8;

	if (length_of(v, it))
		return length_of(v, it);
	return size < 4 ? 4 : size;
}

static char *put_digits(char *end, u64 u, char conv)
{
	const char *digits = conv == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	u32 base = conv == 'o' ? 8 : conv == 'x' || conv == 'X' ? 16 : 10;

	if (base == 10)		/* division by a constant is a multiplication */
		for (; u; u /= 10)
			*--end = digits[u % 10];
	for (; u; u /= base)
		*--end = digits[u % base];
	return end;
}

static const char *prefix_of(const struct spec *s, bool is_signed, bool negative, u64 u)
{
	const struct format_item *it = s->it;

	if (negative)
		return "-";
	if (is_signed)
		return it->plus ? "+" : it->blank ? " " : "";
	if (!it->alt || !u)
		return "";
	return it->conv == 'x' ? "0x" : it->conv == 'X' ? "0X" : "";
}

/* The number of zeros before the digits. */
static size_t zeros_before(const struct spec *s, size_t digits, size_t prefix)
{
	size_t want = s->prec >= 0 ? (size_t)s->prec : 1;

	if (s->it->zero && !s->minus && s->prec < 0 && s->width > (int)prefix)
		want = (size_t)s->width - prefix;
	if (s->it->conv == 'o' && s->it->alt && want <= digits)
		want = digits + 1;
	if (!want && !digits)
		return 0;
	return want > digits ? want - digits : 0;
}

static void put_number(struct strbuf *out, const struct spec *s, const struct value *v)
{
	bool is_signed = s->it->conv == 'd' || s->it->conv == 'i', negative;
	u32 shift = 64 - 8 * number_bytes(v, s->it);
	u64 u = number_of(v);
	char buf[24], *end = buf + sizeof(buf), *digits;
	const char *prefix;
	size_t start = out->n;

	/* u has 64 bits, extended as the value's own type requires */
	if (is_signed && !length_of(v, s->it) && v->is_word)
		u = (u64)format_word(u);
	else if (is_signed && s->it->bytes)
		u = (u64)((s64)(u << shift) >> shift);
	else if (!is_signed)
		u = u << shift >> shift;
	negative = is_signed && (s64)u < 0;
	prefix = prefix_of(s, is_signed, negative, u);
	digits = put_digits(end, negative ? 0 - u : u, s->it->conv);
	sb_puts(out, prefix);
	sb_pad(out, '0', zeros_before(s, (size_t)(end - digits), strlen(prefix)));
	sb_put(out, digits, (size_t)(end - digits));
	finish_field(out, start, s, -1);
}

static void put_char(struct strbuf *out, const struct spec *s, const struct value *v)
{
	size_t start = out->n;
	char c = (char)number_of(v);

	if (v->kind == V_STR)
		render_string(out, v->s, v->len ? 1 : 0);
	else
		render_string(out, &c, 1);
	finish_field(out, start, s, -1);
}

static void put_pointer(struct strbuf *out, const struct spec *s, const struct value *v)
{
	struct value addr = { .kind = V_ADDR, .u = number_of(v) };
	size_t start = out->n;
	u32 size = v->size ? v->size : 8;

	if (size < 8)
		addr.u &= (1ull << size * 8) - 1;
	render_value(out, &addr);
	finish_field(out, start, s, -1);
}

static void put_raw(struct strbuf *out, const struct spec *s, const struct value *v)
{
	size_t start = out->n;

	if (v->kind == V_BYTES || v->kind == V_STR)
		render_bytes(out, v, s->it->hex, s->it->spaced);
	else
		render_value(out, v);
	finish_field(out, start, s, s->prec);
}

static void put_value(struct strbuf *out, const struct spec *s, const struct value *v)
{
	size_t start = out->n;

	render_value(out, v);
	finish_field(out, start, s, s->prec);
}

static void convert(struct strbuf *out, const struct spec *s, const struct value *v)
{
	switch (s->it->conv) {
	case 'c':
		put_char(out, s, v);
		break;
	case 'p':
		put_pointer(out, s, v);
		break;
	case 'r':
		put_raw(out, s, v);
		break;
	case 's':
	case 'v':
		put_value(out, s, v);
		break;
	default:
		if (is_number(v) || v->kind == V_SYM)
			put_number(out, s, v);
		else
			put_value(out, s, v);
	}
}

static int star(const struct value *v)
{
	s64 i = (s64)number_of(v);

	return i > WIDTH_MAX ? WIDTH_MAX : i < -WIDTH_MAX ? -WIDTH_MAX : (int)i;
}

const struct value *render_item(struct strbuf *out, const struct format_item *it,
				const struct value *args)
{
	struct spec s = { it, it->width, it->prec, it->minus };

	sb_put(out, it->text, it->len);
	if (!it->conv)
		return args;
	if (it->star_width)
		s.width = star(args++);
	if (s.width < 0) {		/* as in C: the flag '-' and a width */
		s.minus = true;
		s.width = -s.width;
	}
	if (it->star_prec)
		s.prec = star(args++);
	convert(out, &s, args);
	return args + 1;
}

void render_printf(struct strbuf *out, const struct format *f, const struct value *args)
{
	for (u32 i = 0; i < f->n; i++)
		args = render_item(out, &f->items[i], args);
}

void render_row(struct strbuf *out, const struct format *f, const struct value *args)
{
	size_t line = out->n, last = line;

	for (u32 i = 0; i < f->n; i++) {
		if (f->items[i].conv)
			last = out->n + f->items[i].len;
		args = render_item(out, &f->items[i], args);
	}
	render_wrap(out, line, last);
}
