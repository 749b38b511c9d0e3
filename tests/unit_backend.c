/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_backend.c - tests of src/bpf with small programs made by hand and thousands of random ones.
 * Each random program is run directly, and as eBPF that was made with many registers and much stack
 * and with few and little.  The results must be the same.
 *
 *   unit_backend [--seeds N] [--from SEED] [--show SEED]
 *   unit_backend --load N	(root) the kernel's verifier must accept N programs
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "bpf/insn.h"
#include "tests/lib/bpfvm.h"
#include "tests/lib/irgen.h"
#include "tests/lib/irload.h"

static u32 passed, failed;

#define CHECK(cond, ...) do {						\
	if (cond) {							\
		passed++;						\
	} else {							\
		failed++;						\
		printf("%s:%d: %s: ", __FILE__, __LINE__, #cond);	\
		printf(__VA_ARGS__);					\
		putchar('\n');						\
	}								\
} while (0)

static const struct code_target usual = {
	.scratch_map = 0, .cpu_slots = 4, .max_insns = 1000000, .stack_limit = 512, .n_regs = 10,
	.is_big = HOST_IS_BIG
};

static void show(const struct code *code)
{
	struct strbuf sb = { 0 };

	for (u32 i = 0; i < code->n;) {
		u32 n;

		sb_reset(&sb);
		n = insn_text(&sb, &code->insns[i], i);
		printf("%4u: %s\n", i, sb.s);
		i += n;
	}
	sb_free(&sb);
}

/* ---- IR programs on the test machine -------------------------------- */

static bool mix_helper(struct bpfvm *vm, u32 id, const u64 r[6], u64 *ret)
{
	u32 n = id - IRGEN_HELPER;

	if (id < IRGEN_HELPER || (n > 5 && id != IRGEN_OUT))
		return false;
	*ret = n;
	if (id == IRGEN_OUT)
		return irgen_out(bpfvm_mem(vm, r[1], 8, true), bpfvm_mem(vm, r[2], 8, false));
	for (u32 i = 1; i <= n; i++) {
		/* the stack, or the value of map 0; no other memory is near them */
		u8 *p = r[i] >> 20 == 0x7feffff || r[i] >> 32 == 0x100 ?
			bpfvm_mem(vm, r[i], 8, false) : NULL;

		*ret = irgen_mix(*ret, r[i], p);
	}
	return true;
}

static const char *run_code(const struct code *code, u32 scratch_size, u8 *ctx, u64 *result)
{
	static char error[160];
	struct bpfvm *vm = mem_alloc(sizeof(*vm));
	bool ok;

	bpfvm_init(vm, code->insns, code->n);
	vm->helper = mix_helper;
	vm->cpu = 2;
	vm->n_cpus = 4;
	bpfvm_map(vm, BPF_MAP_TYPE_ARRAY, 4, scratch_size ? scratch_size : 1, 1);
	bpfvm_map(vm, BPF_MAP_TYPE_HASH, 8, 8, 256);
	bpfvm_map(vm, BPF_MAP_TYPE_ARRAY, 4, IRGEN_VALUE, 1);
	ok = bpfvm_run(vm, ctx, IRGEN_CTX, result);
	strcpy(error, vm->error);
	bpfvm_free(vm);
	mem_free(vm);
	return ok ? NULL : error;
}

/* ---- by hand ------------------------------------------------------- */

/* Passes five parameters on in every order, with repetitions, twice. */
static void shuffle(u32 seed, bool twice)
{
	struct arena arena = { 0 };
	struct ir *ir = ir_new(&arena, "shuffle");
	struct bpfvm *vm = mem_alloc(sizeof(*vm));
	struct code_target target = usual;
	struct code code;
	struct span at;
	vreg v[5] = { ir->ctx }, r;
	struct ir_arg args[5];
	u64 want = 5, in[5] = { 11, 12, 13, 14, 15 }, got = 0;

	for (u32 i = 1; i < 5; i++)
		v[i] = ir_param(ir);
	r = ir_vreg(ir);
	for (u32 i = 0, k = seed; i < 5; i++, k /= 5) {
		args[i] = ARG_RO(v[k % 5], i % 2);
		want = irgen_mix(want, in[k % 5] + i % 2, NULL);
	}
	ir_call(ir, r, IRGEN_HELPER + 5, args, 5);
	if (twice)
		ir_call(ir, r, IRGEN_HELPER + 5, args, 5);
	irgen_exit(ir, r);
	CHECK(!code_make(&arena, &ir, 1, &target, &code, &at), "shuffle %u", seed);
	bpfvm_init(vm, code.insns, code.n);
	vm->helper = mix_helper;
	CHECK(bpfvm_run_args(vm, in, 5, &got), "%s", vm->error);
	CHECK(got == want, "shuffle %u", seed);
	bpfvm_free(vm);
	mem_free(vm);
	ir_free(ir);
	arena_free(&arena);
}

