/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * emit.c - eBPF from IR whose values have registers; code_make(), which runs all passes.
 *
 * Each IR instruction becomes one eBPF instruction, with loads and stores of spilled values
 * around it.  Only calls are harder, because their arguments must be moved to r1-r5 at once.
 */
#include <string.h>

#include "bpf/backend.h"
#include "bpf/insn.h"

struct emit {
	const struct ir *ir;
	const struct layout *lay;
	const struct regs *regs;
	VEC(struct bpf_insn) code;
	VEC(struct span) spans;
	VEC(struct fixup { u32 insn; u32 id; }) jumps, funcs;	/* label; function */
	u32 *label_at;		/* by label: eBPF instruction */
	bool *leaves;		/* by instruction: leave.c */
	u32 max_insns;
	bool guards;		/* the function is a program that is not preempted */
	u8 swap;		/* of BPF_TO_BE and BPF_TO_LE the one that reverses bytes */
	struct span span;
};

static void put(struct emit *e, u8 code, u32 dst, u32 src, s32 off, s32 imm)
{
	struct bpf_insn insn = { .code = code, .dst_reg = dst, .src_reg = src, .off = off,
				 .imm = imm };

	vec_push(&e->code, insn);
	vec_push(&e->spans, e->span);
}

static void put_imm64(struct emit *e, u32 dst, u32 kind, u32 low, u32 high)
{
	put(e, BPF_LD | BPF_DW | BPF_IMM, dst, kind, 0, low);
	put(e, 0, 0, 0, 0, high);
}

static u32 size_bits(u32 size)
{
	return size == 1 ? BPF_B : size == 2 ? BPF_H : size == 4 ? BPF_W : BPF_DW;
}

static void put_mov(struct emit *e, u32 dst, u32 src)
{
	if (dst != src)
		put(e, BPF_ALU64 | BPF_MOV | BPF_X, dst, src, 0, 0);
}

static void put_addi(struct emit *e, u32 dst, s32 imm)
{
	if (imm)
		put(e, BPF_ALU64 | BPF_ADD | BPF_K, dst, 0, 0, imm);
}

static void put_imm(struct emit *e, u32 dst, s64 imm)
{
	if (fits_s32(imm))
		put(e, BPF_ALU64 | BPF_MOV | BPF_K, dst, 0, 0, imm);
	else if ((u64)imm <= UINT32_MAX)	/* the upper half becomes zero */
		put(e, BPF_ALU | BPF_MOV | BPF_K, dst, 0, 0, (s32)(u32)imm);
	else
		put_imm64(e, dst, 0, (u32)imm, (u64)imm >> 32);
}

static void put_slot(struct emit *e, u32 dst, slot s, s32 off)
{
	put_mov(e, dst, BPF_REG_10);
	put_addi(e, dst, e->lay->slot_off[s] + off);
}

static void put_const(struct emit *e, u32 dst, const struct ir_insn *in)
{
	switch (in->op) {
	case IR_IMM: put_imm(e, dst, in->imm); break;
	case IR_LEA: put_slot(e, dst, in->id, in->off); break;
	case IR_MAPVAL: put_imm64(e, dst, BPF_PSEUDO_MAP_VALUE, in->imm, in->off); break;
	default: bug("not a constant: %u", in->op);
	}
}

/* ---- values in registers, on the stack, or made again --------------- */

/* reg = v */
static void fetch(struct emit *e, u32 reg, vreg v)
{
	s32 at = e->regs->reg[v];

	if (at >= 0)
		put_mov(e, reg, at);
	else if (at == REG_SPILLED)
		put(e, BPF_LDX | BPF_MEM | BPF_DW, reg, BPF_REG_10,
		    e->regs->spill_off[v], 0);
	else if (at == REG_REMADE)
		put_const(e, reg, &e->ir->insns.v[e->regs->made_by[v]]);
	else
		bug("v%u of %s is used but has no place", v, e->ir->name);
}

/* The register with v: its own, or tmp if it has none. */
static u32 use(struct emit *e, vreg v, u32 tmp)
{
	if (e->regs->reg[v] >= 0)
		return e->regs->reg[v];
	fetch(e, tmp, v);
	return tmp;
}

