/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * agg_number.c - aggregations of one or two words.
 *
 *	count, sum	total			count() adds 1
 *	avg, stats	total, n		n: the number of values
 *	min, max	value, n		n: 0 before the first value
 *
 * Totals and values are s64 if agg.is_signed.  agg.div divides a total when it is read or shown, so
 * that values smaller than div count, too.
 */
#include "builtin/aggregate.h"
#include "builtin/builtin.h"
#include "gen/gen.h"
#include "lang/check.h"
#include "show/value.h"
#include "tables.h"

bool agg_is_signed(const struct expr *e)
{
	const struct type *t = e->n_args ? e->args[0]->type : &type_u64;

	return t->kind == TY_INT && t->is_signed;
}

const struct type *agg_type(struct check *c, const struct expr *e, const struct agg_ops *ops)
{
	struct agg agg = { .ops = ops, .is_signed = agg_is_signed(e) };

	return type_agg(c->s->arena, &agg);
}

/* sum(x [, div]) and others of totals */
static const struct type *check_total(struct check *c, struct expr *e, const struct agg_ops *ops)
{
	struct agg agg = { .ops = ops, .is_signed = agg_is_signed(e) };
	s64 div = 1;

	if (e->n_args > 1 && !check_const(c, e->args[1], &div))
		return &type_error;
	if (div < 1 || div > UINT32_MAX)
		return check_fail(c, E_AGG_DIV, e->args[1]->span);
	agg.div = div > 1 ? (u32)div : 0;
	return type_agg(c->s->arena, &agg);
}

/* ---- count, sum ---- */

/* x is ignored: it is the argument of top(). */
static void update_count(struct gen *g, const struct agg *agg, struct place at, u32 x)
{
	(void)x;
	gen_add_to(g, agg, at, 0);
}

static void update_sum(struct gen *g, const struct agg *agg, struct place at, u32 x)
{
	gen_add_to(g, agg, at, x);
}

static void decode_sum(struct value_env *env, const struct agg *agg, const u8 *words,
		       struct value *out)
{
	(void)env;
	out->kind = agg->is_signed ? V_INT : V_UINT;
	out->u = value_word(words);
	value_divide(out, agg->div);
}

static const struct type *check_count(struct check *c, struct expr *e)
{
	return agg_type(c, e, &agg_count);
}

static const struct type *check_sum(struct check *c, struct expr *e)
{
	return check_total(c, e, &agg_sum);
}

/* top(n): a count() of which the n largest entries are shown. */
static const struct type *check_top(struct check *c, struct expr *e)
{
	struct agg agg = { .ops = &agg_count };
	s64 most;

	if (!check_const(c, e->args[0], &most))
		return &type_error;
	if (most < 1 || most > UINT32_MAX)
		return check_fail(c, E_TOP, e->args[0]->span);
	agg.most = (u32)most;
	return type_agg(c->s->arena, &agg);
}

const struct agg_ops agg_count = {
	.name = "count", .words = 1, .count_word = 0, .is_number = true, .only_grows = true,
	.update = update_count, .decode = decode_sum,
};
const struct agg_ops agg_sum = {
	.name = "sum", .words = 1, .count_word = -1, .is_number = true, .only_grows = true,
	.update = update_sum, .decode = decode_sum,
};

/* ---- avg, stats ---- */

static const struct type *check_avg(struct check *c, struct expr *e)
{
	return check_total(c, e, &agg_avg);
}

static const struct type *check_stats(struct check *c, struct expr *e)
{
	return check_total(c, e, &agg_stats);
}

static void update_avg(struct gen *g, const struct agg *agg, struct place at, u32 x)
{
	gen_add_to(g, agg, at, x);
	gen_add_to(g, agg, place_at(at, 8), 0);
}

static u32 number_of_avg(struct gen *g, const struct agg *agg, struct place at)
{
	vreg v = ir_vreg(g->ir), n = ir_vreg(g->ir);
	struct operand by;

	place_load(g, v, 8, at);
	place_load(g, n, 8, place_at(at, 8));
	operand_set(&by, n);
	gen_divide(g, OP_DIV, agg->is_signed ? &type_s64 : &type_u64, v, &by);
	return v;
}

static void decode_avg(struct value_env *env, const struct agg *agg, const u8 *words,
		       struct value *out)
{
	(void)env;
	out->kind = agg->ops == &agg_stats ? V_STATS : V_AVG;
	out->is_signed = agg->is_signed;
	out->total = value_word(words);
	out->count = value_word(words + 8);
	out->u = value_quotient(out->total, out->count, agg->is_signed);
	value_divide(out, agg->div);
}

const struct agg_ops agg_avg = {
	.name = "avg", .words = 2, .count_word = 1, .is_number = true,
	.update = update_avg, .number = number_of_avg, .decode = decode_avg,
};
const struct agg_ops agg_stats = {
	.name = "stats", .words = 2, .count_word = 1, .update = update_avg, .decode = decode_avg,
};

