/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * irgen.c - random structured programs.
 *
 * Names have block scope: a value or slot that is made in a branch or loop is used only there; one
 * from outside may be changed anywhere.  gen.c follows the same rule.  The result depends on every
 * value and byte in scope at the end.
 */
#include "tests/lib/irgen.h"

#include "bpf/backend.h"
#include "bpf/insn.h"

#define MAX_NAMES 64

struct gen {
	struct ir *ir;
	const struct irgen_limits *limits;
	u64 rng;
	vreg scalars[MAX_NAMES];
	u32 n_scalars;
	slot slots[MAX_NAMES];
	u32 n_slots, n_all_slots;
	u32 budget, depth;
	u32 loops, bytes;
	label out, again;	/* of the innermost loop; 0: none */
	label end;
};

static u32 rnd(struct gen *g, u32 n)
{
	g->rng ^= g->rng << 13;
	g->rng ^= g->rng >> 7;
	g->rng ^= g->rng << 17;
	return (u32)(g->rng >> 20) % n;
}

static s64 number(struct gen *g)
{
	static const s64 some[] = { 0, 1, 2, 7, 8, 255, 4096, -1, -8, 0x7fffffff, 0x80000000ll,
				    0xffffffffll, -0x80000000ll, 0x123456789abcdefll,
				    INT64_MIN, INT64_MAX };

	return rnd(g, 2) ? some[rnd(g, ARRAY_SIZE(some))] : (s64)rnd(g, 1000) - 200;
}

static vreg any(struct gen *g)
{
	return g->scalars[rnd(g, g->n_scalars)];
}

static vreg fresh(struct gen *g)
{
	vreg v = ir_vreg(g->ir);

	if (g->n_scalars < g->limits->scalars && g->n_scalars < MAX_NAMES)
		g->scalars[g->n_scalars++] = v;
	return v;
}

static enum alu op(struct gen *g)
{
	static const u8 ops[] = { ALU_ADD, ALU_ADD, ALU_SUB, ALU_MUL, ALU_DIV, ALU_OR, ALU_AND,
				  ALU_LSH, ALU_RSH, ALU_NEG, ALU_MOD, ALU_XOR, ALU_ARSH };

	return ops[rnd(g, ARRAY_SIZE(ops))];
}

static enum cond cond(struct gen *g)
{
	static const u8 conds[] = { COND_EQ, COND_GT, COND_GE, COND_SET, COND_NE, COND_SGT,
				    COND_SGE, COND_LT, COND_LE, COND_SLT, COND_SLE };

	return conds[rnd(g, ARRAY_SIZE(conds))];
}

void irgen_exit(struct ir *ir, vreg value)
{
	ir_add(ir, IR_EXIT)->a = value;
}

/* ---- statements ---------------------------------------------------- */

static void gen_alu(struct gen *g)
{
	vreg dst = any(g), src = any(g);

	switch (rnd(g, 4)) {
	case 0: ir_alu(g->ir, op(g), dst, src); break;
	case 1: ir_alui(g->ir, op(g), dst, number(g)); break;
	case 2:
		ir_alu(g->ir, op(g), dst, src);
		g->ir->insns.v[g->ir->insns.n - 1].is32 = true;
		break;
	default: ir_alu32i(g->ir, op(g), dst, (s32)number(g));
	}
}

/* Computes an expression like gen.c: into a new register, which is then stored. */
static void gen_expr(struct gen *g)
{
	vreg t = ir_vreg(g->ir);

	ir_mov(g->ir, t, any(g));
	for (u32 i = 0; i <= rnd(g, 3); i++) {
		if (rnd(g, 2))
			ir_alu(g->ir, op(g), t, any(g));
		else
			ir_alui(g->ir, op(g), t, number(g));
	}
	ir_mov(g->ir, rnd(g, 2) ? any(g) : fresh(g), t);
}

static void gen_simple(struct gen *g)
{
	vreg src = any(g);

	switch (rnd(g, 4)) {
	case 0: ir_mov(g->ir, rnd(g, 2) ? any(g) : fresh(g), src); break;
	case 1: ir_imm(g->ir, rnd(g, 2) ? any(g) : fresh(g), number(g)); break;
	case 2: ir_bswap(g->ir, any(g), 16 << rnd(g, 3)); break;
	default: ir_load(g->ir, 8, rnd(g, 2) ? any(g) : fresh(g), g->ir->ctx, 8 * rnd(g, 2));
	}
}

