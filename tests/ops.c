/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ops.c - computes all operators on all pairs of integer types in C.
 *
 *	ops script	an awl script that computes it, for tests/awlvm
 *	ops expect	the expected output of the script
 *
 * Both come from the same macros: the text of an expression goes into the script, and its value, as
 * computed by this compiler, into the expected output.  Where C is undefined, BPF's instruction set
 * decides: x / 0 is 0 and x % 0 is x.  Shifts are masked here to counts that C defines.  Built with
 * -fwrapv.
 */
#include <stdio.h>
#include <string.h>

#include "base/base.h"

typedef long long ll;
typedef unsigned long long ull;

static const u64 values[] = {
	0, 1, 2, 7, 100, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000,
	0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, (u64)-3,
	(u64)-1000, 0xfedcba9876543210,
};

#define IS_SIGNED(x) ((__typeof__(x))-1 < 1)

#define DIV(x, y) ({ \
	__typeof__((x) + (y)) x_ = (x), y_ = (y); \
	!y_ ? 0 : IS_SIGNED(x_) && y_ == (__typeof__(y_))-1 ? 0 - x_ : x_ / y_; })
#define MOD(x, y) ({ \
	__typeof__((x) + (y)) x_ = (x), y_ = (y); \
	!y_ ? x_ : IS_SIGNED(x_) && y_ == (__typeof__(y_))-1 ? 0 : x_ % y_; })

static enum { FORMAT, TEXT, VALUES } mode;
static const char *type_a, *type_b;	/* of the row being written */

/* Converts C's text to awl's: a and b are fields, literals need no LL. */
static void put_text(const char *s)
{
	for (; *s; s++) {
		bool alone = !strchr("abcdefghijklmnopqrstuvwxyz_", s[1]) || !s[1];

		if ((*s == 'a' || *s == 'b') && alone)
			printf("args.%c_%s", *s, *s == 'a' ? type_a : type_b);
		else if (*s != 'L')
			putchar(*s);
	}
}

/* E(awl's text, C's expression) */
#define E(text, c) do { \
	__typeof__(c) v_ = (c); \
	if (!first) \
		fputs(mode == TEXT ? ", " : " ", stdout); \
	first = false; \
	if (mode == FORMAT) \
		fputs(IS_SIGNED(v_) ? "%d" : "%u", stdout); \
	else if (mode == TEXT) \
		put_text(text); \
	else \
		printf(IS_SIGNED(v_) ? "%lld" : "%llu", (ll)v_); \
} while (0)
#define SAME(e) E(#e, e)

#define PAIR(A, B) \
static void A##_##B(u64 x, u64 y) \
{ \
	A a = (A)x; B b = (B)y; \
	bool first = true; \
	SAME(a + b); SAME(a - b); SAME(a * b); E("a / b", DIV(a, b)); E("a % b", MOD(a, b)); \
	SAME(a & b); SAME(a | b); SAME(a ^ b); SAME(a << (b & 7)); SAME(a >> (b & 7)); \
	SAME(a < b); SAME(a <= b); SAME(a > b); SAME(a >= b); SAME(a == b); SAME(a != b); \
	SAME(a && b); SAME(a || b); SAME(a ? a : b); SAME((a + b) * 3LL >> 1LL); \
	SAME((s8)(a * b)); SAME((u16)(a - b)); SAME((a < b) + (a > b)); SAME((u32)a + (s64)b); \
}

#define ONE(A) \
static void A##_0(u64 x, u64 y) \
{ \
	A a = (A)x; \
	bool first = true; \
	(void)y; \
	SAME(a + 3LL); SAME(a - 1000LL); SAME(a * -3LL); E("a / 7", DIV(a, 7LL)); \
	E("a / 8", DIV(a, 8LL)); E("a / -8", DIV(a, -8LL)); E("a % 7", MOD(a, 7LL)); \
	E("a % 8", MOD(a, 8LL)); E("a % -8", MOD(a, -8LL)); SAME(a & 0xffLL); \
	SAME(a | 0x100LL); SAME(a >> 3LL); SAME(a << 3LL); SAME(a < -1LL); SAME(a >= 100LL); \
	SAME(a == 255LL); SAME(100LL - a); E("1000 / a", DIV(1000LL, a)); \
	E("1000 % a", MOD(1000LL, a)); SAME(-a); SAME(!a); SAME((bool)a); \
	SAME(~a); E("~a / 3", DIV(~a, 3LL)); SAME(~a >> 1); \
	SAME((s8)a); SAME((u8)a); SAME((s16)a); SAME((u32)a); SAME((s64)(s32)a); SAME((u64)a); \
}

#define WITH(X, A) X(A, u8) X(A, s8) X(A, u16) X(A, s16) X(A, u32) X(A, s32) X(A, u64) X(A, s64)
#define ALL(X) WITH(X, u8) WITH(X, s8) WITH(X, u16) WITH(X, s16) \
	WITH(X, u32) WITH(X, s32) WITH(X, u64) WITH(X, s64)
#define EACH(X) X(u8) X(s8) X(u16) X(s16) X(u32) X(s32) X(u64) X(s64)

ALL(PAIR)
EACH(ONE)

static const struct {
	const char *a, *b;
	void (*run)(u64 x, u64 y);
} rows[] = {
#define X(A, B) { #A, #B, A##_##B },
	ALL(X)
#undef X
#define X(A) { #A, "", A##_0 },
	EACH(X)
#undef X
};

static void write_script(void)
{
	for (u32 i = 0; i < ARRAY_SIZE(values); i++)
		for (u32 k = 0; k < ARRAY_SIZE(values); k++) {
			for (u32 r = 0; r < ARRAY_SIZE(rows) && !k; r++)
				if (!*rows[r].b)
					printf("# field a_%s: %lld\n", rows[r].a, (ll)values[i]);
			for (u32 r = 0; r < 8; r++)
				printf("# field b_%s: %lld\n", rows[r].b, (ll)values[k]);
			printf("# fire\n");
		}
	for (u32 r = 0; r < ARRAY_SIZE(rows); r++) {
		type_a = rows[r].a;
		type_b = rows[r].b;
		printf("tracepoint:test:ops { printf(\"");
		mode = FORMAT;
		rows[r].run(0, 0);
		printf("\\n\", ");
		mode = TEXT;
		rows[r].run(0, 0);
		printf("); }\n");
	}
}

static void write_expected(void)
{
	for (u32 i = 0; i < ARRAY_SIZE(values); i++)
		for (u32 k = 0; k < ARRAY_SIZE(values); k++)
			for (u32 r = 0; r < ARRAY_SIZE(rows); r++) {
				rows[r].run(values[i], values[k]);
				putchar('\n');
			}
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "script")) {
		write_script();
		return 0;
	}
	mode = VALUES;
	write_expected();
	return 0;
}
