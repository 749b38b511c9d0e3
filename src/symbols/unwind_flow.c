/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind_flow.c - the frame at each instruction of arm code, by what the instructions before do.
 *
 * Compilers describe frames of C on arm for debuggers only, and distributions strip that.  So code
 * is followed from the starts of functions: calls, branches and jump tables lead on.  Each
 * instruction gets the state of the first way on which it is reached.
 */
#include "symbols/unwind_arm.h"

#include <string.h>

enum {
	FLOW_START = 1, FLOW_THUMB = 2,
	FLOW_AWAY = 4,			/* a jump to a place in a register */
	FLOW_DATA = 8			/* a constant that an instruction loads */
};
enum { LR, R7, FP };			/* in flow_state.at */
static const u8 saved_regs[] = { ARM_LR, ARM_R7, ARM_FP };
static const u8 base_regs[] = { ARM_R7, ARM_FP };

#define MOST_DEPTH (1 << 24)
#define MOST_STATES 65536
#define ROUNDS 4			/* until all starts are known */
#define TABLE 1024			/* entries of a jump table */

static u32 index_of(const struct flow *f, u64 pc)
{
	return (u32)((pc - f->addr) / 2);
}

static bool is_inside(const struct flow *f, u64 pc)
{
	return pc >= f->addr && pc - f->addr < f->size && !(pc & 1);
}

void flow_start(struct flow *f, u64 addr, bool is_thumb)
{
	u32 i;

	if (!is_inside(f, addr) || (!is_thumb && addr & 3))
		return;
	i = index_of(f, addr);
	if (f->mark[i] & FLOW_START)
		return;
	f->mark[i] = (u8)(FLOW_START | (is_thumb ? FLOW_THUMB : 0));
	f->again |= f->state[i] > 1;
	if (!f->state[i])
		vec_push(&f->work, ((struct flow_work){ addr, 0, is_thumb }));
}

/* ---- states ---- */

static void apply_moves(struct flow_state *s, const struct arm_insn *x)
{
	for (u32 k = 0; k < 2; k++) {
		if (x->set == base_regs[k] && x->from == ARM_SP) {
			s->has_base[k] = !s->sp_lost;
			s->base[k] = s->depth - x->add;
		} else if (x->set == base_regs[k] && x->from == base_regs[k]) {
			s->base[k] -= x->add;
		} else if (x->set == base_regs[k]) {
			s->has_base[k] = false;
		} else if (x->set == ARM_SP && x->from == base_regs[k]) {
			s->sp_lost = !s->has_base[k];
			s->depth = s->base[k] - x->add;
			return;
		}
	}
	if (x->set == ARM_SP)
		s->sp_lost = true;
}

/* Where a register is in the list that an instruction stores or loads, in bytes. */
static s32 place_of(u32 mask, u32 reg)
{
	return 4 * __builtin_popcount(mask & ((1u << reg) - 1));
}

static void apply(struct flow_state *s, const struct arm_insn *x)
{
	s32 old = s->depth;

	s->sp_lost |= x->sp_lost;
	s->depth += x->down;
	for (u32 k = 0; k < ARRAY_SIZE(saved_regs); k++) {
		u32 reg = saved_regs[k];

		if (x->pushed >> reg & 1 && !s->is_saved[k]) {
			s->is_saved[k] = true;
			s->at[k] = place_of(x->pushed, reg) - s->depth;
		} else if (x->popped >> reg & 1 && s->is_saved[k] &&
			   s->at[k] == place_of(x->popped, reg) - old) {
			s->is_saved[k] = false;
			s->at[k] = 0;
		}
	}
	if (x->set)
		apply_moves(s, x);
	if (s->depth < 0 || s->depth > MOST_DEPTH) {
		s->depth = 0;
		s->sp_lost = true;
	}
}

/* ---- the walk ---- */

static void add_work(struct flow *f, u64 pc, u32 state, bool is_thumb)
{
	if (is_inside(f, pc) && !f->state[index_of(f, pc)])
		vec_push(&f->work, ((struct flow_work){ pc, state, is_thumb }));
}

static void add_table(struct flow *f, u64 at, u32 size, u32 n, u32 state)
{
	for (u32 i = 0; i < n && i < TABLE && is_inside(f, at + i * size / 2 * 2); i++) {
		u64 off = at - f->addr + i * size;
		u16 entry = 0;

		if (off + size > f->size)
			return;
		memcpy(&entry, f->p + off, size);
		add_work(f, at + entry * 2u, state, true);
	}
}

/* Where the instruction leads to.  False if not to the next one. */
static bool lead(struct flow *f, const struct flow_work *w, const struct arm_insn *x, u32 compared)
{
	bool is_thumb = w->is_thumb != x->is_exchange;

	switch (x->flow) {
	case ARM_CALL:
		if (x->target)
			flow_start(f, x->target, is_thumb);
		return true;
	case ARM_BRANCH:
	case ARM_JUMP:
		if (x->target)
			add_work(f, x->target, w->state, is_thumb);
		return x->flow == ARM_BRANCH;
	case ARM_TABLE:
		if (compared)
			add_table(f, w->pc + 4, (u32)x->add, compared + 1, w->state);
		f->mark[index_of(f, w->pc)] |= FLOW_AWAY;
		return false;
	case ARM_END:
		if (!(x->popped >> ARM_PC & 1))
			f->mark[index_of(f, w->pc + x->length - 2)] |= FLOW_AWAY;
		return false;
	default:
		return true;
	}
}

