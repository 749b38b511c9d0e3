/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * argspec.h - where the arguments of a user probe lie, as text says it.
 *
 * USDT notes give each argument as SIZE@OPERAND, the size in bytes, negative
 * for signed values, the operand as the assembler writes it: "-4@%eax",
 * "8@-16(%rbp)", "4@$5"; on arm64 "8@[sp, 16]", "4@w0", "8@5"; on arm
 * "-4@[r3, #4]", "4@#5".  Blanks are between arguments, and within brackets.
 * A target whose arguments are not where functions have them has such a text.
 */
#ifndef AWL_ARGSPEC_H
#define AWL_ARGSPEC_H

#include "arch/arch.h"

struct arg_place {
	enum { PLACE_CONST, PLACE_REG, PLACE_MEMORY } kind;
	u8 size;		/* bytes: 1, 2, 4, 8 */
	bool is_signed;
	bool has_index, index_low, index_signed;	/* low: its 32 bits alone */
	u8 shift;		/* memory: of the index, left; else right: %ah */
	u16 reg, index;		/* offsets in the register block */
	s64 num;		/* the constant, or what is added to the address */
};

u32 argspec_count(const char *spec);
/* Argument n, less than the count.  False if it lies where no probe can read. */
bool argspec_parse(const struct arch *arch, const char *spec, u32 n, struct arg_place *out);
/* Its text: *len bytes; NULL if there are no more than n. */
const char *argspec_text(const char *spec, u32 n, u32 *len);

#endif