static void gen_slot(struct gen *g)
{
	static const u16 sizes[] = { 8, 8, 8, 16, 16, 24, 32, 40, 64, 120, 200, 400 };
	u32 size = sizes[rnd(g, ARRAY_SIZE(sizes))];
	slot s;

	if (g->n_slots == MAX_NAMES || g->bytes + size > 4000)
		return;
	g->bytes += size;
	s = ir_slot(g->ir, size, 8);
	for (u32 off = 0; off < size; off += 8)
		if (rnd(g, 4))
			ir_storei_slot(g->ir, 8, s, off, number(g));
		else
			ir_store_slot(g->ir, 8, s, off, any(g));
	g->slots[g->n_slots++] = s;
}

static s32 place(struct gen *g, slot s, u32 size)
{
	return rnd(g, g->ir->slots.v[s].size / size) * size;
}

static void gen_access(struct gen *g)
{
	u32 size = 1 << rnd(g, 4);
	slot s;

	if (!g->n_slots) {
		gen_slot(g);
		return;
	}
	s = g->slots[rnd(g, g->n_slots)];
	switch (rnd(g, 3)) {
	case 0:
		ir_load_slot(g->ir, size, rnd(g, 2) ? any(g) : fresh(g), s, place(g, s, size));
		break;
	case 1: ir_store_slot(g->ir, size, s, place(g, s, size), any(g)); break;
	default: ir_storei_slot(g->ir, size, s, place(g, s, size), number(g));
	}
}


static void gen_call(struct gen *g);
static void gen_jcc(struct gen *g, label l);

/* A call that may be skipped: its results are not in scope after it. */
static void gen_call_scoped(struct gen *g)
{
	u32 n_scalars = g->n_scalars, n_slots = g->n_slots;

	gen_call(g);
	g->n_scalars = n_scalars;
	g->n_slots = n_slots;
}

/* A pointer that depends on the path taken; its slots are not mentioned again. */
static void gen_choice(struct gen *g)
{
	vreg p = ir_vreg(g->ir), q = ir_vreg(g->ir);
	label l = ir_label(g->ir);
	slot s, t;

	if (!g->n_slots)
		return;
	s = g->slots[rnd(g, g->n_slots)];
	t = g->slots[rnd(g, g->n_slots)];
	ir_lea(g->ir, p, s, place(g, s, 8));
	gen_jcc(g, l);
	if (rnd(g, 2))
		ir_lea(g->ir, p, t, place(g, t, 8));
	gen_call_scoped(g);
	ir_put(g->ir, l);
	ir_mov(g->ir, q, p);
	gen_slot(g);
	gen_jcc(g, l = ir_label(g->ir));
	gen_call_scoped(g);
	ir_put(g->ir, l);
	if (rnd(g, 2))
		ir_load(g->ir, 8, any(g), q, 0);
	else
		ir_store(g->ir, 8, q, 0, any(g));
	if (rnd(g, 2))
		ir_load(g->ir, 8, any(g), p, 0);
}

/* A helper writes a slot that was not written before, and reads another. */
static void gen_out(struct gen *g)
{
	slot s, new = ir_slot(g->ir, 8, 8);

	if (!g->n_slots || g->n_slots == MAX_NAMES)
		return;
	s = g->slots[rnd(g, g->n_slots)];
	ir_call(g->ir, 0, IRGEN_OUT,
		(struct ir_arg[]){ ARG_S(new, 0), ARG_S(s, place(g, s, 8)) }, 2);
	g->slots[g->n_slots++] = new;
}

/* Accesses memory by a pointer that was moved first, perhaps across a call. */
static void gen_pointer(struct gen *g)
{
	u32 size = 4 << rnd(g, 2);
	vreg p = ir_vreg(g->ir), q = ir_vreg(g->ir);
	slot s;
	s32 off, part;

	if (!g->n_slots)
		return;
	s = g->slots[rnd(g, g->n_slots)];
	off = place(g, s, size);
	part = rnd(g, 2) ? 0 : off;
	ir_lea(g->ir, p, s, part);
	ir_mov(g->ir, q, p);
	if (rnd(g, 2)) {
		ir_alui(g->ir, ALU_ADD, q, off - part);
		off = part = 0;
	}
	if (rnd(g, 2))
		gen_call(g);
	switch (rnd(g, 4)) {
	case 0: ir_load(g->ir, size, any(g), q, off - part); break;
	case 1: ir_store(g->ir, size, q, off - part, any(g)); break;
	case 2: ir_storei(g->ir, size, q, off - part, number(g)); break;
	default: ir_xadd(g->ir, size, q, off - part, any(g));
	}
}

