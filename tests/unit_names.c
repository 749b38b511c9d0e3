/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_names.c - kernel/tracefs_names.c: names of values in an event's print fmt.  The C compiler
 * gives the expected values of expressions.  A list that is cut off or contains something that is
 * not a constant must give no names at all.
 */
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "kernel/tracefs_names.h"
#include "tests/lib/unit.h"

#pragma GCC diagnostic ignored "-Wparentheses"	/* this tests precedence */

typedef unsigned int gfp_t;

static struct arena arena;
static struct strbuf fmt;

static const struct field_names *read_as(const struct type *type)
{
	struct member m[] = { { .name = "field2", .type = type }, { .name = "field", .type = type },
			      { .name = "fiel", .type = type } };

	tracefs_names(&arena, sb_str(&fmt), m, ARRAY_SIZE(m));
	CHECK(!m[0].names && !m[2].names);
	return m[1].names;
}

static const struct field_names *read_list(const char *format, const char *value)
{
	sb_reset(&fmt);
	sb_printf(&fmt, format, value);
	return read_as(&type_u64);
}

static void check_value(const char *text, u64 want)
{
	const struct field_names *f = read_list("\"%%s\", __print_symbolic(REC->field, "
						"{ 1, \"one\" }, { %s, \"it\" })", text);

	if (!f || f->n != 2 || f->names[1].value != want)
		printf("%s is %#llx: %#llx\n", text, (unsigned long long)want,
		       (unsigned long long)(f && f->n == 2 ? f->names[1].value : 0));
	CHECK(f && f->n == 2 && f->names[0].value == 1 && f->names[1].value == want &&
	      !strcmp(f->names[0].name, "one") && !strcmp(f->names[1].name, "it"));
}

#define VALUE(expr) check_value(#expr, (u64)(expr))

static void test_expressions(void)
{
	VALUE(0); VALUE(010); VALUE(0XaBcDeFuL); VALUE(0x1fULL);
	VALUE(18446744073709551615UL); VALUE(4294967296ll);
	VALUE(~0UL); VALUE(-1L); VALUE(- 5L); VALUE(~(-1L)); VALUE(-(3L));
	VALUE((unsigned long)5); VALUE(( unsigned long )( gfp_t )6); VALUE((((7)))); VALUE(~~9UL);
	VALUE(1UL << 40); VALUE(1ul << 40 >> 38); VALUE(256 >> 4); VALUE(1 << 3 << 2);
	VALUE(1 | 2 | 4); VALUE(6 ^ 3); VALUE(7 & 12); VALUE(1 | 6 & 3 ^ 8); VALUE(1 ^ 3 & 2);
	VALUE(1 + 2 - 4 + 8L); VALUE(10 - 3 - 2); VALUE(1 << 2 + 1);
	VALUE(8 - 1 << 1); VALUE(3 & 1 << 1);
	VALUE((1 << 3) + 1 - 1); VALUE((1UL << 63) | 1); VALUE((( unsigned long)((( gfp_t)((((1UL)))
	      << (10))|((((1UL))) << (11))))) & ~(( gfp_t)((((1UL))) << (11))));
	check_value("1 << 64", 0);	/* undefined in C; no bit is left */
	check_value("1 << 63", 1ull << 63);
	check_value("1 >> 64", 0);
	check_value("2 >> 1", 1);
}

#undef VALUE

