/* SPDX-License-Identifier: GPL-2.0-or-later */
/* value_merge.c - adds up the aggregations of several CPUs, and divides values; see value.h. */
#include <string.h>

#include "show/value.h"

void value_merge(const struct type *t, void *total, const void *cpu)
{
	if (t->kind != TY_AGG)
		return;
	if (t->agg->ops->merge) {
		t->agg->ops->merge(t->agg, total, cpu);
		return;
	}
	for (u32 i = 0; i + 8 <= t->size; i += 8)
		value_put_word((u8 *)total + i, value_word((u8 *)total + i) +
						value_word((const u8 *)cpu + i));
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
