/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * callabi.c - which words of a call an argument fills.
 *
 * Facts: System V ABI for AMD64, 3.2.3 (classes INTEGER and MEMORY; the kernel
 * passes nothing in vector registers); AAPCS64, 6.8.2, stage C; AAPCS32, 6.5,
 * stage C; the s390x ELF ABI supplement, "Parameter Passing"; the System V
 * ABI's supplements for PowerPC ("Parameter Passing") and MIPS RISC ("Argument
 * Passing"); the Procedure Calling Standard of RISC-V; the Itanium C++ ABI,
 * 3.1; the kernel's get_ctx_arg_idx() for trampolines.
 */
#include "lang/callabi.h"

const struct arch_abi callabi_slots = { .n_regs = 255, .result_apart = true };

struct call {			/* the state between two arguments */
	const struct arch_abi *abi;
	u32 word;
	u32 regs, stack;	/* words taken so far */
};

/* C's alignment of t in bytes.  BTF does not have it, so it is computed from the members.  If
 * one of them is not aligned, the structure is packed, and *is_packed is set. */
static u32 natural_align(const struct type *t, bool *is_packed)
{
	u32 most = 1, align;

	t = type_complete(t);
	if (t->kind == TY_ARRAY && t->elem)
		return natural_align(t->elem, is_packed);
	if (t->kind != TY_STRUCT)
		return t->size > 16 ? 16 : t->size ? t->size : 1;
	for (u32 i = 0; i < t->count; i++) {
		if (t->members[i].bit_size)
			align = t->members[i].type->size;
		else
			align = natural_align(t->members[i].type, is_packed);
		*is_packed |= !t->members[i].bit_size && t->members[i].off % align;
		most = align > most ? align : most;
	}
	return *is_packed ? 1 : most;
}

static u32 next_even(u32 n, bool is_wide)
{
	return is_wide ? ALIGN_UP(n, 2) : n;
}

/* Uses the registers that are left, and then the stack. */
static void place_rest(struct call *c, struct param_place *p, bool is_wide)
{
	if (c->abi->splits && c->regs < c->abi->n_regs && !c->stack) {
		p->first = c->regs;
		c->stack = p->words - (c->abi->n_regs - c->regs);
		c->regs = c->abi->n_regs;
		return;
	}
	if (!c->abi->backfills)
		c->regs = c->abi->n_regs;
	c->stack = next_even(c->stack, is_wide && !c->abi->word_aligned);
	p->first = c->abi->n_regs + c->stack;
	c->stack += p->words;
}

static void place_one(struct call *c, struct param_place *p)
{
	u32 size = p->type->size;
	bool is_packed = false, is_wide = natural_align(p->type, &is_packed) > c->word;
	bool is_large = (c->abi->most && size > c->abi->most) ||
			(c->abi->odd_by_address && size & (size - 1));

	p->by_address = (is_large && c->abi->by_address) ||
			(c->abi->structs_by_address && p->type->kind == TY_STRUCT) ||
			p->type->goes_by_address;
	if (p->by_address) {
		size = c->word;
		is_wide = is_large = false;
	}
	p->words = (size + c->word - 1) / c->word;
	if (c->abi->even_pairs)
		c->regs = next_even(c->regs, is_wide);
	if (is_large || (c->abi->backfills && is_packed) ||
	    c->regs + p->words > c->abi->n_regs) {
		place_rest(c, p, is_wide);
		return;
	}
	p->first = c->regs;
	c->regs += p->words;
}

/* How many floating-point numbers t is made of, if it is of nothing else and all have one size,
 * which *size gets; else 0. */
static u32 count_floats(const struct type *t, u32 *size)
{
	u32 n = 0, one;

	t = type_complete(t);
	if (t->is_float) {
		one = *size && *size != t->size ? 0 : 1;
		*size = t->size;
		return one;
	}
	if (t->kind == TY_ARRAY)
		return t->elem ? t->count * count_floats(t->elem, size) : 0;
	for (u32 i = 0; t->kind == TY_STRUCT && i < t->count; i++) {
		one = count_floats(t->members[i].type, size);
		if (!one)
			return 0;
		n = t->is_union ? (one > n ? one : n) : n + one;
	}
	return n;
}

/* Is the address of the result's memory the first argument? */
static bool has_result_address(const struct arch_abi *abi, const struct type *t)
{
	bool is_packed = false;
	u32 size = 0, floats;

	if (!t || abi->result_apart)
		return false;
	if (t->kind != TY_STRUCT)
		return abi->by_address && abi->most && t->size > abi->most;
	if (t->goes_by_address)
		return true;
	floats = abi->most_floats ? count_floats(t, &size) : 0;
	if (floats && floats <= abi->most_floats)
		return false;
	natural_align(t, &is_packed);
	return t->size > abi->most_result || (abi->odd_result && t->size & (t->size - 1)) ||
	       (abi->backfills && is_packed);
}

void callabi_place(const struct arch_abi *abi, u32 word, const struct type *result,
		   struct param_place *params, u32 n)
{
	struct call c = { .abi = abi, .word = word };

	if (has_result_address(abi, result)) {
		struct param_place address = { .type = type_int(word, false) };

		place_one(&c, &address);
	}

	for (u32 i = 0; i < n; i++)
		place_one(&c, &params[i]);
}
