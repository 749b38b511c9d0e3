/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_aranges.c - debug/address.c: the table from addresses to units, written by hand after
 * DWARF 5, 6.1.2.  A set has a header and pairs of an address and a length, which are aligned to
 * twice the size of an address, counted from the start of the set.
 */
#include "base/order.h"
#include "debug/debug_impl.h"
#include "tests/lib/unit.h"

#define debug_at fake_debug_at
#define elf_size fake_elf_size
#define unit_next fake_unit_next
static struct cursor fake_debug_at(struct debug *d, enum section_id id, u64 off);
static u64 fake_elf_size(const struct elf *e);
static struct unit *fake_unit_next(struct debug *d, u32 i);

#include "src/debug/address.c"

static u8 table[512];
static u32 n_table;
static bool is_big;

static void num(u64 n, u32 size)
{
	order_put(table + n_table, size, is_big, n);
	n_table += size;
}

/* A set for the unit at an offset, in the format with offsets of 4 or of 8 bytes. */
static void put_set(u32 offset, u32 word, u64 unit, const u64 *pairs, u32 n)
{
	u32 start = n_table, at, length;

	if (offset == 8)
		num(UINT32_MAX, 4);
	at = n_table;
	num(0, offset);
	num(2, 2);
	num(unit, offset);
	num(word, 1);
	num(0, 1);
	while ((n_table - start) % (2 * word))
		num(0xee, 1);
	for (u32 i = 0; i < 2 * n; i++)
		num(pairs[i], word);
	num(0, word);
	num(0, word);
	length = n_table - at - offset;
	order_put(table + at, offset, is_big, length);
}

static struct cursor fake_debug_at(struct debug *d, enum section_id id, u64 off)
{
	(void)d;
	CHECK(id == SEC_ARANGES && !off);
	return (struct cursor){ table, table + n_table, .is_big = is_big, .word = 8, .offset = 4 };
}

static u64 fake_elf_size(const struct elf *e)
{
	(void)e;
	return 4096;
}

static struct unit *fake_unit_next(struct debug *d, u32 i)
{
	(void)d;
	(void)i;
	return NULL;
}

/* The offset of the unit with the address; 0 if none has it. */
static u64 unit_with(u64 addr)
{
	struct debug d = { 0 };
	u64 unit = unit_offset(&d, addr);

	CHECK(d.has_code);
	addresses_forget(&d);
	CHECK(!d.has_code && !d.has_all_code);
	return unit == NOWHERE ? 0 : unit;
}

static void test_sets(u32 offset, u32 word)
{
	static const u64 first[] = { 0x1000, 0x100, 0x3000, 1 }, second[] = { 0x2000, 0x80 };
	static const u64 low[] = { 0, 0x10 };
	static const struct { u64 addr, unit; } want[] = {
		{ 0xfff, 0 }, { 0x1000, 0x40 }, { 0x10ff, 0x40 }, { 0x1100, 0 }, { 0x2fff, 0 },
		{ 0x3000, 0x40 }, { 0x3001, 0 }, { 0x2000, 0x77 }, { 0x207f, 0x77 }, { 0x2080, 0 },
		{ 0, 0x99 }, { 0xf, 0x99 }, { 0x10, 0 }, { 0xeeee, 0 },
	};

	n_table = 0;
	put_set(offset, word, 0x40, first, 2);
	put_set(offset, word, 0x55, first, 0);
	put_set(offset, word, 0x77, second, 1);
	put_set(offset, word, 0x99, low, 1);
	for (u32 i = 0; i < ARRAY_SIZE(want); i++)
		CHECK(unit_with(want[i].addr) == want[i].unit);
}

/* A set whose addresses have an unknown size is skipped; a set that is cut off has no addresses. */
static void test_broken(void)
{
	static const u64 pairs[] = { 0x1000, 0x100 };
	u32 whole;

	n_table = 0;
	put_set(4, 2, 0x40, pairs, 1);
	put_set(4, 8, 0x77, pairs, 1);
	CHECK(unit_with(0x1000) == 0x77);
	n_table = 0;
	put_set(4, 8, 0x77, pairs, 1);
	whole = n_table;
	for (n_table = 1; n_table < whole; n_table++)
		CHECK(unit_with(0x10ff) == 0);
}

int main(void)
{
	for (u32 i = 0; i < 2; i++) {
		is_big = i;
		test_sets(4, 8);
		test_sets(8, 8);
		test_sets(4, 4);
		test_sets(8, 4);
	}
	test_broken();
	return unit_end();
}
