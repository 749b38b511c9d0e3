/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hash.h - names to pointers, the text hash, and near names.
 *
 * Keys are not copied: they must outlive the table.  Values can't be NULL, which means
 * that there is no entry.
 */
#ifndef AWL_HASH_H
#define AWL_HASH_H

#include "base/mem.h"

struct hash {
	struct hash_slot { const char *key; u32 len, sum; void *value; } *slots;
	size_t n, cap;
};

void *hash_get(const struct hash *h, const char *key, size_t len);
/* Returns the previous value, or NULL. */
void *hash_put(struct hash *h, const char *key, size_t len, void *value);
void hash_free(struct hash *h);
u32 hash_bytes(const void *p, size_t n);

/*
 * For "did you mean": offer all candidates, then read best, which is NULL if no candidate is
 * near enough.
 */
struct near {
	const char *want;
	const char *best;	/* points to copy */
	unsigned distance;	/* edits, UINT_MAX before the first candidate */
	char copy[128];		/* longer candidates are ignored */
};
void near_init(struct near *n, const char *want);
void near_offer(struct near *n, const char *candidate);

#endif