/* ---- min, max ---- */

/* min(x) and max(x) are aggregations, min(x, y) and max(x, y) are values. */
static const struct type *check_extreme(struct check *c, struct expr *e,
					const struct agg_ops *ops)
{
	return e->n_args > 1 ? type_arith(e->args[0]->type, e->args[1]->type) :
	       agg_type(c, e, ops);
}

static const struct type *check_max(struct check *c, struct expr *e)
{
	return check_extreme(c, e, &agg_max);
}

static const struct type *check_min(struct check *c, struct expr *e)
{
	return check_extreme(c, e, &agg_min);
}

/* The comparison x … y for which x is the result. */
static enum cond best(const struct agg_ops *ops, bool is_signed)
{
	if (ops == &agg_min)
		return is_signed ? COND_SLE : COND_LE;
	return is_signed ? COND_SGE : COND_GE;
}

static void gen_extreme(struct gen *g, struct expr *e, const struct agg_ops *ops,
			struct operand *out)
{
	const struct type *t = e->type;
	label end = ir_label(g->ir);
	struct operand a, b;
	vreg r, rb;

	gen_expr(g, e->args[0], &a);
	r = gen_convert(g, &a, e->args[0]->type, t, true);
	gen_expr(g, e->args[1], &b);
	rb = gen_convert(g, &b, e->args[1]->type, t, false);
	ir_jcc(g->ir, best(ops, t->is_signed), r, rb, end);
	ir_mov(g->ir, r, rb);
	ir_put(g->ir, end);
	operand_set(out, r);
}

static void gen_max(struct gen *g, struct expr *e, struct operand *out)
{
	gen_extreme(g, e, &agg_max, out);
}

static void gen_min(struct gen *g, struct expr *e, struct operand *out)
{
	gen_extreme(g, e, &agg_min, out);
}

/*
 *	if (n == 0) goto take;
 *	if (value <= x) goto end;	-- max(): >=
 *   take:
 *	value = x; n = 1;
 *   end:
 */
static void update_extreme(struct gen *g, const struct agg *agg, struct place p, u32 x)
{
	label take = ir_label(g->ir), end = ir_label(g->ir);
	vreg n = ir_vreg(g->ir), v = ir_vreg(g->ir);

	place_load(g, n, 8, place_at(p, 8));
	ir_jcci(g->ir, COND_EQ, n, 0, take);
	place_load(g, v, 8, p);
	ir_jcc(g->ir, best(agg->ops, agg->is_signed), v, x, end);
	ir_put(g->ir, take);
	place_store(g, 8, p, x);
	place_storei(g, 8, place_at(p, 8), 1);
	ir_put(g->ir, end);
}

static bool is_better(const struct agg *agg, u64 a, u64 than)
{
	bool less = agg->is_signed ? (s64)a < (s64)than : a < than;

	return agg->ops == &agg_min ? less : !less;
}

static void merge_extreme(const struct agg *agg, u8 *total, const u8 *cpu)
{
	u64 n = value_word(cpu + 8), had = value_word(total + 8);

	if (!n)
		return;
	if (!had || is_better(agg, value_word(cpu), value_word(total)))
		memcpy(total, cpu, 8);
	value_put_word(total + 8, had + n);
}

static void decode_extreme(struct value_env *env, const struct agg *agg, const u8 *words,
			   struct value *out)
{
	decode_sum(env, agg, words, out);
	if (!value_word(words + 8))
		out->u = 0;
}

const struct agg_ops agg_max = {
	.name = "max", .words = 2, .count_word = 1, .is_number = true,
	.update = update_extreme, .merge = merge_extreme, .decode = decode_extreme,
};
const struct agg_ops agg_min = {
	.name = "min", .words = 2, .count_word = 1, .is_number = true,
	.update = update_extreme, .merge = merge_extreme, .decode = decode_extreme,
};

#define AGG(name_, params, check_) \
	{ PROTO(name_, "agg", params), .check = check_, .is_agg = true }

static const struct builtin rows[] = {
	AGG("avg", "(int x [, const div])", check_avg),
	AGG("count", "()", check_count),
	{ PROTO("max", "agg", "(int x [, int y])"), .check = check_max, .gen = gen_max,
	  .is_agg = true },
	{ PROTO("min", "agg", "(int x [, int y])"), .check = check_min, .gen = gen_min,
	  .is_agg = true },
	AGG("stats", "(int x [, const div])", check_stats),
	AGG("sum", "(int x [, const div])", check_sum),
	AGG("top", "(const n)", check_top),
};
const struct builtin_table builtin_agg_number = { rows, ARRAY_SIZE(rows) };
