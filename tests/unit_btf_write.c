/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_btf_write.c - types that are written as BTF are the same when they are read again.
 *
 * All types of the made-up kernel and, if it can be read, of this one; and functions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/btf_write.h"
#include "tests/lib/unit.h"

static struct arena arena;

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* A type itself; of what it points to, only the name. */
static bool same_type(const struct type *a, const struct type *b)
{
	if (a == b)
		return true;
	if (!a || !b || a->kind != b->kind || a->size != b->size || a->count != b->count ||
	    a->is_signed != b->is_signed || a->is_union != b->is_union || a->show != b->show)
		return false;
	if (a->kind == TY_PTR)
		return a->space == b->space && a->to_code == b->to_code &&
		       (a->elem ? a->elem->kind : TY_VOID) == (b->elem ? b->elem->kind : TY_VOID) &&
		       (!a->elem || same_text(a->elem->name, b->elem->name));
	if (a->kind == TY_ARRAY)
		return same_type(type_complete(a->elem), type_complete(b->elem));
	return same_text(a->name, b->name);
}

static bool same_members(const struct type *a, const struct type *b)
{
	for (u32 i = 0; a->kind == TY_STRUCT && i < a->count; i++) {
		const struct member *m = &a->members[i], *n = &b->members[i];

		if (strcmp(m->name, n->name) || m->off != n->off ||
		    m->bit_off != n->bit_off ||
		    m->bit_size != n->bit_size || !same_type(m->type, n->type))
			return false;
	}
	for (u32 i = 0; a->kind == TY_ENUM && i < a->count; i++)
		if (strcmp(a->enums[i].name, b->enums[i].name) ||
		    a->enums[i].value != b->enums[i].value)
			return false;
	return true;
}

static const char *const functions[] = {
	"typed", "vfs_read", "tcp_sendmsg", "printk", "_printk", "panic"
};

static void check_func(struct btf *from, struct btf *to, const char *name)
{
	struct btf_func a, b;

	if (!btf_func(from, name, &a))
		return;
	if (!btf_func(to, name, &b)) {
		printf("no function %s\n", name);
		exit(1);
	}
	CHECK(a.n_params == b.n_params && a.is_variadic == b.is_variadic);
	CHECK(same_type(a.ret, b.ret));
	for (u32 i = 0; i < a.n_params && i < b.n_params; i++)
		CHECK(!strcmp(a.params[i].name, b.params[i].name) &&
		      same_type(a.params[i].type, b.params[i].type));
}

static void write_all(struct btf *b, u32 *ids, struct strbuf *out)
{
	struct btf_writer w = { .arena = &arena };
	struct btf_func funcs[ARRAY_SIZE(functions)];

	for (u32 id = 1; id <= btf_last_id(b); id++) {
		const struct type *t = btf_type(b, id);

		if (t)
			ids[id] = btf_write_type(&w, type_complete(t));
	}
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++)
		if (btf_func(b, functions[i], &funcs[i]))
			btf_write_func(&w, functions[i], &funcs[i]);
	btf_write_end(&w, out);
}

static void check_file(const char *path)
{
	struct btf *from, *to;
	struct strbuf out = { 0 };
	u32 *ids, bad = 0;

	if (btf_open(&from, &arena, path, 8)) {
		printf("%s: not read\n", path);
		return;
	}
	ids = mem_alloc((btf_last_id(from) + 1) * sizeof(*ids));
	write_all(from, ids, &out);
	CHECK(!btf_open_memory(&to, &arena, out.s, (u32)out.n, 8));
	for (u32 id = 1; to && id <= btf_last_id(from); id++) {
		const struct type *t = btf_type(from, id), *other;

		if (!t || !ids[id])
			continue;
		other = type_complete(btf_type(to, ids[id]));
		if (!same_type(t, other) || !same_members(t, other)) {
			if (bad++ < 5)
				printf("%s: type %u, %s, is now %s\n", path, id, type_name(t),
				       type_name(other));
		}
	}
	CHECK(!bad);
	for (size_t i = 0; to && i < ARRAY_SIZE(functions); i++)
		check_func(from, to, functions[i]);
	mem_free(ids);
	btf_close(to);
	btf_close(from);
	sb_free(&out);
}

int main(void)
{
	const char *tests = getenv("TESTS");
	struct btf *b;

	check_file(arena_printf(&arena, "%s/fixtures/kernel.btf", tests ? tests : "tests"));
	check_file("/sys/kernel/btf/vmlinux");
	CHECK(btf_open_memory(&b, &arena, "", 0, 8) && !b);
	arena_free(&arena);
	return unit_end();
}
