/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_location.c - debug/location.c on expressions and lists written by hand, after the DWARF
 * standard, version 5, 2.5, 2.6 and 7.7.  What it needs of other files is made up here.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "debug/debug_impl.h"
#include "tests/lib/unit.h"

#define PC 0x401000ull
#define FAR 0x900000ull		/* an address whose distance from PC is not known */

static const u8 *frame_base;	/* an expression; NULL: the function has none */
static u64 n_frame_base;
static u8 lists[256];		/* .debug_loc or .debug_loclists */
static u64 n_lists;
static enum section_id list_section;
static bool has_cfa = true;

static bool fake_distance(const struct elf *e, u64 a, u64 b)
{
	(void)e;
	CHECK(b == PC);
	return a != FAR;
}

/* The unit is at 0x1000.  Its types: at 0x20 an int, at 0x28 an unsigned short, at 0x30 a signed
 * char, at 0x38 a double, at 0x40 a structure of 12 bytes, at 0x48 a bool. */
static bool fake_entry_at(struct debug *d, u64 off, struct entry *e)
{
	(void)d;
	e->off = off - 0x1000;
	return e->off >= 0x20 && e->off <= 0x48;
}

static u64 fake_entry_num(const struct entry *e, u32 name, u64 otherwise)
{
	static const struct { u8 size, encoding; } types[] = {
		{ 4, 5 }, { 2, 7 }, { 1, 6 }, { 8, 4 }, { 12, 5 }, { 1, 2 },
	};
	u64 i = (e->off - 0x20) / 8;

	CHECK(!otherwise && (name == 0x0b || name == 0x3e));	/* byte_size, encoding */
	return name == 0x0b ? types[i].size : types[i].encoding;
}

static bool fake_entry_attr(const struct entry *e, u32 name, struct attr *a)
{
	(void)e;
	CHECK(name == 0x40);		/* frame_base */
	*a = (struct attr){ .data = frame_base, .len = n_frame_base };
	return frame_base;
}

static bool fake_attr_address(const struct unit *u, const struct attr *a, u64 *addr)
{
	(void)u;
	CHECK(a->form == 0x1b);		/* addrx */
	*addr = PC + 0x100 * a->num;
	return a->num < 9;
}

static struct cursor fake_debug_at(struct debug *d, enum section_id id, u64 off)
{
	(void)d;
	CHECK(id == list_section);
	return (struct cursor){ lists + off, lists + n_lists, .word = 8, .offset = 4 };
}

static bool fake_frame_cfa(struct location *l)
{
	if (has_cfa) {
		l->steps[l->n++] = (struct debug_step){ STEP_REG, 7 };
		l->steps[l->n++] = (struct debug_step){ STEP_NUM, 8 };
		l->steps[l->n++] = (struct debug_step){ STEP_ADD, 0 };
	}
	return has_cfa;
}

#define elf_is_distance_known fake_distance
#define entry_at fake_entry_at
#define entry_num fake_entry_num
#define entry_attr fake_entry_attr
#define attr_address fake_attr_address
#define debug_at fake_debug_at
#define frame_cfa fake_frame_cfa
#include "src/debug/location.c"

static struct debug debug;
static struct unit unit = {
	.d = &debug, .off = 0x1000, .end = 0x2000, .version = 5, .word = 8, .offset = 4
};
static const struct abbrev function;

