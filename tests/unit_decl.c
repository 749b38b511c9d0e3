/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_decl.c - declared types: their layout as gcc has it on each target (layouts.h), their names,
 * and errors.
 */
#include <stdio.h>
#include <string.h>

#include "arch/arch.h"
#include "lang/decl.h"
#include "tests/lib/layouts.h"
#include "tests/lib/unit.h"

struct fixture {
	struct arena arena;
	struct diag diag;
	struct script s;
	int err;
};

static void set_up(struct fixture *f, const char *arch, const char *text)
{
	struct parse p = { .arena = &f->arena, .diag = &f->diag, .names = &f->s.names,
			   .unit = &f->s.unit };

	memset(f, 0, sizeof(*f));
	f->s.arena = f->s.names.arena = &f->arena;
	f->s.diag = &f->diag;
	f->s.arch = arch_find(arch);
	f->err = parse_source(&p, "t", text, strlen(text));
	CHECK(!f->err);
	if (!f->err)
		f->err = decl_types(&f->s);
}

static void tear_down(struct fixture *f)
{
	hash_free(&f->s.types);
	intern_free(&f->s.names);
	diag_free(&f->diag);
	arena_free(&f->arena);
}

static const struct type *named(struct fixture *f, int tag, const char *name)
{
	struct typename tn = { .tag = tag, .name = intern_s(&f->s.names, name) };

	return type_lookup(&f->s, &tn);
}

/* ---- layouts ---- */

static bool row_ok(const struct layout_row *r, const struct type *t, u32 a)
{
	const struct member *m;
	u32 off;

	if (!r->member)
		return t->size == r->a[a] && type_c_align(t) == r->b[a];
	m = type_member(t, r->member, &off);
	return m && off * 8 + m->bit_off == r->a[a] && m->bit_size == r->b[a];
}

static void test_layouts(void)
{
	for (u32 a = 0; a < ARRAY_SIZE(layout_names); a++) {
		struct fixture f;

		set_up(&f, layout_names[a], layout_source);
		CHECK(!f.err);
		for (u32 i = 0; i < ARRAY_SIZE(layout_rows); i++) {
			const struct layout_row *r = &layout_rows[i];
			const struct type *t = named(&f, TN_PLAIN, r->type);

			if (t && row_ok(r, t, a)) {
				passed++;
				continue;
			}
			failed++;
			printf("%s: %s.%s: want %u %u, size %u\n", layout_names[a], r->type,
			       r->member ? r->member : "", r->a[a], r->b[a],
			       t ? t->size : 0);
		}
		if (f.diag.errors)
			printf("%s", sb_str(&f.diag.out));
		tear_down(&f);
	}
}

/* ---- names ---- */

static const char source[] =
	"struct list { struct list *next, *prev; };\n"
	"typedef struct { int counter; } atomic_t;\n"
	"typedef struct list list_t, *list_p;\n"
	"typedef unsigned long word_t[2];\n"
	"struct job { list_t link; atomic_t refs; word_t w; struct unseen *u; enum mode m;\n"
	"	struct inner { char a; } in[2]; void *p; void (*fn)(int); };\n"
	"enum mode { SLOW = 3, FAST, NEG = -1 } ;\n"
	"#define N 4\n"
	"enum { A = N * 2, B, C = B << 1, BIG = 0x100000000 };\n";

static const struct type *member_type(const struct type *t, const char *name)
{
	const struct member *m = t ? type_member(t, name, NULL) : NULL;

	return m ? m->type : &type_error;
}

static void test_names(void)
{
	struct fixture f;
	const struct type *t, *e;
	struct typename tn = { .tag = TN_PLAIN };
	s64 v;

	set_up(&f, "x86_64", source);
	CHECK(!f.err);
	t = named(&f, TN_STRUCT, "job");
	CHECK(t && t->size == 72 && !strcmp(type_name(t), "struct job"));
	CHECK(member_type(t, "link") == named(&f, TN_STRUCT, "list"));
	CHECK(!strcmp(type_name(member_type(t, "refs")), "atomic_t"));
	CHECK(!strcmp(type_name(member_type(t, "u")), "struct unseen *"));
	CHECK(member_type(t, "in")->count == 2 && named(&f, TN_PLAIN, "inner"));
	CHECK(member_type(t, "p")->kind == TY_PTR && !member_type(t, "p")->elem);
	e = named(&f, TN_ENUM, "mode");
	CHECK(e && e->is_signed && e->count == 3 && member_type(t, "m") == e);
	CHECK(named(&f, TN_PLAIN, "list_p")->elem == named(&f, TN_PLAIN, "list_t"));
	CHECK(!named(&f, TN_UNION, "job") && !named(&f, TN_STRUCT, "list_t"));
	CHECK(!named(&f, TN_PLAIN, "nothing") && named(&f, TN_PLAIN, "u32") == &type_u32);
	CHECK(decl_enumerator(&f.s, "FAST", &v, &t) && v == 4 && t == e);
	CHECK(decl_enumerator(&f.s, "C", &v, &t) && v == 18 && t->size == 8);
	CHECK(!decl_enumerator(&f.s, "job", &v, NULL));
	tn.name = "list_t";
	tn.stars = 1;
	tn.dims = 1;
	tn.dim[0] = 3;
	t = type_lookup(&f.s, &tn);
	CHECK(t && t->kind == TY_ARRAY && t->size == 24 && t->elem->elem->size == 16);
	tear_down(&f);
}

