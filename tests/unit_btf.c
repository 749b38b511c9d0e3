/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_btf.c - the BTF reader on small files made here, valid and broken, in both byte orders.
 */
#define _GNU_SOURCE	/* memfd_create, memmem */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "symbols/btf.h"
#include "tests/lib/unit.h"

static struct arena arena;

/* ---- making BTF ---- */

enum { INT = 1, PTR, ARRAY, STRUCT, UNION, ENUM, FWD, TYPEDEF, VOLATILE, CONST, RESTRICT,
       FUNC, FUNC_PROTO, VAR, DATASEC, FLOAT, DECL_TAG, TYPE_TAG, ENUM64 };

static bool is_turned;		/* files are in the byte order of other machines */
static struct strbuf types, strs;
static u32 next_id, first_str;

static void start(u32 first_id, u32 base_strs)
{
	sb_reset(&types);
	sb_reset(&strs);
	next_id = first_id;
	first_str = base_strs;
	if (!base_strs)
		sb_putc(&strs, '\0');
}

static u32 str(const char *s)
{
	char key[64];
	size_t n = strlen(s) + 1;
	char *at;

	if (!*s)
		return 0;
	memcpy(key, s, n);
	at = strs.n ? memmem(strs.s, strs.n, key, n) : NULL;
	if (at && (at == strs.s || !at[-1]))
		return first_str + (u32)(at - strs.s);
	sb_put(&strs, s, n);
	return first_str + (u32)(strs.n - n);
}

static void word(u32 v)
{
	sb_put(&types, &v, sizeof(v));
}

static u32 type(u32 kind, const char *name, u32 vlen, bool flag, u32 size)
{
	word(str(name));
	word(kind << 24 | (u32)flag << 31 | vlen);
	word(size);
	return next_id++;
}

static u32 integer(const char *name, u32 size, u32 encoding, u32 bits)
{
	u32 id = type(INT, name, 0, false, size);

	word(encoding << 24 | bits);
	return id;
}

static u32 array(u32 elem, u32 n)
{
	u32 id = type(ARRAY, "", 0, false, 0);

	word(elem);
	word(1);
	word(n);
	return id;
}

static void member(const char *name, u32 id, u32 bit, u32 bits)
{
	word(str(name));
	word(id);
	word(bits << 24 | bit);
}

static void enumerator(const char *name, u32 value)
{
	word(str(name));
	word(value);
}

static void param(const char *name, u32 id)
{
	enumerator(name, id);
}

static void turn(char *p, size_t size)
{
	for (size_t i = 0; i < size / 2; i++) {
		char was = p[i];

		p[i] = p[size - 1 - i];
		p[size - 1 - i] = was;
	}
}

/* The file made so far.  All numbers have 4 bytes but the magic number, which has 2. */
static void finish(struct strbuf *out)
{
	u16 magic = 0xeb9f;
	u8 version[2] = { 1 };
	u32 h[5] = { 24, 0, (u32)types.n, (u32)types.n, (u32)strs.n };

	sb_reset(out);
	sb_put(out, &magic, sizeof(magic));
	sb_put(out, version, sizeof(version));
	sb_put(out, h, sizeof(h));
	sb_put(out, types.s, types.n);
	if (is_turned) {
		turn(out->s, 2);
		for (size_t i = 4; i < out->n; i += 4)
			turn(out->s + i, 4);
	}
	sb_put(out, strs.s, strs.n);
}

static int open_bytes(struct btf **b, struct btf *base, const void *p, size_t n)
{
	int fd = memfd_create("btf", MFD_CLOEXEC), err;
	char path[32];

	if (fd < 0 || write(fd, p, n) != (ssize_t)n)
		bug("memfd");
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	err = base ? btf_open_module(b, base, path) : btf_open(b, &arena, path, 8);
	close(fd);
	return err;
}

static struct btf *open_made(struct strbuf *out, struct btf *base)
{
	struct btf *b;

