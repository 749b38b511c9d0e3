/* SPDX-License-Identifier: GPL-2.0-or-later */
/* number.c - reading numbers; see number.h. */
#include "base/number.h"

static unsigned digit(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	c |= 'a' - 'A';
	return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 16;
}

static bool digits(const char **s, unsigned radix, u64 *n)
{
	const char *from = *s;
	bool big = false;

	for (*n = 0; digit(**s) < radix; ++*s)
		big |= __builtin_mul_overflow(*n, radix, n) ||
		       __builtin_add_overflow(*n, digit(**s), n);
	if (big)
		*n = UINT64_MAX;
	return *s != from && !big;
}

bool number_decimal(const char **s, u64 *n)
{
	return digits(s, 10, n);
}

bool number_hex(const char **s, u64 *n)
{
	return digits(s, 16, n);
}

bool number_any(const char **s, u64 *n)
{
	const char *p = *s;

	if (p[0] == '0' && (p[1] | 0x20) == 'x' && digit(p[2]) < 16) {
		*s += 2;
		return digits(s, 16, n);
	}
	return digits(s, *p == '0' ? 8 : 10, n);
}