static void test_shuffles(void)
{
	for (u32 seed = 0; seed < 3125; seed++) {
		shuffle(seed, false);
		shuffle(seed, true);
	}
}

/* Parameters of a callback, and values that the caller keeps while it runs. */
static void test_callback(void)
{
	struct arena arena = { 0 };
	struct ir *f[2] = { ir_new(&arena, "entry"), ir_new(&arena, "body") };
	struct code_target target = usual;
	struct code code;
	struct span at;
	vreg data = ir_param(f[1]), t = ir_vreg(f[1]), r = ir_vreg(f[0]);
	slot s = ir_slot(f[0], 8, 8);
	u8 ctx[IRGEN_CTX] = { 0 };
	u64 result = 0;
	const char *why;

	ir_load(f[1], 8, t, data, 0);
	ir_alu(f[1], ALU_ADD, t, f[1]->ctx);
	ir_store(f[1], 8, data, 0, t);
	ir_exit(f[1], 0);
	ir_storei_slot(f[0], 8, s, 0, 1000);
	ir_call(f[0], 0, HELPER_loop,
		(struct ir_arg[]){ ARG_I(5), ARG_F(1), ARG_S(s, 0), ARG_I(0) }, 4);
	ir_load_slot(f[0], 8, r, s, 0);
	irgen_exit(f[0], r);
	CHECK(!code_make(&arena, f, 2, &target, &code, &at), "callback");
	why = run_code(&code, 0, ctx, &result);
	CHECK(!why && result == 1010, "%s, %llu", why, (unsigned long long)result);
	ir_free(f[0]);
	ir_free(f[1]);
	arena_free(&arena);
}

/* n words on the stack, which hold first, first + 1 and so on. */
static void fill_words(struct ir *f, slot *s, u32 n, u32 first)
{
	for (u32 i = 0; i < n; i++) {
		s[i] = ir_slot(f, 8, 8);
		ir_storei_slot(f, 8, s[i], 0, first + i);
	}
}

static void add_words(struct ir *f, vreg sum, const slot *s, u32 n)
{
	vreg t = ir_vreg(f);

	for (u32 i = 0; i < n; i++) {
		ir_load_slot(f, 8, t, s[i], 0);
		ir_alu(f, ALU_ADD, sum, t);
	}
}

/* Functions that call each other have 512 bytes of stack together: what doesn't fit goes to the
 * scratch map. */
