/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unwind_arm.h - frames of arm's functions, by their instructions and by .ARM.exidx. */
#ifndef AWL_UNWIND_ARM_H
#define AWL_UNWIND_ARM_H

#include "symbols/arm_insn.h"
#include "symbols/unwind_impl.h"

/* ---- unwind_exidx.c ---- */

/* A frame as an entry describes it. */
struct exidx_frame {
	u32 base;		/* the CFA is this register plus cfa */
	s32 cfa;
	u32 popped;		/* registers of the caller in this frame, by bits, … */
	s32 at[16];		/* … and where they are, in bytes from the base */
};

/* Calls fn for the code of each entry.  f is NULL if it says nothing.  Returns -ENOENT if there are
 * none. */
int exidx_each(const struct elf *e,
	       void (*fn)(void *arg, u64 from, u64 to, const struct exidx_frame *f), void *arg);
void exidx_rule(const struct arch *a, const struct exidx_frame *f, struct unwind_rule *r);

/* ---- unwind_flow.c ---- */

/* The frame at an instruction. */
struct flow_state {
	s32 depth;		/* the CFA is sp plus this, unless sp_lost */
	s32 base[2];		/* the CFA is r7, fp plus this, if has_base */
	s32 at[3];		/* from the CFA: where lr, r7 and fp are, if is_saved */
	u32 rule;		/* its number, if an entry says so; 0: what is above holds */
	bool sp_lost, has_base[2], is_saved[3];
	u8 pad[3];
};

struct flow {
	const u8 *p;		/* the code */
	u64 addr, size;
	u32 *state;		/* by half words: index in states plus 1; 0: not reached */
	u8 *mark;		/* by half words: FLOW_… */
	struct unwind_pool states;	/* the first one is that of a function's start */
	VEC(struct flow_work { u64 pc; u32 state; bool is_thumb; }) work;
	bool again;		/* a function's start was found in what seemed to be another one */
};

static inline const struct flow_state *flow_state(const struct flow *f, u32 i)
{
	return (const struct flow_state *)(const void *)f->states.v + i;
}

/* Code at addr begins a function; is_thumb says of which kind. */
void flow_start(struct flow *f, u64 addr, bool is_thumb);
/* Follows all code that can be reached, then what seems to be code in between. */
void flow_run(struct flow *f);

#endif
