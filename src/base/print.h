/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * print.h - text to a descriptor, all of it, at once.
 *
 * awl makes its text in memory and has no use for stdio's streams: nothing is
 * held back at a crash, written twice after a fork, or out of order.
 */
#ifndef AWL_PRINT_H
#define AWL_PRINT_H

#include "base/strbuf.h"

/* 0, or -errno if not all could be written. */
int print_bytes(int fd, const char *s, size_t n);
/* Writes and empties sb; keeps its memory.  0 or -errno. */
int print_buffer(int fd, struct strbuf *sb);
/* From now on a reader that takes nothing for so many ms loses the text, with -EAGAIN; -1,
 * as at first: it is awaited.  And how many bytes were lost so. */
void print_patience(int ms);
u64 print_dropped(void);
/* "awl: TEXT\n" on stderr. */
void print_error(const char *fmt, ...) PRINTF_LIKE(1, 2);

#endif