/* Lists and the text around them. */
static void test_lists(void)
{
	static const char *const bad[] = {
		"", "(", ")", "{", "}", "1 +", "(1", "1)", "A", "1, 2", "-", "~", "1 << ", "()",
		"REC->field", "1u u", "\"x\"", "0x", "sizeof(int)",
	};
	static const char *const cut[] = {
		"__print_symbolic(REC->field, { 1, \"one\" }",
		"__print_symbolic(REC->field, { 1, \"one\" },",
		"__print_symbolic(REC->field, { 1, \"one\"",
		"__print_symbolic(REC->field, { 1, \"one",
		"__print_symbolic(REC->field, { 1, \"one\" { 2, \"two\" })",
		"__print_symbolic(REC->field, { 1, \"one\", { 2, \"two\" })",
		"__print_symbolic(REC->field, { 1 \"one\" })",
		"__print_symbolic(REC->field { 1, \"one\" })",
		"__print_symbolic(REC->field, { 1, one })",
		"__print_symbolic(REC->field, )",
		"__print_symbolic(REC->field)",
		"__print_symbolic(REC->field & 3, { 1, \"one\" })",
		"__print_symbolic(REC->field3, { 1, \"one\" })",
		"__print_symbolic(field, { 1, \"one\" })",
		"__print_flags(REC->field, { 1, \"one\" })",
		"__print_flags(REC->field, \"|\" { 1, \"one\" })",
		"__print_flags(REC->field, |, { 1, \"one\" })",
		"__print_flags(REC->field, \"|\", { 1, \"one\" }, { 0, ((void *)0) ",
		"__print_hex(REC->field, { 1, \"one\" })",
		"_print_symbolic(REC->field, { 1, \"one\" })",
	};
	const struct field_names *f;

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		if (read_list("__print_symbolic(REC->field, { %s, \"it\" })", bad[i]))
			printf("names for %s\n", bad[i]);
		CHECK(!read_list("__print_symbolic(REC->field, { %s, \"it\" })", bad[i]));
	}
	for (size_t i = 0; i < ARRAY_SIZE(cut); i++) {
		if (read_list("%s", cut[i]))
			printf("names for %s\n", cut[i]);
		CHECK(!read_list("%s", cut[i]));
	}
	/* the list after one that can't be read is read */
	f = read_list("%s", "__print_symbolic(REC->x, { 1, \"no\" }), "
			    "__print_symbolic((int) REC->field,{1,\"one\"},{ 2 , \"t\" \"wo\" })");
	CHECK(f && f->n == 2 && !f->delim && !strcmp(f->names[1].name, "two"));
	/* of two lists the first one counts */
	f = read_list("%s", "__print_symbolic(REC->field, {1,\"one\"}), "
			    "__print_symbolic(REC->field, {1,\"uno\"})");
	CHECK(f && f->n == 1 && !strcmp(f->names[0].name, "one"));
	f = read_list("%s", "__print_flags(REC->field, \", \", { 1, \"a\" }, { 2, \"b\" }, "
			    "{ 0, ((void *)0) })");
	CHECK(f && f->n == 2 && !strcmp(f->delim, ", ") && f->mask == ~(u64)0);
}

/* A value has the width of its field. */
static void test_widths(void)
{
	const struct field_names *f;

	sb_reset(&fmt);
	sb_puts(&fmt, "__print_symbolic(REC->field, { -1, \"all\" }, { 0x1234, \"part\" })");
	f = read_as(&type_s32);
	CHECK(f && f->mask == UINT32_MAX && f->names[0].value == UINT32_MAX);
	f = read_as(&type_u8);
	CHECK(f && f->mask == 0xff && f->names[0].value == 0xff && f->names[1].value == 0x34);
	CHECK(!read_as(&type_void));
}

/* The depth of parentheses is limited. */
static void test_depth(void)
{
	struct strbuf deep = { 0 };

	for (u32 i = 0; i < 63; i++)
		sb_putc(&deep, '(');
	sb_puts(&deep, "1");
	for (u32 i = 0; i < 63; i++)
		sb_putc(&deep, ')');
	check_value(sb_str(&deep), 1);
	sb_reset(&deep);
	for (u32 i = 0; i < 1000000; i++)
		sb_puts(&deep, "(");
	CHECK(!read_list("__print_symbolic(REC->field, { %s, \"it\" })", sb_str(&deep)));
	sb_free(&deep);
}

int main(void)
{
	test_expressions();
	test_lists();
	test_widths();
	test_depth();
	sb_free(&fmt);
	arena_free(&arena);
	return unit_end();
}
