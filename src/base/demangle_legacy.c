/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demangle_legacy.c - the older names of Rust; see demangle.h.
 *
 * They look like those of C++: _ZN, parts with their lengths, E.  The last part is h and a hash
 * of 16 hex digits, which is not shown.  In parts, what C++ names can't have is escaped:
 * $LT$ is <, $u20$ a blank, and .. is ::.
 */
#include <string.h>

#include "base/demangle_impl.h"
#include "base/find.h"

static const struct { char code[4], c; } escapes[] = {
	{ "SP", '@' }, { "BP", '*' }, { "RF", '&' }, { "LT", '<' }, { "GT", '>' },
	{ "LP", '(' }, { "RP", ')' }, { "C", ',' },
};

static u32 hex_digit(char c)
{
	return c >= '0' && c <= '9' ? (u32)(c - '0') :
	       c >= 'a' && c <= 'f' ? (u32)(c - 'a') + 10 : 16;
}

/* The character that is escaped by the n characters between two $; 0: none. */
static char unescaped(const char *s, size_t n)
{
	for (size_t i = 0; i < ARRAY_SIZE(escapes); i++)
		if (strlen(escapes[i].code) == n && !memcmp(escapes[i].code, s, n))
			return escapes[i].c;
	if (n == 3 && *s == 'u' && hex_digit(s[1]) >= 2 && hex_digit(s[1]) < 8 &&
	    hex_digit(s[2]) < 16)
		return (char)(hex_digit(s[1]) << 4 | hex_digit(s[2]));
	return '\0';
}

static void put_part(struct strbuf *out, const char *s, const char *end)
{
	if (end - s > 1 && s[0] == '_' && s[1] == '$')
		s++;
	while (s < end) {
		const char *close = *s == '$' ? memchr(s + 1, '$', (size_t)(end - s - 1)) : NULL;
		char c = close ? unescaped(s + 1, (size_t)(close - s - 1)) : '\0';

		if (c) {
			sb_putc(out, c);
			s = close + 1;
		} else if (*s == '$') {		/* what follows is not understood */
			sb_put(out, s, (size_t)(end - s));
			return;
		} else if (*s == '.' && end - s > 1 && s[1] == '.') {
			sb_puts(out, "::");
			s += 2;
		} else {
			sb_putc(out, *s++);
		}
	}
}

/* Is it h and 16 digits, of which some differ? */
static bool is_hash(const char *s, size_t n)
{
	u32 seen = 0;

	if (n != 17 || *s != 'h')
		return false;
	for (u32 i = 1; i < 17; i++) {
		if (hex_digit(s[i]) > 15)
			return false;
		seen |= 1u << hex_digit(s[i]);
	}
	return __builtin_popcount(seen) >= 5;
}

/* Reads the length of a part; returns NULL if there is none. */
static const char *part(const char **p, size_t *n)
{
	const char *s = *p;

	*n = 0;
	while (*s >= '0' && *s <= '9' && *n < DEMANGLE_NAME)
		*n = *n * 10 + (size_t)(*s++ - '0');
	if (s == *p || !*n || strnlen(s, *n) < *n)
		return NULL;
	*p = s + *n;
	return s;
}

/* Is it one of these names?  Sets *last to its hash. */
static bool is_legacy(const char *name, const char **last)
{
	const char *p = name + 3, *s = NULL;
	size_t n = 0;

	if (!starts_with(name, "_ZN"))
		return false;
	while (*p != 'E') {
		*last = p;
		s = part(&p, &n);
		if (!s)
			return false;
	}
	return s && is_hash(s, n) && (!p[1] || p[1] == '.');
}

bool dm_rust_legacy(const char *name, struct strbuf *out)
{
	const char *p = name + 3, *last = NULL, *s;
	size_t n;

	if (!is_legacy(name, &last))
		return false;
	while (p < last) {
		if (p > name + 3)
			sb_puts(out, "::");
		s = part(&p, &n);
		put_part(out, s, s + n);
	}
	return true;
}