static void nested(u32 n_entry, u32 n_outer, u32 n_inner)
{
	struct arena arena = { 0 };
	struct ir *f[3] = { ir_new(&arena, "entry"), ir_new(&arena, "inner"),
			    ir_new(&arena, "outer") };	/* inner ones come first */
	u32 n[3] = { n_entry, n_inner, n_outer }, calls[3] = { 2, 0, 1 };
	struct code_target target = usual;
	slot s[3][64], out[3];
	u8 ctx[IRGEN_CTX] = { 0 };
	u64 result = 0, want = 0;
	struct code code;
	struct span at;
	const char *why;

	for (u32 i = 0; i < 3; i++) {
		vreg data = i ? ir_param(f[i]) : 0, sum = ir_vreg(f[i]), t = ir_vreg(f[i]);

		out[i] = ir_slot(f[i], 8, 8);
		f[i]->slots.v[out[i]].on_stack = true;
		ir_storei_slot(f[i], 8, out[i], 0, 0);
		fill_words(f[i], s[i], n[i], 1000 * i);
		if (calls[i])
			ir_call(f[i], 0, HELPER_loop, (struct ir_arg[]){ ARG_I(3), ARG_F(calls[i]),
				ARG_S(out[i], 0), ARG_I(0) }, 4);
		ir_load_slot(f[i], 8, sum, out[i], 0);
		add_words(f[i], sum, s[i], n[i]);
		if (!i) {
			irgen_exit(f[i], sum);
			continue;
		}
		ir_load(f[i], 8, t, data, 0);
		ir_alu(f[i], ALU_ADD, t, sum);
		ir_store(f[i], 8, data, 0, t);
		ir_exit(f[i], 0);
	}
	for (u32 i = 1; i < 4; i++)	/* inner, outer, entry */
		want = 3 * want + n[i % 3] * 1000 * (i % 3) + n[i % 3] * (n[i % 3] - 1) / 2;
	CHECK(!code_make(&arena, f, 3, &target, &code, &at), "nested");
	CHECK(code.stack <= 512, "%u", code.stack);
	why = run_code(&code, target.scratch_size, ctx, &result);
	CHECK(!why && result == want, "%s, %llu", why, (unsigned long long)result);
	for (u32 i = 0; i < 3; i++)
		ir_free(f[i]);
	arena_free(&arena);
}

static void test_nested(void)
{
	nested(4, 4, 4);
	nested(40, 14, 14);
	nested(60, 1, 14);
	nested(60, 14, 1);
	nested(60, 30, 30);
}

static void test_limits(void)
{
	struct arena arena = { 0 };
	struct ir *ir = ir_new(&arena, "long");
	struct code_target target = usual;
	struct code code;
	struct span at = { 0 };
	vreg v = ir_vreg(ir);
	label far = ir_label(ir);

	ir_load(ir, 8, v, ir->ctx, 0);
	ir->span = (struct span){ 1, 2 };
	ir_jcci(ir, COND_EQ, v, 5, far);
	for (u32 i = 0; i < 40000; i++) {
		ir->span = (struct span){ i + 10, i + 11 };
		ir_alu(ir, ALU_ADD, v, ir->ctx);
		ir_alui(ir, ALU_XOR, v, i);
	}
	ir_put(ir, far);
	irgen_exit(ir, v);
	target.max_insns = 4096;
	CHECK(code_make(&arena, &ir, 1, &target, &code, &at) == CODE_TOO_LONG, "too long");
	CHECK(at.beg > 2000 && at.beg < 2100, "at %u", at.beg);
	target.max_insns = 1000000;
	CHECK(code_make(&arena, &ir, 1, &target, &code, &at) == CODE_JUMP_TOO_FAR, "too far");
	CHECK(at.beg == 1, "at %u", at.beg);
	ir_free(ir);
	arena_free(&arena);
}