	finish(out);
	return open_bytes(&b, base, out->s, out->n) ? NULL : b;
}

/* ---- a file with one of everything ---- */

/* The ids of types that are used before they are made. */
enum { T_INT = 1, T_CHAR, T_BOOL, T_U64, T_SOCK, T_COMMON, T_UNION, T_SOCK_PTR, T_USER_PTR,
       T_COMM = T_SOCK + 7, T_MATRIX = T_SOCK + 9, T_FLEX, T_U32, T_KIND = T_SOCK + 13 };

static void make_sock_itself(void)
{
	type(STRUCT, "sock", 12, true, 88);
	member("__sk_common", T_COMMON, 0, 0);
	member("next", T_SOCK_PTR, 64, 0);
	member("buf", T_USER_PTR, 128, 0);
	member("comm", T_COMM, 192, 0);
	member("matrix", T_MATRIX, 320, 0);
	member("state", T_U32, 544, 3);
	member("sign", T_INT, 547, 5);
	member("late", T_U64, 576 + 40, 24);
	member("on", T_BOOL, 640, 1);
	member("kind", T_KIND, 672, 0);
	member("", T_UNION, 0, 0);
	member("flex", T_FLEX, 704, 0);
}

/* the kinds of its members */
static void make_sock_parts(void)
{
	CHECK(type(STRUCT, "sock_common", 2, true, 8) == T_COMMON);
	member("", T_UNION, 0, 0);
	member("skc_port", T_U32, 32, 0);
	CHECK(type(UNION, "", 2, true, 4) == T_UNION);
	member("skc_daddr", T_U32, 0, 0);
	member("skc_v", T_INT, 0, 0);
	CHECK(type(PTR, "", 0, false, T_SOCK) == T_SOCK_PTR);
	CHECK(type(PTR, "", 0, false, T_SOCK + 5) == T_USER_PTR);
	type(TYPE_TAG, "user", 0, false, T_SOCK + 6);
	CHECK(array(type(CONST, "", 0, false, T_CHAR), 16) == T_COMM);
	array(T_INT, 3);
	CHECK(array(T_SOCK + 8, 2) == T_MATRIX);
	CHECK(array(T_CHAR, 0) == T_FLEX);
	CHECK(type(TYPEDEF, "u32", 0, false, T_SOCK + 12) == T_U32);
	integer("unsigned int", 4, 0, 32);
	CHECK(type(ENUM, "kind", 2, true, 4) == T_KIND);
	enumerator("KIND_BAD", (u32)-1);
	enumerator("KIND_ONE", 1);
}

/* one of every other kind */
static void make_others(void)
{
	type(ENUM64, "", 1, false, 8);
	word(str("BIG"));
	word(7);
	word(1);
	type(TYPEDEF, "named_t", 0, false, next_id + 1);
	type(STRUCT, "", 1, false, 4);
	member("counter", T_INT, 0, 0);
	type(FUNC_PROTO, "", 3, false, T_INT);
	param("sk", T_SOCK_PTR);
	param("len", T_U64);
	param("", 0);
	type(FUNC, "sock_read", 1, false, next_id - 1);
	type(FWD, "hidden", 0, true, 0);
	type(FLOAT, "double", 0, false, 8);
	type(VAR, "jiffies", 0, false, T_U64);
	word(1);
	type(DATASEC, ".data", 1, false, 8);
	word(next_id - 2);
	word(0);
	word(8);
	type(DECL_TAG, "kfunc", 0, false, next_id - 5);
	word((u32)-1);
	type(STRUCT, "old", 2, false, 8);
	member("a", next_id, 0, 0);
	member("b", next_id, 5, 0);
	integer("int", 4, 1, 5);
	type(STRUCT, "tight", 2, true, 9);
	member("a", T_U64, 3, 37);
	member("b", T_U32, 30, 20);
}

