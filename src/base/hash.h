/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hash.h - names to pointers, the text hash, and near names.
 *
 * Keys are not copied: they must outlive the table.  Values may not be NULL
 * (NULL means "not there").
 */
#ifndef AWL_HASH_H
#define AWL_HASH_H

#include "base/mem.h"

struct hash {
	struct hash_slot { const char *key; u32 len, sum; void *value; } *slots;
	size_t n, cap;
};

void *hash_get(const struct hash *h, const char *key, size_t len);
/* Returns the value that was there before, or NULL. */
void *hash_put(struct hash *h, const char *key, size_t len, void *value);
void hash_free(struct hash *h);
u32 hash_bytes(const void *p, size_t n);

/*
 * "did you mean": offer candidates one by one, then read best (NULL if none
 * is near enough to be worth saying).
 */
struct near {
	const char *want;
	const char *best;	/* points to copy */
	unsigned distance;	/* edits, UINT_MAX before the first candidate */
	char copy[128];		/* longer names are near to none */
};
void near_init(struct near *n, const char *want);
void near_offer(struct near *n, const char *candidate);

#endif
