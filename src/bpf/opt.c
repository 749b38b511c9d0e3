/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * opt.c - small improvements to the IR, so that the generator can be simple.
 *
 * First, if a register is assigned twice in one block, the first value gets a register of its
 * own.  Then, two rounds of: dropping unreachable code and jumps to the next instruction;
 * propagating constants, copies and addresses (opt_values.c); dropping unused results; and
 * computing a value in the variable that it would be copied to.  All this looks only at code
 * between two labels, so it needs no analysis of control flow.
 */
#include "bpf/opt.h"

void opt_count(struct opt *o)
{
	vreg *use[MAX_USES];

	for (vreg v = 0; v <= o->ir->n_vregs; v++)
		o->uses[v] = 0;
	for (u32 i = 0; i < o->ir->insns.n; i++) {
		struct ir_insn *in = &o->ir->insns.v[i];
		u32 n = ir_uses(o->ir, in, use);

		for (u32 k = 0; k < n; k++)
			o->uses[*use[k]]++;
	}
}

static void compact(struct ir *ir)
{
	u32 n = 0;

	for (u32 i = 0; i < ir->insns.n; i++)
		if (ir->insns.v[i].op != IR_NOP)
			ir->insns.v[n++] = ir->insns.v[i];
	ir->insns.n = n;
}

/* ---- control flow -------------------------------------------------- */

static void reach(struct opt *o, u32 i, u32 *n_work)
{
	if (!o->seen[i]) {
		o->seen[i] = true;
		o->work[(*n_work)++] = i;
	}
}

/* The verifier refuses unreachable code, and programs that don't end with an exit. */
static void drop_unreachable(struct opt *o)
{
	struct ir *ir = o->ir;
	u32 n = ir->insns.n, n_work = 0;
	u32 *at = ir_label_places(&o->tmp, ir);

	o->seen = arena_array(&o->tmp, bool, n + 1);
	o->work = arena_array(&o->tmp, u32, n + 1);
	reach(o, 0, &n_work);
	while (n_work) {
		u32 i = o->work[--n_work];
		struct ir_insn *in = &ir->insns.v[i];

		if (i == n)
			continue;
		if (ir_jumps(in)) {
			if (ir->insns.v[at[in->id]].id != in->id)
				bug("label %u of %s was never put", in->id, ir->name);
			reach(o, at[in->id], &n_work);
		}
		if (in->op != IR_JMP && in->op != IR_EXIT)
			reach(o, i + 1, &n_work);
	}
	for (u32 i = 0; i < n; i++)
		if (!o->seen[i])
			ir_nop(&ir->insns.v[i]);
	if (o->seen[n])
		ir_exit(ir, 0);
}

/* The instruction that is executed first after a jump to instruction i. */
static u32 landing(const struct ir *ir, u32 i)
{
	while (ir->insns.v[i].op == IR_NOP || ir->insns.v[i].op == IR_LABEL)
		i++;
	return i;
}

/* Follows jumps that lead to jumps. */
static label destination(const struct ir *ir, const u32 *at, label l)
{
	for (u32 hops = 0; hops < 8; hops++) {
		const struct ir_insn *in = &ir->insns.v[landing(ir, at[l])];

		if (in->op != IR_JMP)
			break;
		l = in->id;
	}
	return l;
}

/* Is l put directly after instruction i? */
static bool comes_next(const struct ir *ir, u32 i, label l)
{
	for (i++; i < ir->insns.n; i++) {
		const struct ir_insn *in = &ir->insns.v[i];

		if (in->op == IR_LABEL && in->id == l)
			return true;
		if (in->op != IR_LABEL && in->op != IR_NOP)
			return false;
	}
	return false;
}

