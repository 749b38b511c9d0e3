/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * debugdump.c - debug information as awl reads it, to be compared with other readers
 * (tests/exec/debug.py).
 *
 *	debugdump rows FILE		all rows of line programs: "name line address stmt"
 *	debugdump functions FILE	all instances: "name address inlined"
 *	debugdump symbols FILE		functions of the symbol table: "name address"
 *	debugdump find FILE QUERY...	places, after each query
 *	debugdump code FILE ADDRESS...	functions and lines of each address, the innermost first
 *	debugdump variables FILE	those at each function's start, and what they are made of
 *	debugdump scope FILE ADDRESS...	those that can be seen at each address, and where they lie
 *	debugdump types FILE N SEED	compares N structures of a vmlinux with those of its BTF
 *
 * Separate debug files are looked for below $DEBUG_ROOT.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug/debug_impl.h"

static struct arena arena;
static FILE *out;
static unsigned long n_rows;

struct rows { struct lines *l; struct strbuf text; };

static int show_row(void *arg, const struct line_row *r)
{
	struct rows *x = arg;
	const char *path = lines_path(x->l, r->file, &x->text), *slash;

	if (!path)
		path = "?";
	slash = strrchr(path, '/');
	fprintf(out, "%s %llu %#llx %s\n", slash ? slash + 1 : path, (unsigned long long)r->line,
		(unsigned long long)r->addr, r->is_end ? "end" : r->is_stmt ? "x" : "-");
	return ++n_rows > 1000000;
}

static void show_rows(struct debug *d)
{
	struct rows x = { 0 };
	struct lines l;

	n_rows = 0;
	for (u32 i = 0; unit_next(d, i); i++) {
		if (!lines_open(&l, unit_next(d, i)))
			continue;
		x.l = &l;
		lines_each(&l, show_row, &x);
		lines_close(&l);
	}
	sb_free(&x.text);
}

static void show_functions(struct debug *d)
{
	struct entry e;
	struct walk w;
	u64 addr;

	for (u32 i = 0; unit_next(d, i); i++)
		for (walk_unit(&w, unit_next(d, i)); walk_next(&w, &e); )
			if ((e.kind->tag == DW_TAG_subprogram ||
			     e.kind->tag == DW_TAG_inlined_subroutine) && entry_start(&e, &addr))
				fprintf(out, "%s %#llx %s\n", entry_name(&e),
					(unsigned long long)addr,
					e.kind->tag == DW_TAG_subprogram ? "-" : "inlined");
}

static void show_places(struct debug *d, const char *text)
{
	struct debug_places p;
	struct debug_query q;

	if (!debug_parse_query(&arena, text, &q)) {
		fprintf(out, "%s: bad\n", text);
		return;
	}
	debug_find(d, &q, &p);
	fprintf(out, "%s:", text);
	for (u32 i = 0; i < p.v.n; i++)
		fprintf(out, " %#llx%s", (unsigned long long)p.v.v[i].addr,
			p.v.v[i].is_inlined ? "*" : "");
	if (!p.v.n)
		fprintf(out, " %s %u %u", p.has_function ? "none" : "unknown", p.before, p.after);
	fputc('\n', out);
	debug_free_places(&p);
}

static int show_symbol(void *arg, const struct elf_symbol *s)
{
	(void)arg;
	if (s->is_func)
		fprintf(out, "%s %#llx\n", s->name, (unsigned long long)s->addr);
	return 0;
}

/* ---- variables ---- */

static int show_variable(void *arg, const struct debug_variable *v)
{
	(void)arg;
	fprintf(out, " %s %s %d", v->type ? type_name(v->type) : "?", v->name, v->what);
	for (u32 i = 0; i < v->n_steps; i++)
		fprintf(out, " %d:%#llx", v->steps[i].kind, (unsigned long long)v->steps[i].num);
	if (v->type)
		fprintf(out, " %u", type_complete(v->type)->count);
	fputc('\n', out);
	return 0;
}

