/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * irload.c - checks that the kernel's verifier accepts what the back end makes.
 *
 * Random programs are loaded as raw tracepoint programs and closed at once.  None is attached.
 */
#include "tests/lib/irload.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bpf/insn.h"
#include "tests/lib/irgen.h"

static int sys_bpf(int cmd, union bpf_attr *attr)
{
	return syscall(SYS_bpf, cmd, attr, 72);
}

static int new_map(u32 type, u32 key, u32 value, u32 entries)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.map_type = type;
	attr.key_size = key;
	attr.value_size = value;
	attr.max_entries = entries;
	return sys_bpf(BPF_MAP_CREATE, &attr);
}

static void patch_maps(struct code *code, const int *fds)
{
	for (u32 i = 0; i < code->n; i++) {
		struct bpf_insn *in = &code->insns[i];

		if (in->code != (BPF_LD | BPF_DW | BPF_IMM))
			continue;
		if (in->src_reg == BPF_PSEUDO_MAP_FD || in->src_reg == BPF_PSEUDO_MAP_VALUE)
			in->imm = fds[in->imm];
		i++;
	}
}

static int load(const struct code *code, char *log, u32 log_size)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT;
	attr.insns = (u64)(uintptr_t)code->insns;
	attr.insn_cnt = code->n;
	attr.license = (u64)(uintptr_t)"GPL";
	attr.log_buf = (u64)(uintptr_t)log;
	attr.log_size = log_size;
	attr.log_level = log ? 1 : 0;
	return sys_bpf(BPF_PROG_LOAD, &attr);
}

static void show_refused(u64 seed, const struct code *code)
{
	static char log[1 << 20];
	struct strbuf sb = { 0 };
	size_t n;

	load(code, log, sizeof(log));
	n = strlen(log);
	printf("seed %llu refused:\n%s\n", (unsigned long long)seed,
	       n > 2500 ? log + n - 2500 : log);
	sb_free(&sb);
}

/* Returns 1 if accepted, 0 if refused, -1 if too complex or if there is nothing to load. */
static int load_seed(u64 seed, u32 n_regs, u32 stack)
{
	struct irgen_limits limits = { 40, seed % 3 ? 8 : 25, 3, true };
	struct code_target target = { .cpu_slots = 4, .max_insns = 1000000,
				      .stack_limit = stack, .n_regs = n_regs };
	struct arena arena = { 0 };
	struct ir *ir = irgen_make(&arena, seed, &limits);
	struct code code;
	struct span at;
	int fds[3], fd = -1, ok = -1;

	if (!code_make(&arena, &ir, 1, &target, &code, &at)) {
		fds[0] = new_map(BPF_MAP_TYPE_ARRAY, 4,
				 target.scratch_size ? target.scratch_size : 8, 1);
		fds[1] = new_map(BPF_MAP_TYPE_HASH, 8, 8, 16);
		fds[2] = new_map(BPF_MAP_TYPE_ARRAY, 4, IRGEN_VALUE, 1);
		patch_maps(&code, fds);
		fd = load(&code, NULL, 0);
		ok = fd >= 0 ? 1 : errno == E2BIG ? -1 : 0;
		if (!ok)
			show_refused(seed, &code);
		for (u32 i = 0; i < ARRAY_SIZE(fds); i++)
			close(fds[i]);
		if (fd >= 0)
			close(fd);
	}
	ir_free(ir);
	arena_free(&arena);
	return ok;
}

int irload(u64 n, u64 from)
{
	static const struct { u32 regs, stack; } squeezes[] = {
		{ 10, 512 }, { 8, 512 }, { 10, 64 }, { 6, 256 },
	};
	struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };
	u32 passed = 0, failed = 0, skipped = 0;

	setrlimit(RLIMIT_MEMLOCK, &all);
	for (u64 seed = from; seed < from + n && failed < 10; seed++) {
		int ok = load_seed(seed, squeezes[seed % 4].regs, squeezes[seed % 4].stack);

		passed += ok == 1;
		failed += ok == 0;
		skipped += ok < 0;
	}
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed ? 1 : passed ? 0 : 77;
}
