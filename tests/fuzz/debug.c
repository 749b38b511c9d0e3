/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * debug.c - a fuzz target: programs with damaged debug information.
 *
 * Everything that the reader offers is asked of the file.  tests/lib/damage.c does the damage.
 * tests/exec/debug-damage.sh has compilers make the programs; -n runs it for long.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "debug/debug_impl.h"
#include "tests/lib/damage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned int seed);

/* ---- the reader ---- */

/* Made programs are small: what damage makes longer needs not be read to its end. */
#define MANY 2000

static u64 sum;		/* of what was read, so that it is not left out */
static u32 left;

static int read_row(void *arg, const struct line_row *r)
{
	(void)arg;
	sum += r->addr + r->line;
	return !left--;
}

static void read_lines(struct unit *u)
{
	struct strbuf text = { 0 };
	struct lines l;

	if (!lines_open(&l, u))
		return;
	left = MANY;
	lines_each(&l, read_row, NULL);
	for (u32 i = 0; i < l.files.n && i < MANY; i++)
		sum += lines_path(&l, i, &text) != NULL;
	sb_free(&text);
	lines_close(&l);
}

static void read_type(const struct type *t, u32 depth)
{
	for (; t && depth < 4; depth++) {
		t = type_complete(t);
		sum += t->size + strlen(type_name(t));
		for (u32 i = 0; t->kind == TY_STRUCT && i < t->count && i < 8; i++)
			read_type(t->members[i].type, depth + 1);
		t = t->kind == TY_PTR || t->kind == TY_ARRAY ? t->elem : NULL;
	}
}

static int read_variable(void *arg, const struct debug_variable *v)
{
	(void)arg;
	for (u32 i = 0; i < v->n_steps; i++)
		sum += v->steps[i].num;
	sum += strlen(v->name);
	read_type(v->type, 0);
	return !left--;
}

static void read_functions(struct debug *d, struct unit *u)
{
	struct entry e;
	struct walk w;
	u64 addr;
	u32 n = 0, entries = 0;

	for (walk_unit(&w, u); n < 12 && entries < MANY && walk_next(&w, &e); entries++) {
		sum += strlen(entry_name(&e));
		if ((e.kind->tag != DW_TAG_subprogram &&
		     e.kind->tag != DW_TAG_inlined_subroutine) || !entry_start(&e, &addr))
			continue;
		left = MANY;
		debug_params(d, addr, read_variable, NULL);
		read_type(debug_return_type(d, addr), 0);
		for (u64 i = 0; i < 3; i++)
			debug_each_variable(d, addr + i * 17, read_variable, NULL);
		n++;
	}
}

static const char *const names[] = { "sink", "total", "b", "count", "shape", "Shape", "u32" };

/* What a message about a line without the value needs, and what is found by its name alone. */
static void read_names(struct debug *d, u64 addr)
{
	const struct type *type;
	struct debug_variable v;
	struct debug_spans spans;
	struct btf_func f;
	s64 value;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		sum += debug_variable(d, addr, names[i], &v) && v.type;
		debug_value_lines(d, addr, names[i], &spans);
		sum += spans.v.n;
		debug_free_spans(&spans);
		read_type(debug_type(d, BTF_ANY, names[i]), 0);
		sum += debug_constant(d, names[i], &value, &type);
	}
	if (debug_func(d, "work", &f) || debug_func(d, "area", &f))
		read_type(f.ret, 0);
}

static void read_places(struct debug *d, struct arena *a)
{
	static const char *const queries[] = {
		"main", "twice:1", "debug.c:30", "twice@debug.h", "geo::Shape::area", "walk:2",
	};
	struct debug_query q;
	struct debug_places p;
	struct debug_sources s;

	for (size_t i = 0; i < ARRAY_SIZE(queries); i++) {
		if (!debug_parse_query(a, queries[i], &q))
			continue;
		debug_find(d, &q, &p);
		sum += p.v.n;
		if (p.v.n)
			read_names(d, p.v.v[p.v.n - 1].addr);
		debug_free_places(&p);
		debug_lines(d, &q, &s);
		sum += s.v.n;
		debug_free_lines(&s);
	}
}

static u64 place_of(void *arg, const char *section)
{
	(void)arg;
	return strlen(section) * 0x10000;
}

/* The file takes the place of the one that dwz shares between several, too. */
static void open_shared(struct debug *d, struct arena *a, const uint8_t *data, size_t size)
{
	enum debug_error error;
	int err;
	struct elf *e = elf_in_memory(data, size, &err);

	d->shared = e ? debug_open_elf(a, e, &error) : NULL;
}

/* What code of some functions is from. */
static void read_code(struct debug *d)
{
	struct debug_code v[64] = { 0 };
	struct unit *u;
	struct entry e;
	struct walk w;
	u64 addr;
	u32 n = 0;

	for (u32 i = 0; i < 8 && (u = unit_next(d, i)); i++)
		for (walk_unit(&w, u); n + 4 < ARRAY_SIZE(v) && walk_next(&w, &e); )
			for (u32 j = 0; entry_start(&e, &addr) && j < 4; j++)
				v[n++].addr = addr + j * 13;
	debug_code(d, v, n + 1);
	for (u32 i = 0; i <= n; i++)
		for (const struct debug_frame *f = v[i].frames; f; f = f->outer) {
			sum += f->line + (f->func ? strlen(f->func) : 0);
			sum += f->file ? strlen(f->file) : 0;
		}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	enum debug_error error;
	struct debug *d;
	struct unit *u;
	int err;
	struct elf *e = elf_in_memory(data, size, &err);

	d = e ? debug_open_elf(&arena, e, &error) : NULL;
	if (d) {
		open_shared(d, &arena, data, size);
		debug_place_sections(d, place_of, NULL);
		for (u32 i = 0; i < 8 && (u = unit_next(d, i)); i++) {
			read_lines(u);
			read_functions(d, u);
		}
		read_places(d, &arena);
		read_code(d);
		debug_close(d);
	}
	arena_free(&arena);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned int seed)
{
	(void)max;
	return damage_file(data, size, seed);
}
