/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * layout.c - lifetimes, and a place for every slot.
 *
 * A lifetime is the range of instructions from the first mention to the last.  If it begins
 * before a loop and is needed in the loop, it lasts to the loop's end.  As control flow is
 * structured, this needs no further analysis.  Slots whose lifetimes don't overlap share room
 * on the stack.  If there is too little, the largest go to the per-CPU scratch area.  The copy
 * of the program that is made here has only operands that eBPF has.
 */
#include <string.h>

#include "base/sort.h"
#include "bpf/backend.h"
#include "bpf/insn.h"

/* ---- lifetimes ----------------------------------------------------- */

/* By instruction, if it is a loop's label: one more than the last jump back to it.  Counts the
 * loops. */
static u32 *loop_ends(struct arena *tmp, const struct ir *ir, u32 *n_loops)
{
	u32 *at = ir_label_places(tmp, ir);
	u32 *end = arena_array(tmp, u32, ir->insns.n + 1);

	for (u32 i = 0; i < ir->insns.n; i++) {
		struct ir_insn *in = &ir->insns.v[i];

		if (!ir_jumps(in) || at[in->id] > i)
			continue;
		*n_loops += !end[at[in->id]];
		end[at[in->id]] = i + 1;
	}
	return end;
}

static void find_loops(struct arena *tmp, const struct ir *ir, struct lives *out)
{
	u32 *end = loop_ends(tmp, ir, &out->n_loops);
	u32 cur = 0, n = 0;

	out->loops = arena_array(tmp, struct loop, out->n_loops + 1);
	out->loop_of = arena_array(tmp, u32, ir->insns.n + 1);
	for (u32 i = 0; i < ir->insns.n; i++) {
		while (cur && out->loops[cur].end < i)
			cur = out->loops[cur].parent;
		if (end[i]) {
			/* an outer loop must not end before the inner one */
			for (u32 p = cur; p; p = out->loops[p].parent)
				if (out->loops[p].end < end[i] - 1)
					out->loops[p].end = end[i] - 1;
			out->loops[++n] = (struct loop){ i, end[i] - 1, cur,
							 out->loops[cur].depth + 1 };
			cur = n;
		}
		out->loop_of[i] = cur;
	}
}

static void mention(struct range *r, u32 beg, u32 end)
{
	if (!r->end || beg < r->beg)
		r->beg = beg;
	if (end > r->end)
		r->end = end;
}

/* If r begins before a loop and ends in it, it lasts to the loop's end. */
static void extend(const struct lives *lives, struct range *r)
{
	if (r->end < pos_use(0))
		return;
	for (u32 l = lives->loop_of[pos_insn(r->end)]; l; l = lives->loops[l].parent)
		if (r->beg < pos_use(lives->loops[l].beg))
			r->end = pos_def(lives->loops[l].end);
}

static void vreg_ranges(const struct ir *ir, struct lives *out)
{
	vreg *use[MAX_USES];

	for (u32 v = 1; v <= ir->n_params; v++)
		mention(&out->vregs[v], 1, 1);
	for (u32 i = 0; i < ir->insns.n; i++) {
		struct ir_insn *in = &ir->insns.v[i];
		u32 n = ir_uses(ir, in, use);

		for (u32 k = 0; k < n; k++)
			mention(&out->vregs[*use[k]], pos_use(i), pos_use(i));
		if (in->dst)
			mention(&out->vregs[in->dst],
				ir_updates(in) ? pos_use(i) : pos_def(i), pos_def(i));
	}
	for (u32 v = 1; v <= ir->n_vregs; v++)
		extend(out, &out->vregs[v]);
}

/* ---- slots live as long as a register may point to them ------------- */

struct holders {		/* registers that may hold the same address */
	vreg *parent;		/* union-find */
	struct range *range;	/* of a class, at its root */
};

static vreg root(struct holders *h, vreg v)
{
	while (h->parent[v] != v)
		v = h->parent[v] = h->parent[h->parent[v]];
	return v;
}

static void join(struct holders *h, vreg a, vreg b)
{
	a = root(h, a);
	b = root(h, b);
	if (a == b)
		return;
	h->parent[b] = a;
	mention(&h->range[a], h->range[b].beg, h->range[b].end);
}

