/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aggregate.c - aggregations in programs: updating one CPU's value in place, and reading.
 *
 * No other program writes a CPU's value while a program runs there, so load, add, store is
 * exact.  The reader adds the CPUs up.  Only if several programs that can interrupt each other
 * update the same value, it is updated atomically.  struct agg in lang/type.h has the layouts.
 */
#include "gen/gen_impl.h"

/* *p += x, or 1 if x is 0 */
static void add_at(struct gen *g, struct place p, vreg x)
{
	vreg r = ir_vreg(g->ir);

	if (g->s->shares_cells && !p.is_slot) {
		if (!x)
			ir_imm(g->ir, r, 1);
		ir_xadd(g->ir, 8, p.id, p.off, x ? x : r);
		return;
	}
	place_load(g, r, 8, p);
	if (x)
		ir_alu(g->ir, ALU_ADD, r, x);
	else
		ir_alui(g->ir, ALU_ADD, r, 1);
	place_store(g, 8, p, r);
}

/*
 *	if (n == 0) goto take;
 *	if (value is already as good as x) goto end;
 *   take:
 *	value = x; n = 1;
 *   end:
 */
static void min_max(struct gen *g, const struct agg *agg, struct place p, vreg x)
{
	label take = ir_label(g->ir), end = ir_label(g->ir);
	vreg n = ir_vreg(g->ir), v = ir_vreg(g->ir);
	enum cond keep;

	if (agg->kind == AGG_MIN)
		keep = agg->is_signed ? COND_SLE : COND_LE;
	else
		keep = agg->is_signed ? COND_SGE : COND_GE;
	place_load(g, n, 8, place_at(p, 8));
	ir_jcci(g->ir, COND_EQ, n, 0, take);
	place_load(g, v, 8, p);
	ir_jcc(g->ir, keep, v, x, end);
	ir_put(g->ir, take);
	place_store(g, 8, p, x);
	place_storei(g, 8, place_at(p, 8), 1);
	ir_put(g->ir, end);
}

/* Halves the range of bits six times.  The last time, the remaining value is the result. */
void gen_add_log2(struct gen *g, vreg v, vreg index)
{
	for (u32 step = 32; step > 1; step /= 2) {
		label below = ir_label(g->ir);

		ir_jcci(g->ir, COND_LT, v, (s64)(1ULL << step), below);
		ir_alui(g->ir, ALU_RSH, v, step);
		ir_alui(g->ir, ALU_ADD, index, step);
		ir_put(g->ir, below);
	}
	ir_alui(g->ir, ALU_RSH, v, 1);
	ir_alu(g->ir, ALU_ADD, index, v);
}

/* The place p + index * size.  A bound on index is there for the verifier. */
static struct place bucket_at(struct gen *g, struct place p, vreg index, u32 buckets, u32 size)
{
	label fine = ir_label(g->ir);
	vreg at;

	ir_jcci(g->ir, COND_LT, index, buckets, fine);
	ir_imm(g->ir, index, buckets - 1);
	ir_put(g->ir, fine);
	at = place_addr(g, place_at(p, -p.off));
	ir_alui(g->ir, ALU_MUL, index, size);
	ir_alu(g->ir, ALU_ADD, at, index);
	return place_reg(at, p.off, SPACE_BPF);
}

/*
 * The bucket of x.  If bits == 0: 0 for negative values, 1 for zero, else 2 + log2(x).
 * Otherwise the histogram is log-linear: values below 2^bits have a bucket each.  Larger powers
 * of two have 2^bits buckets each, chosen by the `bits` bits after the leading one.
 */
