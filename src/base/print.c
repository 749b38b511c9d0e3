/* SPDX-License-Identifier: GPL-2.0-or-later */
/* print.c - text to a descriptor; see print.h. */
#include "base/print.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int print_bytes(int fd, const char *s, size_t n)
{
	while (n) {
		ssize_t done = write(fd, s, n);

		if (done > 0) {
			s += done;
			n -= (size_t)done;
		} else if (done < 0 && errno != EINTR && errno != EAGAIN) {
			return minus_errno();
		}
	}
	return 0;
}

int print_buffer(int fd, struct strbuf *sb)
{
	int err = print_bytes(fd, sb->s, sb->n);

	sb_reset(sb);
	return err;
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

int minus_errno(void)
{
	return -errno;
}

const char *error_text(int err)
{
	return strerror(abs(err ? err : errno));
}
