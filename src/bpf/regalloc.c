/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * regalloc.c - registers by linear scan.
 *
 * Values are handled in the order in which their lifetimes begin.  Each gets a free register,
 * if possible one that makes a move unnecessary.  Values that are needed after a call must be in
 * r6-r9.  If nothing has to be spilled, all ten registers are used.  Otherwise the scan is
 * repeated without r0 and r5, which then hold spilled values for one instruction at a time.
 * The value with the fewest uses for its length of life is spilled.  Constants are not stored,
 * but made again.
 */

#include "base/sort.h"
#include "bpf/backend.h"

#define N_REGS 10
#define CALLEE_SAVED 0x3c0		/* r6-r9 */
#define TMPS (1u << REG_TMP1 | 1u << REG_TMP2)

struct vinfo {
	u32 first;		/* instruction that assigns it first, + 1 */
	u32 made_by;		/* its only assignment, if a constant; + 1 */
	u32 n_defs;
	u32 weight;		/* number of mentions; those in loops count more */
	s8 hint;		/* register that a later call needs it in, or -1 */
};

struct scan {
	struct arena *tmp;
	const struct ir *ir;
	struct lives lives;
	struct vinfo *info;
	u32 *calls;		/* by instruction: number of calls before it */
	vreg *order;		/* sorted by begin of lifetime */
	u32 n_order;
	u32 avail;		/* mask of registers */
	vreg active[N_REGS];
	s8 *reg;
	bool may_spill, spilled;
};

/* ---- facts --------------------------------------------------------- */

/*
 * The value whose bounds the verifier learns from an instruction, or 0.  Before 5.11 it forgets
 * the bounds of spilled scalars, so these are spilled late.  Those that it must see the bounds
 * of (gen_keep()) are spilled last.
 */
#define KEPT (1u << 30)

static vreg bounded(const struct ir_insn *in)
{
	if (in->op == IR_JCC && in->sub != COND_EQ && in->sub != COND_NE && in->sub != COND_SET)
		return in->a;
	return in->op == IR_ALU && in->sub == ALU_AND && in->has_imm ? in->dst : 0;
}

static void weigh(struct scan *s, u32 i, u32 w)
{
	struct ir_insn *in = &s->ir->insns.v[i];
	vreg *use[MAX_USES];
	u32 n = ir_uses(s->ir, in, use);

	for (u32 k = 0; k < n; k++) {
		s->info[*use[k]].weight += w;
		if (in->keeps)
			s->info[*use[k]].weight |= KEPT;
	}
	if (s->info[bounded(in)].weight < 1 << 24)
		s->info[bounded(in)].weight += 1 << 20;
}

static void note_def(struct scan *s, u32 i, u32 w)
{
	struct ir_insn *in = &s->ir->insns.v[i];
	struct vinfo *info = &s->info[in->dst];

	if (!in->dst)
		return;
	if (!info->n_defs++) {
		info->first = i + 1;
		info->made_by = ir_is_const(in) ? i + 1 : 0;
	} else {
		info->made_by = 0;
	}
	info->weight += w;
}

/*
 * A value whose last use is as an argument is best computed in the argument's register.
 * Parameters stay in the registers where they arrive, so that their moves make no cycles.
 */
static void note_hint(struct scan *s, u32 i, vreg v, u32 reg)
{
	if (v > s->ir->n_params && s->lives.vregs[v].end == pos_use(i))
		s->info[v].hint = reg;
}

static void note_hints(struct scan *s, u32 i)
{
	struct ir_insn *in = &s->ir->insns.v[i];

	if (in->op == IR_EXIT && in->a)
		note_hint(s, i, in->a, 0);
	for (u32 k = 0; k < in->n_args; k++) {
		struct ir_arg *arg = &s->ir->args.v[in->id + k];

		if (arg->kind == ARG_VREG)
			note_hint(s, i, arg->id, k + 1);
	}
}

static void gather(struct scan *s)
{
	u32 n = s->ir->insns.n;

	s->info = arena_array(s->tmp, struct vinfo, s->ir->n_vregs + 1);
	s->calls = arena_array(s->tmp, u32, n + 1);
	for (vreg v = 0; v <= s->ir->n_vregs; v++)
		s->info[v].hint = -1;
	for (u32 v = 1; v <= s->ir->n_params; v++) {
		s->info[v].hint = v;
		s->info[v].n_defs = 1;
	}
	for (u32 i = 0; i < n; i++) {
		u32 depth = s->lives.loops[s->lives.loop_of[i]].depth;
		u32 w = 1u << 3 * (depth < 4 ? depth : 4);

		s->calls[i + 1] = s->calls[i] + (s->ir->insns.v[i].op == IR_CALL);
		weigh(s, i, w);
		note_def(s, i, w);
		note_hints(s, i);
	}
}

/* Does v's lifetime include a call? */
static bool crosses_call(const struct scan *s, vreg v)
{
	struct range r = s->lives.vregs[v];
	u32 from, to;		/* calls at from .. to - 1 count */

	if (r.end < pos_use(0))
		return false;
	from = r.beg < pos_use(0) ? 0 : pos_insn(r.beg) + (r.beg & 1);
	to = pos_insn(r.end) + (r.end & 1);
	return to > from && s->calls[to] > s->calls[from];
}

static bool by_begin(const void *ctx, const void *a, const void *b)
{
	const struct range *range = ctx;

	return range[*(const u32 *)a].beg <= range[*(const u32 *)b].beg;
}