static void make_functions(void)
{
	u32 none = type(FUNC_PROTO, "", 0, false, 0);
	u32 proto = type(FUNC_PROTO, "", 2, false, 0);

	param("", T_SOCK_PTR);
	param("", T_INT);
	type(PTR, "", 0, false, proto);
	type(TYPEDEF, "btf_trace_read", 0, false, next_id - 1);
	type(TYPEDEF, "read_fn", 0, false, next_id - 2);
	type(TYPEDEF, "btf_trace_odd", 0, false, next_id);	/* refers to itself */
	type(FUNC, "sock_write", 1, false, none);
}

/* Qualifiers in every order, which change nothing. */
static void make_qualified(void)
{
	u32 is_volatile = type(VOLATILE, "", 0, false, T_INT);
	u32 both = type(CONST, "", 0, false, is_volatile);
	u32 alias = type(TYPEDEF, "shy_int", 0, false, both);
	u32 restricted = type(RESTRICT, "", 0, false, T_SOCK_PTR);
	u32 tagged = type(TYPE_TAG, "other", 0, false, alias);

	type(STRUCT, "qualified", 5, false, 24);
	member("v", is_volatile, 0, 0);
	member("c", both, 32, 0);
	member("r", restricted, 64, 0);
	member("t", tagged, 128, 0);
	member("a", alias, 160, 0);
}

static void make_sock(void)
{
	integer("int", 4, 1, 32);
	integer("char", 1, 0, 8);
	integer("_Bool", 1, 4, 8);
	integer("long unsigned int", 8, 0, 64);
	make_sock_itself();
	make_sock_parts();
	make_others();
	make_functions();
	make_qualified();
}

static const struct member *get(const struct type *t, const char *name, u32 *off)
{
	static const struct member none = { .type = &type_error };
	const struct member *m = t ? type_member(t, name, off) : NULL;

	return m ? m : &none;
}

static void test_members(struct btf *b)
{
	const struct type *t = btf_struct(b, BTF_STRUCT, "sock");
	const struct member *m;
	u32 off;

	CHECK(t && t->kind == TY_STRUCT && t->size == 88 && !t->members);
	if (!t)
		return;
	CHECK(!strcmp(type_name(t), "struct sock"));
	m = get(t, "next", &off);
	CHECK(off == 8 && m->type->kind == TY_PTR && m->type->elem == t &&
	      m->type->space == SPACE_KERNEL && m->type->size == 8);
	m = get(t, "buf", &off);
	CHECK(m->type->space == SPACE_USER && m->type->elem == &type_char);
	m = get(t, "comm", &off);
	CHECK(m->type->count == 16 && m->type->elem == &type_char && off == 24);
	m = get(t, "matrix", &off);
	CHECK(m->type->count == 2 && m->type->elem->count == 3 && m->type->size == 24);
	m = get(t, "skc_daddr", &off);
	CHECK(off == 0 && m->type == &type_u32);
	m = get(get(t, "__sk_common", &off)->type, "skc_v", &off);
	CHECK(m->type == &type_s32);
	m = get(t, "flex", &off);
	CHECK(off == 88 && m->type->size == 0 && m->type->count == 0);
	CHECK(get(t, "on", &off)->type == &type_bool);
	CHECK(!type_member(t, "nothing", &off));
}

static void test_qualified(struct btf *b)
{
	const struct type *t = btf_struct(b, BTF_STRUCT, "qualified");
	u32 off;

	CHECK(get(t, "v", &off)->type == &type_s32 && off == 0);
	CHECK(get(t, "c", &off)->type == &type_s32 && off == 4);
	CHECK(get(t, "r", &off)->type->kind == TY_PTR && off == 8);
	CHECK(get(t, "r", &off)->type->elem == btf_struct(b, BTF_STRUCT, "sock"));
	CHECK(get(t, "t", &off)->type->kind == TY_INT && off == 16);
	CHECK(get(t, "a", &off)->type->size == 4 && off == 20);
}