/* A global variable. */
static void gen_global(struct gen *g)
{
	u32 size = 4 << rnd(g, 2), off = rnd(g, IRGEN_VALUE / size) * size;
	s32 part = rnd(g, 2) ? 0 : off;
	vreg p = ir_vreg(g->ir);

	ir_mapval(g->ir, p, IRGEN_ARRAY, part);
	if (rnd(g, 3) == 0)
		gen_call(g);
	switch (rnd(g, 3)) {
	case 0: ir_load(g->ir, size, any(g), p, off - part); break;
	case 1: ir_store(g->ir, size, p, off - part, any(g)); break;
	default: ir_xadd(g->ir, size, p, off - part, any(g));
	}
}

/* A made-up helper with arguments of all kinds. */
static void gen_mix(struct gen *g)
{
	struct ir_arg args[5];
	u32 n = rnd(g, 6);

	for (u32 i = 0; i < n; i++) {
		slot s = g->n_slots ? g->slots[rnd(g, g->n_slots)] : 0;

		switch (rnd(g, s ? 5 : 3)) {
		case 0: args[i] = ARG_I(number(g)); break;
		case 1: args[i] = ARG_RO(any(g), (s32)number(g)); break;
		case 2: args[i] = ARG_R(any(g)); break;
		case 3: args[i] = ARG_S(s, place(g, s, 8)); break;
		default:
			args[i] = ARG_R(ir_vreg(g->ir));
			ir_lea(g->ir, args[i].id, s, place(g, s, 8));
		}
	}
	ir_call(g->ir, rnd(g, 3) ? any(g) : rnd(g, 2) ? fresh(g) : 0, IRGEN_HELPER + n, args, n);
}

static void gen_lookup(struct gen *g)
{
	vreg p = ir_vreg(g->ir), t = ir_vreg(g->ir);
	label no = ir_label(g->ir);
	slot key = ir_slot(g->ir, 8, 8);

	ir_store_slot(g->ir, 8, key, 0, any(g));
	ir_call(g->ir, p, HELPER_map_lookup_elem,
		(struct ir_arg[]){ ARG_M(IRGEN_HASH), ARG_S(key, 0) }, 2);
	ir_jcci(g->ir, COND_EQ, p, 0, no);
	ir_load(g->ir, 8, t, p, 0);
	ir_alu(g->ir, ALU_ADD, t, any(g));
	ir_store(g->ir, 8, p, 0, t);
	if (rnd(g, 2))
		ir_mov(g->ir, any(g), t);
	ir_put(g->ir, no);
}

static void gen_update(struct gen *g)
{
	slot key = ir_slot(g->ir, 8, 8), value = ir_slot(g->ir, 8, 8);

	ir_store_slot(g->ir, 8, key, 0, any(g));
	ir_store_slot(g->ir, 8, value, 0, any(g));
	ir_call(g->ir, 0, HELPER_map_update_elem,
		(struct ir_arg[]){ ARG_M(IRGEN_HASH), ARG_S(key, 0), ARG_S(value, 0), ARG_I(0) },
		4);
}

static void gen_probe_read(struct gen *g)
{
	slot s;

	if (!g->n_slots)
		return;
	s = g->slots[rnd(g, g->n_slots)];
	ir_call(g->ir, 0, HELPER_probe_read_kernel,
		(struct ir_arg[]){ ARG_S(s, 0), ARG_I(8), ARG_RO(any(g), rnd(g, 2) * 8) }, 3);
}

static void gen_call(struct gen *g)
{
	static const u8 plain[] = { HELPER_ktime_get_ns, HELPER_get_current_pid_tgid };

	switch (rnd(g, 4)) {
	case 0:
		ir_call(g->ir, rnd(g, 2) ? any(g) : fresh(g), plain[rnd(g, 2)], NULL, 0);
		break;
	case 1:
		gen_lookup(g);
		break;
	case 2:
		gen_update(g);
		break;
	default:
		if (g->limits->kernel)
			gen_probe_read(g);
		else if (rnd(g, 4))
			gen_mix(g);
		else
			gen_out(g);
	}
}

static void gen_jcc(struct gen *g, label l)
{
	if (rnd(g, 2))
		ir_jcc(g->ir, cond(g), any(g), any(g), l);
	else
		ir_jcci(g->ir, cond(g), any(g), number(g), l);
}

static void gen_block(struct gen *g, u32 statements);

