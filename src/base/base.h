/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * base.h - the names every file of awl may use without thinking.
 *
 * Fixed-width integers with the kernel's short spelling, the size of an
 * array, and bug(): the one way to say "this cannot happen".  Nothing here
 * knows the language, the kernel or the host.
 */
#ifndef AWL_BASE_H
#define AWL_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define PRINTF_LIKE(f, a) __attribute__((format(printf, f, a)))
#define ALIGN_UP(n, a) (((n) + (a) - 1) / (a) * (a))

/*
 * One line about a row of a table, for those who read the tables.  No code
 * uses it, so that builds that have to be small leave it out.
 */
#ifdef NO_DOCS
typedef struct { } doc_line;
#define DOC(text) { }
#else
typedef const char *doc_line;
#define DOC(text) text
#endif

/* -errno, in fewer bytes than where it stands; the text of an error number, negative or
 * not, of errno for 0: strerror()'s. */
int minus_errno(void);
const char *error_text(int err);

/*
 * An internal contradiction: prints file, line and why, then aborts.  Never
 * reachable from input; input errors go through diag.h.
 */
#define bug(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
void bug_at(const char *file, int line, const char *fmt, ...)
	PRINTF_LIKE(3, 4) __attribute__((noreturn));

#endif
