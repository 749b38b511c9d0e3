/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * agg_hist.c - histograms: a word for each bucket.
 *
 * Buckets of hist(), where K is agg.bits (0 to 5) and M the number of the highest bit set in x:
 *	0			negative values (none unless agg.is_signed)
 *	1 + x			0 <= x < 2^K: one value each
 *	1 + ((M - K + 1) << K) + the K bits of x below bit M	the others
 * So with K = 0, bucket 1 is for zero, and bucket i + 2 for [2^i, 2^(i+1)).
 *
 * Buckets of lhist(): 0 for x < min; 1 + (x - min) / step; the last for x >= max.
 *
 * A bound is labelled in a unit (1, K, M, …).  For hist() it is the largest of which the width of
 * the bucket that begins there is a multiple; for lhist() K or M, if the step is a multiple of
 * 1024.
 */
#include "builtin/aggregate.h"
#include "builtin/builtin.h"
#include "gen/gen.h"
#include "lang/check.h"
#include "show/value.h"
#include "tables.h"

static void decode_hist(struct value_env *env, const struct agg *agg, const u8 *words,
			struct value *out)
{
	u32 first = 0, last = 0;
	u64 sum = 0;

	out->kind = V_HIST;
	for (u32 i = 0; i < agg->buckets; i++) {
		u64 n = value_word(words + i * 8);

		if (n && !sum)
			first = i;
		if (n)
			last = i;
		sum += n;
	}
	out->count = sum;
	if (!sum)
		return;
	out->n = last - first + 1;
	out->buckets = arena_array(env->arena, struct bucket, out->n);
	for (u32 i = first; i <= last; i++) {
		agg_bucket(agg, i, &out->buckets[i - first]);
		out->buckets[i - first].count = value_word(words + i * 8);
	}
}

static void count_in(struct gen *g, const struct agg *agg, struct place at, vreg index)
{
	gen_add_to(g, agg, gen_bucket(g, at, index, agg->buckets, 8), 0);
}

/* ---- hist ---- */

#define MAX_BITS 5

static const struct type *check_hist(struct check *c, struct expr *e)
{
	struct agg agg = { .ops = &agg_hist, .is_signed = agg_is_signed(e) };
	s64 bits = 0;

	if (e->n_args > 1 && !check_const(c, e->args[1], &bits))
		return &type_error;
	if (bits < 0 || bits > MAX_BITS)
		return check_fail(c, E_HIST_BITS, e->args[1]->span);
	agg.bits = (u32)bits;
	return type_agg(c->s->arena, &agg);
}

static bool hist_is_valid(const struct agg *agg)
{
	return !agg->how && agg->bits <= MAX_BITS;
}

static void layout_hist(struct agg *agg)
{
	agg->buckets = 1 + ((65 - agg->bits) << agg->bits);
}

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
		gen_add_log2(g, v, index, g->adds_narrow ? 32 : 64);
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
	gen_add_log2(g, v, top, g->adds_narrow ? 32 : 64);
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
	if ((u64)agg->max - (u64)agg->min <= UINT32_MAX)	/* arm divides 64 bits slowly */
		ir_alu32i(g->ir, ALU_DIV, index, agg->step);
	else
		ir_alui(g->ir, ALU_DIV, index, agg->step);
	ir_alui(g->ir, ALU_ADD, index, 1);
	ir_put(g->ir, done);
}

/* Of both kinds of histograms. */
static void update_hist(struct gen *g, const struct agg *agg, struct place at, u32 x)
{
	vreg index = ir_vreg(g->ir);

	if (agg->ops == &agg_lhist)
		lhist_index(g, agg, x, index);
	else
		hist_index(g, agg, x, index);
	count_in(g, agg, at, index);
}

static u32 top_bit(u64 u)
{
	return 63 - (u32)__builtin_clzll(u);
}

/* The lower bound of the i-th bucket from zero, and its unit. */
static u64 log_bound(u32 k, u32 i, u8 *unit)
{
	u32 power = (i >> k) ? (i >> k) - 1 : 0;
	u64 mantissa = (i >> k) ? (i & ((1u << k) - 1)) | 1u << k : i;

	*unit = (u8)(power / 10);
	/* the end of the last bucket is 2^64, which becomes 0 */
	return power + top_bit(mantissa | 1) > 63 ? 0 : mantissa << power;
}