static void sort(struct scan *s)
{
	s->order = arena_array(s->tmp, vreg, s->ir->n_vregs + 1);
	for (vreg v = 1; v <= s->ir->n_vregs; v++)
		if (s->lives.vregs[v].end)
			s->order[s->n_order++] = v;
	sort_array(s->order, s->n_order, sizeof(*s->order), by_begin, s->lives.vregs);
}

/* ---- the scan ------------------------------------------------------ */

static u32 busy(struct scan *s, u32 beg)
{
	u32 mask = 0;

	for (u32 r = 0; r < N_REGS; r++) {
		if (s->active[r] && s->lives.vregs[s->active[r]].end < beg)
			s->active[r] = 0;
		if (s->active[r])
			mask |= 1u << r;
	}
	return mask;
}

static s32 pick(const struct scan *s, vreg v, u32 avail)
{
	static const u8 order[N_REGS] = { 0, 1, 4, 5, 2, 3, 6, 7, 8, 9 };
	const struct vinfo *info = &s->info[v];

	if (info->first) {
		const struct ir_insn *in = &s->ir->insns.v[info->first - 1];

		if (in->op == IR_MOV && s->reg[in->a] >= 0 &&
		    (avail >> s->reg[in->a] & 1))
			return s->reg[in->a];
	}
	if (info->hint >= 0 && (avail >> info->hint & 1))
		return info->hint;
	for (u32 k = 0; k < N_REGS; k++)
		if (avail >> order[k] & 1)
			return order[k];
	return REG_NONE;
}

static u64 cost(const struct scan *s, vreg v)
{
	struct range r = s->lives.vregs[v];
	u64 c = ((u64)s->info[v].weight << 16) / (r.end - r.beg + 1);

	return s->info[v].made_by ? c / 4 : c;
}

static void spill(struct scan *s, vreg v)
{
	s->reg[v] = s->info[v].made_by ? REG_REMADE : REG_SPILLED;
	s->spilled = true;
}

/* Assigns a register to v.  If none is free, spills the cheapest of it and the active values. */
static void give(struct scan *s, vreg v)
{
	u32 allowed = s->avail & (crosses_call(s, v) ? CALLEE_SAVED : ~0u);
	u32 avail = allowed & ~busy(s, s->lives.vregs[v].beg);
	s32 reg = pick(s, v, avail);

	if (reg == REG_NONE) {
		u64 least = cost(s, v);

		for (u32 r = 0; r < N_REGS; r++)
			if ((allowed >> r & 1) && cost(s, s->active[r]) < least) {
				least = cost(s, s->active[r]);
				reg = r;
			}
		if (reg == REG_NONE) {
			spill(s, v);
			return;
		}
		spill(s, s->active[reg]);
	}
	s->reg[v] = reg;
	s->active[reg] = v;
}

static void scan(struct scan *s, u32 avail)
{
	s->avail = avail;
	s->spilled = false;
	for (u32 r = 0; r < N_REGS; r++)
		s->active[r] = 0;
	for (vreg v = 0; v <= s->ir->n_vregs; v++)
		s->reg[v] = REG_NONE;
	for (u32 k = 0; k < s->n_order; k++) {
		give(s, s->order[k]);
		if (s->spilled && !s->may_spill)
			return;
	}
}

/* ---- places for spilled values --------------------------------------- */

static void place_spills(struct scan *s, u32 base, struct regs *out)
{
	u32 *end = arena_array(s->tmp, u32, s->n_order + 1);	/* by place */
	u32 n = 0;

	out->spill_off = arena_array(s->tmp, s32, s->ir->n_vregs + 1);
	for (u32 k = 0; k < s->n_order; k++) {
		vreg v = s->order[k];
		u32 p = 0;

		if (s->reg[v] != REG_SPILLED)
			continue;
		while (p < n && end[p] >= s->lives.vregs[v].beg)
			p++;
		n += p == n;
		end[p] = s->lives.vregs[v].end;
		out->spill_off[v] = -(s32)(base + 8 * (p + 1));
	}
	out->stack = base + 8 * n;
}

/* A mask of n registers.  Tests use fewer, to force spills. */
static u32 registers(u32 n)
{
	static const u8 away[N_REGS] = { 9, 4, 8, 3, 7, 2, 6, 1, 5, 0 };
	u32 mask = (1u << N_REGS) - 1;

	for (u32 k = 0; n < N_REGS && k < N_REGS - n; k++)
		mask &= ~(1u << away[k]);
	return mask;
}

void regs_make(struct arena *tmp, const struct layout *lay,
	       const struct code_target *target, struct regs *out)
{
	struct scan s = { .tmp = tmp, .ir = &lay->ir };

	lives_make(tmp, &lay->ir, &s.lives);
	gather(&s);
	sort(&s);
	s.reg = arena_array(tmp, s8, lay->ir.n_vregs + 1);
	scan(&s, registers(target->n_regs));
	if (s.spilled) {
		s.may_spill = true;
		scan(&s, registers(target->n_regs) & ~TMPS);
	}
	place_spills(&s, lay->stack, out);
	out->reg = s.reg;
	out->made_by = arena_array(tmp, u32, lay->ir.n_vregs + 1);
	for (vreg v = 1; v <= lay->ir.n_vregs; v++)
		if (s.info[v].made_by)
			out->made_by[v] = s.info[v].made_by - 1;
}
