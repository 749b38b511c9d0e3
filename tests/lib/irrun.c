/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * irrun.c - executes IR directly, without registers or stacks.
 *
 * Each slot has its own memory at a made-up address.  The hash map and the helpers work as in
 * bpfvm.c.
 */
#include <string.h>

#include "base/order.h"
#include "bpf/insn.h"
#include "tests/lib/irgen.h"

#define SLOT_ADDR(s) (0x660000000000ull + (u64)(s) * 4096)
#define CTX_ADDR 0x10000000ull
#define VALUE_ADDR 0x770000000000ull
#define GLOBAL_ADDR 0x780000000000ull
#define MAX_ENTRIES 256

struct run {
	const struct ir *ir;
	const u8 *ctx;
	u64 *v;
	u8 *slots;		/* 4096 bytes each */
	u32 *at;
	u64 keys[MAX_ENTRIES], values[MAX_ENTRIES];
	u32 n;
	u8 global[IRGEN_VALUE];
	const char *error;
};

u64 irgen_mix(u64 acc, u64 arg, u8 *mem)
{
	u64 x = arg;

	if (mem) {
		memcpy(&x, mem, 8);
		arg = x * 3 + 1;
		memcpy(mem, &arg, 8);
	}
	return (acc ^ x) * 0x9e3779b97f4a7c15ull + 7;
}

bool irgen_out(u8 *to, const u8 *from)
{
	u64 x;

	if (!to || !from)
		return true;
	memset(to, 0xee, 8);	/* reveals an overlap */
	memcpy(&x, from, 8);
	x = x * 5 + 3;
	memcpy(to, &x, 8);
	return true;
}

static u8 *slot_at(struct run *r, u64 addr)
{
	if (addr >= SLOT_ADDR(0) && addr < SLOT_ADDR(r->ir->slots.n))
		return r->slots + (addr - SLOT_ADDR(0));
	return NULL;
}

static u8 *mem_at(struct run *r, u64 addr)
{
	if (slot_at(r, addr))
		return slot_at(r, addr);
	if (addr >= VALUE_ADDR && addr < VALUE_ADDR + sizeof(r->values))
		return (u8 *)r->values + (addr - VALUE_ADDR);
	if (addr >= GLOBAL_ADDR && addr < GLOBAL_ADDR + sizeof(r->global))
		return r->global + (addr - GLOBAL_ADDR);
	if (addr >= CTX_ADDR && addr < CTX_ADDR + IRGEN_CTX)
		return (u8 *)r->ctx + (addr - CTX_ADDR);
	return NULL;
}

static u64 alu(const struct ir_insn *in, u64 a, u64 b)
{
	u32 bits = in->is32 ? 32 : 64;
	u64 mask = in->is32 ? UINT32_MAX : UINT64_MAX;

	a &= mask;
	b &= mask;
	switch (in->sub) {
	case ALU_ADD: a += b; break;
	case ALU_SUB: a -= b; break;
	case ALU_MUL: a *= b; break;
	case ALU_DIV: a = b ? a / b : 0; break;
	case ALU_OR: a |= b; break;
	case ALU_AND: a &= b; break;
	case ALU_LSH: a <<= b % bits; break;
	case ALU_RSH: a >>= b % bits; break;
	case ALU_NEG: a = -a; break;
	case ALU_MOD: a = b ? a % b : a; break;
	case ALU_XOR: a ^= b; break;
	case ALU_ARSH: a = in->is32 ? (u32)((s32)a >> b % 32) : (u64)((s64)a >> b % 64); break;
	}
	return a & mask;
}

static bool holds(u32 cond, u64 a, u64 b)
{
	switch (cond) {
	case COND_EQ: return a == b;
	case COND_GT: return a > b;
	case COND_GE: return a >= b;
	case COND_SET: return a & b;
	case COND_NE: return a != b;
	case COND_SGT: return (s64)a > (s64)b;
	case COND_SGE: return (s64)a >= (s64)b;
	case COND_LT: return a < b;
	case COND_LE: return a <= b;
	case COND_SLT: return (s64)a < (s64)b;
	default: return (s64)a <= (s64)b;
	}
}

static u32 find(struct run *r, u64 key)
{
	u32 i = 0;

	while (i < r->n && r->keys[i] != key)
		i++;
	return i;
}

static u64 arg_value(struct run *r, const struct ir_arg *a)
{
	switch (a->kind) {
	case ARG_VREG: return r->v[a->id] + a->imm;
	case ARG_SLOT: return SLOT_ADDR(a->id) + a->imm;
	case ARG_IMM: return a->imm;
	default: return a->id;
	}
}

