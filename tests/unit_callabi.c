/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_callabi.c - the places of arguments by the rules of each ABI.  exec/byvalue compares them
 * with compilers.
 */
#include <stdio.h>

#include "lang/callabi.h"

static const struct member small_members[] = {
	{ .name = "p", .type = &type_u64 },
	{ .name = "k", .type = &type_bool, .off = 8, .bit_size = 1 },
};
static const struct member words_members[] = {
	{ .name = "a", .type = &type_u32 }, { .name = "b", .type = &type_u32, .off = 4 },
};
static const struct type small = { .kind = TY_STRUCT, .size = 16, .align = 8,
				   .members = small_members, .count = 2 };
static const struct type two = { .kind = TY_STRUCT, .size = 8, .align = 4,
				 .members = words_members, .count = 2 };
static const struct type large = { .kind = TY_STRUCT, .size = 24, .align = 8,
				   .members = small_members, .count = 2 };

/* a class of C++ with a function that copies it, and three numbers */
static const struct type class = { .kind = TY_STRUCT, .size = 8, .align = 4,
				   .members = words_members, .count = 2, .goes_by_address = true };
static const struct type number = { .kind = TY_ARRAY, .size = 8, .align = 8, .is_float = true };
static const struct member numbers_members[] = {
	{ .name = "a", .type = &number }, { .name = "b", .type = &number, .off = 8 },
	{ .name = "c", .type = &number, .off = 16 },
};
static const struct type numbers = { .kind = TY_STRUCT, .size = 24, .align = 8,
				     .members = numbers_members, .count = 3 };

#define I (&type_s32)
#define L (&type_u64)
#define S (&small)
#define T (&two)
#define B (&large)
#define C (&class)
#define F (&numbers)