u32 cond_opposite(u32 cond)
{
	static const u8 of[16] = {
		[COND_EQ] = COND_NE, [COND_NE] = COND_EQ, [COND_GT] = COND_LE,
		[COND_LE] = COND_GT, [COND_GE] = COND_LT, [COND_LT] = COND_GE,
		[COND_SGT] = COND_SLE, [COND_SLE] = COND_SGT, [COND_SGE] = COND_SLT,
		[COND_SLT] = COND_SGE,
	};

	return of[cond & 15];
}

/* if x goto A; goto B; A:  becomes  if !x goto B; A: */
static void invert_over_jump(struct ir *ir, u32 i)
{
	struct ir_insn *in = &ir->insns.v[i];
	u32 j = i + 1;

	while (ir->insns.v[j].op == IR_NOP)
		j++;
	if (in->op != IR_JCC || ir->insns.v[j].op != IR_JMP || !cond_opposite(in->sub) ||
	    !comes_next(ir, j, in->id))
		return;
	in->sub = cond_opposite(in->sub);
	in->id = ir->insns.v[j].id;
	ir_nop(&ir->insns.v[j]);
}

static void drop_labels(struct opt *o)
{
	struct ir *ir = o->ir;
	bool *used = arena_array(&o->tmp, bool, ir->n_labels + 1);

	for (u32 i = 0; i < ir->insns.n; i++)
		if (ir_jumps(&ir->insns.v[i]))
			used[ir->insns.v[i].id] = true;
	for (u32 i = 0; i < ir->insns.n; i++)
		if (ir->insns.v[i].op == IR_LABEL && !used[ir->insns.v[i].id])
			ir_nop(&ir->insns.v[i]);
}

static void straighten(struct opt *o)
{
	struct ir *ir = o->ir;
	u32 *at;

	drop_unreachable(o);
	at = ir_label_places(&o->tmp, ir);
	for (u32 i = 0; i < ir->insns.n; i++)
		if (ir_jumps(&ir->insns.v[i]))
			ir->insns.v[i].id = destination(ir, at, ir->insns.v[i].id);
	for (u32 i = 0; i < ir->insns.n; i++) {
		struct ir_insn *in = &ir->insns.v[i];

		if (!ir_jumps(in))
			continue;
		invert_over_jump(ir, i);
		if (comes_next(ir, i, in->id))
			ir_nop(in);
	}
	drop_unreachable(o);
	drop_labels(o);
	compact(ir);
}

/* ---- unused results ------------------------------------------------- */

static bool ends_block(const struct ir_insn *in)
{
	return in->op == IR_LABEL || in->op == IR_EXIT || ir_jumps(in);
}

/* A call keeps its effects and loses only its result. */
static void drop(struct opt *o, struct ir_insn *in)
{
	vreg *use[MAX_USES];
	u32 n;

	if (in->op == IR_CALL) {
		in->dst = 0;
		return;
	}
	n = ir_uses(o->ir, in, use);
	for (u32 k = 0; k < n; k++)
		o->uses[*use[k]]--;
	ir_nop(in);
}

/*
 * Walks backward.  A result is unused if its register is never read, or if it is assigned again
 * in the same block before it is read: over[] is then the block's number.
 */
static void drop_unused(struct opt *o)
{
	u32 *over = arena_array(&o->tmp, u32, o->ir->n_vregs + 1), block = 1, n;
	vreg *use[MAX_USES];

	opt_count(o);
	for (u32 i = o->ir->insns.n; i--;) {
		struct ir_insn *in = &o->ir->insns.v[i];

		if (ends_block(in))
			block++;
		if (in->dst && (!o->uses[in->dst] || over[in->dst] == block) &&
		    (ir_is_pure(in) || in->op == IR_CALL))
			drop(o, in);
		if (in->op == IR_NOP)
			continue;
		if (in->dst)
			over[in->dst] = ir_updates(in) ? 0 : block;
		n = ir_uses(o->ir, in, use);
		for (u32 k = 0; k < n; k++)
			over[*use[k]] = 0;
	}
}

