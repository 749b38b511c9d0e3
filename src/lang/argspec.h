/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * argspec.h - where the arguments of a user probe are, read from text.
 *
 * A USDT note (stapsdt, version 3) gives each argument as SIZE@OPERAND.  The size is in bytes
 * and negative for signed values.  The operand is written as in assembler: "-4@%eax",
 * "8@-16(%rbp)", "4@$5"; on arm64 "8@[sp, 16]", "4@w0", "8@5"; on arm "-4@[r3, #4]", "4@#5"; on
 * RISC-V "8@-24(s0)", "4@a0"; on s390x "8@184(%r11)", "4@%r2"; on POWER "8@32(31)", "4@9", "4@i5";
 * on LoongArch "8@$r22,-24", "4@$r4".
 * Blanks separate arguments, and may occur within brackets.
 * A target has such a text if its arguments are not where the calling convention puts them.
 */
#ifndef AWL_ARGSPEC_H
#define AWL_ARGSPEC_H

#include "arch/arch.h"

struct arg_place {
	enum { PLACE_CONST, PLACE_REG, PLACE_MEMORY } kind;
	u8 size;		/* bytes: 1, 2, 4, 8 */
	bool is_signed;
	bool has_index, index_low, index_signed;	/* low: only its lower 32 bits */
	bool is_low;		/* memory: the address has 32 bits, so the sum wraps */
	u8 shift;		/* bits: memory: of the index, left; register: right, as %ah */
	u16 reg, index;		/* offsets in the register block */
	s64 num;		/* the constant, or the displacement in bytes */
};

u32 argspec_count(const char *spec);
/* Reads argument n, which is less than the count.  False if probes can't read its place. */
bool argspec_parse(const struct arch *arch, const char *spec, u32 n, struct arg_place *out);
/* The text of argument n, *len bytes; NULL if there are not that many. */
const char *argspec_text(const char *spec, u32 n, u32 *len);

#endif
