/* SPDX-License-Identifier: GPL-2.0-or-later */
/* literal.c - the values of numbers, characters and strings; see lex.h. */
#include "grammar/lex.h"

#include <string.h>

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* Reads digits, with '_' between them; false if there are none. */
static bool digits(const char **s, const char *end, unsigned radix, u64 *v, bool *big)
{
	const char *p = *s;

	*v = 0;
	for (; p < end; p++) {
		int d = digit_of(*p);

		if (*p == '_' && p > *s && p[-1] != '_')
			continue;
		if (d >= (int)radix)
			break;
		if (__builtin_mul_overflow(*v, (u64)radix, v) ||
		    __builtin_add_overflow(*v, (u64)d, v))
			*big = true;
	}
	if (p == *s || p[-1] == '_')
		return false;
	*s = p;
	return true;
}

static bool exponent(const char **s, const char *end, u64 *v, bool *big)
{
	u64 e;

	if (*s == end || (**s | 0x20) != 'e')
		return true;
	(*s)++;
	if (!digits(s, end, 10, &e, big))
		return false;
	for (; e && *v && !*big; e--)
		*big = __builtin_mul_overflow(*v, (u64)10, v);
	return true;
}

static const struct { char name[4]; u64 ns; } suffixes[] = {
	{ "u", 1 }, { "l", 1 }, { "ul", 1 }, { "lu", 1 },
	{ "ll", 1 }, { "ull", 1 }, { "llu", 1 },
	{ "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 },
	{ "m", 60000000000 }, { "h", 3600000000000 }, { "d", 86400000000000 },
};

static bool suffix(const char *s, size_t n, bool decimal, u64 *v, bool *big)
{
	char low[4] = "";

	if (!n)
		return true;
	if (n > 3)
		return false;
	for (size_t i = 0; i < n; i++)
		low[i] = (char)(s[i] | 0x20);
	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++) {
		if (strcmp(low, suffixes[i].name))
			continue;
		if (i >= 7 && (!decimal || memcmp(low, s, n)))
			return false;
		*big |= __builtin_mul_overflow(*v, suffixes[i].ns, v);
		return true;
	}
	return false;
}

enum lit lit_number(const char *s, size_t n, u64 *value)
{
	const char *end = s + n;
	unsigned radix = 10;
	bool big = false;

	if (n > 1 && s[0] == '0') {
		char c = (char)(s[1] | 0x20);

		radix = c == 'x' ? 16 : c == 'b' ? 2 : digit_of(s[1]) < 10 ? 8 : 10;
		s += radix == 16 || radix == 2 ? 2 : 0;
	}
	if (!digits(&s, end, radix, value, &big))
		return LIT_BAD;
	if (radix == 10 && !exponent(&s, end, value, &big))
		return LIT_BAD;
	if (!suffix(s, (size_t)(end - s), radix == 10, value, &big))
		return LIT_BAD;
	return big ? LIT_BIG : LIT_OK;
}

u32 lit_end(const struct lexer *lx, u32 pos)
{
	char quote = lx->text[pos++];

	for (; pos < lx->len; pos++) {
		char c = lx->text[pos];

		if (c == quote || c == '\n')
			break;
		if (c == '\\' && pos + 1 < lx->len && lx->text[pos + 1] != '\n')
			pos++;
	}
	return pos;
}

/* Reads \x41 or \101 with *pos at the first digit.  Returns the number of digits. */
static int coded(const struct lexer *lx, u32 *pos, u32 end, int radix, int max, char *out)
{
	int v = 0, n = 0;

	for (; n < max && *pos < end && digit_of(lx->text[*pos]) < radix; n++)
		v = v * radix + digit_of(lx->text[(*pos)++]);
	*out = (char)v;
	return n;
}

static char escape(struct lexer *lx, u32 *pos, u32 end)
{
	static const char from[] = "abefnrtv\\\"'?", to[] = "\a\b\033\f\n\r\t\v\\\"'?";
	u32 at = *pos - 1;
	char c = lx->text[(*pos)++], v;
	const char *known = c ? strchr(from, c) : NULL;

	if (known)
		return to[known - from];
	if (c == 'x' && coded(lx, pos, end, 16, 2, &v))
		return v;
	if (c >= '0' && c <= '7') {
		--*pos;
		coded(lx, pos, end, 8, 3, &v);
		return v;
	}
	lex_fail(lx, E_BAD_ESCAPE, lex_span(lx, at, *pos),
		 c > ' ' && c < 127 ? c : '?');
	return c;
}

u32 lit_bytes(struct lexer *lx, u32 pos, u32 end, char *out)
{
	u32 n = 0;

	while (pos < end) {
		char c = lx->text[pos++];

		if (c == '\\' && pos < end)
			c = escape(lx, &pos, end);
		out[n++] = c;
	}
	return n;
}