static void test_bits(struct btf *b)
{
	const struct type *t = btf_struct(b, BTF_STRUCT, "sock");
	const struct member *m;
	u32 off;

	m = get(t, "state", &off);
	CHECK(off == 68 && m->bit_off == 0 && m->bit_size == 3 && !m->type->is_signed);
	m = get(t, "sign", &off);
	CHECK(off == 68 && m->bit_off == 3 && m->bit_size == 5 && m->type->is_signed);
	m = get(t, "late", &off);
	CHECK(off == 72 && m->bit_off == 40 && m->bit_size == 24);
	m = get(btf_struct(b, BTF_STRUCT, "old"), "b", &off);
	CHECK(off == 0 && m->bit_off == 5 && m->bit_size == 5);
	m = get(btf_struct(b, BTF_ANY, "tight"), "a", &off);
	CHECK(off == 0 && m->bit_off == 3 && m->bit_size == 37);
	m = get(btf_struct(b, BTF_ANY, "tight"), "b", &off);
	CHECK(off == 3 && m->bit_off == 6 && m->bit_size == 20);
}

static void test_names(struct btf *b)
{
	const struct type *t, *e;
	struct btf_func f;
	s64 v;

	CHECK(btf_struct(b, BTF_TYPEDEF, "u32") == &type_u32);
	CHECK(btf_struct(b, BTF_ANY, "u32") == &type_u32);
	CHECK(btf_struct(b, BTF_ANY, "sock") == btf_struct(b, BTF_STRUCT, "sock"));
	CHECK(!btf_struct(b, BTF_UNION, "sock") && !btf_struct(b, BTF_STRUCT, "u32"));
	CHECK(!btf_struct(b, BTF_ANY, "soc") && !btf_struct(b, BTF_ANY, "ock"));
	CHECK(!btf_struct(b, BTF_ANY, ""));
	t = btf_struct(b, BTF_ANY, "named_t");
	CHECK(t && !strcmp(type_name(t), "named_t") && get(t, "counter", NULL)->type == &type_s32);
	t = btf_struct(b, BTF_UNION, "hidden");
	CHECK(t && t->is_union && type_complete(t)->count == 0);
	t = btf_struct(b, BTF_ENUM, "kind");
	CHECK(t && t->kind == TY_ENUM && t->is_signed && t->count == 2);
	CHECK(btf_enumerator(b, "KIND_BAD", &v, &e) && v == -1 && e == t);
	CHECK(btf_enumerator(b, "KIND_ONE", &v, NULL) && v == 1);
	CHECK(btf_enumerator(b, "BIG", &v, &e) && v == 0x100000007 && e->size == 8);
	CHECK(!btf_enumerator(b, "sock", &v, &e) && !btf_enumerator(b, "NONE", &v, &e));
	CHECK(btf_func(b, "sock_read", &f) && f.n_params == 2 && f.is_variadic);
	CHECK(!strcmp(f.params[0].name, "sk") && f.params[0].type->kind == TY_PTR);
	CHECK(f.params[1].type == &type_u64 && f.ret == &type_s32);
	CHECK(!btf_func(b, "sock", &f) && !btf_func(b, "sock_writ", &f));
	CHECK(btf_func(b, "btf_trace_read", &f) && f.n_params == 2);
	CHECK(f.params[0].type->kind == TY_PTR && !*f.params[1].name);
	CHECK(!btf_func(b, "read_fn", &f) && !btf_func(b, "btf_trace_odd", &f));
	for (u32 i = 0; i < 20; i++)		/* many searches: all are indexed at once */
		CHECK(!btf_func(b, "nothing", &f) && btf_func(b, "sock_read", &f) &&
		      f.n_params == 2);
	CHECK(btf_func(b, "btf_trace_read", &f) && !btf_func(b, "read_fn", &f));
	CHECK(btf_func(b, "sock_write", &f) && f.n_params == 0);
	CHECK(!btf_func(b, "sock", &f) && !btf_func(b, "sock_writ", &f));
}