static void show_variables(struct debug *d)
{
	struct entry e;
	struct walk w;
	u64 addr;
	u32 n = 0;

	for (u32 i = 0; unit_next(d, i); i++)
		for (walk_unit(&w, unit_next(d, i)); walk_next(&w, &e) && n < 100; )
			if (e.kind->tag == DW_TAG_subprogram && entry_start(&e, &addr)) {
				fprintf(out, "%s:\n", entry_name(&e));
				debug_params(d, addr, show_variable, NULL);
				debug_each_variable(d, addr + 20, show_variable, NULL);
				n++;
			}
}

/* "name: what type: step step" of each variable; a step is an operator and its number. */
static int show_place(void *arg, const struct debug_variable *v)
{
	static const char *const what[] = {
		[DEBUG_IN_MEMORY] = "memory", [DEBUG_COMPUTED] = "value",
		[DEBUG_IN_PARTS] = "parts", [DEBUG_GONE] = "gone",
		[DEBUG_UNREADABLE] = "unreadable",
	};
	static const char *const ops[STEP_KINDS] = {
		"none", "num", "reg", "ip", "pick", "deref", "type", "neg", "not", "plus", "minus",
		"mul", "div", "mod", "and", "or", "xor", "shl", "shr", "shra", "eq", "ne", "lt",
		"le", "gt", "ge", "swap", "rot", "drop", "select", "memory", "value", "lost",
	};

	(void)arg;
	if (v->is_global)
		return 1;
	fprintf(out, "\t%s: %s %u %s:", v->name, what[v->what], v->type ? v->type->size : 0,
		v->type ? type_name(v->type) : "?");
	for (u32 i = 0; i < v->n_steps; i++)
		fprintf(out, " %s %llu", ops[v->steps[i].kind],
			(unsigned long long)v->steps[i].num);
	fputc('\n', out);
	return 0;
}

static void show_scope(struct debug *d, u64 addr)
{
	fprintf(out, "%#llx:\n", (unsigned long long)addr);
	debug_each_variable(d, addr, show_place, NULL);
}

/* ---- members ---- */

/* "STRUCT.member: bit bits": where it begins, in the order of memory; bits is 0 if it is none. */
static void show_members(const struct type *t, const char *name, u64 base)
{
	t = type_complete(t);
	for (u32 i = 0; i < t->count; i++) {
		const struct member *m = &t->members[i];
		u64 at = base + m->off * 8 + m->bit_off;

		if (*m->name)
			fprintf(out, "%s.%s: %llu %u\n", name, m->name, (unsigned long long)at,
				m->bit_size);
		else
			show_members(m->type, name, at);
	}
}

static void show_structure(struct debug *d, const char *name)
{
	const struct type *t = debug_type(d, BTF_ANY, name);

	if (!t)
		fprintf(out, "%s: unknown\n", name);
	else
		show_members(t, name, 0);
}

static u64 seed;

static u32 chance(u32 n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (u32)(seed >> 33) % n;
}

/* ---- types by name, and those of BTF ---- */

static bool same_member(const struct member *a, const struct member *b)
{
	return !strcmp(a->name, b->name) && a->off == b->off && a->bit_off == b->bit_off &&
	       a->bit_size == b->bit_size && a->type->size == b->type->size &&
	       a->type->kind == b->type->kind &&
	       (!type_is_int(a->type) || a->type->is_signed == b->type->is_signed);
}

/* The number of differences. */
static u32 compare(const struct type *btf, const struct type *dwarf)
{
	u32 bad = 0;

	if (!dwarf || btf->size != dwarf->size || btf->count != dwarf->count) {
		printf("%s: %u bytes, %u members in BTF, %u and %u in DWARF\n", btf->name,
		       btf->size, btf->count, dwarf ? dwarf->size : 0,
		       dwarf ? dwarf->count : 0);
		return 1;
	}
	for (u32 i = 0; i < btf->count; i++)
		if (!same_member(&btf->members[i], &dwarf->members[i])) {
			printf("%s.%s: %u:%u in BTF, %s %u:%u in DWARF\n", btf->name,
			       btf->members[i].name, btf->members[i].off,
			       btf->members[i].bit_off, dwarf->members[i].name,
			       dwarf->members[i].off, dwarf->members[i].bit_off);
			bad++;
		}
	return bad;
}

