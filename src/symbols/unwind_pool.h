/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unwind_pool.h - distinct values, by numbers: rules and states of frames. */
#ifndef AWL_UNWIND_POOL_H
#define AWL_UNWIND_POOL_H

#include "base/mem.h"

struct unwind_pool {
	u8 *v;
	u32 size;		/* of a value, in bytes: a multiple of 4 */
	u32 n, cap;
	u32 *slots, n_slots;	/* hash table of indexes plus 1 */
};

/* The number of a value, which is added if it is new.  0 if there are `most` already. */
u32 pool_put(struct unwind_pool *p, const void *value, u32 most);
void pool_free(struct unwind_pool *p);

#endif