/* "what: steps", or "refused". */
static const char *shown(int refused, const struct location *l)
{
	static const char *const names[STEP_KINDS] = {
		[STEP_IP] = "ip", [STEP_NEG] = "neg", [STEP_NOT] = "not", [STEP_ADD] = "+",
		[STEP_SUB] = "-", [STEP_MUL] = "*", [STEP_DIV] = "/", [STEP_MOD] = "%",
		[STEP_AND] = "&", [STEP_OR] = "|", [STEP_XOR] = "^", [STEP_SHL] = "<<",
		[STEP_SHR] = ">>", [STEP_SAR] = "sar", [STEP_EQ] = "==", [STEP_NE] = "!=",
		[STEP_LT] = "<", [STEP_LE] = "<=", [STEP_GT] = ">", [STEP_GE] = ">=",
		[STEP_SWAP] = "swap", [STEP_ROT] = "rot", [STEP_DROP] = "drop",
		[STEP_SELECT] = "select",
	};
	static const char *const with_num[STEP_KINDS] = {
		[STEP_NUM] = "", [STEP_REG] = "r", [STEP_PICK] = "pick", [STEP_DEREF] = "at",
		[STEP_TYPE] = "type", [STEP_MEMORY_PART] = "memory", [STEP_VALUE_PART] = "value",
		[STEP_LOST_PART] = "lost",
	};
	static char text[1024];
	int n;

	if (refused)
		return "refused";
	n = snprintf(text, sizeof(text), "%s:", l->what == DEBUG_IN_MEMORY ? "memory" :
		     l->what == DEBUG_COMPUTED ? "value" : l->what == DEBUG_IN_PARTS ? "parts" :
		     l->what == DEBUG_GONE ? "gone" : "?");
	for (u32 i = 0; i < l->n; i++) {
		const struct debug_step *s = &l->steps[i];

		if (with_num[s->kind])
			n += snprintf(text + n, sizeof(text) - (size_t)n, " %s%lld",
				      with_num[s->kind], (long long)s->num);
		else
			n += snprintf(text + n, sizeof(text) - (size_t)n, " %s",
				      names[s->kind] ? names[s->kind] : "?");
	}
	return text;
}

static const char *place(const u8 *bytes, u64 n)
{
	struct location l = { .pc = PC, .at = { .u = &unit, .kind = &function } };
	struct attr a = { .form = 0x18, .data = bytes, .len = n };
	int refused = location_of(&l, &a);

	return shown(refused, &l);
}

#define PLACE(...) place((const u8[]){ __VA_ARGS__ }, sizeof((const u8[]){ __VA_ARGS__ }))

static void test_numbers(void)
{
	CHECK(same(PLACE(0x30), "memory: 0") && same(PLACE(0x4f), "memory: 31"));
	CHECK(same(PLACE(0x08, 0xff), "memory: 255") && same(PLACE(0x09, 0xff), "memory: -1"));
	CHECK(same(PLACE(0x0a, 1, 0x80), "memory: 32769"));
	CHECK(same(PLACE(0x0b, 1, 0x80), "memory: -32767"));
	CHECK(same(PLACE(0x0c, 2, 0, 0, 0x80), "memory: 2147483650"));
	CHECK(same(PLACE(0x0d, 2, 0, 0, 0x80), "memory: -2147483646"));
	CHECK(same(PLACE(0x0e, 3, 0, 0, 0, 1, 0, 0, 0), "memory: 4294967299"));
	CHECK(same(PLACE(0x0f, 0xfe, 255, 255, 255, 255, 255, 255, 255), "memory: -2"));
	CHECK(same(PLACE(0x10, 0x80, 1), "memory: 128") && same(PLACE(0x11, 0x7f), "memory: -1"));
	CHECK(same(PLACE(0x0a, 1), "refused"));			/* cut off */
}

/* The value of a register, a register plus an offset, and registers of large numbers. */
static void test_registers(void)
{
	CHECK(same(PLACE(0x50), "value: r0") && same(PLACE(0x6f), "value: r31"));
	CHECK(same(PLACE(0x90, 40), "value: r40"));
	CHECK(same(PLACE(0x70, 0), "memory: r0") && same(PLACE(0x8f, 8), "memory: r31 8 +"));
	CHECK(same(PLACE(0x77, 0x70), "memory: r7 -16 +"));
	CHECK(same(PLACE(0x92, 40, 0x78), "memory: r40 -8 +"));
	CHECK(same(PLACE(0x92, 40, 0), "memory: r40"));
	CHECK(same(PLACE(0x50, 0x30), "refused"));	/* nothing may follow a register */
}

