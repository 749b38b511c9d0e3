/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * format.c - parses printf format strings; see format.h.
 *
 * A format is parsed once, when the script is compiled, so that showing a record only walks
 * over an array.  Literal parts have lengths, because they may contain NULs.
 */
#include "lang/format.h"

#include <string.h>

#define NUMBER_MAX 4096		/* larger widths and precisions are a mistake */

struct cursor {
	const char *s;
	u32 len, at;
	const char *what;	/* the error; NULL if there is none */
};

static int peek(const struct cursor *c)
{
	return c->at < c->len ? (unsigned char)c->s[c->at] : -1;
}

static bool take(struct cursor *c, int ch)
{
	if (peek(c) != ch)
		return false;
	c->at++;
	return true;
}

static int number(struct cursor *c)
{
	int n = 0;

	while (peek(c) >= '0' && peek(c) <= '9' && !c->what) {
		n = n * 10 + (peek(c) - '0');
		if (n > NUMBER_MAX)
			c->what = "number too big";
		else
			c->at++;
	}
	return n;
}

static void flags(struct cursor *c, struct format_item *it)
{
	for (;; c->at++) {
		switch (peek(c)) {
		case '-':
			it->minus = true;
			break;
		case '+':
			it->plus = true;
			break;
		case ' ':
			it->blank = true;
			break;
		case '#':
			it->alt = true;
			break;
		case '0':
			it->zero = true;
			break;
		default:
			return;
		}
	}
}

static void length(struct cursor *c, struct format_item *it)
{
	for (;; c->at++) {
		int ch = peek(c);

		if (ch == 'h')
			it->bytes = it->bytes == 2 ? 1 : 2;
		else if (ch > 0 && strchr("lLjztq", ch)) {
			it->is_long = !it->bytes && strchr("lzt", ch);
			it->bytes = 8;
		}
		else
			return;
	}
}

static void conversion(struct cursor *c, struct format_item *it)
{
	int ch = peek(c);

	if (ch <= 0 || !strchr("diuoxXcspvr%", ch)) {
		c->what = ch < 'A' ? "a percent sign is %%, not" : "unknown conversion";
		return;
	}
	c->at++;
	it->conv = (char)ch;
	if (ch == 'r' && (take(c, 'x') || take(c, 'h'))) {
		it->hex = true;
		it->spaced = c->s[c->at - 1] == 'h';
	}
}

static void specification(struct cursor *c, struct format_item *it)
{
	it->off = c->at++;
	if (c->at < c->len && c->s[c->at] == '\n') {	/* % at the end of a line is a % */
		it->conv = '%';
		return;
	}
	flags(c, it);
	it->star_width = take(c, '*');
	if (!it->star_width)
		it->width = number(c);
	if (!c->what && take(c, '.')) {
		it->star_prec = take(c, '*');
		if (!it->star_prec)
			it->prec = number(c);
	}
	if (c->what)
		return;
	length(c, it);
	conversion(c, it);
}

static void parse_item(struct cursor *c, struct format_item *it)
{
	const char *start = c->s + c->at;
	const char *percent = memchr(start, '%', c->len - c->at);

	*it = (struct format_item){ .text = start, .prec = -1 };
	it->len = percent ? (u32)(percent - start) : c->len - c->at;
	c->at += it->len;
	if (percent)
		specification(c, it);
	if (it->conv == '%') {		/* %%: the text ends with one of them */
		it->len++;
		it->conv = '\0';
	}
}

struct format *format_parse(struct arena *a, const char *s, u32 len,
			    const char **what, u32 *off)
{
	struct format *f = arena_new(a, struct format);
	char *copy = arena_strndup(a, s, len);
	struct cursor c = { .s = copy, .len = len };
	u32 max = 1;

	for (u32 i = 0; i < len; i++)
		max += s[i] == '%';
	f->items = arena_array(a, struct format_item, max);
	while (c.at < len) {
		struct format_item *it = &f->items[f->n++];

		parse_item(&c, it);
		if (c.what) {
			*what = c.what;
			*off = c.at < len ? c.at : it->off;
			return NULL;
		}
		if (it->conv)
			f->n_args += 1u + it->star_width + it->star_prec;
	}
	return f;
}