static const struct type *find(void *ctx, int tag, const char *name)
{
	static const struct type inner = { .kind = TY_STRUCT, .size = 12, .align = 4,
					   .name = "struct kern" };

	(void)ctx;
	return tag != TN_ENUM && !strcmp(name, "kern") ? &inner : NULL;
}

static void test_outside(void)
{
	struct fixture f;
	static const char text[] = "struct a { char c; struct kern k; kern *p; };";
	struct unit unit;

	set_up(&f, "x86_64", "#define X 1\n");
	f.s.find_type = find;
	tear_down(&f);
	set_up(&f, "x86_64", text);
	CHECK(f.err && f.diag.errors == 2);
	unit = f.s.unit;
	f.s.find_type = find;
	f.s.unit.types = NULL;
	CHECK(named(&f, TN_PLAIN, "kern") && named(&f, TN_STRUCT, "kern"));
	CHECK(!named(&f, TN_ENUM, "kern"));
	f.s.unit = unit;
	tear_down(&f);
}

/* ---- mistakes ---- */

static void test_mistakes(void)
{
	static const struct { const char *text; enum diag_tag tag; const char *says; } bad[] = {
		{ "struct a { struct a x; };", E_TYPE_RECURSIVE },
		{ "struct a { struct b x; }; struct b { struct a y[2]; };", E_TYPE_RECURSIVE },
		{ "typedef a b; typedef b a; struct c { a x; };", E_TYPE_RECURSIVE },
		{ "struct a { nothing_t x; };", E_NO_TYPE,
		  "t:1:12: error: unknown type 'nothing_t'" },
		{ "struct a { struct nothing x; };", E_NO_TYPE },
		{ "struct a { void x; };", E_NO_TYPE },
		{ "struct a { int x; }; union a { int y; };", E_REDEFINED, "first here" },
		{ "typedef int a; typedef u64 a;", E_REDEFINED },
		{ "enum a { X }; enum b { X };", E_REDEFINED },
		{ "enum a { X = y };", E_WANT_CONST },
		{ "struct a { int x : 33; };", E_BITFIELD },
		{ "struct a { int *x : 3; };", E_BITFIELD },
		{ "struct a { u64 x[1000000][1000]; };", E_TYPE_SIZE },
		{ "struct a { u8 x[1000000][2000]; u8 y[1000000][1000]; };", E_TYPE_SIZE },
	};

	for (u32 i = 0; i < ARRAY_SIZE(bad); i++) {
		struct fixture f;

		memset(&f, 0, sizeof(f));
		set_up(&f, "arm", bad[i].text);
		if (f.err && f.diag.last == bad[i].tag &&
		    (!bad[i].says || strstr(sb_str(&f.diag.out), bad[i].says))) {
			passed++;
		} else {
			failed++;
			printf("%s: %s", bad[i].text, sb_str(&f.diag.out));
		}
		tear_down(&f);
	}
}

static void test_fine(void)
{
	static const char *const good[] = {
		"typedef int a; typedef int a;",
		"struct a { struct b *x; }; struct b { struct a y; };",
		"struct a; struct b { struct a *p; };",
		"typedef struct a a; struct a { a *next; };",
		"struct a { char c; float f; double d[2]; };",
		"struct a { };",
	};

	for (u32 i = 0; i < ARRAY_SIZE(good); i++) {
		struct fixture f;

		set_up(&f, "arm", good[i]);
		CHECK(!f.err);
		if (f.err)
			printf("%s: %s", good[i], sb_str(&f.diag.out));
		tear_down(&f);
	}
}

int main(void)
{
	test_layouts();
	test_names();
	test_outside();
	test_mistakes();
	test_fine();
	return unit_end();
}