static void test_text(void)
{
	static const struct { struct bpf_insn insn; const char *text; } cases[] = {
		{ { BPF_ALU64 | BPF_MOV | BPF_X, 1, 2, 0, 0 }, "r1 = r2" },
		{ { BPF_ALU | BPF_MOV | BPF_K, 1, 0, 0, -5 }, "w1 = -5" },
		{ { BPF_ALU | BPF_ADD | BPF_X, 3, 4, 0, 0 }, "w3 += w4" },
		{ { BPF_ALU64 | BPF_ADD | BPF_K, 3, 0, 0, 7 }, "r3 += 7" },
		{ { BPF_ALU64 | BPF_SUB | BPF_K, 3, 0, 0, 7 }, "r3 -= 7" },
		{ { BPF_ALU64 | BPF_MUL | BPF_K, 3, 0, 0, 7 }, "r3 *= 7" },
		{ { BPF_ALU64 | BPF_DIV | BPF_K, 3, 0, 0, 7 }, "r3 /= 7" },
		{ { BPF_ALU64 | BPF_OR | BPF_K, 3, 0, 0, 7 }, "r3 |= 7" },
		{ { BPF_ALU64 | BPF_AND | BPF_K, 3, 0, 0, 7 }, "r3 &= 7" },
		{ { BPF_ALU64 | BPF_LSH | BPF_K, 3, 0, 0, 7 }, "r3 <<= 7" },
		{ { BPF_ALU64 | BPF_RSH | BPF_K, 3, 0, 0, 7 }, "r3 >>= 7" },
		{ { BPF_ALU64 | BPF_MOD | BPF_K, 3, 0, 0, 7 }, "r3 %= 7" },
		{ { BPF_ALU64 | BPF_XOR | BPF_K, 3, 0, 0, 7 }, "r3 ^= 7" },
		{ { BPF_ALU64 | BPF_ARSH | BPF_K, 3, 0, 0, 7 }, "r3 s>>= 7" },
		{ { BPF_ALU64 | BPF_NEG, 3, 0, 0, 0 }, "r3 = -r3" },
		{ { BPF_ALU | BPF_NEG, 3, 0, 0, 0 }, "w3 = -w3" },
		{ { BPF_ALU | BPF_END | BPF_TO_BE, 4, 0, 0, 16 }, "r4 = be16 r4" },
		{ { BPF_LDX | BPF_MEM | BPF_DW, 1, 6, 8, 0 }, "r1 = *(u64 *)(r6 +8)" },
		{ { BPF_LDX | BPF_MEM | BPF_W, 1, 6, 8, 0 }, "r1 = *(u32 *)(r6 +8)" },
		{ { BPF_STX | BPF_MEM | BPF_B, 10, 2, -1, 0 }, "*(u8 *)(r10 -1) = r2" },
		{ { BPF_ST | BPF_MEM | BPF_H, 10, 0, -8, 77 }, "*(u16 *)(r10 -8) = 77" },
		{ { BPF_STX | BPF_ATOMIC | BPF_DW, 0, 1, 0, BPF_ADD },
		  "lock *(u64 *)(r0 +0) += r1" },
		{ { BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 5, 0 }, "if r0 == 0x0 goto +5" },
		{ { BPF_JMP | BPF_JGT | BPF_K, 0, 0, 5, 255 }, "if r0 > 0xff goto +5" },
		{ { BPF_JMP | BPF_JGE | BPF_K, 0, 0, 5, 1 }, "if r0 >= 0x1 goto +5" },
		{ { BPF_JMP | BPF_JSET | BPF_K, 0, 0, 5, 1 }, "if r0 & 0x1 goto +5" },
		{ { BPF_JMP | BPF_JNE | BPF_K, 0, 0, 5, 1 }, "if r0 != 0x1 goto +5" },
		{ { BPF_JMP | BPF_JSGT | BPF_K, 0, 0, 5, -1 }, "if r0 s> -0x1 goto +5" },
		{ { BPF_JMP | BPF_JSGE | BPF_K, 0, 0, 5, -16 }, "if r0 s>= -0x10 goto +5" },
		{ { BPF_JMP | BPF_JLT | BPF_X, 1, 2, -3, 0 }, "if r1 < r2 goto -3" },
		{ { BPF_JMP | BPF_JLE | BPF_X, 1, 2, -3, 0 }, "if r1 <= r2 goto -3" },
		{ { BPF_JMP | BPF_JSLT | BPF_X, 1, 2, -3, 0 }, "if r1 s< r2 goto -3" },
		{ { BPF_JMP | BPF_JSLE | BPF_X, 1, 2, -3, 0 }, "if r1 s<= r2 goto -3" },
		{ { BPF_JMP | BPF_JA, 0, 0, -3, 0 }, "goto -3" },
		{ { BPF_JMP | BPF_CALL, 0, 0, 0, 1 }, "call map_lookup_elem" },
		{ { BPF_JMP | BPF_CALL, 0, 0, 0, 99999 }, "call helper#99999" },
		{ { BPF_JMP | BPF_EXIT, 0, 0, 0, 0 }, "exit" },
		/* opcodes that awl does not make are shown in hexadecimal */
		{ { 0xff, 1, 2, 3, 4 }, "(ff) dst=1 src=2 off=3 imm=4" },
		{ { BPF_JMP32 | BPF_JEQ, 1, 2, 3, 4 }, "(16) dst=1 src=2 off=3 imm=4" },
		{ { BPF_JMP | 0xf0, 1, 2, 3, 4 }, "(f5) dst=1 src=2 off=3 imm=4" },
	};
	struct strbuf sb = { 0 };

	for (u32 i = 0; i < ARRAY_SIZE(cases); i++) {
		sb_reset(&sb);
		CHECK(insn_text(&sb, &cases[i].insn, 0) == 1, "%u", i);
		CHECK(!strcmp(sb.s, cases[i].text), "%s, not %s", sb.s, cases[i].text);
	}
	sb_free(&sb);
}

