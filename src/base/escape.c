/* SPDX-License-Identifier: GPL-2.0-or-later */
/* escape.c - text with some characters replaced; see escape.h. */
#include "base/escape.h"

#include <string.h>

#include "base/utf8.h"

void escape_text(struct strbuf *out, const char *text, size_t len, const char *special,
		 void (*put)(struct strbuf *out, u8 c))
{
	const u8 *s = (const u8 *)text;
	size_t done = 0, i = 0;

	while (i < len) {
		u32 n = utf8_length(s + i, len - i);

		if (n && s[i] >= 0x20 && !strchr(special, s[i])) {
			i += n;
			continue;
		}
		sb_put(out, s + done, i - done);
		put(out, s[i]);
		done = ++i;
	}
	sb_put(out, s + done, len - done);
}

void escape_latin(struct strbuf *out, u8 c)
{
	if (c >= 0x80)
		sb_putc(out, (char)(0xc0 | c >> 6));
	sb_putc(out, c < 0x80 ? (char)c : (char)(0x80 | (c & 0x3f)));
}

static void put_escape(struct strbuf *out, u8 c)
{
	static const char short_of[] = "\"\"\\\\\nn\tt\rr\bb\ff";

	for (const char *p = short_of; *p; p += 2)
		if ((u8)p[0] == c) {
			sb_putc(out, '\\');
			sb_putc(out, p[1]);
			return;
		}
	sb_printf(out, "\\u%04x", c);
}

void escape_json(struct strbuf *out, const char *s, size_t len)
{
	sb_putc(out, '"');
	escape_text(out, s, len, "\"\\", put_escape);
	sb_putc(out, '"');
}
