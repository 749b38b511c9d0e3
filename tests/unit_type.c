/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_type.c - types, their names, and parsed format strings.
 */
#include <stdio.h>
#include <string.h>

#include "builtin/aggregate.h"
#include "lang/format.h"
#include "lang/type.h"
#include "tests/lib/unit.h"

static struct arena arena;

static void test_names(void)
{
	static const struct { const char *name; u32 size; int is_signed; } t[] = {
		{ "int", 4, 1 }, { "unsigned int", 4, 0 }, { "unsigned", 4, 0 },
		{ "long unsigned int", 8, 0 }, { "long", 8, 1 }, { "unsigned long long", 8, 0 },
		{ "short int", 2, 1 }, { "short unsigned int", 2, 0 }, { "char", 1, 1 },
		{ "unsigned char", 1, 0 }, { "signed char", 1, 1 }, { "u64", 8, 0 },
		{ "__u16", 2, 0 }, { "uint8_t", 1, 0 }, { "int64", 8, 1 }, { "size_t", 8, 0 },
		{ "pid_t", 4, 1 }, { "loff_t", 8, 1 }, { "__be32", 4, 0 }, { "bool", 1, 0 },
		{ "__kernel_size_t", 8, 0 },
	};

	for (u32 i = 0; i < ARRAY_SIZE(t); i++) {
		const struct type *got = type_scalar_named(t[i].name, 8);

		CHECK(got && got->size == t[i].size && got->is_signed == t[i].is_signed);
	}
	CHECK(type_scalar_named("long", 4) == &type_s32);
	CHECK(type_scalar_named("size_t", 4) == &type_u32);
	CHECK(!type_scalar_named("pid", 8) && !type_scalar_named("comm", 8));
	CHECK(!type_scalar_named("long char", 8) && !type_scalar_named("", 8));
	CHECK(!type_scalar_named("struct sock", 8) && !type_scalar_named("long long long", 8));
}

static void test_types(void)
{
	static const struct member x = { "x", &type_u32, 4, 0, 0, 0, 0 };
	static const struct type inner = { .kind = TY_STRUCT, .size = 8, .count = 1,
		.members = &x };
	static const struct member members[] = {
		{ "a", &type_u64, 0, 0, 0, 0, 0 }, { "", &inner, 8, 0, 0, 0, 0 } };
	static const struct type outer = { .kind = TY_STRUCT, .size = 16, .count = 2,
		.members = members, .name = "struct sock" };
	const struct type *p = type_ptr(&arena, &outer, SPACE_KERNEL, 4);
	const struct type *pp = type_ptr(&arena, p, SPACE_NONE, 8);
	const struct type *arr = type_array(&arena, &type_char, 16);
	const struct type *parts[] = { &type_u8, &type_u64, arr };
	const struct type *t = type_tuple(&arena, parts, 3);
	u32 off;

	CHECK(type_member(&outer, "x", &off) && off == 12);
	CHECK(!type_member(&outer, "y", &off));
	CHECK(t->size == 32 && t->members[1].off == 8 && t->members[2].off == 16);
	CHECK(!strcmp(type_name(p), "struct sock *") && p->size == 4);
	CHECK(!strcmp(type_name(pp), "struct sock **"));
	CHECK(!strcmp(type_name(type_array(&arena, arr, 3)), "char[3][16]"));
	CHECK(!strcmp(type_name(t), "(u8, u64, char[16])"));
	CHECK(type_same(t, type_tuple(&arena, parts, 3)));
	CHECK(!type_same(t, type_tuple(&arena, parts, 2)));
	CHECK(type_same(p, type_ptr(&arena, &outer, SPACE_NONE, 4)));
	CHECK(!type_same(p, type_ptr(&arena, &outer, SPACE_USER, 4)));
	CHECK(!type_same(&type_u32, &type_s32) && type_is_scalar(p) && !type_is_int(p));
	CHECK(type_array(&arena, &type_u64, 0x80000000u) == &type_error);
}

static void bad_format(const char *fmt, const char *want, u32 at, int line)
{
	const char *what = "";
	u32 off = 999;

	check(!format_parse(&arena, fmt, (u32)strlen(fmt), &what, &off), fmt, __func__, line);
	check(!strcmp(what, want) && off == at, fmt, __func__, line);
}

static void test_formats(void)
{
	struct format *f;
	const char *what;
	u32 off;

	bad_format("ab%", "a percent sign is %%, not", 2, __LINE__);
	bad_format("ab%-5", "a percent sign is %%, not", 2, __LINE__);
	bad_format("%d %f", "unknown conversion", 4, __LINE__);
	bad_format("%99999d", "number too big", 4, __LINE__);
	f = format_parse(&arena, "a\0b%d", 5, &what, &off);
	CHECK(f && f->n == 1 && f->items[0].len == 3 && f->items[0].off == 3);
	f = format_parse(&arena, "", 0, &what, &off);
	CHECK(f && !f->n && !f->n_args);
}

static void test_aggs(void)
{
	struct agg agg = { .ops = &agg_lhist, .max = 10, .step = 4 };

	CHECK(type_agg(&arena, &agg)->agg->buckets == 5);
	agg.max = 12;
	CHECK(type_agg(&arena, &agg)->agg->buckets == 5);
	/* 2^64 - 1 numbers in steps of 2^60, and two open ends */
	agg.min = INT64_MIN;
	agg.max = INT64_MAX;
	agg.step = 1ll << 60;
	CHECK(type_agg(&arena, &agg)->agg->buckets == 18);
	agg.ops = &agg_hist;
	CHECK(type_agg(&arena, &agg)->size == 66 * 8);
	agg.bits = 5;
	CHECK(type_agg(&arena, &agg)->agg->buckets == 1921);
	agg.ops = &agg_count;
	CHECK(type_agg(&arena, &agg)->size == 8);
	agg.ops = &agg_min;
	CHECK(type_agg(&arena, &agg)->size == 16 && !type_agg(&arena, &agg)->agg->buckets);
}

int main(void)
{
	test_names();
	test_types();
	test_formats();
	test_aggs();
	arena_free(&arena);
	return unit_end();
}