static const struct {
	const struct arch *arch;	/* NULL: a trampoline's slots */
	const struct type *types[9];
	u32 first[9];			/* + 100: passed by address */
	bool user;			/* a program's function */
	const struct type *result;
} rows[] = {
	{ &arch_x86_64, { I, I, I, S, I }, { 0, 1, 2, 3, 5 } },
	{ &arch_x86_64, { L, L, L, L, L, S, I, L }, { 0, 1, 2, 3, 4, 6, 5, 8 } },
	{ &arch_x86_64, { L, B, S, I }, { 0, 6, 1, 3 } },
	{ &arch_aarch64, { I, S, I }, { 0, 1, 3 } },
	{ &arch_aarch64, { L, L, L, L, L, L, L, S }, { 0, 1, 2, 3, 4, 5, 6, 8 } },
	{ &arch_aarch64, { I, B, I }, { 0, 101, 2 } },
	{ &arch_arm, { I, L, I, L }, { 0, 2, 4, 6 } },
	{ &arch_arm, { I, I, I, T, I }, { 0, 1, 2, 3, 5 } },
	{ &arch_arm, { I, S, I }, { 0, 2, 6 } },
	{ &arch_arm, { T, T, I }, { 0, 2, 4 } },
	{ &arch_riscv64, { I, S, I }, { 0, 1, 3 } },
	{ &arch_riscv64, { L, L, L, L, L, L, L, S }, { 0, 1, 2, 3, 4, 5, 6, 7 } },
	{ &arch_riscv64, { S, S, S, L, S, L }, { 0, 2, 4, 6, 7, 9 } },
	{ &arch_riscv64, { I, B, I }, { 0, 101, 2 } },
	{ &arch_s390x, { I, S, T, I }, { 0, 101, 2, 3 } },
	{ &arch_s390x, { L, L, L, L, L, L, B }, { 0, 1, 2, 3, 4, 5, 106 } },
	{ &arch_i386, { I, L, I, L, I }, { 0, 1, 3, 4, 6 } },
	{ &arch_i386, { I, I, L, I }, { 0, 1, 3, 5 } },
	{ &arch_i386, { T, I, T }, { 0, 2, 3 } },
	{ &arch_i386, { I, L, S, I }, { 0, 1, 3, 7 }, .user = true },
	{ &arch_ppc64le, { I, S, I }, { 0, 1, 3 } },
	{ &arch_ppc64le, { L, L, L, L, L, L, B, I }, { 0, 1, 2, 3, 4, 5, 6, 9 } },
	{ &arch_riscv32, { I, L, I }, { 0, 1, 3 } },	/* no even pairs, unless variadic */
	{ &arch_riscv32, { L, L, L, I, L, I }, { 0, 2, 4, 6, 7, 9 } },
	{ &arch_riscv32, { L, L, L, L, I, L }, { 0, 2, 4, 6, 8, 10 } },
	{ &arch_riscv32, { I, T, S, I }, { 0, 1, 103, 4 } },
	{ &arch_powerpc, { I, L, I, L }, { 0, 2, 4, 6 } },
	{ &arch_powerpc, { I, I, I, I, I, I, I, L }, { 0, 1, 2, 3, 4, 5, 6, 8 } },
	{ &arch_powerpc, { L, L, L, I, L, I, L }, { 0, 2, 4, 6, 8, 10, 12 } },
	{ &arch_powerpc, { I, T, S, I }, { 0, 101, 102, 3 } },
	{ &arch_mips, { I, L, I, L }, { 0, 2, 4, 6 } },
	{ &arch_mips, { I, I, I, T, I }, { 0, 1, 2, 3, 5 } },
	{ &arch_mipsel, { I, S, I }, { 0, 2, 6 } },
	{ &arch_mipsel, { I, I, I, L, I }, { 0, 1, 2, 4, 6 } },
	{ &arch_mipsel, { B, I }, { 0, 6 } },
	{ &arch_mips64, { I, S, I, B }, { 0, 1, 3, 4 } },
	{ &arch_mips64el, { L, L, L, L, L, L, L, S, I }, { 0, 1, 2, 3, 4, 5, 6, 7, 9 } },
	{ NULL, { I, S, I, T, B, I }, { 0, 1, 3, 4, 5, 8 } },
	/* the address of the result comes first */
	{ &arch_x86_64, { I, B }, { 1, 6 }, .result = B },
	{ &arch_x86_64, { I }, { 0 }, .result = S },
	{ &arch_x86_64, { I, C, I }, { 1, 102, 3 }, .result = C },
	{ &arch_aarch64, { I, C }, { 0, 101 }, .result = B },
	{ &arch_arm, { I, L }, { 1, 2 }, .result = T },
	{ &arch_arm, { I }, { 0 }, .result = L },
	{ &arch_arm, { I }, { 0 }, .result = F },
	{ &arch_riscv64, { I }, { 1 }, .result = B },
	{ &arch_riscv64, { I }, { 0 }, .result = S },
	{ &arch_riscv32, { I }, { 1 }, .result = S },
	{ &arch_s390x, { I }, { 1 }, .result = T },
	{ &arch_i386, { I }, { 1 }, .result = S },
	{ &arch_i386, { I }, { 0 }, .result = T },
	{ &arch_i386, { I, I }, { 1, 2 }, .user = true, .result = T },
	{ &arch_ppc64le, { I }, { 1 }, .result = B },
	{ &arch_ppc64le, { I }, { 0 }, .result = F },
	{ &arch_powerpc, { I }, { 1 }, .result = T },
	{ &arch_mips, { I, L }, { 1, 2 }, .result = T },
	{ &arch_mips64, { I }, { 0 }, .result = S },
	{ &arch_mips64, { I }, { 1 }, .result = B },
	{ &arch_loongarch64, { I }, { 1 }, .result = B },
	{ NULL, { I }, { 0 }, .result = B },
};

int main(void)
{
	unsigned passed = 0, failed = 0;

	for (size_t r = 0; r < ARRAY_SIZE(rows); r++) {
		const struct arch *a = rows[r].arch;
		struct param_place p[9] = { 0 };
		u32 n = 0;

		for (; n < 9 && rows[r].types[n]; n++)
			p[n].type = rows[r].types[n];
		callabi_place(a ? arch_func(a, rows[r].user) : &callabi_slots,
			      a ? a->word : 8, rows[r].result, p, n);
		for (u32 i = 0; i < n; i++) {
			if (p[i].first + p[i].by_address * 100u == rows[r].first[i]) {
				passed++;
				continue;
			}
			failed++;
			printf("row %zu, argument %u: word %u, not %u\n", r, i, p[i].first,
			       rows[r].first[i]);
		}
	}
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