/* The register to compute v in.  Then done() stores it if it is spilled. */
static u32 def(struct emit *e, vreg v)
{
	return e->regs->reg[v] >= 0 ? (u32)e->regs->reg[v] : REG_TMP1;
}

static void done(struct emit *e, vreg v, u32 reg)
{
	if (e->regs->reg[v] == REG_SPILLED)
		put(e, BPF_STX | BPF_MEM | BPF_DW, BPF_REG_10, reg,
		    e->regs->spill_off[v], 0);
}

/* ---- several moves at once ------------------------------------------ */

struct moves {
	s8 from[BPF_REG_10];	/* by destination; -1: no move */
};

static bool is_read(const struct moves *m, u32 reg, u32 except)
{
	for (u32 d = 0; d < BPF_REG_10; d++)
		if (d != except && m->from[d] == (s32)reg)
			return true;
	return false;
}

/* Does the moves whose destination no other move reads.  False if there was none. */
static bool safe_moves(struct emit *e, struct moves *m)
{
	bool any = false;

	for (u32 d = 0; d < BPF_REG_10; d++) {
		if (m->from[d] < 0 || is_read(m, d, d))
			continue;
		put_mov(e, d, m->from[d]);
		m->from[d] = -1;
		any = true;
	}
	return any;
}

/*
 * Safe moves leave only cycles.  Each cycle is broken by saving one of its registers in r0,
 * which is free: it is never a destination, so moves from it are already done.
 */
static void do_moves(struct emit *e, struct moves *m)
{
	for (;;) {
		u32 d = 0;

		while (safe_moves(e, m))
			;
		while (d < BPF_REG_10 && m->from[d] < 0)
			d++;
		if (d == BPF_REG_10)
			return;
		put_mov(e, BPF_REG_0, d);
		for (u32 k = 0; k < BPF_REG_10; k++)
			if (m->from[k] == (s32)d)
				m->from[k] = BPF_REG_0;
	}
}

static void put_arg(struct emit *e, u32 reg, const struct ir_arg *arg)
{
	switch (arg->kind) {
	case ARG_VREG:
		if (e->regs->reg[arg->id] < 0)
			fetch(e, reg, arg->id);
		put_addi(e, reg, arg->imm);
		break;
	case ARG_IMM:
		put_imm(e, reg, arg->imm);
		break;
	case ARG_SLOT:
		put_slot(e, reg, arg->id, arg->imm);
		break;
	case ARG_MAP:
		put_imm64(e, reg, BPF_PSEUDO_MAP_FD, arg->id, 0);
		break;
	case ARG_FUNC:
		vec_push(&e->funcs, ((struct fixup){ e->code.n, arg->id }));
		put_imm64(e, reg, BPF_PSEUDO_FUNC, 0, 0);
	}
}

static void put_call(struct emit *e, const struct ir_insn *in)
{
	const struct ir_arg *args = &e->ir->args.v[in->id];
	struct moves m;

	memset(&m, -1, sizeof(m));
	for (u32 k = 0; k < in->n_args; k++)
		if (args[k].kind == ARG_VREG)
			m.from[k + 1] = e->regs->reg[args[k].id];
	do_moves(e, &m);
	for (u32 k = 0; k < in->n_args; k++)
		put_arg(e, k + 1, &args[k]);
	put(e, BPF_JMP | BPF_CALL, 0,
	    in->imm >= KFUNC_FIRST ? BPF_PSEUDO_KFUNC_CALL : 0, 0, in->imm);
	if (in->dst && e->regs->reg[in->dst] >= 0)
		put_mov(e, e->regs->reg[in->dst], BPF_REG_0);
	else if (in->dst)
		done(e, in->dst, BPF_REG_0);
}

static void put_kfunc(struct emit *e, u32 number)
{
	put(e, BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_KFUNC_CALL, 0, (s32)number);
}

/* Before anything is stored: since 6.13 a CPU has one stack for all runs of a program. */
static void put_guard(struct emit *e)
{
	put_mov(e, BPF_REG_6, BPF_REG_1);
	put_kfunc(e, HELPER_preempt_disable);
	put_mov(e, BPF_REG_1, BPF_REG_6);
}