static void test_wide_text(void)
{
	static const struct { u32 kind; s32 low, high; const char *text; } cases[] = {
		{ 0, 0x10, 0x20, "r1 = 0x2000000010" },
		{ BPF_PSEUDO_MAP_FD, 2, 0, "r1 = map[2]" },
		{ BPF_PSEUDO_MAP_VALUE, 2, 16, "r1 = map[2][0]+16" },
		{ BPF_PSEUDO_FUNC, 9, 0, "r1 = func[20]" },
	};
	struct strbuf sb = { 0 };

	for (u32 i = 0; i < ARRAY_SIZE(cases); i++) {
		struct bpf_insn in[2] = {
			{ BPF_LD | BPF_DW | BPF_IMM, 1, cases[i].kind, 0, cases[i].low },
			{ 0, 0, 0, 0, cases[i].high },
		};

		sb_reset(&sb);
		CHECK(insn_text(&sb, in, 10) == 2, "%u", i);
		CHECK(!strcmp(sb.s, cases[i].text), "%s, not %s", sb.s, cases[i].text);
	}
	sb_free(&sb);
}

/* ---- code that a person might write --------------------------------- */

/* @[pid] = count(): lookup, add in place, insert on a miss. */
static struct ir *snippet_count(struct arena *arena)
{
	struct ir *ir = ir_new(arena, "count");
	vreg v = ir_vreg(ir), p = ir_vreg(ir), t = ir_vreg(ir), one = ir_vreg(ir);
	slot key = ir_slot(ir, 8, 8), value = ir_slot(ir, 8, 8);
	label miss = ir_label(ir), end = ir_label(ir);

	ir_call(ir, v, HELPER_get_current_pid_tgid, NULL, 0);
	ir_alui(ir, ALU_RSH, v, 32);
	ir_store_slot(ir, 8, key, 0, v);
	ir_call(ir, p, HELPER_map_lookup_elem,
		(struct ir_arg[]){ ARG_M(IRGEN_HASH), ARG_S(key, 0) }, 2);
	ir_jcci(ir, COND_EQ, p, 0, miss);
	ir_load(ir, 8, t, p, 0);
	ir_imm(ir, one, 1);
	ir_alu(ir, ALU_ADD, t, one);
	ir_store(ir, 8, p, 0, t);
	ir_jmp(ir, end);
	ir_put(ir, miss);
	ir_imm(ir, one, 1);
	ir_store_slot(ir, 8, value, 0, one);
	ir_call(ir, 0, HELPER_map_update_elem,
		(struct ir_arg[]){ ARG_M(IRGEN_HASH), ARG_S(key, 0), ARG_S(value, 0),
				   ARG_I(BPF_NOEXIST) }, 4);
	ir_put(ir, end);
	ir_exit(ir, 0);
	return ir;
}

/* if (arg == x) record { ts, pid, comm } to a ring buffer */
static struct ir *snippet_record(struct arena *arena)
{
	struct ir *ir = ir_new(arena, "record");
	vreg a = ir_vreg(ir), p = ir_vreg(ir), v = ir_vreg(ir), q = ir_vreg(ir);
	label end = ir_label(ir);