static void test_operators(void)
{
	static const struct { u8 op; const char *step; } plain_ones[] = {
		{ 0x13, "drop" }, { 0x16, "swap" }, { 0x17, "rot" }, { 0x1a, "&" }, { 0x1b, "/" },
		{ 0x1c, "-" }, { 0x1d, "%" }, { 0x1e, "*" }, { 0x1f, "neg" }, { 0x20, "not" },
		{ 0x21, "|" }, { 0x22, "+" }, { 0x24, "<<" }, { 0x25, ">>" }, { 0x26, "sar" },
		{ 0x27, "^" }, { 0x29, "==" }, { 0x2a, ">=" }, { 0x2b, ">" }, { 0x2c, "<=" },
		{ 0x2d, "<" }, { 0x2e, "!=" }, { 0x12, "pick0" }, { 0x14, "pick1" },
		{ 0x06, "at8" },
	};
	static const u8 unknown[] = { 0x07, 0x18, 0x19, 0x2f, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9d,
				      0xa0, 0xa2, 0xa3, 0xe0, 0xf2, 0xf3, 0xff };
	char want[64];

	for (u32 i = 0; i < ARRAY_SIZE(plain_ones); i++) {
		snprintf(want, sizeof(want), "value: 1 2 %s", plain_ones[i].step);
		CHECK(same(PLACE(0x31, 0x32, plain_ones[i].op, 0x9f), want));
	}
	for (u32 i = 0; i < sizeof(unknown); i++)
		CHECK(same(PLACE(0x31, unknown[i], 0, 0, 0, 0, 0, 0, 0, 0), "refused"));
	CHECK(same(PLACE(0x31, 0x23, 0x85, 1), "memory: 1 133 +"));
	CHECK(same(PLACE(0x31, 0x94, 2), "memory: 1 at2"));
	CHECK(same(PLACE(0x31, 0x15, 3), "memory: 1 pick3"));
	CHECK(same(PLACE(0x96, 0x31, 0xf0), "memory: 1"));	/* nop, GNU_uninit */
	/* A jump is known if it skips swap, and drop follows. */
	CHECK(same(PLACE(0x28, 1, 0, 0x16, 0x13), "memory: select"));
	CHECK(same(PLACE(0x28, 2, 0, 0x16, 0x13), "refused"));
	CHECK(same(PLACE(0x28, 1, 0, 0x13, 0x13), "refused"));
	CHECK(same(PLACE(0x28, 1, 0, 0x16, 0x16), "refused"));
}

static void test_addresses(void)
{
	CHECK(same(PLACE(0x03, 0, 0x20, 0x40, 0, 0, 0, 0, 0), "memory: ip 4096 +"));
	CHECK(same(PLACE(0x03, 0, 0, 0x90, 0, 0, 0, 0, 0), "refused"));	/* FAR */
	CHECK(same(PLACE(0xa1, 3), "memory: ip 768 +") && same(PLACE(0xa1, 9), "refused"));
}

static void test_values(void)
{
	CHECK(same(PLACE(0x35, 0x9f), "value: 5") && same(PLACE(0x35, 0x9f, 0x30), "refused"));
	CHECK(same(PLACE(0x9e, 2, 1, 2), "value: 513"));
	CHECK(same(PLACE(0x9e, 8, 1, 0, 0, 0, 0, 0, 0, 0x80), "value: -9223372036854775807"));
	CHECK(same(PLACE(0x9e, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0), "refused"));
	CHECK(same(PLACE(0x9e, 0), "refused"));
	CHECK(same(place((const u8 *)"", 0), "gone:"));
}

/* Types, by their offsets in the unit. */
static void test_types(void)
{
	CHECK(same(PLACE(0x31, 0xa8, 0x20), "memory: 1 type260"));	/* int: 4, signed */
	CHECK(same(PLACE(0x31, 0xa8, 0x28), "memory: 1 type2"));
	CHECK(same(PLACE(0x31, 0xa9, 0x30), "memory: 1 type257"));
	CHECK(same(PLACE(0x31, 0xf7, 0x48), "memory: 1 type1"));
	CHECK(same(PLACE(0x31, 0xf9, 0), "memory: 1 type0"));
	CHECK(same(PLACE(0x31, 0xa8, 0x38), "refused"));		/* double */
	CHECK(same(PLACE(0x31, 0xa8, 0x40), "refused"));		/* 12 bytes */
	CHECK(same(PLACE(0x31, 0xa8, 0x50), "refused"));		/* no entry */
	CHECK(same(PLACE(0xa5, 5, 0x20), "memory: r5 type260"));
	CHECK(same(PLACE(0xf5, 5, 0x28), "memory: r5 type2"));
	CHECK(same(PLACE(0x31, 0xa6, 4, 0x20), "memory: 1 at4 type260"));
	CHECK(same(PLACE(0x31, 0xf6, 2, 0x28), "memory: 1 at2 type2"));
	CHECK(same(PLACE(0xa4, 0x28, 2, 1, 2), "memory: 513 type2"));
	CHECK(same(PLACE(0xf4, 0x20, 4, 9, 0, 0, 0), "memory: 9 type260"));
	CHECK(same(PLACE(0xa4, 0x20, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9), "refused"));
}

