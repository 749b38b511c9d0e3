/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aggregate.c - aggregations in programs: adding to a word, and reading a number.
 *
 * struct agg_ops (lang/type.h) has the rest.  No other program writes a CPU's words while a
 * program runs there, so load, add, store is exact.  The reader adds the CPUs up.  Only words
 * that several programs can write at the same time are added to atomically
 * (provider/preempted.c).
 */
#include "gen/gen_impl.h"
#include "lang/registry.h"

void gen_add_to(struct gen *g, const struct agg *agg, struct place p, vreg x)
{
	vreg r = ir_vreg(g->ir);

	if ((agg->is_shared || g->s->shares_cells) && !p.is_slot) {
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

/* Halves the range of bits six times.  The last time, the remaining value is the result. */
void gen_add_log2(struct gen *g, vreg v, vreg index, u32 bits)
{
	for (u32 step = bits / 2; step > 1; step /= 2) {
		label below = ir_label(g->ir);

		ir_jcci(g->ir, COND_LT, v, (s64)(1ULL << step), below);
		if (bits > 32)
			ir_alui(g->ir, ALU_RSH, v, step);
		else
			ir_alu32i(g->ir, ALU_RSH, v, step);
		ir_alui(g->ir, ALU_ADD, index, step);
		ir_put(g->ir, below);
	}
	ir_alui(g->ir, ALU_RSH, v, 1);
	ir_alu(g->ir, ALU_ADD, index, v);
}

struct place gen_bucket(struct gen *g, struct place p, vreg index, u32 n, u32 size)
{
	label fine = ir_label(g->ir);
	vreg at;

	ir_jcci(g->ir, COND_LT, index, n, fine);
	ir_imm(g->ir, index, n - 1);
	ir_put(g->ir, fine);
	at = place_addr(g, place_at(p, -p.off));
	ir_alui(g->ir, ALU_MUL, index, size);
	ir_alu(g->ir, ALU_ADD, at, index);
	return place_reg(at, p.off, SPACE_BPF);
}

/* ---- reading ---- */

/* Adds the words of one CPU at p to acc.  If they aren't sums, the first is a value, which is
 * put in like any other; goes to `none` if there was no value. */
static void join_cpu(struct gen *g, const struct agg *agg, struct place acc, struct place p,
		     label none)
{
	const struct agg_ops *ops = agg->ops;
	vreg v[2] = { 0 };

	for (u32 i = 0; i < ops->words; i++) {
		v[i] = ir_vreg(g->ir);
		place_load(g, v[i], 8, place_at(p, (s32)i * 8));
	}
	if (ops->merge) {
		if (ops->count_word >= 0)
			ir_jcci(g->ir, COND_EQ, v[ops->count_word], 0, none);
		ops->update(g, agg, acc, v[0]);
		return;
	}
	for (u32 i = 0; i < ops->words; i++)
		gen_add_to(g, agg, place_at(acc, (s32)i * 8), v[i]);
}

vreg gen_agg_number(struct gen *g, const struct agg *agg, struct place acc)
{
	struct operand by;
	vreg v;

	if (agg->ops->number) {
		v = agg->ops->number(g, agg, acc);
	} else {
		v = ir_vreg(g->ir);
		place_load(g, v, 8, acc);
	}
	if (agg->div) {
		operand_imm(&by, agg->div);
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
	const struct agg sum = { .ops = g->s->registry->sum };

	return gen_agg_cpus(g, &sum, ARG_M(g->s->image.vars_map), ARG_I(0), off, NULL);
}
