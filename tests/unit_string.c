/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_string.c - contrib/string.c, whose string functions are in static builds, gives the same
 * results as the C library for all pairs of made-up strings.
 */
#define strlen our_strlen
#define strchr our_strchr
#define strrchr our_strrchr
#define strncmp our_strncmp
#define strstr our_strstr
#define strcpy our_strcpy
#define strspn our_strspn
#define strcspn our_strcspn
#define strsep our_strsep
#define strtok_r our_strtok_r
#include "contrib/string.c"
#undef strlen
#undef strchr
#undef strrchr
#undef strncmp
#undef strstr
#undef strcpy
#undef strspn
#undef strcspn
#undef strsep
#undef strtok_r

size_t strlen(const char *s);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
int strncmp(const char *a, const char *b, size_t n);
char *strstr(const char *s, const char *word);
char *strcpy(char *restrict to, const char *restrict from);
size_t strspn(const char *s, const char *accept);
size_t strcspn(const char *s, const char *reject);
char *strsep(char **restrict s, const char *restrict separators);
char *strtok_r(char *restrict s, const char *restrict separators, char **restrict rest);

#include "tests/lib/unit.h"

static const char *const texts[] = {
	"", "a", "b", "ab", "ba", "abc", ",", ",,", "a,b", ",a,,b,", "a b\tc", "\377", "a\377",
	"\200x", "aaaa", "aaab", "a longer text, with words; and ends.", " \t\n", "=,=a=,=",
};

#define EACH(s) for (size_t i_##s = 0; i_##s < ARRAY_SIZE(texts) && (s = texts[i_##s]); i_##s++)

static int sign(int n) { return (n > 0) - (n < 0); }

static void look(const char *s)
{
	static const int chars[] = { 'a', 'b', ',', 0, 255, 'a' + 256, -1, 'z' };
	char copy[64];

	CHECK(our_strlen(s) == strlen(s));
	CHECK(our_strcpy(copy, s) == copy && !memcmp(copy, s, strlen(s) + 1));
	for (size_t i = 0; i < ARRAY_SIZE(chars); i++) {
		CHECK(our_strchr(s, chars[i]) == strchr(s, chars[i]));
		CHECK(our_strrchr(s, chars[i]) == strrchr(s, chars[i]));
	}
}

static void compare(const char *a, const char *b)
{
	CHECK(our_strspn(a, b) == strspn(a, b));
	CHECK(our_strcspn(a, b) == strcspn(a, b));
	CHECK(our_strstr(a, b) == strstr(a, b));
	for (size_t n = 0; n < 6; n++)
		CHECK(sign(our_strncmp(a, b, n)) == sign(strncmp(a, b, n)));
}

/* Splits two copies into words, in step. */
static void cut(const char *s, const char *separators)
{
	char a[64], b[64], *pa = a, *pb = b, *x, *y, *save_a, *save_b;

	strcpy(a, s);
	strcpy(b, s);
	do {
		x = our_strsep(&pa, separators);
		y = strsep(&pb, separators);
		CHECK(!x == !y && (!x || !strcmp(x, y)));
	} while (x && y);
	strcpy(a, s);
	strcpy(b, s);
	x = our_strtok_r(a, separators, &save_a);
	y = strtok_r(b, separators, &save_b);
	while (x && y) {
		CHECK(x - a == y - b && !strcmp(x, y));
		x = our_strtok_r(NULL, separators, &save_a);
		y = strtok_r(NULL, separators, &save_b);
	}
	CHECK(!x && !y);
}

int main(void)
{
	const char *a, *b;

	EACH(a) {
		look(a);
		EACH(b) {
			compare(a, b);
			cut(a, b);
		}
	}
	return unit_end();
}
