/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpfvm.c - the interpreter: memory, instructions, calls.
 *
 * Instructions work as in the instruction set document; checks are those of the verifier.
 * Helpers and maps are in bpfvm_helpers.c.
 */
#include "tests/lib/bpfvm.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/order.h"
#include "bpf/insn.h"

#include "tests/lib/bpfvm_priv.h"

#define STACK_TOP(depth) (0x7ff000000000ull + (u64)(depth) * 0x10000)
#define CTX_ADDR 0x10000000ull
#define FUNC_ADDR 0xf00000000000ull

void bpfvm_fail(struct bpfvm *vm, const char *fmt, ...)
{
	va_list ap;

	if (vm->error[0])
		return;
	va_start(ap, fmt);
	vsnprintf(vm->error, sizeof(vm->error), fmt, ap);
	va_end(ap);
}

void bpfvm_load(struct bpfvm *vm, const struct bpf_insn *code, u32 n)
{
	vm->error[0] = 0;
	if (code == vm->code && n == vm->n)
		return;		/* loaded before */
	vm->code = code;
	vm->n = n;
	vm->refused[0] = 0;
	bpfcheck(code, n, vm->refused, sizeof(vm->refused));
}

void bpfvm_init(struct bpfvm *vm, const struct bpf_insn *code, u32 n)
{
	memset(vm, 0, sizeof(*vm));
	bpfvm_load(vm, code, n);
	vm->budget = 10000000;
	vm->n_cpus = 1;
	vm->pid_tgid = 0x4d2000004d3ull;
	vm->ktime = 1000000000;
	vm->task = 0xffff888000001000ull;
	strcpy(vm->comm, "test");
}

/* ---- memory -------------------------------------------------------- */

static u8 *stack_mem(struct bpfvm *vm, u64 addr, u32 size, bool write)
{
	for (u32 d = 0; d <= vm->depth; d++) {
		struct bpfvm_frame *f = &vm->frames[d];
		u64 low = STACK_TOP(d) - BPFVM_STACK;

		if (addr < low || addr + size > STACK_TOP(d))
			continue;
		for (u32 i = 0; !write && i < size; i++)
			if (!f->init[addr - low + i]) {
				bpfvm_fail(vm, "stack byte fp%d is read but was never written",
					   (int)(addr + i - STACK_TOP(d)));
				return NULL;
			}
		if (write)
			memset(f->init + (addr - low), 1, size);
		return f->stack + (addr - low);
	}
	return NULL;
}

u8 *bpfvm_find(struct bpfvm *vm, u64 addr, u32 size, bool write)
{
	u8 *p = addr + size < addr ? NULL : stack_mem(vm, addr, size, write);

	if (p || vm->error[0] || addr + size < addr)
		return p;
	for (u32 i = 0; i < vm->regions.n; i++) {
		struct bpfvm_region *r = &vm->regions.v[i];

		if (addr >= r->addr && addr + size <= r->addr + r->size &&
		    !(write && r->read_only))
			return r->mem + (addr - r->addr);
	}
	return bpfvm_map_mem(vm, addr, size);
}

u8 *bpfvm_mem(struct bpfvm *vm, u64 addr, u32 size, bool write)
{
	u8 *p = bpfvm_find(vm, addr, size, write);

	if (!p)
		bpfvm_fail(vm, "%s of %u bytes at 0x%llx, which is nobody's",
			   write ? "write" : "read", size, (unsigned long long)addr);
	return p;
}

static bool in_stack(u64 addr)
{
	return addr >= STACK_TOP(0) - BPFVM_STACK && addr < STACK_TOP(BPFVM_FRAMES);
}

static u8 *access_mem(struct bpfvm *vm, u64 addr, u32 size, bool write)
{
	if (in_stack(addr) && addr % size) {
		bpfvm_fail(vm, "stack access of %u bytes not aligned", size);
		return NULL;
	}
	return bpfvm_mem(vm, addr, size, write);
}

