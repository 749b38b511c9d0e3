/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_printf.c - contrib/printf.c, which is in static builds, prints the same as the C library's
 * printf().
 */
#define PRINTF_NAME(name) our_##name
#include <stdarg.h>
#include <stdio.h>

int our_vsnprintf(char *restrict buf, size_t size, const char *restrict f, va_list ap);
int our_snprintf(char *restrict buf, size_t size, const char *restrict f, ...);

#include "contrib/printf.c"

static int failed;

#define SAME(...) do {								\
	char a[300], b[300];							\
	int na = snprintf(a, sizeof(a), __VA_ARGS__);				\
	int nb = our_snprintf(b, sizeof(b), __VA_ARGS__);			\
										\
	if (na != nb || strcmp(a, b)) {						\
		printf("line %d: '%s' (%d), not '%s' (%d)\n", __LINE__, b, nb, a, na); \
		failed = 1;							\
	}									\
} while (0)

static void each_number(const char *flags, int width, const char *precision)
{
	static const long long values[] = { 0, 1, -1, 8, 255, -300, 65536, INT32_MIN,
					    UINT32_MAX, INT64_MAX, INT64_MIN };
	static const char *const kinds[] = { "d", "u", "x", "X", "o", "hhd", "hu", "hhx", "lld",
					     "llu", "llx", "jo", "zu", "ld", "tx" };
	char f[64];

	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		snprintf(f, sizeof(f), "<%%%s*%s%s>", flags, precision, kinds[k]);
		for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
			if (strpbrk(kinds[k], "j") || strstr(kinds[k], "ll"))
				SAME(f, width, values[i]);
			else if (strpbrk(kinds[k], "lzt"))
				SAME(f, width, (long)values[i]);
			else
				SAME(f, width, (int)values[i]);
		}
	}
}

static void numbers(void)
{
	static const char *const flags[] = {
		"", "-", "0", "#", "+", " ", "-0", "+ ", "#0", "-#", "0+",
	};
	static const char *const precisions[] = { "", ".0", ".1", ".5", ".", ".12" };

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		for (size_t j = 0; j < sizeof(precisions) / sizeof(precisions[0]); j++)
			for (int width = -9; width <= 18; width += 9)
				each_number(flags[i], width, precisions[j]);
}

static void words(void)
{
	char tiny[4];

	SAME("plain");
	SAME("%s|%10s|%-10s|%.2s|%.*s|%-6.3s|", "abc", "abc", "abc", "abc", 1, "abc", "abcdef");
	SAME("%.*s|%*s|%c|%3c|%-3c|%%|%5.0s|", -1, "abc", -5, "x", 'a', 'b', 'c', "gone");
	SAME("%p %p", (void *)&failed, (void *)words);
	SAME("%250s", "wide");
	if (our_snprintf(tiny, sizeof(tiny), "%d", 123456) != 6 || strcmp(tiny, "123"))
		failed = 1;
	if (our_snprintf(NULL, 0, "%s", "four") != 4)
		failed = 1;
}

int main(void)
{
	numbers();
	words();
	if (failed)
		puts("printf differs");
	return failed;
}
