/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unit_regex.c - made-up regular expressions match the same as with the C library. */
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/regex.h"

static unsigned seed = 1;

static unsigned any(unsigned n)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 16) % n;
}

static void put_alternative(char *out)
{
	static const char *const elements[] = { "a", "b", ".", "[ab]", "[^a]", "[a-b]", "\\.", "c",
		"[b-ca]", "[^a-b.]", "[a-b-]", "[]a]", "[^]]" };
	static const char *const repeats[] = { "", "", "", "*", "+", "?" };

	if (!any(4))
		strcat(out, "^");
	for (unsigned n = 1 + any(4); n--; ) {
		strcat(out, elements[any(sizeof(elements) / sizeof(*elements))]);
		strcat(out, repeats[any(6)]);
	}
	if (!any(4))
		strcat(out, "$");
}

int main(void)
{
	unsigned passed = 0, failed = 0;

	for (int i = 0; i < 20000; i++) {
		char re[128] = "", text[12] = "";
		regex_t want;
		bool is;

		put_alternative(re);
		while (!any(3)) {
			strcat(re, "|");
			put_alternative(re);
		}
		for (unsigned n = any(9), k = 0; k < n; k++)
			text[k] = "abc.-]"[any(6)];
		if (regcomp(&want, re, REG_EXTENDED | REG_NOSUB))
			continue;
		is = !regexec(&want, text, 0, NULL, 0);
		regfree(&want);
		if (regex_is_valid(re) && regex_finds(re, text) == is) {
			passed++;
			continue;
		}
		failed++;
		printf("'%s' in '%s': want %d\n", re, text, is);
	}
	for (const char *const *bad = (const char *const []){ "(a)", "*a", "a**", "[a", "a|+",
							      NULL };
	     *bad; bad++) {
		passed += !regex_is_valid(*bad);
		failed += regex_is_valid(*bad);
	}
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
