/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpfcheck.c - what the kernel's verifier refuses before it follows any value (Linux 5.10,
 * kernel/bpf/verifier.c: resolve_pseudo_ldimm64(), check_subprogs(), check_cfg(), do_check(),
 * check_alu_op(), check_max_stack_depth()): fields that must be 0, jumps to nowhere, code that
 * nothing reaches, more than 512 bytes of stack in functions that call each other.
 */
#include "tests/lib/bpfvm.h"

#include <stdio.h>

struct check {
	const struct bpf_insn *code;
	u32 n;
	u8 *mark;		/* of each instruction: these */
	const char *why;	/* what is wrong at */
	u32 at;
};

enum { SECOND_HALF = 1, STARTS_FUNCTION = 2, REACHED = 4 };

static bool is_wide(const struct bpf_insn *in)
{
	return in->code == (BPF_LD | BPF_IMM | BPF_DW);
}

static const char *alu_fields(const struct bpf_insn *in)
{
	bool is64 = BPF_CLASS(in->code) == BPF_ALU64, by_reg = BPF_SRC(in->code) == BPF_X;
	u32 op = BPF_OP(in->code);

	if (in->dst_reg >= 10)
		return "the destination is no register that may change";
	if (in->off)
		return "an offset in arithmetic";
	if (op == BPF_END)
		return in->src_reg || (in->imm != 16 && in->imm != 32 && in->imm != 64) || is64 ?
			"a bad byte swap" : NULL;
	if (op == BPF_NEG)
		return by_reg || in->src_reg || in->imm ? "a negation with an operand" : NULL;
	if (op > BPF_END)
		return "an unknown operation";
	if (by_reg)
		return in->imm ? "a constant beside a register" : NULL;
	if (in->src_reg)
		return "a register beside a constant";
	if ((op == BPF_DIV || op == BPF_MOD) && !in->imm)
		return "a division by zero";
	if ((op == BPF_LSH || op == BPF_RSH || op == BPF_ARSH) &&
	    (in->imm < 0 || in->imm >= (is64 ? 64 : 32)))
		return "a shift that is too wide";
	return NULL;
}

static const char *access_fields(const struct bpf_insn *in)
{
	u32 class = BPF_CLASS(in->code), mode = BPF_MODE(in->code);

	if (class == BPF_STX && mode == BPF_ATOMIC)
		return BPF_SIZE(in->code) < BPF_DW && BPF_SIZE(in->code) != BPF_W ?
			"an atomic access of one or two bytes" : NULL;
	if (mode != BPF_MEM)
		return "an unknown access";
	if (class == BPF_LDX)
		return in->imm || in->dst_reg >= 10 ? "a load with a constant" : NULL;
	if (class == BPF_STX)
		return in->imm ? "a store of a register and a constant" : NULL;
	return in->src_reg ? "a store of a constant and a register" : NULL;
}

static const char *jump_fields(const struct bpf_insn *in)
{
	u32 op = BPF_OP(in->code);
	bool is32 = BPF_CLASS(in->code) == BPF_JMP32;

	switch (op) {
	case BPF_CALL:
		return is32 || BPF_SRC(in->code) || in->off || in->dst_reg ||
		       in->src_reg > BPF_PSEUDO_KFUNC_CALL ? "a call with other fields" : NULL;
	case BPF_EXIT:
		return is32 || BPF_SRC(in->code) || in->off || in->imm || in->src_reg ||
		       in->dst_reg ? "an exit with fields" : NULL;
	case BPF_JA:
		return is32 || BPF_SRC(in->code) || in->imm || in->src_reg || in->dst_reg ?
			"a jump with other fields" : NULL;
	}
	if (op > BPF_JSLE)
		return "an unknown jump";
	if (BPF_SRC(in->code) == BPF_X)
		return in->imm ? "a comparison with a register and a constant" : NULL;
	return in->src_reg ? "a comparison with a constant and a register" : NULL;
}

static const char *wide_fields(const struct check *c, u32 at)
{
	const struct bpf_insn *in = &c->code[at];

	if (!is_wide(in) || at + 1 >= c->n)
		return "an unknown load";
	if (in[1].code || in[1].dst_reg || in[1].src_reg || in[1].off || in->off ||
	    in->dst_reg >= 10)
		return "a wide load with other fields";
	if ((in->src_reg == BPF_PSEUDO_MAP_FD || in->src_reg == BPF_PSEUDO_FUNC) && in[1].imm)
		return "a reference with an offset";
	return in->src_reg > BPF_PSEUDO_FUNC ? "a wide load of an unknown kind" : NULL;
}

static const char *fields(const struct check *c, u32 at)
{
	const struct bpf_insn *in = &c->code[at];

	if (in->dst_reg > 10 || in->src_reg > 10)
		return "a register that isn't there";
	switch (BPF_CLASS(in->code)) {
	case BPF_LD:	return wide_fields(c, at);
	case BPF_LDX:
	case BPF_ST:
	case BPF_STX:	return access_fields(in);
	case BPF_JMP:
	case BPF_JMP32:	return jump_fields(in);
	default:	return alu_fields(in);
	}
}

static void refuse(struct check *c, u32 at, const char *why)
{
	if (!c->why && why) {
		c->why = why;
		c->at = at;
	}
}

