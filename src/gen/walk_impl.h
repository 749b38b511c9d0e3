/* SPDX-License-Identifier: GPL-2.0-or-later */
/* walk_impl.h - the state of a walk over a user stack, for gen_walk.c and gen_frame.c. */
#ifndef AWL_WALK_IMPL_H
#define AWL_WALK_IMPL_H

#include "bpf/walk.h"
#include "gen/gen_impl.h"

/*
 * A copy of a part of the stack, because a helper costs more than copying this much.  A function
 * reads its return address first and then what it saved below that.  So the part begins
 * WINDOW_BELOW before the first address that is wanted.
 */
#define WINDOW_BYTES 512
#define WINDOW_BELOW 64
#define WINDOW_NOWHERE (1ull << 63)	/* no address of user space is near it */

enum {	/* the state: offsets */
	W_IP = 0, W_SP = 8, W_FP = 16, W_FP2 = 24, W_LR = 32,
	W_WORD = 40,		/* read from the stack */
	W_CALLED = 48,		/* 1: ip is where a call returns to; 0: it was interrupted there */
	W_N = 56,		/* frames so far */
	W_HASH = 64,		/* of these */
	W_GUESSED = 72,		/* some frame's table or mapping is not known */
	W_AREAS = 80,		/* the process's part of the areas: struct walk_range */
	W_BY_GUESS = 96,	/* the frame was found by following frame pointers */
	W_WINDOW_AT = 104,	/* the address of the part of the stack that is in the window */
	W_INTERRUPTED = 112,	/* a signal was handled: W_REGS are those of its handler */
	W_WINDOW = 120,
	W_REGS = W_WINDOW + WINDOW_BYTES	/* the innermost frame's registers;
						   then u64 id, u64 frames[] */
};

struct walk {
	struct gen *g;
	struct ir *ir;
	const struct walk_maps *m;
	const struct arch *arch;
	u32 depth;
	vreg st;	/* the state's address */
	s32 cache;	/* the offset of the cache in the state */
	label end;	/* there are no more frames */
};

/*
 * The rules that were found last, by address: struct { u64 pc; u32 areas, rule; }.  `areas` is
 * the number that the process's areas have as long as they don't change.
 */
#define CACHED 256
#define CACHE_BYTES (CACHED * 16)

static inline s32 entry_off(const struct arch *arch)
{
	return W_REGS + (s32)ALIGN_UP(arch->regs_size, 8);
}

vreg walk_get(struct walk *w, u32 size, vreg base, s32 off);	/* a load */
void walk_put(struct walk *w, s32 off, vreg v);			/* state[off] = v */
vreg walk_entry(struct walk *w, u32 map, vreg at);	/* the address `at` bytes into a table */
/*
 * Adds the frame in the state, and replaces it by its caller's.  Jumps to w->end if there is none.
 */
void walk_frame(struct walk *w);

#endif
