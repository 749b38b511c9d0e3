/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cursor.c - see cursor.h.  Facts: DWARF 5, 7.4 (formats) and 7.6 (variable length numbers).
 */
#include "base/cursor.h"

#include <string.h>

#include "base/order.h"

void cursor_fail(struct cursor *c)
{
	c->bad = true;
	c->p = c->end;
}

const u8 *cursor_take(struct cursor *c, u64 n)
{
	const u8 *p = c->p;

	if (n > (u64)(c->end - c->p)) {
		cursor_fail(c);
		return c->end;
	}
	c->p += n;
	return p;
}

u64 cursor_num(struct cursor *c, u32 size)
{
	const u8 *p = cursor_take(c, size);

	return c->bad ? 0 : order_num(p, size, c->is_big);
}

/* The bits of a number in groups of seven; *shift gets how many were read. */
static u64 groups(struct cursor *c, u32 *shift, bool *is_minus)
{
	u64 n = 0;
	u8 byte;

	*shift = 0;
	do {
		byte = (u8)cursor_num(c, 1);
		if (*shift < 64)
			n |= (u64)(byte & 0x7f) << *shift;
		*shift += 7;
	} while (byte & 0x80);
	*is_minus = byte & 0x40;
	return n;
}

u64 cursor_uleb(struct cursor *c)
{
	bool is_minus;
	u32 shift;

	if (cursor_more(c) && *c->p < 0x80)	/* most are small */
		return *c->p++;
	return groups(c, &shift, &is_minus);
}

s64 cursor_sleb(struct cursor *c)
{
	bool is_minus;
	u32 shift;
	u64 n = groups(c, &shift, &is_minus);

	return (s64)(is_minus && shift < 64 ? n | ~0ull << shift : n);
}

const char *cursor_text(struct cursor *c)
{
	const char *text = (const char *)c->p;
	const u8 *nul = cursor_more(c) ? memchr(c->p, 0, (size_t)(c->end - c->p)) : NULL;

	if (!nul) {
		cursor_fail(c);
		return "";
	}
	c->p = nul + 1;
	return text;
}

void cursor_length(struct cursor *c)
{
	u64 n = cursor_num(c, 4);

	c->offset = 4;
	if (n == 0xffffffff) {
		c->offset = 8;
		n = cursor_num(c, 8);
	} else if (n >= 0xfffffff0) {
		cursor_fail(c);
	}
	if (n > (u64)(c->end - c->p))
		cursor_fail(c);
	else
		c->end = c->p + n;
}
