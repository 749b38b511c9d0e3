/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stackwalk.h - walks a user stack by tables, in user space: what symbols/unwind.h says.
 *
 * Programs walk stacks by themselves where the kernel lets them (gen/gen_walk.c).  This walk is for
 * stacks that were copied, or whose process is stopped.
 */
#ifndef AWL_STACKWALK_H
#define AWL_STACKWALK_H

#include "base/base.h"

struct arch;
struct unwind_rule;

struct stackwalk {
	const struct arch *arch;
	void *ctx;
	/* Reads a word of the process's memory; false: it is not known. */
	bool (*word)(void *ctx, u64 addr, u64 *out);
	/* The rule for an address, valid until the next call; NULL: there is no code. */
	const struct unwind_rule *(*rule)(void *ctx, u64 ip);
};

struct stackwalk_frame {
	u64 ip;
	bool is_called;		/* ip is where a call returns to, so it may be past its function */
};

/* block: the registers in the order of arch->regs.  Returns the number of frames, at most max. */
u32 stackwalk(const struct stackwalk *w, const u64 *block, struct stackwalk_frame *out, u32 max);

#endif
