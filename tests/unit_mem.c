/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_mem.c - base/mem.c: blocks of any size, arenas whose pieces neither overlap nor move, arrays
 * that grow, and what happens when memory runs out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/print.h"
#include "tests/lib/unit.h"

static int n_blocks;		/* that are in use */
static u32 n_taken;		/* all that were ever made */
static size_t most = SIZE_MAX;	/* larger ones are refused */
static char said[128];

static void *fake_malloc(size_t size)
{
	u8 *p = size > most ? NULL : malloc(size);

	n_blocks += p != NULL;
	n_taken += p != NULL;
	return p ? memset(p, 0xa5, size) : NULL;
}

static void *fake_calloc(size_t n, size_t size)
{
	n_blocks += n * size <= most;
	return n * size > most ? NULL : calloc(n, size);
}

/* A size of 0 frees the block, as with glibc. */
static void *fake_realloc(void *p, size_t size)
{
	if (!size || size > most) {
		if (!size && p) {
			free(p);
			n_blocks--;
		}
		return NULL;
	}
	n_blocks += !p;
	return realloc(p, size);
}

static void fake_free(void *p)
{
	n_blocks -= p != NULL;
	free(p);
}

static int fake_print(int fd, const char *s, size_t n)
{
	CHECK(fd == STDERR_FILENO && n < sizeof(said));
	memcpy(said, s, n);
	said[n] = '\0';
	return 0;
}

static jmp_buf back;
static void fake_exit(int status)
{
	longjmp(back, status + 10);
}

#define malloc fake_malloc
#define calloc fake_calloc
#define realloc fake_realloc
#define free fake_free
#define print_bytes fake_print
#define exit fake_exit
#include "src/base/mem.c"
#undef exit

static bool is_zero(const void *p, size_t n)
{
	const u8 *b = p;

	while (n && !*b) {
		b++;
		n--;
	}
	return !n;
}

static void test_blocks(void)
{
	u8 *p = mem_alloc(100), *q = mem_alloc(0);

	CHECK(p && is_zero(p, 100) && q);
	p = mem_realloc(p, 1000);
	q = mem_realloc(q, 0);		/* a block all the same */
	CHECK(p && is_zero(p, 100) && q && n_blocks == 2);
	mem_free(p);
	mem_free(q);
	mem_free(NULL);
	p = mem_realloc(NULL, 0);
	CHECK(p && n_blocks == 1);
	mem_free(p);
	CHECK(n_blocks == 0);
}

/* Pieces of many sizes, each of which keeps what is written to it. */
static void test_arena(void)
{
	static u8 *pieces[400];
	struct arena a = { 0 };
	size_t sum = 0;
	u8 *first;
	bool ok = true;

	for (u32 i = 0; i < 400; i++) {
		u32 size = i == 200 ? 100000 : i;

		pieces[i] = arena_alloc(&a, size);
		ok &= is_zero(pieces[i], size) && (uintptr_t)pieces[i] % 8 == 0;
		memset(pieces[i], (int)i, size);
		sum += (size + 7) / 8 * 8;
	}
	for (u32 i = 0; i < 400; i++)
		for (u32 k = 0; k < i; k++)
			ok &= pieces[i][k] == (u8)i;
	CHECK(ok && a.used == sum);
	/* A chunk has at most 16 kB, and a large piece has one of its own. */
	CHECK(n_blocks >= 6 && n_blocks <= 9);
	arena_reset(&a);
	CHECK(n_blocks == 1 && a.used == 0);
	n_taken = 0;
	first = arena_alloc(&a, 16);
	CHECK(is_zero(first, 16) && n_taken == 0 && a.used == 16);
	arena_alloc(&a, 12000);
	CHECK(n_taken == 0);		/* there is room for that in the chunk */
	arena_free(&a);
	CHECK(n_blocks == 0 && !a.head && a.used == 0);
	arena_free(&a);
	arena_reset(&a);
	CHECK(n_blocks == 0);
}

/* Pieces that fill a chunk exactly, and one that needs the next. */
static void test_full(void)
{
	struct arena a = { 0 };

	n_taken = 0;
	arena_alloc(&a, CHUNK - 8);
	arena_alloc(&a, 8);
	CHECK(n_taken == 1);
	arena_alloc(&a, 1);
	CHECK(n_taken == 2);
	arena_alloc(&a, CHUNK);
	arena_alloc(&a, CHUNK + 1);
	CHECK(n_taken == 4);
	arena_free(&a);
}

static void test_copies(void)
{
	struct arena a = { 0 };
	char *p = arena_strndup(&a, "abcdef", 3), *q = arena_strdup(&a, "xyz");
	char *r = arena_memdup(&a, "12345678", 8), *s = arena_printf(&a, "%d-%s", 42, "seven");

	CHECK(same(p, "abc") && same(q, "xyz") && !memcmp(r, "12345678", 8));
	CHECK(same(s, "42-seven") && arena_memdup(&a, NULL, 0));
	CHECK(same(arena_strdup(&a, ""), "") && same(arena_printf(&a, "%s", ""), ""));
	arena_free(&a);
}

static void test_vec(void)
{
	VEC(u32) v = { 0 };
	bool ok = true;

	for (u32 i = 0; i < 1000; i++) {
		vec_push(&v, i * 3);
		ok &= v.n == i + 1 && v.cap >= v.n && v.cap <= 2 * v.n + 8;
	}
	for (u32 i = 0; i < 1000; i++)
		ok &= v.v[i] == i * 3;
	CHECK(ok && n_blocks == 1);
	vec_free(&v);
	CHECK(n_blocks == 0 && v.n == 0 && v.cap == 0 && !v.v);
}

/* Is this the text, and 1 the exit status, when memory runs out? */
static void test_out_of_memory(void)
{
	static struct arena a;
	static VEC(u64) v;
	volatile int status;

	most = 1000;
	status = setjmp(back);
	if (!status)
		mem_alloc(1001);
	CHECK(status == 11 && same(said, "awl: out of memory (1001 bytes wanted)\n"));
	status = setjmp(back);
	if (!status)
		mem_realloc(NULL, 2000);
	CHECK(status == 11 && same(said, "awl: out of memory (2000 bytes wanted)\n"));
	status = setjmp(back);
	if (!status)
		arena_alloc(&a, 10);
	CHECK(status == 11);
	most = SIZE_MAX;
	status = setjmp(back);
	if (!status)
		arena_alloc(&a, SIZE_MAX - 3);	/* rounded up it would be 0 */
	CHECK(status == 11);
	v.n = v.cap = 1u << 31;		/* twice that is more than a u32 */
	status = setjmp(back);
	if (!status)
		vec_add(&v, 8);
	CHECK(status == 11);
	arena_free(&a);
}

int main(void)
{
	test_blocks();
	test_arena();
	test_full();
	test_copies();
	test_vec();
	test_out_of_memory();
	return unit_end();
}