static void test_frame(void)
{
	static const u8 rbp[] = { 0x76, 16 }, value[] = { 0x56 }, cfa[] = { 0x9c };
	static const u8 self[] = { 0x91, 0 };

	frame_base = rbp;
	n_frame_base = 2;
	CHECK(same(PLACE(0x91, 0x6c), "memory: r6 16 + -20 +"));
	CHECK(same(PLACE(0x91, 0), "memory: r6 16 +"));
	frame_base = value;		/* DW_OP_reg6: the register's value is the base */
	n_frame_base = 1;
	CHECK(same(PLACE(0x91, 4), "memory: r6 4 +"));
	frame_base = cfa;
	CHECK(same(PLACE(0x91, 4), "memory: r7 8 + 4 +"));
	CHECK(same(PLACE(0x9c, 0x34, 0x22), "memory: r7 8 + 4 +"));
	CHECK(same(PLACE(0x9c, 0x9c, 0x9c, 0x9c), "memory: r7 8 + r7 8 + r7 8 + r7 8 +"));
	has_cfa = false;
	CHECK(same(PLACE(0x91, 4), "refused") && same(PLACE(0x9c), "refused"));
	has_cfa = true;
	frame_base = self;		/* without end */
	n_frame_base = 2;
	CHECK(same(PLACE(0x91, 4), "refused"));
	frame_base = NULL;
	CHECK(same(PLACE(0x91, 4), "refused"));
}

/* Parts: in memory, in a register, computed, and one that is lost. */
static void test_parts(void)
{
	CHECK(same(PLACE(0x77, 8, 0x93, 4, 0x50, 0x93, 2), "parts: r7 8 + memory4 r0 value2"));
	CHECK(same(PLACE(0x35, 0x9f, 0x93, 1, 0x93, 3), "parts: 5 value1 lost3"));
	CHECK(same(PLACE(0x93, 8, 0x51, 0x93, 8), "parts: lost8 r1 value8"));
	CHECK(same(PLACE(0x50, 0x93, 4, 0x51), "refused"));	/* a part without an end */
}

static void test_many_steps(void)
{
	u8 bytes[DEBUG_STEPS + 1];

	memset(bytes, 0x31, sizeof(bytes));
	CHECK(!strncmp(place(bytes, DEBUG_STEPS), "memory: 1 1", 11));
	CHECK(same(place(bytes, DEBUG_STEPS + 1), "refused"));
}

static const char *listed(const u8 *bytes, u64 n, u64 pc, u32 form, u64 num)
{
	struct location l = { .pc = pc, .at = { .u = &unit, .kind = &function } };
	struct attr a = { .form = form, .num = num };

	memcpy(lists, bytes, n);
	n_lists = n;
	return shown(location_of(&l, &a), &l);
}

#define LIST(pc, ...) \
	listed((const u8[]){ __VA_ARGS__ }, sizeof((const u8[]){ __VA_ARGS__ }), pc, 0x17, 0)