static void hist_index(struct gen *g, const struct agg *agg, vreg x, vreg index)
{
	label done = ir_label(g->ir), big = ir_label(g->ir);
	vreg v = ir_vreg(g->ir), top;

	if (agg->is_signed) {
		ir_imm(g->ir, index, 0);
		ir_jcci(g->ir, COND_SLT, x, 0, done);
	}
	if (!agg->bits) {
		ir_imm(g->ir, index, 1);
		ir_jcci(g->ir, COND_EQ, x, 0, done);
		ir_imm(g->ir, index, 2);
		ir_mov(g->ir, v, x);
		gen_add_log2(g, v, index);
		ir_put(g->ir, done);
		return;
	}
	ir_jcci(g->ir, COND_GE, x, 1LL << agg->bits, big);
	ir_mov(g->ir, index, x);
	ir_alui(g->ir, ALU_ADD, index, 1);
	ir_jmp(g->ir, done);
	ir_put(g->ir, big);
	top = ir_vreg(g->ir);
	ir_imm(g->ir, top, 0);
	ir_mov(g->ir, v, x);
	gen_add_log2(g, v, top);
	/* index = 1 + ((top - bits + 1) << bits) + ((x >> (top - bits)) & mask) */
	ir_alui(g->ir, ALU_SUB, top, agg->bits);
	ir_mov(g->ir, v, x);
	ir_alu(g->ir, ALU_RSH, v, top);
	ir_alui(g->ir, ALU_AND, v, (1LL << agg->bits) - 1);
	ir_mov(g->ir, index, top);
	ir_alui(g->ir, ALU_ADD, index, 1);
	ir_alui(g->ir, ALU_LSH, index, agg->bits);
	ir_alu(g->ir, ALU_ADD, index, v);
	ir_alui(g->ir, ALU_ADD, index, 1);
	ir_put(g->ir, done);
}

/* 0 below min, the last at or above max, else 1 + (x - min) / step */
static void lhist_index(struct gen *g, const struct agg *agg, vreg x, vreg index)
{
	label done = ir_label(g->ir);
	bool s = agg->is_signed;

	ir_imm(g->ir, index, 0);
	ir_jcci(g->ir, s ? COND_SLT : COND_LT, x, agg->min, done);
	ir_imm(g->ir, index, agg->buckets - 1);
	ir_jcci(g->ir, s ? COND_SGE : COND_GE, x, agg->max, done);
	ir_mov(g->ir, index, x);
	ir_alui(g->ir, ALU_SUB, index, agg->min);
	ir_alui(g->ir, ALU_DIV, index, agg->step);
	ir_alui(g->ir, ALU_ADD, index, 1);
	ir_put(g->ir, done);
}

/*
 *	t = nsecs; k = t / step; p = &value[k % buckets]; k++;
 *	if (p->interval == k) goto have;
 *	p->value = 0; p->n = 0; p->interval = k;
 *   have:
 *	…x goes in there as into an aggregation of its own; or
 *	p->value = x; p->n = t;
 */
static void tseries(struct gen *g, const struct agg *agg, struct place value, vreg x)
{
	struct agg one = { .kind = agg->bits, .is_signed = agg->is_signed };
	vreg k = ir_vreg(g->ir), i = ir_vreg(g->ir), was = ir_vreg(g->ir);
	vreg t = gen_shared(g, SHARED_NSECS);
	label have = ir_label(g->ir);
	struct place p;

	ir_mov(g->ir, k, t);
	ir_alui(g->ir, ALU_DIV, k, agg->step);
	ir_mov(g->ir, i, k);
	ir_alui(g->ir, ALU_MOD, i, agg->buckets);
	p = bucket_at(g, value, i, agg->buckets, 24);
	ir_alui(g->ir, ALU_ADD, k, 1);
	place_load(g, was, 8, place_at(p, 16));
	ir_jcc(g->ir, COND_EQ, was, k, have);
	place_zero(g, p, 16);
	place_store(g, 8, place_at(p, 16), k);
	ir_put(g->ir, have);
	if (one.kind != AGG_COUNT) {
		gen_aggregate(g, &one, p, x);
		return;
	}
	place_store(g, 8, p, x);
	place_store(g, 8, place_at(p, 8), t);
}

