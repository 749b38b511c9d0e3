/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_steps.c - variables in several parts, as provider/steps.c makes expressions of them.
 *
 * Each expression is computed here, from made-up registers and memory, and compared with the bytes
 * that the variable would have in memory on that architecture.
 */
#include <stdio.h>
#include <string.h>

#include "arch/arch.h"
#include "provider/steps.h"
#include "tests/lib/unit.h"

#ifdef NO_DWARF

int main(void)
{
	puts("skipped: this awl was built without variables");
	return unit_end();
}

#else

static struct arena arena;

/* Register n, of which a narrow part takes the low bytes. */
static u64 reg(u64 n)
{
	return 0x8182838485868788 + 0x1011121314151617 * n;
}

/* Memory has a byte of its own at each address. */
static u8 byte_at(u64 addr)
{
	return (u8)(addr * 37 + 11);
}

static u64 cut(u64 v, const struct type *t)
{
	u32 bits = 8 * t->size;

	if (bits >= 64)
		return v;
	v <<= 64 - bits;
	return t->is_signed ? (u64)((s64)v >> (64 - bits)) : v >> (64 - bits);
}

static u64 load(const struct arch *arch, u64 addr, u32 size)
{
	u8 bytes[8];

	for (u32 i = 0; i < size; i++)
		bytes[i] = byte_at(addr + i);
	return order_num(bytes, size, arch->is_big);
}

static u64 compute(const struct arch *arch, const struct expr *e)
{
	switch (e->kind) {
	case EX_INT:
		return (u64)ex_num(e);
	case EX_CALL:
		CHECK(!strcmp(e->name, "reg"));
		return cut(reg((u64)ex_num(e->args[0])), type_int(arch->word, false));
	case EX_ARG:
		return cut(compute(arch, e->args[0]), e->type);
	case EX_UNARY:
		CHECK(e->op == OP_DEREF);
		return load(arch, compute(arch, e->a), e->a->type->elem->size);
	case EX_BINARY:
		CHECK(e->op == OP_SHL || e->op == OP_BOR || e->op == OP_ADD);
		return e->op == OP_SHL ? compute(arch, e->a) << compute(arch, e->b) :
		       e->op == OP_BOR ? compute(arch, e->a) | compute(arch, e->b) :
					 compute(arch, e->a) + compute(arch, e->b);
	default:
		CHECK(!"an expression of another kind");
		return 0;
	}
}

/* A part of n bytes: the low ones of a register (r), bytes of memory (m), or none (-). */
static u32 put_part(const struct arch *arch, char kind, u32 n, u32 at, struct debug_variable *v,
		    u8 *want)
{
	u32 number = at % 7 + 1;	/* all have these registers */
	struct debug_step part = { STEP_LOST_PART, n };

	if (kind == 'r') {
		v->steps[v->n_steps++] = (struct debug_step){ STEP_REG, number };
		part.kind = STEP_VALUE_PART;
		order_put(want, n, arch->is_big,
			  reg(arch_dwarf_reg(arch, number)));
	} else if (kind == 'm') {
		v->steps[v->n_steps++] = (struct debug_step){ STEP_NUM, 1000 + at };
		part.kind = STEP_MEMORY_PART;
		for (u32 i = 0; i < n; i++)
			want[i] = byte_at(1000 + at + i);
	}
	v->steps[v->n_steps++] = part;
	return n;
}

/* Checks a structure of these parts, as in "r4 m8 -4", or a number. */
static void parts(const struct arch *arch, const char *text, bool is_number)
{
	struct script s = { .arena = &arena, .arch = arch, .names = { .arena = &arena } };
	struct steps b = { .s = &s, .space = SPACE_USER };
	struct debug_variable v = { .name = "v", .what = DEBUG_IN_PARTS };
	struct type t = { .kind = TY_STRUCT };
	u8 want[64] = { 0 }, got[64] = { 0 };
	const u8 *from = got;
	struct expr *e;
	u32 size = 0;

	for (const char *p = text; *p; p += 2 + (p[2] == ' '))
		size += put_part(arch, p[0], (u32)(p[1] - '0'), size, &v, want + size);
	t.size = size;
	v.type = is_number ? type_int(size, false) : &t;
	e = steps_value(&b, &v);
	CHECK(e && e->kind == EX_ARG && e->n_args == (size + arch->word - 1) / arch->word);
	for (u32 i = 0; e && i < e->n_args; i++)
		order_put(got + i * arch->word, arch->word, arch->is_big,
			  compute(arch, e->args[i]));
	/* what follows is what gen_arg_words() does */
	if (is_number || !arch_func(arch, true)->left)
		from += arch_low_part(arch, size);
	if (memcmp(from, want, size))
		printf("%s on %s, %s\n", text, arch->name, is_number ? "a number" : "a structure");
	CHECK(!memcmp(from, want, size));
	intern_free(&s.names);
}

int main(void)
{
	static const char *const structures[] = {
		"r4", "r2", "r1", "r4 r4", "r2 r2", "r1 r1", "r1 r1 r2", "r2 r2 r4", "r4 r2 r2",
		"r4 r4 r4", "r4 r4 r4 r4", "m4", "m8", "m8 r4", "m4 r4", "r4 m4", "m2 r2", "r2 m2",
		"r1 m1 m2", "-4 r4", "r4 -4", "m2 -2 r4", "m9 r1 r2 m4",
	};

	for (u32 a = 0; arches[a]; a++) {
		for (u32 i = 0; i < ARRAY_SIZE(structures); i++)
			parts(arches[a], structures[i], false);
		parts(arches[a], "r4 r4", true);
		parts(arches[a], "r2 r2", true);
		parts(arches[a], "m4 r4", true);
		parts(arches[a], "r1 m1", true);
		if (arches[a]->word == 8)
			parts(arches[a], "r8 r8", false);
	}
	arena_free(&arena);
	return unit_end();
}

#endif
