/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unit_number.c - base/number.h reads made-up numbers like the C library's strtoull(). */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "tests/lib/unit.h"

static unsigned seed = 1;

static unsigned any(unsigned n)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 16) % n;
}

static void check_number(bool (*read)(const char **s, u64 *n), int base, const char *text)
{
	char *end;
	const char *s = text;
	u64 n = 1, want;
	bool is, ok;

	errno = 0;
	want = strtoull(text, &end, base);
	is = end != text && errno != ERANGE;
	ok = read(&s, &n);
	if (ok != is || n != want || s != end)
		printf("\"%s\" in base %d: %d, %#llx, %u characters; want %d, %#llx, %u\n",
		       text, base, ok, (unsigned long long)n, (unsigned)(s - text), is,
		       (unsigned long long)want, (unsigned)(end - text));
	CHECK(ok == is && n == want && s == end);
}

/* strtoull() also accepts blanks, signs and, in base 16, 0x; awl does not. */
static void check_text(const char *text)
{
	if (isspace((u8)*text) || *text == '-' || *text == '+')
		return;
	check_number(number_decimal, 10, text);
	if (!(text[0] == '0' && (text[1] | 0x20) == 'x'))
		check_number(number_hex, 16, text);
	check_number(number_any, 0, text);
}

int main(void)
{
	static const char *const edges[] = {
		"", "0", "00", "08", "0x", "0xg", "0X1F", "0xaBcDeF", "/", ":", "@", "`", "g", "G",
		"f0", "F0", "18446744073709551615", "18446744073709551616",
		"18446744073709551620", "184467440737095516150", "ffffffffffffffff",
		"10000000000000000", "0xffffffffffffffff", "0x10000000000000000",
		"01777777777777777777777", "02000000000000000000000", "0777", "1e5", "12z", "0b1",
	};

	for (size_t i = 0; i < ARRAY_SIZE(edges); i++)
		check_text(edges[i]);
	for (int i = 0; i < 20000; i++) {
		static const char some[] = "0123456789abcdefABCDEFxXgG/:@`";
		char text[32] = "";

		for (unsigned n = any(24), k = 0; k < n; k++)
			text[k] = some[any(any(2) ? 10 : sizeof(some) - 1)];
		check_text(text);
	}
	return unit_end();
}
