/* SPDX-License-Identifier: GPL-2.0-or-later */
/* value_merge.c - aggregations of several CPUs put together, and values divided; see value.h. */
#include <string.h>

#include "show/value.h"

static u64 get(const u8 *p)
{
	u64 u;

	memcpy(&u, p, 8);
	return u;
}

static void put(u8 *p, u64 u)
{
	memcpy(p, &u, 8);
}

static bool is_better(const struct agg *agg, u64 a, u64 than)
{
	bool less = agg->is_signed ? (s64)a < (s64)than : a < than;

	return agg->kind == AGG_MIN ? less : !less;
}

/* MIN and MAX: u64 value, u64 n. */
static void merge_extreme(const struct agg *agg, u8 *total, const u8 *cpu)
{
	u64 n = get(cpu + 8), had = get(total + 8);

	if (!n)
		return;
	if (!had || is_better(agg, get(cpu), get(total)))
		memcpy(total, cpu, 8);
	put(total + 8, had + n);
}

/* The later interval; of the same, both together. */
static void merge_series(const struct agg *agg, u8 *total, const u8 *cpu)
{
	struct agg one = { .kind = agg->bits, .is_signed = agg->is_signed };
	u64 had = get(total + 16), k = get(cpu + 16);

	if (k > had || (k == had && one.kind == AGG_COUNT && get(cpu + 8) > get(total + 8)))
		memcpy(total, cpu, 24);
	else if (k && k == had && (one.kind == AGG_MIN || one.kind == AGG_MAX))
		merge_extreme(&one, total, cpu);
	else if (k && k == had && one.kind != AGG_COUNT)
		for (u32 i = 0; i < 16; i += 8)
			put(total + i, get(total + i) + get(cpu + i));
}

void value_merge(const struct type *t, void *total, const void *cpu)
{
	if (t->kind != TY_AGG)
		return;
	if (t->agg.kind == AGG_MIN || t->agg.kind == AGG_MAX) {
		merge_extreme(&t->agg, total, cpu);
		return;
	}
	if (t->agg.kind == AGG_TSERIES) {
		for (u32 i = 0; i < t->size; i += 24)
			merge_series(&t->agg, (u8 *)total + i, (const u8 *)cpu + i);
		return;
	}
	/* all others are sums, word by word */
	for (u32 i = 0; i + 8 <= t->size; i += 8) {
		u8 *to = (u8 *)total + i;

		put(to, get(to) + get((const u8 *)cpu + i));
	}
}

u64 value_quotient(u64 u, u64 by, bool is_signed)
{
	if (!by)
		return 0;
	if (!is_signed || (s64)u >= 0)
		return u / by;
	return 0 - (0 - u) / by;
}

void value_divide(struct value *v, u64 div)
{
	if (div <= 1)
		return;
	switch (v->kind) {
	case V_INT:
	case V_UINT:
		v->u = value_quotient(v->u, div, v->kind == V_INT);
		break;
	case V_AVG:
	case V_STATS:
		v->u = value_quotient(v->u, div, v->is_signed);
		v->total = value_quotient(v->total, div, v->is_signed);
		break;
	case V_SERIES:
		for (u32 i = 0; i < v->n; i++)
			v->buckets[i].hi = (s64)value_quotient((u64)v->buckets[i].hi, div,
							       v->is_signed);
		break;
	case V_HIST:
		for (u32 i = 0; i < v->n; i++)
			v->buckets[i].count /= div;
		v->count /= div;
		break;
	}
}