/* Numbers have this machine's byte order. */
static u64 get(const u8 *p, u32 size)
{
	return order_num(p, size, HOST_IS_BIG);
}

static void put(u8 *p, u32 size, u64 v)
{
	order_put(p, size, HOST_IS_BIG, v);
}

/* ---- instructions -------------------------------------------------- */

struct cpu {
	struct bpfvm *vm;
	struct bpfvm_frame *f;
	u32 pc;
};

static u64 reg(struct cpu *c, u32 r)
{
	if (!(c->f->known >> r & 1))
		bpfvm_fail(c->vm, "r%u is read but holds nothing", r);
	return c->f->r[r];
}

static void set(struct cpu *c, u32 r, u64 v)
{
	if (r >= 10) {
		bpfvm_fail(c->vm, "r%u is written", r);
		return;
	}
	c->f->r[r] = v;
	c->f->known |= 1u << r;
	c->f->typed &= ~(1u << r);
}

static bool is_typed(const struct cpu *c, u32 r)
{
	return c->f->typed >> r & 1;
}

static void set_typed(struct cpu *c, u32 r, bool typed)
{
	c->f->typed |= typed << r;
}

static u64 alu64(struct cpu *c, u32 op, u64 a, u64 b)
{
	switch (op) {
	case BPF_ADD: return a + b;
	case BPF_SUB: return a - b;
	case BPF_MUL: return a * b;
	case BPF_DIV: return b ? a / b : 0;
	case BPF_OR: return a | b;
	case BPF_AND: return a & b;
	case BPF_LSH: return a << (b & 63);
	case BPF_RSH: return a >> (b & 63);
	case BPF_NEG: return -a;
	case BPF_MOD: return b ? a % b : a;
	case BPF_XOR: return a ^ b;
	case BPF_MOV: return b;
	case BPF_ARSH: return (s64)a >> (b & 63);
	}
	bpfvm_fail(c->vm, "unknown ALU operation 0x%x", op);
	return 0;
}

static u32 alu32(struct cpu *c, u32 op, u32 a, u32 b)
{
	switch (op) {
	case BPF_LSH: return a << (b & 31);
	case BPF_RSH: return a >> (b & 31);
	case BPF_ARSH: return (s32)a >> (b & 31);
	}
	return alu64(c, op, a, b);
}

static u64 byte_order(struct cpu *c, const struct bpf_insn *in, u64 v)
{
	bool swap = BPF_SRC(in->code) == (HOST_IS_BIG ? BPF_TO_LE : BPF_TO_BE);

	switch (in->imm) {
	case 16: return swap ? __builtin_bswap16(v) : (u16)v;
	case 32: return swap ? __builtin_bswap32(v) : (u32)v;
	case 64: return swap ? __builtin_bswap64(v) : v;
	}
	bpfvm_fail(c->vm, "byte swap of %d bits", in->imm);
	return 0;
}

static void do_alu(struct cpu *c, const struct bpf_insn *in)
{
	u32 op = BPF_OP(in->code), bits = BPF_CLASS(in->code) == BPF_ALU ? 32 : 64;
	bool imm = BPF_SRC(in->code) == BPF_K, typed;
	u64 a, b;

	if (op == BPF_END) {
		set(c, in->dst_reg, byte_order(c, in, reg(c, in->dst_reg)));
		return;
	}
	a = op == BPF_MOV ? 0 : reg(c, in->dst_reg);
	b = op == BPF_NEG ? 0 : imm ? (u64)(s64)in->imm : reg(c, in->src_reg);
	if (imm && (op == BPF_DIV || op == BPF_MOD) && !in->imm)
		bpfvm_fail(c->vm, "division by the constant zero");
	if (imm && (op == BPF_LSH || op == BPF_RSH || op == BPF_ARSH) && (u32)in->imm >= bits)
		bpfvm_fail(c->vm, "shift by the constant %d", in->imm);
	typed = op == BPF_MOV && bits == 64 && !imm && is_typed(c, in->src_reg);
	set(c, in->dst_reg, bits == 32 ? alu32(c, op, a, b) : alu64(c, op, a, b));
	set_typed(c, in->dst_reg, typed);
}