/* Parameters arrive in r1-r5 and are moved to their places. */
static void put_params(struct emit *e)
{
	struct moves m;

	memset(&m, -1, sizeof(m));
	for (vreg v = 1; v <= e->ir->n_params; v++) {
		if (e->regs->reg[v] >= 0)
			m.from[e->regs->reg[v]] = v;
		else
			done(e, v, v);
	}
	do_moves(e, &m);
}

/* ---- instructions -------------------------------------------------- */

static void put_alu(struct emit *e, const struct ir_insn *in)
{
	u8 code = in->sub << 4 | (in->is32 ? BPF_ALU : BPF_ALU64);
	u32 dst = use(e, in->dst, REG_TMP1);

	if (in->has_imm) {
		put(e, code | BPF_K, dst, 0, 0, in->imm);
	} else {
		u32 src = in->b == in->dst ? dst : use(e, in->b, REG_TMP2);

		put(e, code | BPF_X, dst, src, 0, 0);
	}
	done(e, in->dst, dst);
}

static u32 base_of(struct emit *e, const struct ir_insn *in, s32 *off)
{
	*off = in->off;
	if (!in->base_is_slot)
		return use(e, in->id, REG_TMP1);
	*off += e->lay->slot_off[in->id];
	return BPF_REG_10;
}

static void put_access(struct emit *e, const struct ir_insn *in)
{
	s32 off;
	u32 base = base_of(e, in, &off), bits = size_bits(in->size);

	if (in->op == IR_LOAD) {
		put(e, BPF_LDX | BPF_MEM | bits, def(e, in->dst), base, off, 0);
		done(e, in->dst, def(e, in->dst));
	} else if (in->op == IR_XADD) {
		put(e, BPF_STX | BPF_ATOMIC | bits, base, use(e, in->b, REG_TMP2), off,
		    BPF_ADD);
	} else if (in->has_imm) {
		put(e, BPF_ST | BPF_MEM | bits, base, 0, off, in->imm);
	} else {
		put(e, BPF_STX | BPF_MEM | bits, base, use(e, in->b, REG_TMP2), off, 0);
	}
}

static void put_mov_insn(struct emit *e, const struct ir_insn *in)
{
	s32 dst = e->regs->reg[in->dst];

	if (dst >= 0)
		fetch(e, dst, in->a);
	else
		done(e, in->dst, use(e, in->a, REG_TMP1));
}

static void put_goto(struct emit *e, u32 id)
{
	vec_push(&e->jumps, ((struct fixup){ e->code.n, id }));
	put(e, BPF_JMP | BPF_JA, 0, 0, 0, 0);
}

static void put_branch(struct emit *e, const struct ir_insn *in, bool leaves)
{
	u8 code = BPF_JMP | (leaves ? cond_opposite(in->sub) : in->sub) << 4;
	u32 a = use(e, in->a, REG_TMP1), b = in->has_imm ? 0 : use(e, in->b, REG_TMP2);

	if (!leaves)
		vec_push(&e->jumps, ((struct fixup){ e->code.n, in->id }));
	put(e, code | (in->has_imm ? BPF_K : BPF_X), a, b, leaves, in->has_imm ? in->imm : 0);
	if (leaves)
		put_goto(e, in->id);
}

