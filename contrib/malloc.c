/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * malloc.c - a small malloc, for the static musl builds: the C library's takes 9 kB, mostly for
 * threads, and awl has no threads.
 *
 * The size of a block is a power of two, as in growing arrays.  Each size has a list of free
 * blocks; new blocks are cut from runs.  A large block is a mapping: it grows in place, and
 * freeing it returns the memory to the kernel.  tests/unit_malloc.c tests it.
 */
#define _GNU_SOURCE	/* mremap */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MALLOC_NAME
#define MALLOC_NAME(name) name
#endif

#define RUN 262144u		/* bytes; untouched pages use no memory */
#define MIN_ORDER 5
#define MAX_ORDER 16		/* larger blocks (64 kB) are mappings */

/* Precedes each block.  It has 16 bytes, so that the block is aligned. */
union head {
	struct {
		size_t size;	/* including the head */
		union head *next;
	};
	_Alignas(16) char align[16];
};

static union head *free_blocks[MAX_ORDER + 1];
static char *run;
static size_t run_left;

static void *map(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

static unsigned order_of(size_t size)
{
	unsigned order = MIN_ORDER;

	while ((size_t)1 << order < size)
		order++;
	return order;
}

static union head *cut(size_t size)
{
	union head *h;

	if (run_left < size) {
		run = map(RUN);
		run_left = run ? RUN : 0;
		if (!run)
			return NULL;
	}
	h = (union head *)run;
	run += size;
	run_left -= size;
	return h;
}

/* Returns the size with the head, or 0 if it would overflow. */
static size_t with_head(size_t n)
{
	size_t size = n + sizeof(union head);

	if (n > PTRDIFF_MAX - 8192)
		return 0;
	return size > (size_t)1 << MAX_ORDER ? (size + 4095) & -(size_t)4096
					     : (size_t)1 << order_of(size);
}

void *MALLOC_NAME(malloc)(size_t n)
{
	size_t size = with_head(n);
	unsigned order = order_of(size);
	union head *h = NULL;

	if (size && order > MAX_ORDER) {
		h = map(size);
	} else if (size && free_blocks[order]) {
		h = free_blocks[order];
		free_blocks[order] = h->next;
	} else if (size) {
		h = cut(size);
	}
	if (!h) {
		errno = ENOMEM;
		return NULL;
	}
	h->size = size;
	return h + 1;
}

void MALLOC_NAME(free)(void *p)
{
	union head *h = p;
	unsigned order;

	if (!h)
		return;
	h--;
	order = order_of(h->size);
	if (order > MAX_ORDER) {
		munmap(h, h->size);
		return;
	}
	h->next = free_blocks[order];
	free_blocks[order] = h;
}

void *MALLOC_NAME(calloc)(size_t n, size_t each)
{
	size_t size;
	void *p;

	if (__builtin_mul_overflow(n, each, &size))
		size = SIZE_MAX;
	p = MALLOC_NAME(malloc)(size);
	if (p && ((union head *)p - 1)->size <= (size_t)1 << MAX_ORDER)
		memset(p, 0, size);
	return p;
}

void *MALLOC_NAME(realloc)(void *p, size_t n)
{
	size_t size = with_head(n);
	union head *h = p;
	void *q;

	if (!h)
		return MALLOC_NAME(malloc)(n);
	h--;
	if (size && size <= h->size)
		return p;
	if (size && h->size > (size_t)1 << MAX_ORDER) {
		q = mremap(h, h->size, size, MREMAP_MAYMOVE);
		if (q == MAP_FAILED)
			return NULL;
		h = q;
		h->size = size;
		return h + 1;
	}
	q = MALLOC_NAME(malloc)(n);
	if (q) {
		memcpy(q, p, h->size - sizeof(*h));
		MALLOC_NAME(free)(p);
	}
	return q;
}
