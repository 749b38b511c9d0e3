/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * packed.h - texts that are needed rarely, in 40 % of their bytes; contrib/pack makes
 * packed_data.h of them.  Those of text.h are here, too.  And tables of numbers a bit too large for bytes.
 *
 * A text is there for good once it was asked for.  All before it is unpacked with it:
 * names of system calls take 0.4 ms, all texts 1.4, on a PC.
 */
#ifndef AWL_PACKED_H
#define AWL_PACKED_H

#include "base/base.h"

/* A name in arch/syscalls.def, by its place there. */
const char *packed_call(u32 place);
/* A text of contrib/errors.def, by the error's number; NULL if it has none. */
const char *packed_error(u32 number);

/* The ith of n numbers below 512: their low bytes, then the highest bits, eight a byte. */
u32 nine_bits(const u8 *numbers, u32 n, u32 i);

#endif
