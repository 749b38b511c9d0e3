/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unwind_exidx.h - frames of arm's functions, as its unwinding instructions describe them. */
#ifndef AWL_UNWIND_EXIDX_H
#define AWL_UNWIND_EXIDX_H

#include "symbols/unwind_impl.h"

struct exidx_frame {
	u32 base;		/* the CFA is this register plus cfa */
	s32 cfa;
	u32 popped;		/* registers of the caller in this frame, by bits, … */
	s32 at[16];		/* … and where they are, in bytes from the base */
};

void exidx_rule(const struct arch *a, const struct exidx_frame *f, struct unwind_rule *r);
/*
 * Adds rows for the instructions at a function's start, which save registers, until the frame is
 * the one that body describes.  Returns the address from which on it is.
 */
u64 unwind_prologue(struct unwind_maker *m, u64 from, u64 to, const struct exidx_frame *body);

#endif
