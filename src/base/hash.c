/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hash.c - open addressing with FNV-1a, and bounded edit distance. */
#include "base/hash.h"

#include <limits.h>
#include <string.h>

u32 hash_bytes(const void *p, size_t n)
{
	const u8 *s = p;
	u32 sum = 2166136261u;

	while (n--)
		sum = (sum ^ *s++) * 16777619u;
	return sum;
}

static struct hash_slot *find(const struct hash *h, const char *key, size_t len, u32 sum)
{
	size_t i = sum & (h->cap - 1);

	for (; h->slots[i].key; i = (i + 1) & (h->cap - 1)) {
		struct hash_slot *s = &h->slots[i];

		if (s->sum == sum && s->len == len && !memcmp(s->key, key, len))
			return s;
	}
	return &h->slots[i];
}

void *hash_get(const struct hash *h, const char *key, size_t len)
{
	return h->cap ? find(h, key, len, hash_bytes(key, len))->value : NULL;
}

static void grow(struct hash *h)
{
	struct hash old = *h;

	h->cap = old.cap ? old.cap * 2 : 16;
	h->slots = mem_alloc(h->cap * sizeof(*h->slots));
	for (size_t i = 0; i < old.cap; i++)
		if (old.slots[i].key)
			*find(h, old.slots[i].key, old.slots[i].len,
			      old.slots[i].sum) = old.slots[i];
	mem_free(old.slots);
}

void *hash_put(struct hash *h, const char *key, size_t len, void *value)
{
	struct hash_slot *s;
	u32 sum = hash_bytes(key, len);
	void *before;

	if (h->n * 2 >= h->cap)
		grow(h);
	s = find(h, key, len, sum);
	before = s->value;
	if (!s->key)
		h->n++;
	*s = (struct hash_slot){ key, (u32)len, sum, value };
	return before;
}

void hash_free(struct hash *h)
{
	mem_free(h->slots);
	*h = (struct hash){ 0 };
}

#define NEAR_MAX 63	/* longer names are not compared */

/* Levenshtein distance; UINT_MAX if a name is longer than NEAR_MAX. */
static unsigned edits(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	unsigned row[NEAR_MAX + 1];

	if (n > NEAR_MAX || m > NEAR_MAX)
		return UINT_MAX;
	for (size_t j = 0; j <= m; j++)
		row[j] = (unsigned)j;
	for (size_t i = 1; i <= n; i++) {
		unsigned diag = row[0];

		row[0] = (unsigned)i;
		for (size_t j = 1; j <= m; j++) {
			unsigned best = diag + (a[i - 1] != b[j - 1]);

			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			diag = row[j];
			row[j] = best;
		}
	}
	return row[m];
}

void near_init(struct near *n, const char *want)
{
	*n = (struct near){ .want = want, .distance = UINT_MAX };
}

void near_offer(struct near *n, const char *candidate)
{
	size_t len = strlen(n->want), clen = strlen(candidate);
	unsigned limit = (unsigned)(len < clen ? len : clen) / 3 + 1;
	unsigned d;

	/* the lengths alone rule most candidates out */
	if ((len > clen ? len - clen : clen - len) > limit || clen >= sizeof(n->copy))
		return;
	d = edits(n->want, candidate);
	if (d <= limit && d < n->distance) {
		n->distance = d;
		n->best = memcpy(n->copy, candidate, clen + 1);
	}
}
