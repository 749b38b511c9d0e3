/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fail.c - messages of the lexer and the parser; see lex.h. */
#include "grammar/lex.h"

void (lex_fail)(struct lexer *lx, enum diag_tag tag, struct span at, ...)
{
	va_list ap;

	va_start(ap, at);
	if (!lx->closing)
		diag_vsay(lx->p->diag, tag, at, ap);
	va_end(ap);
	lx->failed = true;
	if (++lx->n_errors > MAX_ERRORS_SEEN)
		lx->at_end = lx->closing = true;
}

const char *lex_quote(struct lexer *lx, struct span at)
{
	const char *s = lx->text + (at.beg - lx->base);
	size_t n = at.end - at.beg, shown = n > 40 ? 37 : n;
	struct strbuf sb = { 0 };
	char *text;

	for (size_t i = 0; i < shown; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c >= ' ' && c < 127)
			sb_putc(&sb, (char)c);
		else
			sb_printf(&sb, "\\x%02x", c);
	}
	if (shown < n)
		sb_puts(&sb, "...");
	text = arena_strdup(lx->p->arena, sb_str(&sb));
	sb_free(&sb);
	return text;
}