static u64 call(struct run *r, const struct ir_insn *in)
{
	u64 arg[5] = { 0 }, acc = in->n_args, key = 0;
	u32 i;

	for (i = 0; i < in->n_args; i++)
		arg[i] = arg_value(r, &r->ir->args.v[in->id + i]);
	if (in->imm == IRGEN_OUT) {
		irgen_out(mem_at(r, arg[0]), mem_at(r, arg[1]));
		return IRGEN_OUT - IRGEN_HELPER;
	}
	if (in->imm >= IRGEN_HELPER) {
		for (i = 0; i < in->n_args; i++)
			acc = irgen_mix(acc, arg[i], slot_at(r, arg[i]));
		return acc;
	}
	if (in->imm == HELPER_ktime_get_ns)
		return 1000000000;
	if (in->imm == HELPER_get_current_pid_tgid)
		return 0x4d2000004d3ull;
	memcpy(&key, mem_at(r, arg[1]), 8);
	i = find(r, key);
	if (in->imm == HELPER_map_lookup_elem)
		return i < r->n ? VALUE_ADDR + 8 * i : 0;
	if (i == MAX_ENTRIES)
		return -7;
	r->n += i == r->n;
	r->keys[i] = key;
	memcpy(&r->values[i], mem_at(r, arg[2]), 8);
	return 0;
}

static void access_mem(struct run *r, const struct ir_insn *in)
{
	u64 base = in->base_is_slot ? SLOT_ADDR(in->id) : r->v[in->id];
	u64 src = in->has_imm ? (u64)in->imm : r->v[in->b];
	u8 *p = mem_at(r, base + in->off);

	if (!p) {
		r->error = "access to nothing";
		return;
	}
	if (in->op == IR_LOAD)
		r->v[in->dst] = order_num(p, in->size, HOST_IS_BIG);
	else if (in->op == IR_STORE)
		order_put(p, in->size, HOST_IS_BIG, src);
	else if (in->op == IR_XADD)
		order_put(p, in->size, HOST_IS_BIG, order_num(p, in->size, HOST_IS_BIG) + src);
}

static u64 swapped(u64 v, s64 bits)
{
	return bits == 16 ? __builtin_bswap16(v) : bits == 32 ? __builtin_bswap32(v) :
	       __builtin_bswap64(v);
}

/* Returns the next instruction's index. */
static u32 step(struct run *r, const struct ir_insn *in, u32 i)
{
	u64 b = in->has_imm ? (u64)in->imm : r->v[in->b], x;

	switch ((enum ir_op)in->op) {
	case IR_MOV: r->v[in->dst] = r->v[in->a]; break;
	case IR_IMM: r->v[in->dst] = in->imm; break;
	case IR_ALU: r->v[in->dst] = alu(in, r->v[in->dst], b); break;
	case IR_BSWAP: r->v[in->dst] = swapped(r->v[in->dst], in->imm); break;
	case IR_LOAD: case IR_STORE: case IR_XADD: access_mem(r, in); break;
	case IR_LEA: r->v[in->dst] = SLOT_ADDR(in->id) + in->off; break;
	case IR_MAPVAL: r->v[in->dst] = GLOBAL_ADDR + in->off; break;
	case IR_CALL:
		x = call(r, in);
		if (in->dst)
			r->v[in->dst] = x;
		break;
	case IR_JMP: return r->at[in->id];
	case IR_JCC: return holds(in->sub, r->v[in->a], b) ? r->at[in->id] : i + 1;
	case IR_NOP: case IR_LABEL: case IR_SCRATCH: break;
	default: r->error = "no such instruction here";
	}
	return i + 1;
}

const char *irgen_run(const struct ir *ir, const u8 *ctx, u64 *result)
{
	struct arena tmp = { 0 };
	struct run *r = arena_new(&tmp, struct run);
	u32 budget = 2000000, i = 0;

	r->ir = ir;
	r->ctx = ctx;
	r->v = arena_array(&tmp, u64, ir->n_vregs + 1);
	r->slots = arena_array(&tmp, u8, 4096 * ir->slots.n);
	r->at = arena_array(&tmp, u32, ir->n_labels + 1);
	for (u32 k = 0; k < ir->insns.n; k++)
		if (ir->insns.v[k].op == IR_LABEL)
			r->at[ir->insns.v[k].id] = k;
	r->v[ir->ctx] = CTX_ADDR;
	while (!r->error && ir->insns.v[i].op != IR_EXIT) {
		i = step(r, &ir->insns.v[i], i);
		if (!--budget)
			r->error = "ran too long";
		if (i >= ir->insns.n)
			r->error = "ran off the end";
	}
	if (!r->error)
		*result = ir->insns.v[i].a ? r->v[ir->insns.v[i].a] : (u64)ir->insns.v[i].imm;
	{
		const char *error = r->error;

		arena_free(&tmp);
		return error;
	}
}
