/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demangle_puny.c - names of Rust with characters that aren't ASCII: Punycode, RFC 3492.
 *
 * A name is its ASCII characters, a _ (where the RFC has a -), and digits that say which other
 * characters are inserted where.
 */
#include <string.h>

#include "base/demangle_impl.h"

/* The next number of RFC 3492, section 6.2.  Returns false if it is damaged. */
static bool puny_number(const char **s, const char *end, u32 bias, u32 *i)
{
	u32 w = 1;

	for (u32 k = 36; ; k += 36) {
		u32 t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias, digit;
		char c = *s < end ? *(*s)++ : '\0';

		if (c >= 'a' && c <= 'z')
			digit = (u32)(c - 'a');
		else if (c >= '0' && c <= '9')
			digit = (u32)(c - '0') + 26;
		else
			return false;
		if (digit > (UINT32_MAX / 2 - *i) / w)
			return false;
		*i += digit * w;
		if (digit < t)
			return true;
		if (w > UINT32_MAX / 64)
			return false;
		w *= 36 - t;
	}
}

static u32 puny_bias(u32 delta, u32 n, bool first)
{
	u32 k = 0;

	delta /= first ? 700 : 2;
	delta += delta / n;
	for (; delta > 455; k += 36)
		delta /= 35;
	return k + 36 * delta / (delta + 38);
}

bool dm_puny(const char *s, const char *end, u32 *chars, u32 *count)
{
	const char *last = NULL;
	u32 n = 0, code = 128, bias = 72, i = 0;

	for (const char *p = s; p < end; p++)
		last = *p == '_' ? p : last;
	for (; last && s < last && n < PUNY_MOST; s++)
		chars[n++] = (u8)*s;
	s = last ? last + 1 : s;
	while (s < end) {
		u32 old = i;

		if (n >= PUNY_MOST || !puny_number(&s, end, bias, &i))
			return false;
		bias = puny_bias(i - old, ++n, !old);
		code += i / n;
		i %= n;
		if (code > 0x10ffff)
			return false;
		memmove(chars + i + 1, chars + i, (n - 1 - i) * sizeof(*chars));
		chars[i++] = code;
	}
	*count = n;
	return true;
}