/* Lists of version 5.  Register 1 is from 0x10 to 0x20 after the base, and so on. */
static void test_lists(void)
{
	unit.version = 5;
	unit.low_pc = PC;
	list_section = SEC_LOCLISTS;
#define PAIRS 4, 0x10, 0x20, 1, 0x51, 4, 0x20, 0x28, 1, 0x52, 0
	CHECK(same(LIST(PC + 0x0f, PAIRS), "gone:") && same(LIST(PC + 0x10, PAIRS), "value: r1"));
	CHECK(same(LIST(PC + 0x1f, PAIRS), "value: r1"));
	CHECK(same(LIST(PC + 0x20, PAIRS), "value: r2") && same(LIST(PC + 0x28, PAIRS), "gone:"));
	/* a base of its own; the address table has PC + 0x100 * index */
	CHECK(same(LIST(PC + 0x210, 1, 2, PAIRS), "value: r1"));
	CHECK(same(LIST(0x5018, 6, 0, 0x50, 0, 0, 0, 0, 0, 0, PAIRS), "value: r1"));
	/* startx_endx, startx_length, start_end, start_length, default_location */
#define X(pc) LIST(pc, 2, 1, 3, 1, 0x53, 0)
	CHECK(same(X(PC + 0x100), "value: r3") && same(X(PC + 0x2ff), "value: r3"));
	CHECK(same(X(PC + 0xff), "gone:") && same(X(PC + 0x300), "gone:"));
#undef X
	CHECK(same(LIST(PC + 0x103, 3, 1, 4, 1, 0x53, 0), "value: r3"));
	CHECK(same(LIST(PC + 0x104, 3, 1, 4, 1, 0x53, 0), "gone:"));
#define FROM_TO 7, 0, 0x50, 0, 0, 0, 0, 0, 0, 4, 0x50, 0, 0, 0, 0, 0, 0, 1, 0x54, 0
	CHECK(same(LIST(0x5003, FROM_TO), "value: r4") && same(LIST(0x5004, FROM_TO), "gone:"));
#define FROM_N 8, 0, 0x50, 0, 0, 0, 0, 0, 0, 4, 1, 0x55, 0
	CHECK(same(LIST(0x5003, FROM_N), "value: r5") && same(LIST(0x5004, FROM_N), "gone:"));
	CHECK(same(LIST(0x4fff, FROM_N), "gone:"));
	CHECK(same(LIST(0x77, 4, 0x10, 0x20, 1, 0x51, 5, 1, 0x56, 0), "value: r6"));
	/* broken ones */
	CHECK(same(LIST(PC, 9, 0), "gone:") && same(LIST(PC, 2, 9, 9, 1, 0x51, 0), "gone:"));
	CHECK(same(LIST(PC + 0x10, 4, 0x10, 0x20, 9, 0x51), "gone:"));
	/* DW_FORM_loclistx: an index of a table of offsets at the unit's base */
	unit.loclists = 4;
	CHECK(same(listed((const u8[]){ 0, 0, 0, 0, 99, 0, 0, 0, 8, 0, 0, 0, PAIRS }, 23, PC + 0x10,
			  0x22, 1), "value: r1"));
	CHECK(same(listed((const u8[]){ 0, 0, 0, 0, 1, 0 }, 6, PC + 0x10, 0x22, 0), "gone:"));
	CHECK(same(listed((const u8[]){ 0 }, 1, PC, 0x22, UINT64_MAX / 4), "gone:"));
}

#define A8(low) low, 0, 0, 0, 0, 0, 0, 0
#define ONES 255, 255, 255, 255, 255, 255, 255, 255

/* Lists before version 5: pairs of addresses from the unit's start, or from a base that a pair
 * with the highest address sets. */
static void test_old_lists(void)
{
	unit.version = 4;
	list_section = SEC_LOC;
#define OLD A8(0x10), A8(0x20), 1, 0, 0x51, A8(0x20), A8(0x28), 1, 0, 0x52, A8(0), A8(0)
	CHECK(same(LIST(PC + 0x0f, OLD), "gone:") && same(LIST(PC + 0x10, OLD), "value: r1"));
	CHECK(same(LIST(PC + 0x1f, OLD), "value: r1") && same(LIST(PC + 0x20, OLD), "value: r2"));
	CHECK(same(LIST(PC + 0x28, OLD), "gone:"));
	CHECK(same(LIST(0x71, ONES, A8(0x60), OLD), "value: r1"));
	CHECK(same(LIST(PC + 0x10, A8(0x10), A8(0x20), 9, 0, 0x51), "gone:"));
	CHECK(same(LIST(PC, A8(0), 0), "gone:"));
	/* a program of 32 bits */
	unit.word = 4;
	CHECK(same(LIST(0x71, 255, 255, 255, 255, 0x60, 0, 0, 0, 0x10, 0, 0, 0, 0x20, 0, 0, 0, 1, 0,
			0x51, A8(0)), "value: r1"));
	unit.word = 8;
}

int main(void)
{
	test_numbers();
	test_registers();
	test_operators();
	test_addresses();
	test_values();
	test_types();
	test_frame();
	test_parts();
	test_many_steps();
	test_lists();
	test_old_lists();
	return unit_end();
}
