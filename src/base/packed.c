/* SPDX-License-Identifier: GPL-2.0-or-later */
/* packed.c - compressed tables; see packed.h. */
#include "base/packed.h"

#ifdef PACKED
#include "base/inflate.h"
#include "base/mem.h"

const void *packed_open(const void **data, const u8 *packed, size_t n, size_t size)
{
	void *all;

	if (*data)
		return *data;
	all = mem_alloc(size);
	if (inflate(packed, n, all, size) != (s64)size)
		bug("a table is damaged");
	return *data = all;
}
#endif
