/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * agg_series.c - tseries(): values of the last intervals of time.
 *
 * A bucket is three words: value, n, interval.  Bucket i is for the intervals whose number since
 * boot leaves i when divided by agg.buckets.  `interval` is that number plus 1; 0: none.
 * value and n are the words of the aggregation agg.how.  Without how, value is the last value,
 * and n is its time.
 */
#include "builtin/aggregate.h"
#include "builtin/builtin.h"
#include "gen/gen.h"
#include "lang/check.h"
#include "show/value.h"
#include "tables.h"

#define WORDS 3
#define SLOT (WORDS * 8)

static const struct agg_ops *const hows[] = { &agg_avg, &agg_max, &agg_min, &agg_sum };

static bool series_is_valid(const struct agg *agg)
{
	bool known = !agg->how;

	for (u32 i = 0; i < ARRAY_SIZE(hows); i++)
		known |= agg->how == hows[i];
	return known && agg->step > 0 && agg->max > 0 && agg->max <= MAX_BUCKETS;
}

/* tseries(x, interval, n[, how]) */
static const struct type *check_tseries(struct check *c, struct expr *e)
{
	struct agg agg = { .ops = &agg_tseries, .is_signed = agg_is_signed(e) };
	bool ok = e->n_args < 4;

	if (!check_const(c, e->args[1], &agg.step) || !check_const(c, e->args[2], &agg.max))
		return &type_error;
	for (u32 i = 0; i < ARRAY_SIZE(hows) && !ok; i++) {
		agg.how = hows[i];
		ok = !strcmp(e->args[3]->name, hows[i]->name);
	}
	if (!ok || !series_is_valid(&agg))
		return check_fail(c, E_TSERIES, e->span, MAX_BUCKETS);
	return type_agg(c->s->arena, &agg);
}

static void layout_series(struct agg *agg)
{
	agg->buckets = (u32)agg->max;
}

static struct agg of_interval(const struct agg *agg)
{
	return (struct agg){ .ops = agg->how, .is_signed = agg->is_signed };
}

/*
 *	t = nsecs; k = t / step; p = &at[k % buckets]; k++;
 *	if (p->interval == k) goto have;
 *	p->value = 0; p->n = 0; p->interval = k;
 *   have:
 *	…put x into p like into agg.how…	-- or, without how:
 *	p->value = x; p->n = t;
 */
static void update_series(struct gen *g, const struct agg *agg, struct place at, u32 x)
{
	struct agg one = of_interval(agg);
	vreg k = ir_vreg(g->ir), i = ir_vreg(g->ir), was = ir_vreg(g->ir);
	vreg t = gen_shared(g, SHARED_NSECS);
	label have = ir_label(g->ir);
	struct place p;

	ir_mov(g->ir, k, t);
	ir_alui(g->ir, ALU_DIV, k, agg->step);
	ir_mov(g->ir, i, k);
	ir_alui(g->ir, ALU_MOD, i, agg->buckets);
	p = gen_bucket(g, at, i, agg->buckets, SLOT);
	ir_alui(g->ir, ALU_ADD, k, 1);
	place_load(g, was, 8, place_at(p, 16));
	ir_jcc(g->ir, COND_EQ, was, k, have);
	place_zero(g, p, 16);
	place_store(g, 8, place_at(p, 16), k);
	ir_put(g->ir, have);
	if (one.ops) {
		one.ops->update(g, &one, p, x);
		return;
	}
	place_store(g, 8, p, x);
	place_store(g, 8, place_at(p, 8), t);
}

/* Both are words of one interval. */
static void merge_interval(const struct agg *one, u8 *total, const u8 *cpu)
{
	if (!one->ops) {
		if (value_word(cpu + 8) > value_word(total + 8))
			memcpy(total, cpu, 16);
	} else if (one->ops->merge) {
		one->ops->merge(one, total, cpu);
	} else {
		for (u32 i = 0; i < 16; i += 8)
			value_put_word(total + i, value_word(total + i) + value_word(cpu + i));
	}
}

