/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btfdump.c - prints all members of all structs as the BTF reader sees them, one per line:
 * "id NAME.member byte-offset bit-offset bits size", and all enumerators and functions.
 * tests/live/btf.sh compares this with the output of another reader.
 *
 *	btfdump FILE [MODULE-FILE]	everything
 *	btfdump -t FILE NAME...		the time to open the file and to find each name
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "symbols/btf.h"

static struct arena arena;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* The name comes from a typedef, so the record itself does not have it. */
static const char *own_name(const struct type *t, const char *tag)
{
	return t->name && !strncmp(t->name, tag, strlen(tag)) ? t->name : "-";
}

static void dump_struct(u32 id, const struct type *t)
{
	printf("%u S %s %u %u\n", id, own_name(t, t->is_union ? "union " : "struct "), t->size,
	       t->count);
	for (u32 i = 0; i < t->count; i++) {
		const struct member *m = &t->members[i];

		printf("%u M %s %u %u %u %s\n", id, *m->name ? m->name : "-",
		       m->off * 8 + m->bit_off, m->bit_size, m->type->size,
		       m->type->kind == TY_PTR ? "p" : type_is_int(m->type) ?
		       m->type->is_signed ? "s" : "u" : m->type->kind == TY_ARRAY ? "a" : "r");
	}
}

static void dump_enum(u32 id, const struct type *t)
{
	printf("%u E %s %u %u %d\n", id, own_name(t, "enum "), t->size, t->count,
	       t->is_signed);
	for (u32 i = 0; i < t->count; i++)
		printf("%u V %s %lld\n", id, t->enums[i].name, (long long)t->enums[i].value);
}

static int dump(struct btf *b)
{
	for (u32 id = 1; id <= btf_last_id(b); id++) {
		const struct type *t = btf_type(b, id);

		if (!t || t->complete_id != id)
			continue;
		t = type_complete(t);
		if (t->kind == TY_STRUCT)
			dump_struct(id, t);
		else if (t->kind == TY_ENUM)
			dump_enum(id, t);
	}
	return 0;
}

static int times(int argc, char **argv)
{
	double t0 = now(), t1;
	struct btf *b;
	int err = btf_open(&b, &arena, argv[0], 8);

	if (err)
		return 1;
	t1 = now();
	printf("open: %.3f ms, %u types\n", t1 - t0, btf_last_id(b));
	for (int i = 1; i < argc; i++) {
		const struct type *t, *e = NULL;
		struct btf_func f;
		s64 v;

		t0 = now();
		t = btf_struct(b, BTF_ANY, argv[i]);
		t1 = now();
		if (t)
			t = type_complete(t);
		printf("%s: %s, find %.3f ms, complete %.3f ms", argv[i],
		       t ? type_name(t) : "-", t1 - t0, now() - t1);
		t0 = now();
		printf(" enumerator %d", btf_enumerator(b, argv[i], &v, &e));
		printf(" %.3f ms, func", now() - t0);
		t0 = now();
		printf(" %d", btf_func(b, argv[i], &f));
		printf(" %.3f ms; arena %zu\n", now() - t0, arena.used);
	}
	btf_close(b);
	arena_free(&arena);
	return 0;
}

int main(int argc, char **argv)
{
	struct btf *b, *m = NULL;
	int err;

	if (argc > 2 && !strcmp(argv[1], "-t"))
		return times(argc - 2, argv + 2);
	if (argc < 2)
		return 2;
	err = btf_open(&b, &arena, argv[1], 8);
	if (!err && argc > 2)
		err = btf_open_module(&m, b, argv[2]);
	if (err) {
		fprintf(stderr, "btfdump: %s\n", strerror(-err));
		btf_close(b);
		arena_free(&arena);
		return 1;
	}
	dump(m ? m : b);
	btf_close(m);
	btf_close(b);
	arena_free(&arena);
	return 0;
}
