/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * x86_insn.h - how long an x86 instruction is.
 *
 * A probe in the middle of an instruction changes what the program does, so
 * places in functions are checked by decoding from the function's start.
 */
#ifndef AWL_X86_INSN_H
#define AWL_X86_INSN_H

#include "base/base.h"

#define X86_INSN_MAX 15		/* bytes */

/* The length of the instruction at p, of which n bytes are there; 0 if that is no
 * instruction, or one whose length processors disagree about. */
u32 x86_insn_length(const u8 *p, u64 n, bool is64);

#endif
