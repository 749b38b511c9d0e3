/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * base.h - definitions that every file of awl may use.
 *
 * Fixed-width integers with the kernel's short names, the size of an array, and bug(),
 * which reports a condition that cannot happen.  Nothing here depends on the language, the
 * kernel or the host.
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

/* Returns -errno: why the last system call failed. */
int last_error(void);
/* The text that strerror() has for err, which may be negative; for 0 that of errno. */
const char *error_text(int err);

/*
 * Reports a mistake in awl itself: prints file, line and reason, then aborts.  No input may
 * lead here; errors in the input are reported through diag.h.
 */
#define bug(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
void bug_at(const char *file, int line, const char *fmt, ...)
	PRINTF_LIKE(3, 4) __attribute__((noreturn));

#endif
