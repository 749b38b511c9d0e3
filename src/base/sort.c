/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sort.c - the merge sort, and a search in what is sorted; see sort.h. */
#include "base/sort.h"

#include <string.h>

#include "base/mem.h"

struct sort { size_t size; sort_fn in_order; const void *ctx; };

/* Merges from[0, mid) and from[mid, end) into to; all are offsets in bytes. */
static void merge(const struct sort *s, const u8 *from, u8 *to, size_t mid, size_t end)
{
	size_t i = 0, j = mid;

	while (i < mid && j < end) {
		bool left = s->in_order(s->ctx, from + i, from + j);

		memcpy(to, from + (left ? i : j), s->size);
		*(left ? &i : &j) += s->size;
		to += s->size;
	}
	memcpy(to, from + i, mid - i);
	memcpy(to + (mid - i), from + j, end - j);
}

void sort_array(void *v, size_t n, size_t size, sort_fn in_order, const void *ctx)
{
	struct sort s = { size, in_order, ctx };
	size_t all = n * size;
	u8 *from = v, *to, *spare;

	if (n < 2)
		return;
	to = spare = mem_alloc(all);
	for (size_t width = size; width < all; width *= 2) {
		u8 *other = from;

		for (size_t lo = 0; lo < all; lo += width * 2) {
			size_t left = all - lo;

			merge(&s, from + lo, to + lo, width < left ? width : left,
			      width * 2 < left ? width * 2 : left);
		}
		from = to;
		to = other;
	}
	if (from != v)
		memcpy(v, from, all);
	mem_free(spare);
}

size_t sort_lower_bound(const void *v, size_t n, size_t size, u64 key)
{
	size_t lo = 0;

	while (lo < n) {
		size_t mid = (lo + n) / 2;

		if (*(const u64 *)(const void *)((const u8 *)v + mid * size) < key)
			lo = mid + 1;
		else
			n = mid;
	}
	return lo;
}