static void test_module(struct btf *base, u32 base_strs)
{
	struct strbuf out = { 0 };
	const struct type *t;
	struct btf *m;

	start(btf_last_id(base) + 1, base_strs);
	type(STRUCT, "mod", 2, true, 16);
	member("sk", T_SOCK + 3, 0, 0);
	member("n", T_INT, 64, 0);
	m = open_made(&out, base);
	CHECK(m);
	if (m) {
		t = btf_struct(m, BTF_STRUCT, "mod");
		CHECK(t && get(t, "n", NULL)->type == &type_s32);
		CHECK(get(t, "sk", NULL)->type->elem == btf_struct(m, BTF_ANY, "sock"));
		CHECK(!btf_struct(base, BTF_ANY, "mod"));
		CHECK(btf_struct(m, BTF_ANY, "named_t") == btf_struct(base, BTF_ANY, "named_t"));
		btf_close(m);
	}
	sb_free(&out);
}

static void test_good(void)
{
	struct strbuf out = { 0 };
	const struct type *t;
	struct btf *b;
	u32 n;

	start(1, 0);
	make_sock();
	n = (u32)strs.n;
	b = open_made(&out, NULL);
	CHECK(b);
	if (b) {
		test_members(b);
		test_bits(b);
	test_qualified(b);
		test_names(b);
		test_module(b, n);
		t = btf_struct(b, BTF_ANY, "sock");
		btf_close(b);
		CHECK(get(t, "on", NULL)->type == &type_bool);
		CHECK(!strcmp(type_name(t), "struct sock"));
		CHECK(!btf_struct(b, BTF_ANY, "sock") && !btf_type(b, 1));
	}
	sb_free(&out);
}

/* A struct that was not completed is still empty when the file is closed. */
static void test_closed(void)
{
	struct strbuf out = { 0 };
	struct btf *b;
	const struct type *t;

	start(1, 0);
	make_sock();
	b = open_made(&out, NULL);
	t = btf_struct(b, BTF_ANY, "sock");
	btf_close(b);
	CHECK(t && type_complete(t) == t && !t->members);
	sb_free(&out);
}

static void test_elf(void)
{
	struct strbuf btf = { 0 }, elf = { 0 };
	static const char names[] = "\0.BTF\0.shstrtab";
	Elf64_Ehdr eh = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA_HOST, 1 },
			  .e_shentsize = sizeof(Elf64_Shdr), .e_shnum = 3, .e_shstrndx = 2,
			  .e_shoff = sizeof(eh) };
	Elf64_Shdr sh[3] = { { 0 }, { .sh_name = 1 }, { .sh_name = 6 } };
	struct btf *b = NULL;

	start(1, 0);
	make_sock();
	finish(&btf);
	sh[2].sh_offset = sizeof(eh) + sizeof(sh);
	sh[2].sh_size = sizeof(names);
	sh[1].sh_offset = sh[2].sh_offset + sizeof(names);	/* not aligned */
	sh[1].sh_size = btf.n;
	sb_put(&elf, &eh, sizeof(eh));
	sb_put(&elf, sh, sizeof(sh));
	sb_put(&elf, names, sizeof(names));
	sb_put(&elf, btf.s, btf.n);
	CHECK(!open_bytes(&b, NULL, elf.s, elf.n));
	CHECK(b && btf_struct(b, BTF_ANY, "sock"));
	btf_close(b);
	for (size_t n = 0; n < elf.n; n += 7) {
		open_bytes(&b, NULL, elf.s, n);
		CHECK(!b);
		btf_close(b);
	}
	sb_free(&btf);
	sb_free(&elf);
}

/* ---- broken files ---- */

/* Asks for everything, as a script could. */
static void ask_all(struct btf *b)
{
	struct btf_func f;
	u32 off;
	s64 v;

	for (u32 id = 0; id <= btf_last_id(b) + 1; id++) {
		const struct type *t = btf_type(b, id);

		if (t) {
			type_member(t, "skc_daddr", &off);
			type_name(t);
		}
	}
	btf_func(b, "sock_read", &f);
	btf_enumerator(b, "BIG", &v, NULL);
	btf_struct(b, BTF_ANY, "named_t");
}

