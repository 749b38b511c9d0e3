/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sort.c - the order of a map's entries, and of values in general.
 *
 * Entries whose values are numbers, averages or histograms are sorted by value and
 * then by key, all others by key.  The sort is stable and the order total, so that
 * the same map is always shown the same.  The sort moves indices; the entries are
 * moved to their places only at the end.
 */
#include "show/value.h"

#include <string.h>

#include "base/sort.h"

/* Values of the same class are compared with each other; a higher class comes later. */
enum { CLASS_NONE, CLASS_NUMBER, CLASS_STRING, CLASS_ADDRS, CLASS_ITEMS, CLASS_HIST };

static const u8 classes[V_KINDS] = {
	[V_NONE] = CLASS_NONE,
	[V_INT] = CLASS_NUMBER,		[V_UINT] = CLASS_NUMBER,
	[V_BOOL] = CLASS_NUMBER,	[V_ADDR] = CLASS_NUMBER,
	[V_ENUM] = CLASS_NUMBER,	[V_AVG] = CLASS_NUMBER,
	[V_STATS] = CLASS_NUMBER,
	[V_STR] = CLASS_STRING,		[V_BYTES] = CLASS_STRING,
	[V_SYM] = CLASS_ADDRS,		[V_STACK] = CLASS_ADDRS,
	[V_ARRAY] = CLASS_ITEMS,	[V_TUPLE] = CLASS_ITEMS,
	[V_RECORD] = CLASS_ITEMS,
	[V_HIST] = CLASS_HIST,
};

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

static bool is_negative(const struct value *v)
{
	bool is_signed = v->kind == V_INT || v->kind == V_ENUM ||
			 ((v->kind == V_AVG || v->kind == V_STATS) && v->is_signed);

	return is_signed && v->i < 0;
}

static int compare_numbers(const struct value *a, const struct value *b)
{
	bool na = is_negative(a), nb = is_negative(b);

	return na != nb ? nb - na : ORDER(a->u, b->u);
}

static int compare_strings(const struct value *a, const struct value *b)
{
	u32 n = a->len < b->len ? a->len : b->len;
	int c = n ? memcmp(a->s, b->s, n) : 0;

	return c ? c : ORDER(a->len, b->len);
}

static int compare_addrs(const struct value *a, const struct value *b)
{
	for (u32 i = 0; i < a->n && i < b->n; i++)
		if (a->frames[i].addr != b->frames[i].addr)
			return ORDER(a->frames[i].addr, b->frames[i].addr);
	if (a->n == b->n && a->n)
		return ORDER(a->frames[0].pid, b->frames[0].pid);
	return ORDER(a->n, b->n);
}

static int compare_items(const struct value *a, const struct value *b)
{
	for (u32 i = 0; i < a->n && i < b->n; i++) {
		int c = value_compare(&a->items[i], &b->items[i]);

		if (c)
			return c;
	}
	return ORDER(a->n, b->n);
}

int value_compare(const struct value *a, const struct value *b)
{
	u8 class = classes[a->kind];

	if (class != classes[b->kind])
		return ORDER(class, classes[b->kind]);
	switch (class) {
	case CLASS_NUMBER:
		return compare_numbers(a, b);
	case CLASS_STRING:
		return compare_strings(a, b);
	case CLASS_ADDRS:
		return compare_addrs(a, b);
	case CLASS_ITEMS:
		return compare_items(a, b);
	case CLASS_HIST:
		return ORDER(a->count, b->count);
	default:
		return 0;
	}
}

static bool goes_by_value(const struct value *v)
{
	return classes[v->kind] == CLASS_NUMBER || classes[v->kind] == CLASS_HIST;
}

/*
 * An element of the array that is sorted.  `rank` is a number for the value (0 if entries
 * are sorted by key only), `key` is one for the key, such as its first eight bytes.  Most
 * comparisons are decided by these and don't touch the entries.
 */
struct item { u64 rank, key; u32 index; };

/* A smaller rank means an earlier place; values of equal rank must be compared. */
static u64 rank_of(const struct value *v)
{
	u64 rank = 0;

	while ((v->kind == V_TUPLE || v->kind == V_ARRAY) && v->n)
		v = v->items;
	switch (classes[v->kind]) {
	case CLASS_NONE:
		return 0;
	case CLASS_NUMBER:
		return is_negative(v) ? 0 : v->u;
	case CLASS_HIST:
		return v->count;
	case CLASS_STRING:
		for (u32 i = 0; i < 8; i++)
			rank = rank << 8 | (i < v->len ? (u8)v->s[i] : 0);
		return rank;
	default:
		return UINT64_MAX;
	}
}

static bool in_order(const void *ctx, const void *left, const void *right)
{
	const struct item *a = left, *b = right;
	const struct entry *e = ctx;
	int c;

	if (a->rank != b->rank)
		return a->rank < b->rank;
	/* all other ranks of values are exact, but all negative numbers have rank 0 */
	if (!a->rank && goes_by_value(&e[a->index].value)) {
		c = value_compare(&e[a->index].value, &e[b->index].value);
		if (c)
			return c < 0;
	}
	if (a->key != b->key)
		return a->key < b->key;
	return value_compare(&e[a->index].key, &e[b->index].key) <= 0;
}

/* Moves e[order[i].index] to i for each i, cycle by cycle.  Overwrites order. */
static void permute(struct entry *e, struct item *order, u32 n)
{
	for (u32 start = 0; start < n; start++) {
		struct entry first = e[start];
		u32 i = start;

		while (order[i].index != start) {
			u32 next = order[i].index;

			e[i] = e[next];
			order[i].index = i;
			i = next;
		}
		e[i] = first;
		order[i].index = i;
	}
}

void value_sort(struct entry *entries, u32 n, bool by_key)
{
	struct item *order;
	bool by_value;

	if (n < 2)
		return;
	by_value = !by_key && goes_by_value(&entries->value);
	order = mem_alloc(n * sizeof(*order));
	for (u32 i = 0; i < n; i++) {
		order[i].rank = by_value ? rank_of(&entries[i].value) : by_key;
		order[i].key = rank_of(&entries[i].key);
		order[i].index = i;
	}
	sort_array(order, n, sizeof(*order), in_order, entries);
	permute(entries, order, n);
	mem_free(order);
}
