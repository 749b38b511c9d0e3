/* SPDX-License-Identifier: GPL-2.0-or-later */
/* digits.c - numbers as decimal text; see render.h. */
#include "show/render.h"

void render_uint(struct strbuf *out, u64 u)
{
	char digits[20], *p = digits + sizeof(digits);

	do {
		*--p = (char)('0' + u % 10);
	} while (u /= 10);
	sb_put(out, p, (size_t)(digits + sizeof(digits) - p));
}

void render_int(struct strbuf *out, s64 i)
{
	if (i < 0)
		sb_putc(out, '-');
	render_uint(out, i < 0 ? 0 - (u64)i : (u64)i);
}

void render_number(struct strbuf *out, u64 u, bool is_signed)
{
	if (is_signed)
		render_int(out, (s64)u);
	else
		render_uint(out, u);
}
