/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aggregate.c - aggregations: count(), sum() and the like.
 *
 * Rows have only the kind of aggregation and check its parameters.  gen/aggregate.c updates
 * values, show/value.c merges those of all CPUs.
 */
#include <string.h>

#include "gen/gen.h"
#include "builtin/builtin.h"
#include "lang/check.h"
#include "tables.h"

#define MAX_BUCKETS 1000	/* of lhist: 8 kB per key and CPU */

static bool value_is_signed(const struct expr *e)
{
	const struct type *t = e->n_args ? e->args[0]->type : &type_u64;

	return t->kind == TY_INT && t->is_signed;
}

static const struct type *check_agg(struct check *c, struct expr *e)
{
	struct agg agg = { .kind = ex_builtin(e)->agg, .is_signed = value_is_signed(e) };

	return type_agg(c->s->arena, &agg);
}

/* min(x) and max(x) are aggregations, min(x, y) and max(x, y) are values. */
static const struct type *check_extreme(struct check *c, struct expr *e)
{
	return e->n_args > 1 ? type_arith(e->args[0]->type, e->args[1]->type) :
	       check_agg(c, e);
}

static void gen_extreme(struct gen *g, struct expr *e, struct operand *out)
{
	const struct type *t = e->type;
	bool is_min = ex_builtin(e)->agg == AGG_MIN;
	label end = ir_label(g->ir);
	struct operand a, b;
	vreg r, rb;

	gen_expr(g, e->args[0], &a);
	r = gen_convert(g, &a, e->args[0]->type, t, true);
	gen_expr(g, e->args[1], &b);
	rb = gen_convert(g, &b, e->args[1]->type, t, false);
	ir_jcc(g->ir, t->is_signed ? is_min ? COND_SLE : COND_SGE : is_min ? COND_LE : COND_GE,
	       r, rb, end);
	ir_mov(g->ir, r, rb);
	ir_put(g->ir, end);
	operand_set(out, r);
}

static const struct type *check_hist(struct check *c, struct expr *e)
{
	struct agg agg = { .kind = AGG_HIST, .is_signed = value_is_signed(e) };
	s64 bits = 0;

	if (e->n_args > 1 && !check_const(c, e->args[1], &bits))
		return &type_error;
	if (bits < 0 || bits > 5)
		return check_fail(c, E_HIST_BITS, e->args[1]->span);
	agg.bits = (u32)bits;
	return type_agg(c->s->arena, &agg);
}

static const struct type *check_lhist(struct check *c, struct expr *e)
{
	struct agg agg = { .kind = AGG_LHIST, .is_signed = value_is_signed(e) };
	s64 step = 0;

	if (!check_const(c, e->args[1], &agg.min) || !check_const(c, e->args[2], &agg.max) ||
	    (e->n_args > 3 && !check_const(c, e->args[3], &step)))
		return &type_error;
	if (e->n_args < 4)	/* ten buckets, as in ply */
		step = (agg.max - agg.min + 9) / 10;
	agg.step = step;
	if (agg.max <= agg.min || step <= 0 || (agg.min < 0 && !agg.is_signed))
		return check_fail(c, E_LHIST_RANGE, e->span);
	if ((agg.max - agg.min) / step > MAX_BUCKETS)
		return check_fail(c, E_LHIST_BUCKETS, e->span,
				  (long long)((agg.max - agg.min) / step), MAX_BUCKETS);
	return type_agg(c->s->arena, &agg);
}

/* tseries(x, interval, n[, how]).  Without `how` it has the last value of each interval. */
static const struct type *check_tseries(struct check *c, struct expr *e)
{
	static const u8 hows[] = { AGG_AVG, AGG_MAX, AGG_MIN, AGG_SUM };
	struct agg agg = { .kind = AGG_TSERIES, .bits = AGG_COUNT,
			   .is_signed = value_is_signed(e) };
	bool ok = e->n_args < 4;

	if (!check_const(c, e->args[1], &agg.step) || !check_const(c, e->args[2], &agg.max))
		return &type_error;
	for (u32 i = 0; i < ARRAY_SIZE(hows) && !ok; i++) {
		agg.bits = hows[i];
		ok = !strcmp(e->args[3]->name, agg_names[hows[i]]);
	}
	if (!ok || agg.step < 1 || agg.max < 1 || agg.max > MAX_BUCKETS)
		return check_fail(c, E_TSERIES, e->span, MAX_BUCKETS);
	return type_agg(c->s->arena, &agg);
}

/* top(n) is count(), of which only the n largest are shown. */
static const struct type *check_top(struct check *c, struct expr *e)
{
	struct agg agg = { .kind = AGG_COUNT };

	if (!check_const(c, e->args[0], &agg.step))
		return &type_error;
	if (agg.step < 1 || agg.step > UINT32_MAX)
		return check_fail(c, E_TOP, e->args[0]->span);
	return type_agg(c->s->arena, &agg);
}

#define AGG(n, result, params, k) \
	{ PROTO(n, result, params), .check = check_agg, .agg = k, .is_agg = true }
#define EXTREME(n, result, params, k) \
	{ PROTO(n, result, params), .check = check_extreme, .gen = gen_extreme, .agg = k, \
	  .is_agg = true }

static const struct builtin rows[] = {
	AGG("avg", "agg", "(int x)", AGG_AVG),
	AGG("count", "agg", "()", AGG_COUNT),
	{ PROTO("hist", "agg", "(int x [, const bits])"), .check = check_hist,
	  .agg = AGG_HIST, .is_agg = true },
	{ PROTO("lhist", "agg", "(int x, const min, const max [, const step])"),
	  .check = check_lhist, .agg = AGG_LHIST, .is_agg = true },
	{ PROTO("lquantize", "agg", "(int x, const min, const max [, const step])"),
	  .check = check_lhist, .agg = AGG_LHIST, .is_agg = true },
	EXTREME("max", "agg", "(int x [, int y])", AGG_MAX),
	EXTREME("min", "agg", "(int x [, int y])", AGG_MIN),
	{ PROTO("quantize", "agg", "(int x [, const bits])"),
	  .check = check_hist, .agg = AGG_HIST, .is_agg = true },
	AGG("stats", "agg", "(int x)", AGG_STATS),
	AGG("sum", "agg", "(int x)", AGG_SUM),
	{ PROTO("top", "agg", "(const n)"), .check = check_top,
	  .agg = AGG_COUNT, .is_agg = true },
	{ PROTO("tseries", "agg", "(int x, const interval, const n [, literal how])"),
	  .check = check_tseries, .agg = AGG_TSERIES, .is_agg = true },
};
const struct builtin_table builtin_aggregate = { rows, ARRAY_SIZE(rows) };