static void find_holders(struct arena *tmp, const struct ir *ir, const struct lives *lives,
			 struct holders *h)
{
	h->parent = arena_array(tmp, vreg, ir->n_vregs + 1);
	h->range = arena_array(tmp, struct range, ir->n_vregs + 1);
	for (u32 v = 1; v <= ir->n_vregs; v++) {
		h->parent[v] = v;
		h->range[v] = lives->vregs[v];
	}
	for (u32 i = 0; i < ir->insns.n; i++) {
		struct ir_insn *in = &ir->insns.v[i];

		if (in->op == IR_MOV)
			join(h, in->dst, in->a);
		else if (in->op == IR_ALU && !in->has_imm)
			join(h, in->dst, in->b);
	}
	/* an address that is stored in memory may be loaded at any time */
	for (u32 i = 0; i < ir->insns.n; i++) {
		struct ir_insn *in = &ir->insns.v[i];

		if (in->op == IR_STORE && in->size == 8 && !in->has_imm)
			mention(&h->range[root(h, in->b)], pos_use(0), pos_def(ir->insns.n - 1));
	}
}

static void direct_mentions(const struct ir *ir, struct lives *out, bool *any_lea)
{
	for (u32 i = 0; i < ir->insns.n; i++) {
		struct ir_insn *in = &ir->insns.v[i];

		if (in->op == IR_LEA || (ir_has_base(in) && in->base_is_slot))
			mention(&out->slots[in->id], pos_use(i), pos_def(i));
		*any_lea |= in->op == IR_LEA;
		for (u32 k = 0; k < in->n_args; k++)
			if (ir->args.v[in->id + k].kind == ARG_SLOT)
				mention(&out->slots[ir->args.v[in->id + k].id],
					pos_use(i), pos_def(i));
	}
}

static void slot_ranges(struct arena *tmp, const struct ir *ir, struct lives *out)
{
	struct holders h;
	bool any_lea = false;

	direct_mentions(ir, out, &any_lea);
	if (any_lea)
		find_holders(tmp, ir, out, &h);
	for (u32 i = 0; any_lea && i < ir->insns.n; i++) {
		struct ir_insn *in = &ir->insns.v[i];

		if (in->op == IR_LEA) {
			struct range *r = &h.range[root(&h, in->dst)];

			mention(&out->slots[in->id], r->beg, r->end);
		}
	}
	for (u32 s = 1; s < ir->slots.n; s++)
		extend(out, &out->slots[s]);
}

void lives_make(struct arena *tmp, const struct ir *ir, struct lives *out)
{
	memset(out, 0, sizeof(*out));
	out->vregs = arena_array(tmp, struct range, ir->n_vregs + 1);
	out->slots = arena_array(tmp, struct range, ir->slots.n);
	find_loops(tmp, ir, out);
	vreg_ranges(ir, out);
	slot_ranges(tmp, ir, out);
}

/* ---- placing ------------------------------------------------------- */

/*
 * Places are counted down from the top of the area, as on the stack: a slot
 * with place p occupies the bytes [p - size, p) below the top.
 */
struct placing {
	const struct ir *ir;
	const struct range *range;
	u32 limit;
	u32 *place;		/* by slot; 0: not here */
	slot *active;		/* those alive, by place */
	u32 n_active;
	u32 used;
};

static u32 size_of(const struct placing *pl, slot s)
{
	return pl->ir->slots.v[s].size ? pl->ir->slots.v[s].size : 1;
}

static void drop(struct placing *pl, u32 k)
{
	pl->n_active--;
	memmove(&pl->active[k], &pl->active[k + 1],
		(pl->n_active - k) * sizeof(*pl->active));
}

static void expire(struct placing *pl, u32 beg)
{
	u32 n = 0;

	for (u32 k = 0; k < pl->n_active; k++)
		if (pl->range[pl->active[k]].end >= beg)
			pl->active[n++] = pl->active[k];
	pl->n_active = n;
}