	ir_load(ir, 8, a, ir->ctx, 8);
	ir_jcci(ir, COND_NE, a, 42, end);
	ir_call(ir, p, HELPER_ringbuf_reserve,
		(struct ir_arg[]){ ARG_M(2), ARG_I(40), ARG_I(0) }, 3);
	ir_jcci(ir, COND_EQ, p, 0, end);
	ir_storei(ir, 4, p, 0, 1);
	ir_call(ir, v, HELPER_ktime_get_ns, NULL, 0);
	ir_store(ir, 8, p, 8, v);
	ir_call(ir, v, HELPER_get_current_pid_tgid, NULL, 0);
	ir_alui(ir, ALU_RSH, v, 32);
	ir_mov(ir, q, p);
	ir_alui(ir, ALU_ADD, q, 16);
	ir_store(ir, 4, q, 0, v);
	ir_mov(ir, q, p);
	ir_alui(ir, ALU_ADD, q, 24);
	ir_call(ir, 0, HELPER_get_current_comm,
		(struct ir_arg[]){ ARG_R(q), ARG_I(16) }, 2);
	ir_call(ir, 0, HELPER_ringbuf_submit,
		(struct ir_arg[]){ ARG_R(p), ARG_I(0) }, 2);
	ir_put(ir, end);
	ir_exit(ir, 0);
	return ir;
}

static void test_snippets(bool verbose)
{
	static const struct {
		struct ir *(*make)(struct arena *arena);
		u32 most;
	} cases[] = { { snippet_count, 24 }, { snippet_record, 24 } };

	for (u32 i = 0; i < ARRAY_SIZE(cases); i++) {
		struct arena arena = { 0 };
		struct code_target target = usual;
		struct ir *ir = cases[i].make(&arena);
		struct code code;
		struct span at;

		CHECK(!code_make(&arena, &ir, 1, &target, &code, &at), "snippet %u", i);
		CHECK(code.n <= cases[i].most, "%s: %u instructions", ir->name, code.n);
		if (verbose)
			show(&code);
		ir_free(ir);
		arena_free(&arena);
	}
}

/* ---- slots that are used through copies of their address -------------- */

/*
 * p is the address of slot a.  If ctx[0] is set, q is a copy of p, or the sum of p and 0.
 * Otherwise q is the address of slot c.  Slot b, which is written after the last mention of p, must
 * not share memory with a.
 */
static struct ir *address_kept(struct arena *arena, bool added)
{
	struct ir *ir = ir_new(arena, "address");
	slot a = ir_slot(ir, 8, 8), b = ir_slot(ir, 8, 8), c = ir_slot(ir, 8, 8);
	vreg p = ir_vreg(ir), q = ir_vreg(ir), x = ir_vreg(ir), r = ir_vreg(ir);
	label other = ir_label(ir), end = ir_label(ir);

	ir_load(ir, 8, x, ir->ctx, 0);
	ir_load(ir, 8, p, ir->ctx, 8);	/* 0 */
	ir_lea(ir, r, a, 0);
	ir_alu(ir, ALU_ADD, p, r);
	ir_storei(ir, 8, p, 0, 77);
	ir_jcci(ir, COND_EQ, x, 0, other);
	ir_load(ir, 8, q, ir->ctx, 8);
	if (added)
		ir_alu(ir, ALU_ADD, q, p);
	else
		ir_mov(ir, q, p);
	ir_alui(ir, ALU_ADD, q, 8);
	ir_load(ir, 8, x, p, 0);
	ir_jmp(ir, end);
	ir_put(ir, other);
	ir_lea(ir, q, c, 8);
	ir_storei(ir, 8, q, -8, 78);
	ir_put(ir, end);
	ir_store_slot(ir, 8, b, 0, x);
	ir_call(ir, 0, IRGEN_HELPER + 1, (struct ir_arg[]){ ARG_S(b, 0) }, 1);
	ir_load(ir, 8, x, q, -8);
	irgen_exit(ir, x);
	return ir;
}

static void test_addresses(void)
{
	for (u32 i = 0; i < 4; i++) {
		struct arena arena = { 0 };
		struct ir *ir = address_kept(&arena, i & 1);
		struct code_target target = usual;
		u8 ctx[IRGEN_CTX] = { i & 2 };
		u64 got = 0;
		struct code code;
		struct span at;
		const char *error;

		CHECK(!code_make(&arena, &ir, 1, &target, &code, &at), "address %u", i);
		error = run_code(&code, target.scratch_size, ctx, &got);
		CHECK(!error && got == (i & 2 ? 77 : 78), "address %u: %llu, %s", i,
		      (unsigned long long)got, error ? error : "");
		ir_free(ir);
		arena_free(&arena);
	}
}