/* Constants are after functions that end with a call that does not return. */
static void mark_literal(struct flow *f, u64 addr)
{
	u32 i = index_of(f, addr);

	if (!addr || !is_inside(f, addr) || f->mark[i] & (FLOW_START | FLOW_DATA))
		return;
	f->mark[i] |= FLOW_DATA;
	f->again |= f->state[i] > 0;
}

static void mark_state(struct flow *f, const struct flow_work *w, u32 length)
{
	u32 i = index_of(f, w->pc);

	f->state[i] = w->state + 1;
	if (length == 4)
		f->state[i + 1] = w->state + 1;
}

/* Is there an instruction that saves the link register, as functions begin? */
static bool saves_lr(const struct flow *f, u32 i, bool is_thumb)
{
	u16 h[3] = { 0 };

	memcpy(h, f->p + 2 * (u64)i, f->size - 2 * (u64)i < sizeof(h) ? 2 : sizeof(h));
	if (!is_thumb)
		return !((f->addr + 2 * i) & 3) && ((h[1] == 0xe92d && h[0] >> 14 == 1) ||
						    (h[1] == 0xe52d && h[0] == 0xe004));
	if ((h[0] & 0xfff0) == 0xb400)		/* arguments first, of functions like printf() */
		return h[1] >> 8 == 0xb5 || (h[1] == 0xe92d && h[2] >> 14 == 1);
	return h[0] >> 8 == 0xb5 || (h[0] == 0xe92d && h[1] >> 14 == 1);
}

static void follow(struct flow *f, struct flow_work w)
{
	u32 conditional = 0, compared = 0;
	bool branches = false;			/* of a jump table */
	struct flow_state s;
	struct arm_insn x;

	while (is_inside(f, w.pc) && !f->state[index_of(f, w.pc)]) {
		u8 mark = f->mark[index_of(f, w.pc)];
		bool is_conditional, goes_on;

		if (mark & FLOW_DATA || (mark & FLOW_START && w.state))
			return;			/* what comes before does not return */
		if (flow_state(f, w.state)->is_saved[LR] &&
		    saves_lr(f, index_of(f, w.pc), w.is_thumb)) {
			flow_start(f, w.pc, w.is_thumb);
			return;
		}
		arm_decode(f->p + (w.pc - f->addr), f->size - (w.pc - f->addr), w.pc, w.is_thumb,
			   &x);
		if (!x.length || (x.length == 4 && f->mark[index_of(f, w.pc) + 1] & FLOW_START))
			return;			/* data, after a call that does not return */
		mark_state(f, &w, x.length);
		mark_literal(f, x.literal);
		is_conditional = w.is_thumb ? conditional : x.conditions;
		conditional = w.is_thumb && x.conditions ? x.conditions :
			      conditional - (conditional > 0);
		compared = x.compared ? x.compared : compared;
		goes_on = lead(f, &w, &x, compared) || is_conditional ||
			  (branches && x.flow == ARM_JUMP);
		branches = x.flow == ARM_BRANCHES || (branches && x.flow == ARM_JUMP);
		if (!goes_on)
			return;
		if (x.down || x.set || x.sp_lost) {
			s = *flow_state(f, w.state);
			apply(&s, &x);
			if (!is_conditional)
				w.state = pool_put(&f->states, &s, MOST_STATES);
		}
		w.pc += x.length;
	}
}

static void drain(struct flow *f)
{
	while (f->work.n) {
		struct flow_work w = f->work.v[--f->work.n];

		follow(f, w);
	}
}

/* All over again with the starts that are known now. */
static void restart(struct flow *f)
{
	f->again = false;
	memset(f->state, 0, f->size / 2 * sizeof(*f->state));
	for (u32 i = 0; i < f->size / 2; i++) {
		f->mark[i] &= (u8)~FLOW_AWAY;
		if (f->mark[i] & FLOW_START)
			vec_push(&f->work, ((struct flow_work){ f->addr + 2 * (u64)i, 0,
								f->mark[i] & FLOW_THUMB }));
	}
}

static bool is_mostly_thumb(const struct flow *f)
{
	s64 n = 0;

	for (u32 i = 0; i < f->size / 2; i++)
		if (f->mark[i] & FLOW_START)
			n += f->mark[i] & FLOW_THUMB ? 1 : -1;
	return n >= 0;
}

/*
 * What is not reached is data, or functions whose addresses are computed, or code after jumps to
 * a place in a register, which has the state of the jump.
 */
static void sweep(struct flow *f)
{
	bool is_thumb = is_mostly_thumb(f);
	u32 jump = 0;

	for (u32 i = 0; i < f->size / 2; i++) {
		if (!f->state[i] && saves_lr(f, i, is_thumb)) {
			flow_start(f, f->addr + 2 * (u64)i, is_thumb);
			drain(f);
		}
		if (f->mark[i] & FLOW_START)
			jump = 0;
		if (f->mark[i] & FLOW_AWAY)
			jump = f->state[i] > 1 && flow_state(f, f->state[i] - 1)->depth ?
			       f->state[i] : 0;
		else if (!f->state[i])
			f->state[i] = jump;
	}
}

void flow_run(struct flow *f)
{
	drain(f);
	for (u32 i = 0; f->again && i < ROUNDS; i++) {
		restart(f);
		drain(f);
	}
	sweep(f);
}
