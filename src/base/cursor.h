/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cursor.h - reads binary data, such as debug information, byte by byte, within bounds.
 *
 * A read past the end gives 0 and sets `bad`, which stays set and moves the cursor to the end.
 * So loops that end at the end stop, and callers check `bad` once, after a whole record.
 * Numbers are in the byte order of the file.
 */
#ifndef AWL_CURSOR_H
#define AWL_CURSOR_H

#include "base/base.h"

struct cursor {
	const u8 *p, *end;
	bool bad, is_big;	/* is_big: the file is big-endian */
	u8 word;		/* bytes of an address: 4 or 8 */
	u8 offset;		/* bytes of an offset: 8 in the 64-bit format of DWARF */
};

static inline bool cursor_more(const struct cursor *c)
{
	return c->p < c->end;
}

u64 cursor_num(struct cursor *c, u32 size);	/* 1 to 8 bytes */
u64 cursor_uleb(struct cursor *c);
s64 cursor_sleb(struct cursor *c);
const char *cursor_text(struct cursor *c);	/* never NULL */
/* Moves past n bytes and returns where they begin; the end if there are fewer. */
const u8 *cursor_take(struct cursor *c, u64 n);
/* The length that begins a unit or table: sets c->offset, and c->end to the unit's end. */
void cursor_length(struct cursor *c);
void cursor_fail(struct cursor *c);

#endif
