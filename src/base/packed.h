/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * packed.h - large constant tables, which static builds keep compressed.
 *
 * A file with such a table has it as `data`, a constant without pointers:
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
 * and takes it from TABLE(struct table).  With PACKED, which contrib/static.mk defines,
 * contrib/pack.c has written `data` to packed/FILE.h, compressed; it is expanded when it is
 * first asked for.
 */
#ifndef AWL_PACKED_H
#define AWL_PACKED_H

#include "base/base.h"

#ifdef PACKED
/* *data, or if that is NULL what n packed bytes make, of `size` bytes; they stay. */
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
