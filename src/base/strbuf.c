/* SPDX-License-Identifier: GPL-2.0-or-later */
/* strbuf.c - a string that grows; see strbuf.h. */
#include "base/strbuf.h"

#include <stdio.h>
#include <string.h>

char *sb_room(struct strbuf *sb, size_t n)
{
	if (sb->cap - sb->n <= n) {
		sb->cap = (sb->n + n + 1) * 2;
		sb->s = mem_realloc(sb->s, sb->cap);
	}
	return sb->s + sb->n;
}

void sb_put(struct strbuf *sb, const void *data, size_t n)
{
	char *p = sb_room(sb, n);

	if (n)
		memcpy(p, data, n);
	sb->n += n;
	sb->s[sb->n] = '\0';
}

void sb_putc(struct strbuf *sb, char c)
{
	sb_put(sb, &c, 1);
}

void sb_puts(struct strbuf *sb, const char *s)
{
	sb_put(sb, s, strlen(s));
}

void sb_pad(struct strbuf *sb, char c, size_t n)
{
	memset(sb_room(sb, n), c, n);
	sb->n += n;
	sb->s[sb->n] = '\0';
}

void sb_vprintf(struct strbuf *sb, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	sb_room(sb, 0);
	n = vsnprintf(sb->s + sb->n, sb->cap - sb->n, fmt, ap);
	if (n >= 0 && (size_t)n >= sb->cap - sb->n)
		vsnprintf(sb_room(sb, (size_t)n), (size_t)n + 1, fmt, again);
	if (n > 0)
		sb->n += (size_t)n;
	va_end(again);
}

void sb_printf(struct strbuf *sb, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	sb_vprintf(sb, fmt, ap);
	va_end(ap);
}

void sb_reset(struct strbuf *sb)
{
	sb->n = 0;
	if (sb->s)
		sb->s[0] = '\0';
}

void sb_free(struct strbuf *sb)
{
	mem_free(sb->s);
	*sb = (struct strbuf){ 0 };
}

const char *sb_str(struct strbuf *sb)
{
	return sb->s ? sb->s : "";
}
