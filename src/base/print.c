/* SPDX-License-Identifier: GPL-2.0-or-later */
/* print.c - writes text to a descriptor; see print.h. */
#include "base/print.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int print_buffer(int fd, struct strbuf *sb)
{
	int err = print_bytes(fd, sb->s, sb->n);

	sb_reset(sb);
	return err;
}

bool print_coloured(int fd, u32 when)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	if (when != COLOURS_AUTO)
		return when == COLOURS_ALWAYS;
	return isatty(fd) && !(no && *no) && term && strcmp(term, "dumb");
}

void print_error(const char *fmt, ...)
{
	struct strbuf sb = { 0 };
	va_list ap;

	sb_puts(&sb, "awl: ");
	va_start(ap, fmt);
	sb_vprintf(&sb, fmt, ap);
	va_end(ap);
	sb_putc(&sb, '\n');
	print_buffer(STDERR_FILENO, &sb);
	sb_free(&sb);
}

void bug_at(const char *file, int line, const char *fmt, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	print_error("internal error at %s:%d: %s; please report this with the script",
		    file, line, text);
	abort();
}
