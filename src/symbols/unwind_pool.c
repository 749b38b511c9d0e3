/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unwind_pool.c - see unwind_pool.h. */
#include "symbols/unwind_pool.h"

#include <string.h>

static u32 *slot_of(const struct unwind_pool *p, const void *value)
{
	u32 sum = 0, word, i;

	for (i = 0; i < p->size; i += 4) {
		memcpy(&word, (const u8 *)value + i, 4);
		sum = (sum ^ word) * 0x9e3779b1 + (sum >> 15);
	}
	for (i = sum ^ sum >> 16; ; i++) {
		u32 *slot = &p->slots[i & (p->n_slots - 1)];

		if (!*slot || !memcmp(p->v + (size_t)(*slot - 1) * p->size, value, p->size))
			return slot;
	}
}

static void grow(struct unwind_pool *p)
{
	p->n_slots = p->n_slots ? p->n_slots * 2 : 256;
	p->cap = p->n_slots / 2;
	p->v = mem_realloc(p->v, (size_t)p->cap * p->size);
	mem_free(p->slots);
	p->slots = mem_alloc(p->n_slots * sizeof(*p->slots));
	for (u32 i = 0; i < p->n; i++)
		*slot_of(p, p->v + (size_t)i * p->size) = i + 1;
}

u32 pool_put(struct unwind_pool *p, const void *value, u32 most)
{
	u32 *slot;

	if (p->n >= p->cap)
		grow(p);
	slot = slot_of(p, value);
	if (*slot)
		return *slot - 1;
	if (p->n >= most)
		return 0;
	memcpy(p->v + (size_t)p->n * p->size, value, p->size);
	*slot = ++p->n;
	return *slot - 1;
}

void pool_free(struct unwind_pool *p)
{
	mem_free(p->v);
	mem_free(p->slots);
}