static void test_cycles(void)
{
	struct strbuf out = { 0 };
	const struct type *t;
	struct btf *b;

	start(1, 0);
	type(PTR, "", 0, false, 1);		/* 1: points to itself */
	type(TYPEDEF, "loop", 0, false, 3);
	type(CONST, "", 0, false, 2);
	array(4, 2);
	type(STRUCT, "self", 3, false, 4);	/* 5: holds itself, twice */
	member("", 5, 0, 0);
	member("", 5, 0, 0);
	member("x", 8, 0, 0);
	type(UNION, "a", 1, false, 4);		/* 6, 7: hold each other */
	member("", 7, 0, 0);
	type(UNION, "b", 1, false, 4);
	member("", 6, 0, 0);
	integer("int", 4, 1, 32);
	array(8, 0xffffffff);
	array(9, 0xffffffff);
	type(STRUCT, "out", 2, true, 4);	/* 11: members beyond its end */
	member("y", 8, 8, 0);
	member("z", 8, 0, 33);
	type(FUNC, "f", 0, false, 8);
	type(STRUCT, "void", 1, true, 4);
	member("v", 99, 0, 0);
	b = open_made(&out, NULL);
	ask_all(b);
	t = btf_struct(b, BTF_ANY, "self");
	CHECK(t && type_complete(t)->count == 1);
	CHECK(!btf_struct(b, BTF_ANY, "loop"));
	CHECK(!btf_type(b, 4) && !btf_type(b, 9) && !btf_type(b, 10));
	CHECK(type_complete(btf_struct(b, BTF_ANY, "out"))->count == 0);
	CHECK(type_complete(btf_struct(b, BTF_ANY, "void"))->count == 0);
	btf_close(b);
	sb_free(&out);
}

static void test_truncated(const struct strbuf *good)
{
	struct btf *b;

	for (size_t n = 0; n < good->n; n++) {
		CHECK(open_bytes(&b, NULL, good->s, n) == -EINVAL && !b);
		btf_close(b);
	}
}

static u32 seed = 1;

static u32 rnd(u32 below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

/* Changes a few bytes, `rounds` times: the reader must not crash or hang. */
static void test_damaged(const struct strbuf *good, u32 rounds)
{
	static const u8 likely[] = { 0, 1, 4, 5, 0x7f, 0x80, 0xff };
	char *copy = mem_alloc(good->n);

	for (u32 i = 0; i < rounds; i++) {
		struct btf *b;

		memcpy(copy, good->s, good->n);
		for (u32 k = rnd(6) + 1; k; k--)
			copy[rnd(rnd(4) ? (u32)good->n : 24)] =
				(char)(rnd(3) ? likely[rnd(7)] : rnd(256));
		if (!open_bytes(&b, NULL, copy, good->n))
			ask_all(b);
		btf_close(b);
		arena_reset(&arena);
	}
	mem_free(copy);
	inputs += rounds;
}

static void test_bad(u32 rounds)
{
	struct strbuf out = { 0 };

	start(1, 0);
	make_sock();
	finish(&out);
	test_truncated(&out);
	test_damaged(&out, rounds);
	sb_free(&out);
}

int main(int argc, char **argv)
{
	struct btf *b;
	u32 rounds = 2000;

	if (argc > 2 && sscanf(argv[1], "%u", &rounds) == 1)
		sscanf(argv[2], "%u", &seed);	/* ROUNDS SEED: a longer run */
	CHECK(btf_open(&b, &arena, "/nonexistent", 8) == -ENOENT && !b);
	for (u32 i = 0; i < 2; i++) {
		is_turned = i;
		test_good();
		test_closed();
		test_elf();
		test_cycles();
		test_bad(rounds);
	}
	arena_free(&arena);
	sb_free(&types);
	sb_free(&strs);
	return unit_end();
}