/* A name that several structures have may mean another one in each. */
static bool is_only_one(struct btf *b, const struct type *t)
{
	u32 n = 0;

	for (u32 id = 1; id <= btf_last_id(b); id++) {
		const struct type *x = btf_type(b, id);

		n += x && x->kind == TY_STRUCT && x->complete_id == id && x->name &&
		     !strcmp(x->name, t->name);
	}
	return n == 1;
}

static int compare_types(const char *path, u32 count)
{
	struct debug_why why;
	struct debug *d = debug_open(&arena, "", path, SPACE_KERNEL, &why);
	u32 n = 0, bad = 0, members = 0;
	struct btf *b;

	if (!d || btf_open(&b, &arena, path, 8))
		return 2;
	while (n < count) {
		u32 id = 1 + chance(btf_last_id(b));
		const struct type *t = btf_type(b, id), *other;
		const char *blank;

		if (!t || t->kind != TY_STRUCT || t->complete_id != id || !t->name ||
		    !(blank = strchr(t->name, ' ')) || !t->size || !is_only_one(b, t))
			continue;
		other = debug_type(d, t->is_union ? BTF_UNION : BTF_STRUCT, blank + 1);
		bad += compare(type_complete(t), other ? type_complete(other) : NULL);
		members += t->count;
		n++;
	}
	printf("%u structures, %u members, %u differences\n", n, members, bad);
	btf_close(b);
	debug_close(d);
	arena_free(&arena);
	return bad != 0;
}

/* ---- code ---- */

static void show_code(struct debug *d, char **texts, u32 n)
{
	struct debug_code *v = mem_alloc(n * sizeof(*v));

	for (u32 i = 0; i < n; i++)
		v[i].addr = strtoull(texts[i], NULL, 0);
	debug_code(d, v, n);
	for (u32 i = 0; i < n; i++) {
		fprintf(out, "%#llx", (unsigned long long)v[i].addr);
		for (const struct debug_frame *f = v[i].frames; f; f = f->outer)
			fprintf(out, "\t%s\t%s:%u", f->func ? f->func : "-",
				f->file ? f->file : "?", f->file ? f->line : 0);
		fputc('\n', out);
	}
	mem_free(v);
}

int main(int argc, char **argv)
{
	const char *root = getenv("DEBUG_ROOT");
	struct debug_why why;
	struct debug *d;

	if (argc < 3)
		return 2;
	if (argc > 4 && !strcmp(argv[1], "types")) {
		seed = strtoul(argv[4], NULL, 0);
		return compare_types(argv[2], (u32)strtoul(argv[3], NULL, 0));
	}
	out = stdout;
	d = debug_open(&arena, root ? root : "", argv[2], SPACE_USER, &why);
	if (!d) {
		fprintf(stderr, "%s: %d\n", argv[2], (int)why.error);
		return 1;
	}
	if (!strcmp(argv[1], "rows"))
		show_rows(d);
	else if (!strcmp(argv[1], "functions"))
		show_functions(d);
	else if (!strcmp(argv[1], "symbols"))
		elf_each(debug_elf(d), show_symbol, NULL);
	else if (!strcmp(argv[1], "variables"))
		show_variables(d);
	else if (!strcmp(argv[1], "code"))
		show_code(d, argv + 3, (u32)argc - 3);
	for (int i = 3; i < argc; i++)
		if (!strcmp(argv[1], "scope"))
			show_scope(d, strtoull(argv[i], NULL, 0));
		else if (!strcmp(argv[1], "members"))
			show_structure(d, argv[i]);
		else if (strcmp(argv[1], "code"))
			show_places(d, argv[i]);
	debug_close(d);
	arena_free(&arena);
	return 0;
}
