/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * packed.h - large constant tables, which static builds compress.
 *
 * A file defines its table as `data`, a constant without pointers:
 *
 *	struct table { … };
 *	#ifdef PACKED
 *	static const u8 packed[] = {
 *	#include "packed/FILE.h"
 *	};
 *	#else
 *	static const struct table data = { … };
 *	#endif
 *
 * and reads it by TABLE(struct table).  With PACKED, which contrib/static.mk defines,
 * contrib/pack.c has compressed `data` to packed/FILE.h.  The first use expands it.
 */
#ifndef AWL_PACKED_H
#define AWL_PACKED_H

#include "base/base.h"

#ifdef PACKED
/* Returns *data.  If that is NULL it first expands the n packed bytes to `size` bytes, which
 * are never freed. */
const void *packed_open(const void **data, const u8 *packed, size_t n, size_t size);
#define TABLE(type) ({								\
	static const void *open;						\
										\
	(const type *)packed_open(&open, packed, sizeof(packed), sizeof(type));	\
})
#else
#define TABLE(type) ((const type *)&data)
#endif

#endif
