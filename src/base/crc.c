/* SPDX-License-Identifier: GPL-2.0-or-later */
/* crc.c - the reflected polynomial 0xedb88320, a byte at a time; see crc.h. */
#include "base/crc.h"

u32 crc_bytes(const void *bytes, u64 n)
{
	u32 table[256], crc = ~0u;
	const u8 *p = bytes;

	for (u32 i = 0; i < 256; i++) {
		table[i] = i;
		for (u32 k = 0; k < 8; k++)
			table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
	}
	for (u64 i = 0; i < n; i++)
		crc = crc >> 8 ^ table[(u8)crc ^ p[i]];
	return ~crc;
}
