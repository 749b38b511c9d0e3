/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_malloc.c - contrib/malloc.c, which is in static builds: blocks are aligned, keep their
 * contents, do not overlap, are reused and freed.
 */
#define _GNU_SOURCE
#define MALLOC_NAME(name) our_##name
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void *our_malloc(size_t n);
void our_free(void *p);
void *our_calloc(size_t n, size_t each);
void *our_realloc(void *p, size_t n);

#include "contrib/malloc.c"

#define CHECK(x) do {								\
	if (!(x)) {								\
		printf("line %d: %s\n", __LINE__, #x);				\
		failed = 1;							\
	}									\
} while (0)

#define BLOCKS 500

static int failed;
static struct { unsigned char *p; size_t n; unsigned char mark; } blocks[BLOCKS];

static bool holds(const unsigned char *p, size_t n, unsigned char mark)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] != mark)
			return false;
	return true;
}

static size_t some_size(unsigned r)
{
	return r % 7 == 0 ? r / 7 % 300000 : r % 5 == 0 ? r / 5 % 20000 : r / 5 % 200;
}

/* Changes one block: new, freed or resized.  All others stay as they were. */
static void step(unsigned r)
{
	unsigned i = r % BLOCKS;
	size_t n = some_size(r / BLOCKS), kept = n < blocks[i].n ? n : blocks[i].n;

	CHECK(holds(blocks[i].p, blocks[i].n, blocks[i].mark));
	if (r % 3 == 0) {
		our_free(blocks[i].p);
		blocks[i].p = our_calloc(n, 1);
		CHECK(holds(blocks[i].p, n, 0));
	} else {
		blocks[i].p = our_realloc(blocks[i].p, n);
		CHECK(holds(blocks[i].p, kept, blocks[i].mark));
	}
	CHECK(blocks[i].p && (uintptr_t)blocks[i].p % 16 == 0);
	blocks[i].n = n;
	blocks[i].mark = (unsigned char)(r >> 8);
	memset(blocks[i].p, blocks[i].mark, n);
}

int main(void)
{
	unsigned r = 1;
	void *p;

	for (int i = 0; i < 20000 && !failed; i++)
		step((r = r * 1103515245 + 12345) >> 1);
	for (int i = 0; i < BLOCKS; i++) {
		CHECK(holds(blocks[i].p, blocks[i].n, blocks[i].mark));
		our_free(blocks[i].p);
	}
	p = our_malloc(100);
	our_free(p);
	CHECK(our_malloc(100) == p);
	our_free(NULL);
	CHECK(!our_malloc(SIZE_MAX) && errno == ENOMEM);
	CHECK(!our_malloc(PTRDIFF_MAX));
	CHECK(!our_calloc(SIZE_MAX / 2, 3));
	CHECK(!our_realloc(p, SIZE_MAX - 4));
	return failed;
}
