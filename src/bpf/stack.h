/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stack.h - ids of stacks, for the generator, which makes them, and the runtime. */
#ifndef AWL_STACK_H
#define AWL_STACK_H

#include "lang/type.h"

#define STACK_OVERFLOW_ID 0x80000000u	/* or'ed in: it is in the overflow map */
#define STACK_NONE 0x7fffffffu		/* the kernel gave no stack */

#define STACK_MAX 127			/* PERF_MAX_STACK_DEPTH: kernel.perf_event_max_stack is
					 * that much if it was not changed */
#define STACK_MOST 1024			/* frames, of any stack */

/* How many frames are taken of a stack that begins so, at most as many as the kernel allows.  awl's
 * own walk does not depend on that. */
static inline u32 stack_taken(const struct stack_opt *opt, u32 begin, u32 limit)
{
	u32 n = opt->depth + opt->skip + opt->gaps + (begin == STACK_AT_EVENT ? 0 : STACK_SPARE);

	return opt->by_tables || n < limit ? n : limit;
}

/* The maps with stacks of one depth, in frames. */
struct stack_maps {
	u32 depth, index;
	bool by_tables;		/* they come from awl's own walk and are all in `overflow` */
	u32 table;		/* map: BPF_MAP_TYPE_STACK_TRACE */
	u32 overflow;		/* map: u64 hash -> u64 id, u64 frames[depth] */
	struct stack_maps *next;
};

#endif