static bool holds(struct cpu *c, u32 op, u64 a, u64 b, s64 sa, s64 sb)
{
	switch (op) {
	case BPF_JEQ: return a == b;
	case BPF_JGT: return a > b;
	case BPF_JGE: return a >= b;
	case BPF_JSET: return a & b;
	case BPF_JNE: return a != b;
	case BPF_JSGT: return sa > sb;
	case BPF_JSGE: return sa >= sb;
	case BPF_JLT: return a < b;
	case BPF_JLE: return a <= b;
	case BPF_JSLT: return sa < sb;
	case BPF_JSLE: return sa <= sb;
	}
	bpfvm_fail(c->vm, "unknown condition 0x%x", op);
	return false;
}

static void do_jcc(struct cpu *c, const struct bpf_insn *in)
{
	u64 a = reg(c, in->dst_reg);
	u64 b = BPF_SRC(in->code) == BPF_K ? (u64)(s64)in->imm : reg(c, in->src_reg);
	bool yes;

	if (BPF_CLASS(in->code) == BPF_JMP32)
		yes = holds(c, BPF_OP(in->code), (u32)a, (u32)b, (s32)a, (s32)b);
	else
		yes = holds(c, BPF_OP(in->code), a, b, a, b);
	if (yes)
		c->pc += in->off;
}

static void do_atomic(struct cpu *c, const struct bpf_insn *in, u8 *p, u32 size)
{
	u64 old = get(p, size), src = reg(c, in->src_reg), new;

	if (in->imm == BPF_XCHG)
		new = src;
	else if (in->imm == BPF_CMPXCHG)
		new = old == reg(c, 0) ? src : old;
	else
		new = alu64(c, in->imm & ~BPF_FETCH, old, src);
	put(p, size, new);
	if (in->imm == BPF_CMPXCHG)
		set(c, 0, old);
	else if (in->imm & BPF_FETCH)
		set(c, in->src_reg, old);
}

/* The kernel's memory at the address in a typed pointer.  A load from a wrong address of the kernel
 * gives 0.  NULL: it is none of the kernel. */
static u8 *typed_mem(struct cpu *c, u64 addr, u32 size)
{
	static u8 zeros[8];

	for (u32 i = 0; i < c->vm->fakes.n; i++) {
		const struct bpfvm_fake *f = &c->vm->fakes.v[i];

		if (!f->user && addr - f->addr < f->size && size <= f->size - (addr - f->addr))
			return (u8 *)(uintptr_t)f->mem + (addr - f->addr);
	}
	return c->vm->spaces_overlap || (s64)addr < 0 ? zeros : NULL;
}

static bool is_in_region(const struct bpfvm *vm, u64 addr)
{
	for (u32 i = 0; i < vm->regions.n; i++)
		if (addr - vm->regions.v[i].addr < vm->regions.v[i].size)
			return true;
	return false;
}

/* Does the word that is loaded point to the kernel's memory, for all that is known? */
static bool loads_typed(struct cpu *c, const struct bpf_insn *in, u64 addr)
{
	if (in_stack(addr))
		return c->f->spilled >> (addr % BPFVM_STACK / 8) & 1;
	return is_typed(c, in->src_reg) || is_in_region(c->vm, addr);
}

static void note_spill(struct cpu *c, const struct bpf_insn *in, u64 addr, u32 size)
{
	u64 bit = 1ull << (addr % BPFVM_STACK / 8);

	if (!in_stack(addr))
		return;
	c->f->spilled &= ~bit;
	if (size == 8 && BPF_CLASS(in->code) == BPF_STX && is_typed(c, in->src_reg))
		c->f->spilled |= bit;
}

