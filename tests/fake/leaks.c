/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * leaks.c - finds wrong uses of memory in a run of awl: see fakebpf.h.
 *
 * The linker's --wrap leads our own calls here, not those of the C library.  Blocks that it
 * allocated and we free are in no list, and don't count.  Of each block in the list the bytes
 * after its end must stay as they are.  New blocks and those that were freed are filled, so that
 * what reads them goes wrong.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static struct block { void *p; size_t size; } blocks[2 * MOST];
static u32 n_blocks, n_used;
static bool is_counting;

static const u8 fence[8] = { 0xfe, 0xcd, 0xfe, 0xcd, 0xfe, 0xcd, 0xfe, 0xcd };
enum { FRESH = 0xa5, FREED = 0xdd };

static struct block *block_of(const void *p)
{
	u32 i = (u32)((uintptr_t)p >> 4) * 2654435761u % ARRAY_SIZE(blocks);

	while (blocks[i].p && blocks[i].p != p)
		i = (i + 1) % ARRAY_SIZE(blocks);
	return &blocks[i];
}

static void *note(u8 *p, size_t size)
{
	struct block *b;

	if (!p)
		return p;
	memcpy(p + size, fence, sizeof(fence));
	if (!is_counting || n_used == MOST)
		return p;
	b = block_of(p);
	n_used += !b->p;
	n_blocks++;
	*b = (struct block){ p, size };
	return p;
}

/* Returns its size if it is in the list, else 0. */
static size_t forget(const void *p)
{
	struct block *b = p ? block_of(p) : NULL;

	if (!b || !b->p)
		return 0;
	if (memcmp((const u8 *)b->p + b->size, fence, sizeof(fence))) {
		fprintf(stderr, "the bytes after a block of %zu were overwritten\n", b->size);
		abort();
	}
	b->p = GONE;
	n_blocks--;
	return b->size;
}

void *__wrap_malloc(size_t size)
{
	u8 *p = __real_malloc(size + sizeof(fence));

	if (p)
		memset(p, FRESH, size);
	return note(p, size);
}

void *__wrap_calloc(size_t n, size_t size)
{
	return note(__real_calloc(1, n * size + sizeof(fence)), n * size);
}

void *__wrap_realloc(void *p, size_t size)
{
	bool is_known = p && block_of(p)->p;
	size_t before = forget(p);
	u8 *new = __real_realloc(p, size + sizeof(fence));

	if (new && (is_known || !p) && size > before)
		memset(new + before, FRESH, size - before);
	return note(new, size);
}

void __wrap_free(void *p)
{
	size_t size = forget(p);

	if (size)
		memset(p, FREED, size);
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