/* Places s in the first gap that is wide enough.  False if that is beyond the limit. */
static bool fit(struct placing *pl, slot s)
{
	u32 align = pl->ir->slots.v[s].align, size = size_of(pl, s);
	u32 p = ALIGN_UP(size, align), k;

	for (k = 0; k < pl->n_active; k++) {
		slot a = pl->active[k];

		if (p <= pl->place[a] - size_of(pl, a))
			break;
		if (p < ALIGN_UP(pl->place[a] + size, align))
			p = ALIGN_UP(pl->place[a] + size, align);
	}
	if (p > pl->limit)
		return false;
	memmove(&pl->active[k + 1], &pl->active[k],
		(pl->n_active - k) * sizeof(*pl->active));
	pl->active[k] = s;
	pl->n_active++;
	pl->place[s] = p;
	return true;
}

/* Slots that must be on the stack are never evicted. */
static u32 weight_of(const struct placing *pl, slot s)
{
	return pl->ir->slots.v[s].on_stack ? 0 : size_of(pl, s);
}

/* Makes room by evicting the largest slot.  False if that is s itself. */
static bool evict_for(struct placing *pl, slot s)
{
	u32 big = pl->n_active, size = weight_of(pl, s);

	for (u32 k = 0; k < pl->n_active; k++)
		if (weight_of(pl, pl->active[k]) > size) {
			size = weight_of(pl, pl->active[k]);
			big = k;
		}
	if (big == pl->n_active)
		return false;
	pl->place[pl->active[big]] = 0;
	drop(pl, big);
	return true;
}

static bool by_begin(const void *ctx, const void *a, const void *b)
{
	const struct range *range = ctx;

	return range[*(const u32 *)a].beg <= range[*(const u32 *)b].beg;
}

/* Places the slots for which skip[] is 0. */
static void place_all(struct arena *tmp, struct placing *pl, const u32 *skip)
{
	u32 n = 0, n_slots = pl->ir->slots.n;
	slot *order = arena_array(tmp, slot, n_slots);

	pl->place = arena_array(tmp, u32, n_slots);
	pl->active = arena_array(tmp, slot, n_slots + 1);
	for (slot s = 1; s < n_slots; s++)
		if (pl->range[s].end && !(skip && skip[s]))
			order[n++] = s;
	sort_array(order, n, sizeof(*order), by_begin, pl->range);
	for (u32 i = 0; i < n; i++) {
		expire(pl, pl->range[order[i]].beg);
		while (!fit(pl, order[i]))
			if (!evict_for(pl, order[i]))
				break;
	}
	for (slot s = 1; s < n_slots; s++)
		if (pl->place[s] > pl->used)
			pl->used = pl->place[s];
}

/* ---- rewriting ----------------------------------------------------- */

struct rewrite {
	const struct ir *from;
	struct ir *to;
	const u32 *in_scratch;	/* by slot: place from the area's top, or 0 */
	u32 stride;
	vreg base;		/* address of this CPU's area */
	struct span span;
	const struct code_target *target;
};

static void put(struct rewrite *rw, struct ir_insn *in)
{
	in->span = rw->span;
	vec_push(&rw->to->insns, *in);
}
#define PUT(rw, ...) put((rw), &(struct ir_insn){ __VA_ARGS__ })

static s32 scratch_off(const struct rewrite *rw, slot s)
{
	return rw->stride - rw->in_scratch[s];
}

/* v + imm in a new register */
static vreg sum(struct rewrite *rw, vreg v, s64 imm);

static vreg constant(struct rewrite *rw, s64 imm)
{
	vreg t = ir_vreg(rw->to);

	PUT(rw, .op = IR_IMM, .dst = t, .imm = imm);
	return t;
}