static void put_exit(struct emit *e, const struct ir_insn *in)
{
	if (e->guards)
		put_kfunc(e, HELPER_preempt_enable);
	if (in->a)
		fetch(e, BPF_REG_0, in->a);
	else
		put_imm(e, BPF_REG_0, in->imm);
	put(e, BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
}

static void put_insn(struct emit *e, const struct ir_insn *in)
{
	u32 reg;

	switch ((enum ir_op)in->op) {
	case IR_MOV:
		put_mov_insn(e, in);
		break;
	case IR_IMM: case IR_LEA: case IR_MAPVAL:
		if (e->regs->reg[in->dst] == REG_REMADE)
			break;
		put_const(e, def(e, in->dst), in);
		done(e, in->dst, def(e, in->dst));
		break;
	case IR_ALU:
		put_alu(e, in);
		break;
	case IR_BSWAP:
		reg = use(e, in->dst, REG_TMP1);
		put(e, BPF_ALU | BPF_END | e->swap, reg, 0, 0, in->imm);
		done(e, in->dst, reg);
		break;
	case IR_LOAD: case IR_STORE: case IR_XADD:
		put_access(e, in);
		break;
	case IR_CALL:
		put_call(e, in);
		break;
	case IR_LABEL:
		e->label_at[in->id] = e->code.n;
		break;
	case IR_JMP:
		put_goto(e, in->id);
		break;
	case IR_JCC:
		put_branch(e, in, e->leaves[in - e->ir->insns.v]);
		break;
	case IR_EXIT:
		put_exit(e, in);
		break;
	default:
		break;
	}
}

static enum code_error fix_jumps(struct emit *e, struct span *at)
{
	for (u32 k = 0; k < e->jumps.n; k++) {
		struct fixup *f = &e->jumps.v[k];
		s64 off = (s64)e->label_at[f->id] - f->insn - 1;

		if (!fits_s16(off)) {
			*at = e->spans.v[f->insn];
			return CODE_JUMP_TOO_FAR;
		}
		e->code.v[f->insn].off = off;
	}
	e->jumps.n = 0;
	return CODE_OK;
}

static enum code_error emit_func(struct emit *e, struct arena *tmp, const struct layout *lay,
				 const struct regs *regs, struct span *at)
{
	e->ir = &lay->ir;
	e->lay = lay;
	e->regs = regs;
	e->label_at = arena_array(tmp, u32, lay->ir.n_labels + 1);
	e->leaves = leave_marks(tmp, &lay->ir);
	e->span = lay->ir.insns.n ? lay->ir.insns.v[0].span : lay->ir.span;
	if (e->guards)
		put_guard(e);
	put_params(e);
	for (u32 i = 0; i < lay->ir.insns.n; i++) {
		e->span = lay->ir.insns.v[i].span;
		put_insn(e, &lay->ir.insns.v[i]);
	}
	if (e->code.n > e->max_insns) {
		*at = e->spans.v[e->max_insns];
		return CODE_TOO_LONG;
	}
	return fix_jumps(e, at);
}

/* ---- all passes ---------------------------------------------------- */

struct make {
	struct emit emit;
	struct arena *arena;
	struct code_target *target;
	struct code *out;
	struct span *at;
	const struct ir *entry;
};

static enum code_error no_room(struct make *m, const struct ir *ir)
{
	*m->at = ir->insns.n ? ir->insns.v[0].span : ir->span;
	return CODE_STACK;
}

/*
 * Repeats layout and register allocation until slots and spilled values fit together.  Each
 * round reserves as much stack for spilled values as the last round needed, which is more than
 * that round had left: the slots never take more than they are given.
 */
static enum code_error fit_stack(struct make *m, struct arena *tmp, const struct ir *ir,
				 u32 limit, struct layout *lay, struct regs *regs)
{
	u32 keep = 0;

	for (;;) {
		layout_make(tmp, ir, limit - keep, m->target, lay);
		if (lay->lacks_room) {
			ir_free(&lay->ir);
			return no_room(m, ir);
		}
		regs_make(tmp, lay, m->target, regs);
		if (regs->stack <= limit)
			return CODE_OK;
		ir_free(&lay->ir);
		keep = regs->stack - lay->stack;
		if (keep > limit)
			return no_room(m, ir);
	}
}

#define OWN_STACK 48	/* bytes, at most, that are on the task's stack: BPF_PRIV_STACK_MIN_SIZE */

static void note_guard(struct make *m, const struct ir *ir, const struct layout *lay,
		       const struct regs *regs)
{
	struct code_target *t = m->target;

	if (t->guard && (lay->stride || regs->stack > OWN_STACK))
		t->guard = GUARD_ALWAYS;
	m->emit.guards = ir == m->entry && t->guard == GUARD_ALWAYS && t->has(FEATURE_NO_PREEMPT);
}

static enum code_error make_func(struct make *m, struct ir *ir, u32 limit, u32 *stack)
{
	struct arena tmp = { 0 };
	struct layout lay;
	struct regs regs;
	enum code_error err;

	err = fit_stack(m, &tmp, ir, limit, &lay, &regs);
	if (!err) {
		m->target->scratch_size += lay.stride * m->target->cpu_slots;
		m->out->scratch += lay.stride;
		note_guard(m, ir, &lay, &regs);
		*stack = regs.stack;
		err = emit_func(&m->emit, &tmp, &lay, &regs, m->at);
		ir_free(&lay.ir);
	}
	arena_free(&tmp);
	return err;
}

/*
 * Functions are made first, as the entry must know how much stack they leave.  In the
 * program, the entry's code must come first.
 */
static void finish(struct make *m)
{
	struct emit *e = &m->emit;
	struct code *out = m->out;
	u32 n = e->code.n, entry = out->starts[0], entry_n = n - entry;

	out->n = n;
	out->insns = arena_array(m->arena, struct bpf_insn, n);
	out->spans = arena_array(m->arena, struct span, n);
	for (u32 f = 0; f < out->n_funcs; f++)
		out->starts[f] = f ? out->starts[f] + entry_n : 0;
	for (u32 i = 0; i < n; i++) {
		u32 to = i < entry ? i + entry_n : i - entry;

		out->insns[to] = e->code.v[i];
		out->spans[to] = e->spans.v[i];
	}
	for (u32 k = 0; k < e->funcs.n; k++) {
		struct fixup *f = &e->funcs.v[k];
		u32 at = f->insn < entry ? f->insn + entry_n : f->insn - entry;

		out->insns[at].imm = out->starts[f->id] - at - 1;
	}
}

/* Optimizes all functions and drops those without a caller, which the kernel refuses.  The
 * others go to kept[], and their ids become indices of it.  Returns how many. */
static u32 keep_used(struct make *m, struct ir *const *funcs, u32 n, struct ir **kept)
{
	bool *used = arena_array(m->arena, bool, n);
	u32 *place = arena_array(m->arena, u32, n), n_kept = 0;

	for (u32 f = 0; f < n; f++)
		opt_run(funcs[f]);
	ir_mark_used(funcs, used, 0);
	for (u32 f = 0; f < n; f++) {
		if (!used[f])
			continue;
		place[f] = n_kept;
		kept[n_kept++] = funcs[f];
	}
	for (u32 f = 0; f < n_kept; f++)
		for (u32 k = 0; k < kept[f]->args.n; k++)
			if (kept[f]->args.v[k].kind == ARG_FUNC)
				kept[f]->args.v[k].id = place[kept[f]->args.v[k].id];
	return n_kept;
}

/*
 * The frames of the entry and of the functions share the 512 bytes of stack; the kernel rounds
 * each up to 32.  A function gets at most a quarter, the entry gets the rest.
 */
static enum code_error make_all(struct make *m, struct ir *const *funcs, u32 n)
{
	u32 limit = m->target->stack_limit / 8 * 8, used, most;
	u32 *depth = arena_array(m->arena, u32, n);
	enum code_error err = CODE_OK;

	for (u32 f = 1; f < n && !err; f++) {
		most = ir_most_below(funcs[f], depth);
		m->out->starts[f] = m->emit.code.n;
		err = make_func(m, funcs[f], limit / 4 / 32 * 32, &used);
		used = err ? 0 : ALIGN_UP(used ? used : 1, 32);
		depth[f] = used + most;
	}
	most = ir_most_below(funcs[0], depth);
	m->out->starts[0] = m->emit.code.n;
	if (!err)
		err = make_func(m, funcs[0], most < limit ? limit - most : 0, &used);
	if (!err)
		m->out->stack = used + most;
	return err;
}

enum code_error code_make(struct arena *arena, struct ir *const *funcs, u32 n_funcs,
			  struct code_target *target, struct code *out, struct span *at)
{
	struct make m = { .arena = arena, .target = target, .out = out, .at = at };
	struct ir **kept = arena_array(arena, struct ir *, n_funcs);
	u32 scratch_size = target->scratch_size;
	enum code_error err;

	memset(out, 0, sizeof(*out));
	out->starts = arena_array(arena, u32, n_funcs);
	out->n_funcs = keep_used(&m, funcs, n_funcs, kept);
	m.emit.max_insns = target->max_insns;
	m.emit.swap = target->is_big ? BPF_TO_LE : BPF_TO_BE;
	m.entry = kept[0];
	err = make_all(&m, kept, out->n_funcs);
	if (err)
		target->scratch_size = scratch_size;
	else
		finish(&m);
	vec_free(&m.emit.code);
	vec_free(&m.emit.spans);
	vec_free(&m.emit.jumps);
	vec_free(&m.emit.funcs);
	return err;
}
