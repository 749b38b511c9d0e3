/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * x86_insn.h - the length of an x86 instruction.
 *
 * A probe in the middle of an instruction changes what the program does.  So offsets in
 * functions are checked by decoding instructions from the function's start.
 */
#ifndef AWL_X86_INSN_H
#define AWL_X86_INSN_H

#include "base/base.h"

#define X86_INSN_MAX 15		/* bytes */

/* Returns the length in bytes of the instruction at p, where n bytes can be read.  Returns 0 if it
 * is not an instruction, or if its length differs between processors. */
u32 x86_insn_length(const u8 *p, u64 n, bool is64);

#endif