/* Instruction `at` refers to the function that starts at `to`. */
static void mark_function(struct check *c, u32 at, s64 to)
{
	if (to < 0 || to >= c->n)
		refuse(c, at, "a function that isn't there");
	else
		c->mark[to] |= STARTS_FUNCTION;
}

static void scan(struct check *c)
{
	c->mark[0] |= STARTS_FUNCTION;
	for (u32 i = 0; i < c->n && !c->why; i++) {
		const struct bpf_insn *in = &c->code[i];

		refuse(c, i, fields(c, i));
		if (in->code == (BPF_JMP | BPF_CALL) && in->src_reg == BPF_PSEUDO_CALL)
			mark_function(c, i, (s64)i + in->imm + 1);
		if (!is_wide(in))
			continue;
		if (in->src_reg == BPF_PSEUDO_FUNC)
			mark_function(c, i, (s64)i + in->imm + 1);
		if (i + 1 < c->n)
			c->mark[++i] |= SECOND_HALF;
	}
}

static u32 function_of(const struct check *c, u32 at)
{
	while (at && !(c->mark[at] & STARTS_FUNCTION))
		at--;
	return at;
}

/* Goes from an instruction to another. */
static void go(struct check *c, u32 from, s64 to, u32 *stack, u32 *n)
{
	if (to < 0 || to >= c->n || c->mark[to] & SECOND_HALF) {
		refuse(c, from, "a jump to nowhere");
	} else if (!(c->mark[to] & REACHED)) {
		if (function_of(c, from) != function_of(c, (u32)to))
			refuse(c, from, "a jump into another function");
		c->mark[to] |= REACHED;
		stack[(*n)++] = (u32)to;
	}
}

static void follow(struct check *c, u32 *stack)
{
	u32 n = 0;

	for (u32 i = 0; i < c->n; i++)
		if (c->mark[i] & STARTS_FUNCTION) {
			c->mark[i] |= REACHED;
			stack[n++] = i;
		}
	while (n && !c->why) {
		u32 at = stack[--n];
		const struct bpf_insn *in = &c->code[at];
		bool jumps = (BPF_CLASS(in->code) == BPF_JMP || BPF_CLASS(in->code) == BPF_JMP32) &&
			     BPF_OP(in->code) != BPF_CALL && BPF_OP(in->code) != BPF_EXIT;

		if (in->code == (BPF_JMP | BPF_EXIT))
			continue;
		if (jumps)
			go(c, at, (s64)at + 1 + in->off, stack, &n);
		if (in->code != (BPF_JMP | BPF_JA))
			go(c, at, at + 1 + is_wide(in), stack, &n);
	}
	for (u32 i = 0; i < c->n; i++)
		if (!(c->mark[i] & (REACHED | SECOND_HALF)))
			refuse(c, i, "code that nothing reaches");
}

/* How deep an instruction reaches into its function's stack: by r10, or by a copy of it. */
static u32 reach(const struct check *c, u32 at)
{
	const struct bpf_insn *in = &c->code[at], *next = in + 1;
	u32 class = BPF_CLASS(in->code);
	s64 off = 0;

	if ((class == BPF_LDX && in->src_reg == 10) ||
	    ((class == BPF_ST || class == BPF_STX) && in->dst_reg == 10))
		off = in->off;
	else if (in->code == (BPF_ALU64 | BPF_MOV | BPF_X) && in->src_reg == 10 &&
		 at + 1 < c->n && next->code == (BPF_ALU64 | BPF_ADD | BPF_K) &&
		 next->dst_reg == in->dst_reg)
		off = next->imm;
	return off < 0 ? (u32)-off : 0;
}

/* The stack of the function at `start` and of those that it calls; they call nothing above. */
static u32 stack_depth(const struct check *c, u32 start, u32 level)
{
	u32 own = 1, below = 0;

	for (u32 i = start; i < c->n && (i == start || !(c->mark[i] & STARTS_FUNCTION)); i++) {
		const struct bpf_insn *in = &c->code[i];
		bool calls = (is_wide(in) && in->src_reg == BPF_PSEUDO_FUNC) ||
			     (in->code == (BPF_JMP | BPF_CALL) && in->src_reg == BPF_PSEUDO_CALL);
		u32 n = calls && level < 8 ? stack_depth(c, i + 1 + (u32)in->imm, level + 1) : 0;

		own = reach(c, i) > own ? reach(c, i) : own;
		below = n > below ? n : below;
		i += is_wide(in);
	}
	return ALIGN_UP(own, 32) + below;
}

bool bpfcheck(const struct bpf_insn *code, u32 n, char *why, u32 size)
{
	struct check c = { .code = code, .n = n, .mark = mem_alloc(n + 1) };
	u32 *stack = mem_alloc((n + 1) * sizeof(*stack));

	if (n) {
		scan(&c);
		if (!c.why)
			follow(&c, stack);
		if (!c.why && stack_depth(&c, 0, 0) > 512)
			refuse(&c, 0, "more than 512 bytes of stack");
	}
	if (c.why)
		snprintf(why, size, "%s (at %u)", c.why, c.at);
	mem_free(stack);
	mem_free(c.mark);
	return !c.why;
}
