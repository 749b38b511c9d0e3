/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stack.h - ids of stacks, shared by the code generator and the reader.
 */
#ifndef AWL_STACK_H
#define AWL_STACK_H

#include "base/base.h"

#define STACK_OVERFLOW_ID 0x80000000u	/* or'ed in: look in the overflow map */
#define STACK_NONE 0x7fffffffu		/* there was no stack to be had */

/* The maps of stacks of one depth. */
struct stack_maps {
	u32 depth, index;
	u32 table;		/* map: BPF_MAP_TYPE_STACK_TRACE */
	u32 overflow;		/* map: frames and 8 zero bytes -> u64 id */
	u32 overflow_depth;	/* frames in that key */
	struct stack_maps *next;
};

#endif