static void do_access(struct cpu *c, const struct bpf_insn *in)
{
	static const u8 sizes[4] = { 4, 2, 1, 8 };
	u32 size = sizes[BPF_SIZE(in->code) >> 3], class = BPF_CLASS(in->code);
	bool atomic = class == BPF_STX && BPF_MODE(in->code) == BPF_ATOMIC;
	u64 base = reg(c, class == BPF_LDX ? in->src_reg : in->dst_reg), v;
	bool typed = class == BPF_LDX && size == 8 && loads_typed(c, in, base + in->off);
	u8 *p = class == BPF_LDX && is_typed(c, in->src_reg) ?
		typed_mem(c, base + in->off, size) : NULL;

	if (!p)
		p = access_mem(c->vm, base + in->off, size, class != BPF_LDX && !atomic);
	if (!atomic && BPF_MODE(in->code) != BPF_MEM)
		bpfvm_fail(c->vm, "unknown access 0x%x", in->code);
	if (!p || c->vm->error[0])
		return;
	if (class == BPF_LDX) {
		set(c, in->dst_reg, get(p, size));
		set_typed(c, in->dst_reg, typed);
	} else if (atomic) {
		do_atomic(c, in, p, size);
	} else {
		v = class == BPF_ST ? (u64)(s64)in->imm : reg(c, in->src_reg);
		put(p, size, v);
		note_spill(c, in, base + in->off, size);
	}
}

static void do_imm64(struct cpu *c, const struct bpf_insn *in)
{
	struct bpfvm *vm = c->vm;
	u64 v = (u32)in[0].imm | (u64)(u32)in[1].imm << 32;
	u32 map;

	if (in->code != (BPF_LD | BPF_DW | BPF_IMM) || c->pc >= vm->n || in[1].code) {
		bpfvm_fail(vm, "bad wide load 0x%x", in->code);
		return;
	}
	map = vm->map_ref ? vm->map_ref(vm, in->imm) : (u32)in->imm;
	if (in->src_reg == BPF_PSEUDO_MAP_FD)
		v = bpfvm_map_handle(vm, map);
	else if (in->src_reg == BPF_PSEUDO_MAP_VALUE)
		v = bpfvm_map_value_addr(vm, map, in[1].imm);
	else if (in->src_reg == BPF_PSEUDO_FUNC)
		v = FUNC_ADDR + c->pc + (u64)in->imm;
	else if (in->src_reg)
		bpfvm_fail(vm, "wide load of kind %u", in->src_reg);
	set(c, in->dst_reg, v);
	c->pc++;
}

static bool exec(struct bpfvm *vm, u32 pc, u64 *r0);

bool bpfvm_callback(struct bpfvm *vm, u64 func, const u64 *args, u32 n, u64 *ret)
{
	struct bpfvm_frame *f;
	bool ok;

	if (func < FUNC_ADDR || func - FUNC_ADDR >= vm->n || vm->depth + 1 >= BPFVM_FRAMES) {
		bpfvm_fail(vm, "callback to 0x%llx", (unsigned long long)func);
		return false;
	}
	f = &vm->frames[++vm->depth];
	f->known = f->typed = 0;
	f->spilled = 0;
	memset(f->init, 0, sizeof(f->init));
	for (u32 i = 0; i < n; i++) {
		f->r[i + 1] = args[i];
		f->known |= 2u << i;
	}
	f->r[10] = STACK_TOP(vm->depth);
	f->known |= 1u << 10;
	ok = exec(vm, func - FUNC_ADDR, ret);
	vm->depth--;
	return ok;
}