/* ---- computing in place ---------------------------------------------- */

static bool mentions(struct ir *ir, struct ir_insn *in, vreg v)
{
	vreg *use[MAX_USES];
	u32 n = ir_uses(ir, in, use);

	for (u32 k = 0; k < n; k++)
		if (*use[k] == v)
			return true;
	return in->dst == v;
}

/* Instruction `last` is v = t.  t, which is assigned from `first` on, becomes v. */
static void rename(struct opt *o, u32 first, u32 last)
{
	struct ir_insn *in = o->ir->insns.v;
	vreg v = in[last].dst, t = in[last].a;

	for (u32 i = first; i < last; i++)
		if (in[i].dst == t)
			in[i].dst = v;
	o->uses[t] = 0;
	ir_nop(&in[last]);
	if (in[first].op == IR_MOV && in[first].a == v) {
		o->uses[v]--;
		ir_nop(&in[first]);
	}
}

/*
 * t = ...; t op= ...; v = t   becomes   v = ...; v op= ...
 * if t is not used elsewhere and v is not mentioned in between.  The first value of t may be
 * computed from v.
 */
static void compute_in_place(struct opt *o, u32 last)
{
	struct ir *ir = o->ir;
	vreg v = ir->insns.v[last].dst, t = ir->insns.v[last].a;
	u32 i = last;

	if (o->uses[t] != 1 || v == t)
		return;
	while (i-- > 0 && last - i < 32) {
		struct ir_insn *in = &ir->insns.v[i];

		if (ends_block(in))
			return;
		if (in->dst == t && !ir_updates(in)) {
			rename(o, i, last);
			return;
		}
		if (in->op != IR_NOP && mentions(ir, in, v))
			return;
	}
}

static void compute_all_in_place(struct opt *o)
{
	opt_count(o);
	for (u32 i = 0; i < o->ir->insns.n; i++)
		if (o->ir->insns.v[i].op == IR_MOV)
			compute_in_place(o, i);
}

/* ---- one register, one value ----------------------------------------- */

/* The value of v that is assigned at `first` and replaced at `last` gets a register of its own. */
static void rename_value(struct ir *ir, u32 first, u32 last, vreg v)
{
	vreg *use[MAX_USES], new = ir_vreg(ir);

	ir->insns.v[first].dst = new;
	for (u32 i = first + 1; i <= last; i++) {
		struct ir_insn *in = &ir->insns.v[i];
		u32 n = ir_uses(ir, in, use);

		for (u32 k = 0; k < n; k++)
			if (*use[k] == v)
				*use[k] = new;
		if (in->dst == v && i < last)
			in->dst = new;
	}
}

/*
 * A register that is assigned twice in one block holds two values.  They need not be in the
 * same place, and the register is free between them.
 */
static void split_values(struct opt *o)
{
	struct ir *ir = o->ir;
	struct { u32 at, block; } *def;
	u32 block = 1;

	def = arena_alloc(&o->tmp, (ir->n_vregs + 1) * sizeof(*def));
	for (u32 i = 0; i < ir->insns.n; i++) {
		struct ir_insn *in = &ir->insns.v[i];

		if (ends_block(in))
			block++;
		if (!in->dst || ir_updates(in))
			continue;
		if (def[in->dst].block == block && i - def[in->dst].at < 64)
			rename_value(ir, def[in->dst].at, i, in->dst);
		def[in->dst].at = i;
		def[in->dst].block = block;
	}
}

void opt_run(struct ir *ir)
{
	struct opt o = { .ir = ir };

	split_values(&o);
	o.uses = arena_array(&o.tmp, u32, ir->n_vregs + 1);
	for (u32 round = 0; round < 2; round++) {
		straighten(&o);
		opt_values(&o);
		drop_unused(&o);
		compute_all_in_place(&o);
		drop_unused(&o);
	}
	straighten(&o);
	arena_free(&o.tmp);
}