static void log_bucket(const struct agg *agg, u32 index, struct bucket *out)
{
	if (!index) {
		out->open_lo = true;
		return;
	}
	out->is_unsigned = true;
	out->lo = (s64)log_bound(agg->bits, index - 1, &out->lo_unit);
	out->hi = (s64)log_bound(agg->bits, index, &out->hi_unit);
}

const struct agg_ops agg_hist = {
	.name = "hist", .words = 1, .count_word = -1, .layout = layout_hist,
	.is_valid = hist_is_valid,
	.update = update_hist, .decode = decode_hist,
};

/* ---- lhist ---- */

static bool has_range(const struct agg *agg)
{
	return agg->max > agg->min && agg->step > 0 && (agg->min >= 0 || agg->is_signed);
}

static bool lhist_is_valid(const struct agg *agg)
{
	return !agg->how && has_range(agg) &&
	       ((u64)agg->max - (u64)agg->min) / (u64)agg->step <= MAX_BUCKETS;
}

static const struct type *check_lhist(struct check *c, struct expr *e)
{
	struct agg agg = { .ops = &agg_lhist, .is_signed = agg_is_signed(e) };
	u64 range;

	if (!check_const(c, e->args[1], &agg.min) || !check_const(c, e->args[2], &agg.max) ||
	    (e->n_args > 3 && !check_const(c, e->args[3], &agg.step)))
		return &type_error;
	range = (u64)agg.max - (u64)agg.min;	/* s64 may be too small for it */
	if (e->n_args < 4)	/* ten buckets, as in ply */
		agg.step = (s64)(range / 10 + !!(range % 10));
	if (!has_range(&agg))
		return check_fail(c, E_LHIST_RANGE, e->span);
	if (range / (u64)agg.step > MAX_BUCKETS)
		return check_fail(c, E_LHIST_BUCKETS, e->span,
				  (unsigned long long)(range / (u64)agg.step), MAX_BUCKETS);
	return type_agg(c->s->arena, &agg);
}

static void layout_lhist(struct agg *agg)
{
	u64 range = (u64)agg->max - (u64)agg->min, step = (u64)agg->step;

	agg->buckets = (u32)(range / step) + !!(range % step) + 2;
}

/* 1024^2 if both the step and the bound are multiples of it, or 1024, or 1. */
static u8 linear_unit(const struct agg *agg, s64 bound)
{
	if (agg->step % 1024 || bound % 1024 || !bound)
		return 0;
	return bound % (1024 * 1024) ? 1 : 2;
}

static void linear_bucket(const struct agg *agg, u32 index, struct bucket *out)
{
	u64 step = (u64)agg->step;

	out->open_lo = !index;
	out->open_hi = index == agg->buckets - 1;
	if (out->open_hi)
		out->lo = agg->max;
	else if (index)
		out->lo = (s64)((u64)agg->min + (index - 1) * step);
	if (out->open_lo)
		out->hi = agg->min;
	else if (index + 2 == agg->buckets)
		out->hi = agg->max;	/* the last step may be shorter */
	else
		out->hi = (s64)((u64)agg->min + index * step);
	out->lo_unit = linear_unit(agg, out->lo);
	out->hi_unit = linear_unit(agg, out->hi);
}

const struct agg_ops agg_lhist = {
	.name = "lhist", .words = 1, .count_word = -1, .layout = layout_lhist,
	.is_valid = lhist_is_valid,
	.update = update_hist, .decode = decode_hist,
};

void agg_bucket(const struct agg *agg, u32 index, struct bucket *out)
{
	*out = (struct bucket){ 0 };
	if (agg->ops == &agg_lhist)
		linear_bucket(agg, index, out);
	else
		log_bucket(agg, index, out);
}

#define HIST(name_, params, check_) \
	{ PROTO(name_, "agg", params), .check = check_, .is_agg = true }
#define LINEAR "(int x, const min, const max [, const step])"

static const struct builtin rows[] = {
	HIST("hist", "(int x [, const bits])", check_hist),
	HIST("lhist", LINEAR, check_lhist),
	HIST("lquantize", LINEAR, check_lhist),
	HIST("quantize", "(int x [, const bits])", check_hist),
};
const struct builtin_table builtin_agg_hist = { rows, ARRAY_SIZE(rows) };