static void rewrite_alu(struct rewrite *rw, struct ir_insn *in)
{
	bool shift = in->sub == ALU_LSH || in->sub == ALU_RSH || in->sub == ALU_ARSH;
	bool divides = in->sub == ALU_DIV || in->sub == ALU_MOD;

	if (in->has_imm && shift)
		in->imm &= in->is32 ? 31 : 63;
	if (in->has_imm && in->imm == 0 && in->sub == ALU_DIV) {
		PUT(rw, .op = IR_IMM, .dst = in->dst);
		return;
	}
	if (in->has_imm && ((in->imm <= 0 && divides) || !fits_s32(in->imm))) {
		in->b = constant(rw, in->imm);
		in->has_imm = false;
	}
	if (divides && !in->is32 && rw->target->may_lack_div64 &&
	    !rw->target->has(FEATURE_DIV64))
		divide_put(rw->to, in);
	else
		put(rw, in);
}

static vreg sum(struct rewrite *rw, vreg v, s64 imm)
{
	vreg t = ir_vreg(rw->to);
	struct ir_insn add = { .op = IR_ALU, .sub = ALU_ADD, .dst = t, .has_imm = true,
			       .imm = imm };

	PUT(rw, .op = IR_MOV, .dst = t, .a = v);
	rewrite_alu(rw, &add);
	return t;
}

static void rewrite_store(struct rewrite *rw, struct ir_insn *in)
{
	if (!in->has_imm)
		return;
	if (in->size == 1)
		in->imm = (s8)in->imm;
	else if (in->size == 2)
		in->imm = (s16)in->imm;
	else if (in->size == 4)
		in->imm = (s32)in->imm;
	if (!fits_s32(in->imm)) {
		in->b = constant(rw, in->imm);
		in->has_imm = false;
	}
}

static void rewrite_access(struct rewrite *rw, struct ir_insn *in)
{
	s64 off = in->off;

	if (in->base_is_slot && rw->in_scratch[in->id]) {
		off += scratch_off(rw, in->id);
		in->base_is_slot = false;
		in->id = rw->base;
	}
	if (!in->base_is_slot && !fits_s16(off)) {
		in->id = sum(rw, in->id, off);
		off = 0;
	}
	in->off = off;
	if (in->op == IR_STORE)
		rewrite_store(rw, in);
	put(rw, in);
}

static void rewrite_lea(struct rewrite *rw, struct ir_insn *in)
{
	if (!rw->in_scratch[in->id]) {
		put(rw, in);
		return;
	}
	PUT(rw, .op = IR_MOV, .dst = in->dst, .a = rw->base);
	if (scratch_off(rw, in->id) + in->off)
		PUT(rw, .op = IR_ALU, .sub = ALU_ADD, .dst = in->dst, .has_imm = true,
		    .imm = scratch_off(rw, in->id) + in->off);
}

static void rewrite_call(struct rewrite *rw, struct ir_insn *in)
{
	for (u32 k = 0; k < in->n_args; k++) {
		struct ir_arg *arg = &rw->to->args.v[in->id + k];

		if (arg->kind == ARG_SLOT && rw->in_scratch[arg->id]) {
			arg->imm += scratch_off(rw, arg->id);
			arg->kind = ARG_VREG;
			arg->id = rw->base;
		}
		if (arg->kind == ARG_VREG && !fits_s32(arg->imm)) {
			arg->id = sum(rw, arg->id, arg->imm);
			arg->imm = 0;
		}
	}
	put(rw, in);
}

static void rewrite_insn(struct rewrite *rw, struct ir_insn *in)
{
	switch (in->op) {
	case IR_ALU:
		rewrite_alu(rw, in);
		break;
	case IR_LOAD: case IR_STORE: case IR_XADD:
		rewrite_access(rw, in);
		break;
	case IR_LEA:
		rewrite_lea(rw, in);
		break;
	case IR_CALL:
		rewrite_call(rw, in);
		break;
	case IR_JCC:
		if (in->has_imm && !fits_s32(in->imm)) {
			in->b = constant(rw, in->imm);
			in->has_imm = false;
		}
		put(rw, in);
		break;
	case IR_NOP: case IR_SCRATCH:
		break;
	default:
		put(rw, in);
	}
}

/* ---- the scratch area ---------------------------------------------- */

static bool mentions_scratch(const struct rewrite *rw, const struct ir_insn *in)
{
	if (in->op == IR_LEA || (ir_has_base(in) && in->base_is_slot))
		return rw->in_scratch[in->id];
	for (u32 k = 0; k < in->n_args; k++) {
		struct ir_arg *arg = &rw->from->args.v[in->id + k];

		if (arg->kind == ARG_SLOT && rw->in_scratch[arg->id])
			return true;
	}
	return false;
}

