/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sort.c - the order of a map's entries, and of values in general.
 *
 * Entries whose values are numbers, averages or histograms are sorted by value and
 * then by key, all others by key.  The sort is stable and the order total, so that
 * the same map is always shown the same.  The sort moves indices; the entries are
 * moved to their places only at the end, and may be decoded only to be compared.
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

/* An element of the array that is sorted: a number that decides most comparisons, so that these
 * don't touch the entries, and which entry it is. */
struct item { u64 rank; u32 index; };

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

struct sorting {
	const struct value_list *list;
	bool by_key;		/* now, and not by value */
};

static const struct value *sorted_by(const struct sorting *s, u32 index, u32 place)
{
	const struct entry *e = s->list->at(s->list->ctx, index, place);

	return s->by_key ? &e->key : &e->value;
}

static int compare(const struct sorting *s, const struct item *a, const struct item *b)
{
	const struct value *first;

	if (a->rank != b->rank)
		return ORDER(a->rank, b->rank);
	if (a->rank && !s->by_key)	/* ranks of values are exact, but negative numbers have 0 */
		return 0;
	first = sorted_by(s, a->index, 0);
	return value_compare(first, sorted_by(s, b->index, 1));
}

static bool in_order(const void *ctx, const void *left, const void *right)
{
	return compare(ctx, left, right) <= 0;
}

static void sort_items(struct sorting *s, struct item *items, u32 n)
{
	for (u32 i = 0; i < n; i++)
		items[i].rank = rank_of(sorted_by(s, items[i].index, 0));
	sort_array(items, n, sizeof(*items), in_order, s);
}

/* Sorts items that are sorted by value, and have equal values, by key. */
static void sort_equal(struct sorting *s, struct item *items, u32 n)
{
	struct sorting keys = { s->list, true };

	for (u32 i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && !compare(s, &items[i], &items[end]); end++)
			continue;
		if (end - i > 1)
			sort_items(&keys, items + i, end - i);
	}
}

u32 *value_order(const struct value_list *list, bool by_key)
{
	struct item *items = mem_alloc(list->n * sizeof(*items));
	struct sorting s = { list, by_key };
	u32 *order;

	for (u32 i = 0; i < list->n; i++)
		items[i].index = i;
	if (list->n && !goes_by_value(&list->at(list->ctx, 0, 0)->value))
		s.by_key = true;
	sort_items(&s, items, list->n);
	if (!s.by_key)
		sort_equal(&s, items, list->n);
	order = mem_alloc(list->n * sizeof(*order));
	for (u32 i = 0; i < list->n; i++)
		order[i] = items[i].index;
	mem_free(items);
	return order;
}

static const struct entry *entry_at(void *ctx, u32 i, u32 place)
{
	const struct entry *entries = ctx;

	(void)place;
	return &entries[i];
}

void value_permute(void *v, size_t size, u32 *order, u32 n)
{
	u8 *bytes = v, *first = mem_alloc(size);

	for (u32 start = 0; start < n; start++) {
		u32 i = start;

		memcpy(first, bytes + i * size, size);
		while (order[i] != start) {
			u32 next = order[i];

			memcpy(bytes + i * size, bytes + next * size, size);
			order[i] = i;
			i = next;
		}
		memcpy(bytes + i * size, first, size);
		order[i] = i;
	}
	mem_free(first);
}

void value_sort(struct entry *entries, u32 n, bool by_key)
{
	u32 *order;

	if (n < 2)
		return;
	order = value_order(&(struct value_list){ entry_at, entries, n }, by_key);
	value_permute(entries, sizeof(*entries), order, n);
	mem_free(order);
}
