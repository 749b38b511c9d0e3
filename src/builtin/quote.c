/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * quote.c - quotes strings in a shell's command; see quote.h.
 *
 * A process can call itself `;reboot`, and scripts print its name into commands that run as
 * root.  So quotes and substitutions of the format are read like a shell reads them (POSIX, 2.2
 * and 2.6.3), to know how each value must be quoted.
 */
#include "builtin/quote.h"

#include <string.h>

#define DEPTH 16	/* levels of substitutions; deeper ones are quoted like the last */

struct shell {		/* the place in the command */
	u32 depth;
	char in[DEPTH + 1];	/* the quote at each depth: 0, '\'' or '"' */
	char closed_by[DEPTH + 1];	/* ')' or '`' */
};

static void enter(struct shell *sh, char closed_by)
{
	if (sh->depth == DEPTH)
		return;
	sh->depth++;
	sh->in[sh->depth] = 0;
	sh->closed_by[sh->depth] = closed_by;
}

/* Reads the character at s.  Returns the number of bytes that belong to it. */
static u32 step(struct shell *sh, const char *s, u32 left)
{
	char *in = &sh->in[sh->depth];

	if (*in == '\'') {
		*in = *s == '\'' ? 0 : '\'';
		return 1;
	}
	if (*s == '\\')
		return left > 1 ? 2 : 1;
	if (*s == '"')
		*in = *in ? 0 : '"';
	else if (*s == '\'' && !*in)
		*in = '\'';
	else if (sh->depth && !*in && *s == sh->closed_by[sh->depth])
		sh->depth--;
	else if (*s == '`')
		enter(sh, '`');
	else if (*s == '(' && (!*in || s[-1] == '$'))
		enter(sh, ')');
	return 1;
}

static void read_text(struct shell *sh, const char *s, u32 len)
{
	for (u32 i = 0; i < len; )
		i += step(sh, s + i, len - i);
}

static bool is_harmless(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!s[i] || !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "0123456789_/.:,+-%@", s[i]))
			return false;
	return n > 0;
}

/* Writes \ before each character of `special`. */
static void put_guarded(struct strbuf *out, const char *s, size_t n, const char *special)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i] && strchr(special, s[i]))
			sb_putc(out, '\\');
		sb_putc(out, s[i]);
	}
}

/* Writes s for single quotes; `ends`: with the quotes. */
static void put_single(struct strbuf *out, const char *s, size_t n, bool ends)
{
	sb_puts(out, ends ? "'" : "");
	for (size_t i = 0; i < n; i++)
		if (s[i] == '\'')
			sb_puts(out, "'\\''");
		else
			sb_putc(out, s[i]);
	sb_puts(out, ends ? "'" : "");
}

static void put_value(struct strbuf *out, const struct shell *sh, const char *s, size_t n)
{
	struct strbuf quoted = { 0 };
	char in = sh->in[sh->depth];

	if (is_harmless(s, n) || (!n && in)) {
		sb_put(out, s, n);
		return;
	}
	if (in == '"')
		put_guarded(&quoted, s, n, "\\\"$`");
	else
		put_single(&quoted, s, n, !in);
	/* the shell reads `…` twice */
	if (sh->depth && sh->closed_by[sh->depth] == '`')
		put_guarded(out, quoted.s, quoted.n, "\\$`");
	else
		sb_put(out, quoted.s, quoted.n);
	sb_free(&quoted);
}

void quote_command(struct strbuf *out, const struct format *f, const struct value *args)
{
	struct strbuf text = { 0 };
	struct shell sh = { 0 };

	for (u32 i = 0; i < f->n; i++) {
		const struct format_item *it = &f->items[i];

		sb_reset(&text);
		args = render_item(&text, it, args);
		read_text(&sh, it->text, it->len);
		sb_put(out, it->text, it->len);
		if (it->is_own)
			sb_put(out, text.s + it->len, text.n - it->len);
		else if (it->conv)
			put_value(out, &sh, text.s + it->len, text.n - it->len);
	}
	sb_puts(out, "");
	sb_free(&text);
}
