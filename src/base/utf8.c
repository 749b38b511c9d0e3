/* SPDX-License-Identifier: GPL-2.0-or-later */
/* utf8.c - checks UTF-8; see utf8.h. */
#include "base/utf8.h"

u32 utf8_length(const u8 *s, size_t left)
{
	u32 n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 :
		s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;

	if (n > left)
		return 0;
	for (u32 i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* overlong forms, surrogates, numbers above U+10FFFF */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

/* Control characters are U+0000 to U+001F, DEL, and U+0080 to U+009F. */
u32 utf8_printable(const u8 *s, size_t left)
{
	u32 n = utf8_length(s, left);

	if (n == 1 && (s[0] < 0x20 || s[0] == 0x7f) && s[0] != '\t')
		return 0;
	return n == 2 && s[0] == 0xc2 && s[1] < 0xa0 ? 0 : n;
}