void gen_aggregate(struct gen *g, const struct agg *agg, struct place value, vreg x)
{
	vreg index;

	switch (agg->kind) {
	case AGG_COUNT:
		add_at(g, value, 0);
		break;
	case AGG_SUM:
		add_at(g, value, x);
		break;
	case AGG_MIN:
	case AGG_MAX:
		min_max(g, agg, value, x);
		break;
	case AGG_AVG:
	case AGG_STATS:
		add_at(g, value, x);
		add_at(g, place_at(value, 8), 0);
		break;
	case AGG_TSERIES:
		tseries(g, agg, value, x);
		break;
	default:
		index = ir_vreg(g->ir);
		if (agg->kind == AGG_HIST)
			hist_index(g, agg, x, index);
		else
			lhist_index(g, agg, x, index);
		add_at(g, bucket_at(g, value, index, agg->buckets, 8), 0);
	}
}

/* ---- reading ---- */

/* Adds the value of one CPU at p to acc, which has the same layout.  Goes to `none` if that
 * value is empty. */
static void join_cpu(struct gen *g, const struct agg *agg, struct place acc, struct place p,
		     label none)
{
	const struct agg sum = { .kind = AGG_SUM };
	vreg v = ir_vreg(g->ir), n = ir_vreg(g->ir);

	place_load(g, v, 8, p);
	if (agg->kind > AGG_SUM)
		place_load(g, n, 8, place_at(p, 8));
	if (agg->kind == AGG_MIN || agg->kind == AGG_MAX) {
		ir_jcci(g->ir, COND_EQ, n, 0, none);
		gen_aggregate(g, agg, acc, v);
		return;
	}
	gen_aggregate(g, &sum, acc, v);
	if (agg->kind == AGG_AVG)
		gen_aggregate(g, &sum, place_at(acc, 8), n);
}

vreg gen_agg_number(struct gen *g, const struct agg *agg, struct place acc)
{
	vreg v = ir_vreg(g->ir), n = ir_vreg(g->ir);
	struct operand by;

	place_load(g, v, 8, acc);
	if (agg->kind == AGG_AVG) {
		place_load(g, n, 8, place_at(acc, 8));
		operand_set(&by, n);
		gen_divide(g, OP_DIV, agg->is_signed ? &type_s64 : &type_u64, v, &by);
	}
	return v;
}

/*
 *	acc = 0; cpu = 0;	-- for cells: p = the first CPU's, of this turn
 *   top:
 *	p = lookup_percpu(key, cpu);
 *	if (!p) goto none;
 *	…join…
 *   none:
 *	cpu++;			-- for cells: p += block_size
 *	if (cpu < cpus) goto top;
 */
vreg gen_agg_cpus(struct gen *g, const struct agg *agg, struct ir_arg map,
		  struct ir_arg key, u32 off, const struct global *turns)
{
	struct place acc = place_slot(gen_slot(g, 16), 0);
	vreg cpu = ir_vreg(g->ir), p = ir_vreg(g->ir);
	label top = ir_label(g->ir), none = ir_label(g->ir);
	bool cells = map.id == g->s->image.vars_map;

	place_zero(g, acc, 16);
	ir_imm(g->ir, cpu, 0);
	if (cells)
		ir_mapval(g->ir, p, map.id, g->s->image.block_off + off);
	if (turns)
		gen_add_turn(g, turns, p);
	ir_put(g->ir, top);
	if (!cells) {
		gen_call(g, p, HELPER_map_lookup_percpu_elem,
			 (struct ir_arg[]){ map, key, ARG_R(cpu) }, 3);
		ir_jcci(g->ir, COND_EQ, p, 0, none);
	}
	join_cpu(g, agg, acc, place_reg(p, 0, SPACE_BPF), none);
	ir_put(g->ir, none);
	if (cells)
		ir_alui(g->ir, ALU_ADD, p, g->s->image.block_size);
	ir_alui(g->ir, ALU_ADD, cpu, 1);
	ir_jcci(g->ir, COND_LT, cpu, g->s->image.n_cpus, top);
	return gen_agg_number(g, agg, acc);
}

vreg gen_sum_cpus(struct gen *g, u32 off)
{
	return gen_agg_cpus(g, &(struct agg){ .kind = AGG_SUM }, ARG_M(g->s->image.vars_map),
			    ARG_I(0), off, NULL);
}
