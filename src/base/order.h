/* SPDX-License-Identifier: GPL-2.0-or-later */
/* order.h - numbers of files, which may be in the byte order of another machine. */
#ifndef AWL_ORDER_H
#define AWL_ORDER_H

#include "base/base.h"

#define HOST_IS_BIG (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)	/* is this machine big-endian? */

/* A number of 1 to 8 bytes. */
static inline u64 order_num(const void *from, u32 size, bool is_big)
{
	const u8 *p = from;
	u64 n = 0;
	u32 half;

	if (size == 4) {		/* most have this size */
		__builtin_memcpy(&half, p, 4);
		return is_big == HOST_IS_BIG ? half : __builtin_bswap32(half);
	}
	for (u32 i = 0; i < size; i++)
		n |= (u64)p[i] << 8 * (is_big ? size - 1 - i : i);
	return n;
}

static inline void order_put(void *to, u32 size, bool is_big, u64 n)
{
	u8 *p = to;

	for (u32 i = 0; i < size; i++)
		p[i] = (u8)(n >> 8 * (is_big ? size - 1 - i : i));
}

#endif