/*
 * The instruction before which the area's address is computed: the marker IR_SCRATCH, unless
 * the area is used before it, or after a jump that skips it.  Then it is the start.
 */
static u32 scratch_place(struct arena *tmp, const struct rewrite *rw)
{
	u32 n = rw->from->insns.n, mark = 0, around = n;
	u32 *at = ir_label_places(tmp, rw->from);

	while (mark < n && rw->from->insns.v[mark].op != IR_SCRATCH)
		mark++;
	if (mark == n)
		return 0;
	for (u32 i = 0; i < mark; i++) {
		struct ir_insn *in = &rw->from->insns.v[i];

		if (mentions_scratch(rw, in))
			return 0;
		if (ir_jumps(in) && at[in->id] > mark && at[in->id] < around)
			around = at[in->id];
	}
	for (u32 i = around; i < n; i++)
		if (mentions_scratch(rw, &rw->from->insns.v[i]))
			return 0;
	return mark;
}

/*
 * base = &map[0] + off (+ (get_smp_processor_id() & (cpus - 1)) * stride)
 * The AND gives the verifier a bound.
 */
static void put_base(struct rewrite *rw, const struct code_target *target)
{
	u32 shift = __builtin_ctz(rw->stride);
	bool pow2 = rw->stride == 1u << shift;
	vreg cpu = ir_vreg(rw->to);

	if (target->cpu_slots > 1) {
		PUT(rw, .op = IR_CALL, .dst = cpu, .imm = HELPER_get_smp_processor_id);
		PUT(rw, .op = IR_ALU, .sub = ALU_AND, .dst = cpu, .has_imm = true,
		    .imm = target->cpu_slots - 1);
		PUT(rw, .op = IR_ALU, .sub = pow2 ? ALU_LSH : ALU_MUL, .dst = cpu,
		    .has_imm = true, .imm = pow2 ? shift : rw->stride);
	}
	PUT(rw, .op = IR_MAPVAL, .dst = rw->base, .imm = target->scratch_map,
	    .off = target->scratch_size);
	if (target->cpu_slots > 1)
		PUT(rw, .op = IR_ALU, .sub = ALU_ADD, .dst = rw->base, .b = cpu);
}

static void rewrite_all(struct arena *tmp, struct rewrite *rw,
			const struct code_target *target)
{
	const struct ir *from = rw->from;
	u32 place = from->insns.n;

	if (rw->stride) {
		place = scratch_place(tmp, rw);
		rw->base = ir_vreg(rw->to);
	}
	for (u32 i = 0; i < from->insns.n; i++) {
		struct ir_insn in = from->insns.v[i];

		rw->span = in.span;
		if (i == place)
			put_base(rw, target);
		rewrite_insn(rw, &in);
	}
}

void layout_make(struct arena *tmp, const struct ir *ir, u32 limit,
		 const struct code_target *target, struct layout *out)
{
	struct rewrite rw = { .from = ir, .to = &out->ir, .target = target };
	struct placing stack = { .ir = ir, .limit = limit }, scratch = { .ir = ir };
	struct lives lives;

	lives_make(tmp, ir, &lives);
	stack.range = scratch.range = lives.slots;
	place_all(tmp, &stack, NULL);
	scratch.limit = INT32_MAX;
	place_all(tmp, &scratch, stack.place);
	out->stack = ALIGN_UP(stack.used, 8);
	out->stride = ALIGN_UP(scratch.used, 64);
	out->slot_off = arena_array(tmp, s32, ir->slots.n);
	out->lacks_room = false;
	for (slot s = 1; s < ir->slots.n; s++) {
		out->slot_off[s] = -(s32)stack.place[s];
		out->lacks_room |= ir->slots.v[s].on_stack && scratch.place[s];
	}
	ir_clone(&out->ir, ir);
	rw.stride = out->stride;
	rw.in_scratch = scratch.place;
	rewrite_all(tmp, &rw, target);
}
