/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * print.h - writes text to a descriptor, all of it at once.
 *
 * awl composes text in memory and writes it itself instead of through stdio.  So no text is
 * lost in a buffer at a crash, written twice after a fork, or out of order.
 */
#ifndef AWL_PRINT_H
#define AWL_PRINT_H

#include "base/strbuf.h"

/* Returns 0, or -errno if not all could be written. */
int print_bytes(int fd, const char *s, size_t n);
/* Writes and empties sb, which keeps its memory.  Returns 0 or -errno. */
int print_buffer(int fd, struct strbuf *sb);
/* Sets how many ms to wait for a reader that takes nothing.  After that the text is dropped
 * and print_*() return -EAGAIN.  -1, the default: wait for ever. */
void print_patience(int ms);
/* The number of bytes dropped that way. */
u64 print_dropped(void);
/* --color */
enum print_colours { COLOURS_AUTO, COLOURS_ALWAYS, COLOURS_NEVER };
/* Should text to fd be coloured?  COLOURS_AUTO: if it is a terminal that has colours, unless
 * $NO_COLOR is set (https://no-color.org). */
bool print_coloured(int fd, u32 when);
/* Writes "awl: TEXT\n" to stderr. */
void print_error(const char *fmt, ...) PRINTF_LIKE(1, 2);

#endif
