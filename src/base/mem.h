/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mem.h - memory, by lifetime.
 *
 * There are two ways to get memory.  An arena holds everything that lives as long as one
 * compilation or one record, and frees it at once.  mem_*() is malloc, for buffers that
 * grow.  Neither returns NULL: when memory runs out mem_oom_handler is called, which does
 * not return.  So callers don't check for NULL.
 */
#ifndef AWL_MEM_H
#define AWL_MEM_H

#include "base/base.h"

/* Called with the size in bytes that could not be allocated.  It must not return.  The default
 * prints one line and exits with status 1; main() and tests may replace it. */
extern void (*mem_oom_handler)(size_t size);

void *mem_alloc(size_t size);			/* zeroed; free with mem_free */
void *mem_realloc(void *p, size_t size);	/* the new part is not zeroed */
void mem_free(void *p);				/* p may be NULL */

struct arena {
	struct arena_chunk *head;
	size_t used;		/* bytes handed out since the last reset */
};

void *arena_alloc(struct arena *a, size_t size);	/* zeroed, 8-aligned */
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *fmt, ...) PRINTF_LIKE(2, 3);
void *arena_memdup(struct arena *a, const void *p, size_t n);
/* Forgets all allocations, but keeps one chunk for the next ones. */
void arena_reset(struct arena *a);
void arena_free(struct arena *a);

#define arena_new(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define arena_array(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (n)))

/*
 * A growing array: VEC(int) v = { 0 };  vec_push(&v, 3);  v.v[0], v.n.
 * It owns the memory of its elements until vec_free().
 */
#define VEC(...) struct { __VA_ARGS__ *v; u32 n, cap; }
#define vec_push(vec, x) do {						\
	__typeof__((vec)->v) vec_new = vec_add(vec, sizeof(*vec_new));	\
									\
	*vec_new = (x);							\
} while (0)
void *vec_add(void *vec, size_t elem_size);	/* makes room for one element more and returns it */
void vec_free(void *vec);

#endif