static void do_call(struct cpu *c, const struct bpf_insn *in)
{
	u64 r[6] = { 0 }, ret = 0;
	u32 known = c->f->known;

	for (u32 i = 1; i <= 5; i++)
		r[i] = known >> i & 1 ? c->f->r[i] : 0xdeadbeefdeadbeefull;
	if (in->src_reg == BPF_PSEUDO_KFUNC_CALL && in->imm == HELPER_rdonly_cast)
		ret = r[1];
	else if (in->src_reg == BPF_PSEUDO_KFUNC_CALL)
		c->vm->is_held = !c->vm->is_held;
	else if (in->src_reg)
		bpfvm_fail(c->vm, "call of kind %u", in->src_reg);
	else if (!c->vm->helper || !c->vm->helper(c->vm, in->imm, r, &ret))
		ret = bpfvm_helper(c->vm, in->imm, r, known);
	c->f->known &= ~0x3eu;		/* r1-r5 are gone */
	set(c, 0, ret);
	set_typed(c, 0, in->imm == HELPER_rdonly_cast || in->imm == HELPER_get_current_task_btf ||
		  in->imm == HELPER_task_pt_regs);
}

static bool step(struct cpu *c, const struct bpf_insn *in)
{
	switch (BPF_CLASS(in->code)) {
	case BPF_ALU: case BPF_ALU64:
		do_alu(c, in);
		return true;
	case BPF_LDX: case BPF_ST: case BPF_STX:
		do_access(c, in);
		return true;
	case BPF_LD:
		do_imm64(c, in);
		return true;
	}
	if (in->code == (BPF_JMP | BPF_EXIT))
		return false;
	if (in->code == (BPF_JMP | BPF_CALL))
		do_call(c, in);
	else if (in->code == (BPF_JMP | BPF_JA))
		c->pc += in->off;
	else
		do_jcc(c, in);
	return true;
}

static void interrupt(struct bpfvm *vm)
{
	void (*run)(struct bpfvm *vm) = vm->interrupt;
	struct bpfvm was = *vm;

	vm->interrupt = NULL;
	run(vm);
	memcpy(vm->frames, was.frames, sizeof(was.frames));
	vm->code = was.code;
	vm->n = was.n;
	vm->depth = was.depth;
	vm->is_held = was.is_held;
}

static bool exec(struct bpfvm *vm, u32 pc, u64 *r0)
{
	struct cpu c = { vm, &vm->frames[vm->depth], pc };
	u32 at = pc;

	while (!vm->error[0]) {
		at = c.pc;
		vm->steps++;
		if (vm->interrupt && vm->steps == vm->interrupt_at)
			interrupt(vm);
		if (c.pc >= vm->n)
			bpfvm_fail(vm, "ran off the code");
		else if (!vm->budget--)
			bpfvm_fail(vm, "ran too long");
		else if (!step(&c, &vm->code[c.pc++]))
			break;
	}
	*r0 = reg(&c, 0);
	if (vm->error[0] && !strstr(vm->error, " (at ")) {
		size_t n = strlen(vm->error);

		snprintf(vm->error + n, sizeof(vm->error) - n, " (at %u)", at);
	}
	return !vm->error[0];
}

bool bpfvm_run_args(struct bpfvm *vm, const u64 *args, u32 n, u64 *r0)
{
	struct bpfvm_frame *f = &vm->frames[0];
	u64 budget = vm->budget;
	bool ok;

	vm->error[0] = 0;
	if (vm->refused[0])
		bpfvm_fail(vm, "refused: %s", vm->refused);
	vm->depth = 0;
	f->known = 1u << 10;
	f->typed = 0;
	f->spilled = 0;
	memset(f->init, 0, sizeof(f->init));
	for (u32 i = 0; i < n; i++) {
		f->r[i + 1] = args[i];
		f->known |= 2u << i;
	}
	f->r[10] = STACK_TOP(0);
	vm->is_held = false;
	ok = exec(vm, 0, r0);
	if (ok && vm->is_held) {
		bpfvm_fail(vm, "preemption stays off");
		ok = false;
	}
	vm->budget = budget;
	return ok;
}

bool bpfvm_run(struct bpfvm *vm, void *ctx, u32 size, u64 *r0)
{
	struct bpfvm_region region = { CTX_ADDR, size, ctx, false };
	bool ok;

	vec_push(&vm->regions, region);
	ok = bpfvm_run_args(vm, &region.addr, 1, r0);
	vm->regions.n--;
	return ok;
}
