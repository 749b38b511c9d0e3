/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mem.c - malloc that does not fail, and arenas of chained chunks.
 *
 * A chunk is at least CHUNK bytes; a larger request gets a chunk of its own.
 * arena_reset() keeps the newest chunk, so that handling a million records calls malloc
 * only once.
 */
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/print.h"

#define CHUNK (16 * 1024 - 64)

struct arena_chunk {
	struct arena_chunk *next;
	size_t used, cap;
	u64 data[];		/* u64 aligns the first allocation to 8 */
};

static void oom_default(size_t size)
{
	char text[64];	/* print_error() would allocate memory */
	int n = snprintf(text, sizeof(text), "awl: out of memory (%zu bytes wanted)\n", size);

	print_bytes(STDERR_FILENO, text, (size_t)n);
	exit(1);
}

void (*mem_oom_handler)(size_t size) = oom_default;

static void *checked(void *p, size_t size)
{
	if (!p) {
		mem_oom_handler(size);
		abort();	/* the handler must not return */
	}
	return p;
}

void *mem_alloc(size_t size)
{
	return checked(calloc(1, size ? size : 1), size);
}

void *mem_realloc(void *p, size_t size)
{
	return checked(realloc(p, size ? size : 1), size);
}

void mem_free(void *p)
{
	free(p);
}

/* A VEC of any type. */
typedef VEC(char) __attribute__((may_alias)) any_vec;

void *vec_add(void *vec, size_t elem_size)
{
	any_vec *v = vec;

	if (v->n == v->cap) {
		v->cap = v->cap ? v->cap * 2 : 8;
		if (!v->cap || v->cap > SIZE_MAX / elem_size)
			mem_oom_handler(SIZE_MAX);
		v->v = mem_realloc(v->v, v->cap * elem_size);
	}
	return v->v + v->n++ * elem_size;
}

void *arena_alloc(struct arena *a, size_t size)
{
	struct arena_chunk *c = a->head;
	void *p;

	if (size > SIZE_MAX / 2)
		mem_oom_handler(size);
	size = ALIGN_UP(size, 8);
	if (!c || c->cap - c->used < size) {
		size_t cap = size > CHUNK ? size : CHUNK;

		c = checked(malloc(sizeof(*c) + cap), cap);
		c->next = a->head;
		c->used = 0;
		c->cap = cap;
		a->head = c;
	}
	p = (char *)c->data + c->used;
	c->used += size;
	a->used += size;
	return memset(p, 0, size);
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
	char *p = arena_alloc(a, n + 1);

	memcpy(p, s, n);
	return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

void *arena_memdup(struct arena *a, const void *p, size_t n)
{
	void *q = arena_alloc(a, n);

	if (n)
		memcpy(q, p, n);
	return q;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	char *p;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	p = arena_alloc(a, (size_t)n + 1);
	va_start(ap, fmt);
	vsnprintf(p, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return p;
}

static void free_chunks(struct arena_chunk *c)
{
	while (c) {
		struct arena_chunk *next = c->next;

		free(c);
		c = next;
	}
}

void arena_reset(struct arena *a)
{
	if (!a->head)
		return;
	free_chunks(a->head->next);
	a->head->next = NULL;
	a->head->used = 0;
	a->used = 0;
}

void arena_free(struct arena *a)
{
	free_chunks(a->head);
	a->head = NULL;
	a->used = 0;
}

void vec_free(void *vec)
{
	any_vec *v = vec;

	mem_free(v->v);
	*v = (any_vec){ 0 };
}
