/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * strbuf.h - a string that grows.
 *
 * It ends in a NUL as soon as anything was added; before that s is NULL.  The holder frees
 * it by sb_free().
 */
#ifndef AWL_STRBUF_H
#define AWL_STRBUF_H

#include <stdarg.h>

#include "base/mem.h"

struct strbuf {
	char *s;
	size_t n, cap;		/* bytes used (without the NUL), allocated */
};

void sb_put(struct strbuf *sb, const void *data, size_t n);
/* Returns where n more bytes and a NUL can be written.  The caller adds them to sb->n. */
char *sb_room(struct strbuf *sb, size_t n);
void sb_putc(struct strbuf *sb, char c);
void sb_puts(struct strbuf *sb, const char *s);
void sb_pad(struct strbuf *sb, char c, size_t n);	/* adds n times c */
void sb_printf(struct strbuf *sb, const char *fmt, ...) PRINTF_LIKE(2, 3);
void sb_vprintf(struct strbuf *sb, const char *fmt, va_list ap);
void sb_reset(struct strbuf *sb);	/* empties it, but keeps the memory */
void sb_free(struct strbuf *sb);
const char *sb_str(struct strbuf *sb);	/* never NULL */

#endif