static void merge_series(const struct agg *agg, u8 *total, const u8 *cpu)
{
	struct agg one = of_interval(agg);

	for (u32 i = 0; i < agg->buckets; i++, total += SLOT, cpu += SLOT) {
		u64 had = value_word(total + 16), k = value_word(cpu + 16);

		if (k > had)
			memcpy(total, cpu, SLOT);
		else if (k && k == had)
			merge_interval(&one, total, cpu);
	}
}

/* The number of a bucket's interval; 0: none. */
static u64 interval_of(const u8 *words, u64 bucket)
{
	return value_word(words + bucket * SLOT + 16);
}

/*
 * The number on another clock, which is ns ahead, of interval k.  On that clock intervals begin at
 * multiples of the step, too, so that those of several machines match: it is the one whose start is
 * nearest.  0 if the start is not within s64.
 */
static u64 number_after(const struct agg *agg, u64 k, s64 ns)
{
	s64 start;

	if (k - 1 > INT64_MAX / 2 / (u64)agg->step || ns > INT64_MAX / 4 || ns < -(INT64_MAX / 4) ||
	    agg->step > INT64_MAX / 8)
		return 0;
	start = (s64)(k - 1) * agg->step + ns;
	return start < 0 ? 0 : (u64)(start + (ns ? agg->step / 2 : 0)) / (u64)agg->step + 1;
}

static bool shift_series(const struct agg *agg, u8 *words, s64 ns)
{
	u8 *from = mem_alloc((size_t)agg->buckets * SLOT);
	bool ok = true;

	memcpy(from, words, (size_t)agg->buckets * SLOT);
	memset(words, 0, (size_t)agg->buckets * SLOT);
	for (u32 i = 0; i < agg->buckets; i++) {
		u64 was = interval_of(from, i), k = was ? number_after(agg, was, ns) : 0;
		u8 *to = words + (k - 1) % agg->buckets * SLOT;

		if (was)
			ok &= k && (was - 1) % agg->buckets == i;
		if (!k)
			continue;
		memcpy(to, from + i * SLOT, SLOT);
		value_put_word(to + 16, k);
		if (!agg->how)
			value_put_word(to + 8, value_word(to + 8) + (u64)ns);
	}
	mem_free(from);
	return ok;
}

/* The buckets of the last intervals, in order, with gaps. */
static void decode_series(struct value_env *env, const struct agg *agg, const u8 *words,
			  struct value *out)
{
	struct agg one = of_interval(agg);
	u64 last = 0, first = UINT64_MAX, k;

	out->kind = V_SERIES;
	out->is_signed = agg->is_signed;
	out->i = agg->step;
	for (u32 i = 0; i < agg->buckets; i++)
		if ((k = interval_of(words, i)) > last)
			last = k;
	for (u32 i = 0; i < agg->buckets; i++)
		if ((k = interval_of(words, i)) && k < first && k + agg->buckets > last)
			first = k;
	if (!last)
		return;
	out->n = (u32)(last - first) + 1;
	out->buckets = arena_array(env->arena, struct bucket, out->n);
	for (k = first; k <= last; k++) {
		u64 i = (k - 1) % agg->buckets;
		struct bucket *b = &out->buckets[k - first];
		struct value v = { .u = value_word(words + i * SLOT) };

		if (one.ops)
			one.ops->decode(env, &one, words + i * SLOT, &v);
		b->lo = (s64)(k - 1) * agg->step + env->realtime_minus_boot;
		b->count = interval_of(words, i) == k;
		b->hi = v.i;
	}
}

const struct agg_ops agg_tseries = {
	.name = "tseries", .words = WORDS, .count_word = -1, .layout = layout_series,
	.is_valid = series_is_valid, .shift = shift_series,
	.update = update_series, .merge = merge_series, .decode = decode_series,
};

static const struct builtin rows[] = {
	{ PROTO("tseries", "agg", "(int x, const interval, const n [, literal how])"),
	  .check = check_tseries, .is_agg = true },
};
const struct builtin_table builtin_agg_series = { rows, ARRAY_SIZE(rows) };