/* The scratch area's address is computed at the marker, but at the start if a call before that has
 * a slot in the area, whichever argument it is. */
static void test_early_argument(void)
{
	for (u32 n = 1; n <= 5; n++) {
		struct arena arena = { 0 };
		struct ir *ir = ir_new(&arena, "early");
		struct code_target target = usual;
		struct ir_arg args[5] = { ARG_I(1), ARG_I(2), ARG_I(3), ARG_I(4), ARG_I(5) };
		slot s = ir_slot(ir, 8, 8);
		vreg r = ir_vreg(ir);
		u8 ctx[IRGEN_CTX] = { 0 };
		u64 got = 0;
		struct code code;
		struct span at;
		const char *why;

		args[n - 1] = ARG_S(s, 0);
		ir_call(ir, 0, IRGEN_HELPER + n, args, n);
		ir_scratch(ir);
		ir_storei_slot(ir, 8, s, 0, 70 + n);
		ir_load_slot(ir, 8, r, s, 0);
		irgen_exit(ir, r);
		target.stack_limit = 0;
		CHECK(!code_make(&arena, &ir, 1, &target, &code, &at), "argument %u", n);
		why = run_code(&code, target.scratch_size, ctx, &got);
		CHECK(!why && got == 70 + n, "argument %u: %llu, %s", n, (unsigned long long)got,
		      why ? why : "");
		ir_free(ir);
		arena_free(&arena);
	}
}

/* ---- division on targets without it ---------------------------------- */

static bool has_no_div64(enum feature f)
{
	return f != FEATURE_DIV64;
}

static struct ir *division(struct arena *arena, enum alu op, const u64 *by)
{
	struct ir *ir = ir_new(arena, "division");
	vreg a = ir_vreg(ir), b = ir_vreg(ir);

	ir_load(ir, 8, a, ir->ctx, 0);
	ir_load(ir, 8, b, ir->ctx, 8);
	if (by)
		ir_alui(ir, op, a, *by);
	else
		ir_alu(ir, op, a, b);
	ir_alu(ir, ALU_XOR, b, a);	/* live across the loop */
	irgen_exit(ir, b);
	return ir;
}

/* a op b as code; b may be a constant; with few registers or many. */
static bool divides(const u64 *ab, enum alu op, bool constant, u32 n_regs)
{
	u64 want = op == ALU_DIV ? ab[1] ? ab[0] / ab[1] : 0 : ab[1] ? ab[0] % ab[1] : ab[0], got;
	struct arena arena = { 0 };
	struct ir *ir = division(&arena, op, constant ? &ab[1] : NULL);
	struct code_target target = usual;
	struct code code;
	struct span at;
	bool ok;

	target.may_lack_div64 = true;
	target.has = has_no_div64;
	target.n_regs = n_regs;
	ok = !code_make(&arena, &ir, 1, &target, &code, &at) &&
	     !run_code(&code, target.scratch_size, (u8 *)ab, &got) && (got ^ ab[1]) == want;
	for (u32 i = 0; ok && i < code.n; i++)
		ok = code.insns[i].code >> 4 != ALU_DIV && code.insns[i].code >> 4 != ALU_MOD ?
		     true : (code.insns[i].code & 7) != BPF_ALU64;
	ir_free(ir);
	arena_free(&arena);
	return ok;
}

static void test_division(void)
{
	static const u64 values[] = {
		0, 1, 2, 3, 7, 10, 1000, 65535, 65536, 65537, 1000000, 999999999, 1000000000,
		0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x100000000, 0x100000001,
		0x123456789abcdef, 0x7fffffffffffffff, 0x8000000000000000,
		0x8000000000000001, 0xfffffffffffffffe, 0xffffffffffffffff,
	};
	u64 ctx[IRGEN_CTX / 8] = { 0 };

	for (u32 i = 0; i < ARRAY_SIZE(values) * 40; i++)
		for (u32 k = 0; k < ARRAY_SIZE(values); k++) {
			u32 kind = i % 4;

			/* around the values, and around multiples of the divisor */
			ctx[1] = values[k];
			ctx[0] = values[i / 40] + i / 4 % 3 - 1;
			if (i / 12 % 2)
				ctx[0] = ctx[0] * ctx[1] - i / 24 % 2;
			CHECK(divides(ctx, kind & 1 ? ALU_MOD : ALU_DIV, kind & 2, i % 5 ? 10 : 4),
			      "%llx by %llx, %u", (unsigned long long)ctx[0],
			      (unsigned long long)ctx[1], kind);
		}
}

