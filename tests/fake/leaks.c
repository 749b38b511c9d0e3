/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * leaks.c - counts blocks of memory that a run of awl doesn't free: see fakebpf.h.
 *
 * The linker's --wrap leads our own calls here, not those of the C library.  Blocks that it
 * allocated and we free are in no list, and don't count.
 */
#include <stdint.h>
#include <stdlib.h>

#include "tests/fake/fakebpf.h"

#define MOST (1u << 16)		/* blocks at once */

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void __real_free(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void __wrap_free(void *p);

/* Open addressing; blocks that were freed leave GONE. */
#define GONE ((void *)1)
static void *blocks[2 * MOST];
static u32 n_blocks, n_used;
static bool is_counting;

static u32 place_of(const void *p)
{
	u32 i = (u32)((uintptr_t)p >> 4) * 2654435761u % ARRAY_SIZE(blocks);

	while (blocks[i] && blocks[i] != p)
		i = (i + 1) % ARRAY_SIZE(blocks);
	return i;
}

static void *note(void *p)
{
	u32 i;

	if (!p || !is_counting || n_used == MOST)
		return p;
	i = place_of(p);
	n_used += !blocks[i];
	n_blocks += blocks[i] != p;
	blocks[i] = p;
	return p;
}

static void forget(const void *p)
{
	u32 i = place_of(p);

	if (p && blocks[i]) {
		blocks[i] = GONE;
		n_blocks--;
	}
}

void *__wrap_malloc(size_t size)
{
	return note(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
	return note(__real_calloc(n, size));
}

void *__wrap_realloc(void *p, size_t size)
{
	forget(p);
	return note(__real_realloc(p, size));
}

void __wrap_free(void *p)
{
	forget(p);
	__real_free(p);
}

void leaks_count(void)
{
	is_counting = true;
}

u32 leaks_found(void)
{
	is_counting = false;
	return n_used < MOST ? n_blocks : 0;
}
