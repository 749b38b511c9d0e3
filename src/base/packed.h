/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * packed.h - texts that are needed rarely, in half the bytes.
 *
 * contrib/pack makes the arrays: the number of letters; the letters, the 0th
 * being the NUL each text ends in; pairs of codes for the numbers above the
 * letters, up to 255; then all texts as such codes, one behind the other.
 */
#ifndef AWL_PACKED_H
#define AWL_PACKED_H

#include "base/base.h"

/* The nth text, with its NUL, to out, which must have room for the longest: the
 * array's header says how long that is.  Goes through all before it: some µs. */
void packed_text(const u8 *packed, u32 n, char *out);

#endif