/* ---- at random ------------------------------------------------------ */

static const struct { u32 n_regs, stack, cpus; } squeezes[] = {
	{ 10, 512, 4 }, { 8, 512, 4 }, { 6, 512, 1 }, { 10, 64, 4 }, { 8, 64, 1 }, { 4, 256, 4 },
	{ 2, 512, 4 },
};

static struct irgen_limits limits_of(u64 seed)
{
	struct irgen_limits l = { 60, 12, 5, false };

	if (seed % 3 == 0)
		l.scalars = 40;
	if (seed % 7 == 0)
		l.statements = 300;
	return l;
}

static bool check_seed(u64 seed, u32 k, bool verbose)
{
	struct arena arena = { 0 };
	struct irgen_limits limits = limits_of(seed);
	struct ir *ir = irgen_make(&arena, seed, &limits);
	struct code_target target = usual;
	struct code code;
	struct span at;
	struct strbuf sb = { 0 };
	u8 ctx[IRGEN_CTX];
	u64 want = 0, got = 0;
	const char *why;
	enum code_error err;

	for (u32 i = 0; i < sizeof(ctx); i++)
		ctx[i] = seed * 13 + i * (seed % 5);
	ir_dump(&sb, ir);
	if (verbose)
		puts(sb_str(&sb));
	sb_free(&sb);
	why = irgen_run(ir, ctx, &want);
	target.n_regs = squeezes[k].n_regs;
	target.stack_limit = squeezes[k].stack;
	target.cpu_slots = squeezes[k].cpus == 1 ? 1 : 4;
	target.may_lack_div64 = seed & 1;
	target.has = has_no_div64;
	err = why ? CODE_OK : code_make(&arena, &ir, 1, &target, &code, &at);
	if (err == CODE_STACK && squeezes[k].stack < 512)
		goto out;		/* the program can't fit in so little stack */
	CHECK(!why && !err, "seed %llu.%u: %s, error %d", (unsigned long long)seed, k,
	      why ? why : "", err);
	if (why || err)
		goto out;
	if (verbose) {
		ir_dump(&sb, ir);
		printf("optimised: %s", sb_str(&sb));
		sb_free(&sb);
		show(&code);
	}
	why = run_code(&code, target.scratch_size, ctx, &got);
	CHECK(!why && want == got, "seed %llu.%u: %s, %llx not %llx", (unsigned long long)seed,
	      k, why ? why : "ran", (unsigned long long)got, (unsigned long long)want);
out:
	ir_free(ir);
	arena_free(&arena);
	return !why;
}

static void test_random(u64 from, u64 n)
{
	for (u64 seed = from; seed < from + n && failed < 20; seed++)
		for (u32 k = 0; k < ARRAY_SIZE(squeezes); k++)
			check_seed(seed, k, false);
}

int main(int argc, char **argv)
{
	u64 seeds = 1000, from = 1;

	for (int i = 1; i < argc; i++) {
		u64 n = i + 1 < argc ? strtoull(argv[i + 1], NULL, 0) : 0;

		if (!strcmp(argv[i], "--load"))
			return irload(n ? n : 100, from);
		if (!strcmp(argv[i], "--seeds"))
			seeds = n, i++;
		else if (!strcmp(argv[i], "--from"))
			from = n, i++;
		else if (!strcmp(argv[i], "--show") && argc > i + 2)
			return !check_seed(n, atoi(argv[i + 2]), true);
		else if (!strcmp(argv[i], "--snippets"))
			test_snippets(true), seeds = 0;
	}
	test_text();
	test_wide_text();
	test_shuffles();
	test_callback();
	test_nested();
	test_limits();
	test_snippets(false);
	test_addresses();
	test_early_argument();
	test_division();
	test_random(from, seeds);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