static void gen_if(struct gen *g)
{
	label no = ir_label(g->ir), end = ir_label(g->ir);

	gen_jcc(g, no);
	gen_block(g, 1 + rnd(g, 5));
	switch (rnd(g, 6)) {
	case 0: ir_jmp(g->ir, g->end); break;
	case 1: ir_jmp(g->ir, g->out ? g->out : end); break;
	case 2: ir_jmp(g->ir, g->again ? g->again : end); break;
	default: ir_jmp(g->ir, end);
	}
	ir_put(g->ir, no);
	if (rnd(g, 2))
		gen_block(g, 1 + rnd(g, 5));
	ir_put(g->ir, end);
}

static void gen_loop(struct gen *g)
{
	label out = g->out, again = g->again, top = ir_label(g->ir);
	vreg count = ir_vreg(g->ir);

	if (g->limits->kernel && g->loops++ >= 2)
		return;
	g->out = ir_label(g->ir);
	g->again = ir_label(g->ir);
	ir_imm(g->ir, count, 0);
	ir_put(g->ir, top);
	gen_block(g, 2 + rnd(g, 6));
	ir_put(g->ir, g->again);
	ir_alui(g->ir, ALU_ADD, count, 1);
	ir_jcci(g->ir, COND_LT, count, 1 + rnd(g, g->limits->loop), top);
	ir_put(g->ir, g->out);
	g->out = out;
	g->again = again;
}

static void gen_statement(struct gen *g)
{
	g->ir->span.beg++, g->ir->span.end = g->ir->span.beg + 1;
	switch (rnd(g, 16)) {
	case 0: case 1: gen_alu(g); break;
	case 2: case 3: gen_expr(g); break;
	case 4: case 5: gen_simple(g); break;
	case 6: gen_slot(g); break;
	case 7: case 8: gen_access(g); break;
	case 9:
		switch (rnd(g, 4)) {
		case 0: gen_global(g); break;
		case 1: gen_choice(g); break;
		default: gen_pointer(g);
		}
		break;
	case 10: case 11: case 12: gen_call(g); break;
	case 13: case 14:
		if (g->depth < 5)
			gen_if(g);
		break;
	default:
		if (g->depth < 3)
			gen_loop(g);
	}
}

static void gen_block(struct gen *g, u32 statements)
{
	u32 n_scalars = g->n_scalars, n_slots = g->n_slots;

	g->depth++;
	for (u32 i = 0; i < statements && g->budget; i++) {
		g->budget--;
		gen_statement(g);
	}
	g->depth--;
	g->n_scalars = n_scalars;
	g->n_slots = n_slots;
}

static void gen_result(struct gen *g)
{
	vreg acc = ir_vreg(g->ir), t = ir_vreg(g->ir);

	ir_put(g->ir, g->end);
	ir_imm(g->ir, acc, 17);
	for (u32 i = 0; i < g->n_scalars; i++) {
		ir_alui(g->ir, ALU_MUL, acc, 31);
		ir_alu(g->ir, ALU_XOR, acc, g->scalars[i]);
	}
	for (u32 i = 0; i < g->n_slots; i++)
		for (u32 off = 0; off < g->ir->slots.v[g->slots[i]].size; off += 8) {
			ir_load_slot(g->ir, 8, t, g->slots[i], off);
			ir_alui(g->ir, ALU_MUL, acc, 31);
			ir_alu(g->ir, ALU_XOR, acc, t);
		}
	irgen_exit(g->ir, acc);
}

/* The scratch marker, sometimes with a jump over it. */
static void gen_marker(struct gen *g)
{
	label around = ir_label(g->ir);

	if (rnd(g, 2))
		gen_jcc(g, around);
	ir_scratch(g->ir);
	if (rnd(g, 2))
		gen_block(g, 5);
	ir_put(g->ir, around);
}

struct ir *irgen_make(struct arena *arena, u64 seed, const struct irgen_limits *limits)
{
	struct gen g = { .limits = limits, .rng = seed * 0x9e3779b97f4a7c15ull + 1 };
	u32 n;

	for (n = 0; n < 8; n++)
		rnd(&g, 2);
	g.ir = ir_new(arena, "random");
	g.end = ir_label(g.ir);
	g.budget = 1 + rnd(&g, limits->statements);
	n = 1 + rnd(&g, limits->scalars);
	for (u32 i = 0; i < n; i++) {
		vreg v = fresh(&g);

		if (rnd(&g, 2))
			ir_load(g.ir, 8, v, g.ir->ctx, 8 * (i % (limits->kernel ? 2 : 8)));
		else
			ir_imm(g.ir, v, number(&g));
	}
	for (u32 i = rnd(&g, 4); i; i--)
		gen_slot(&g);
	g.depth = 1;
	if (rnd(&g, 2))
		gen_marker(&g);
	gen_block(&g, g.budget);
	gen_result(&g);
	return g.ir;
}
