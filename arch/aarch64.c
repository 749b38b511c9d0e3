/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aarch64.c - registers and calling conventions of 64-bit ARM.
 *
 * Facts: struct user_pt_regs of <asm/ptrace.h> (all a kprobe program may
 * read of pt_regs), the AAPCS64, and syscall(2).
 */
#include "arch/arch.h"

#define X(n) ((n) * 8)

enum { SP = X(31), PC = X(32), PSTATE = X(33), REGS_SIZE = X(34) };

static const struct arch_reg regs[] = {
	{ "x0", X(0), 8 }, { "x1", X(1), 8 }, { "x2", X(2), 8 }, { "x3", X(3), 8 },
	{ "x4", X(4), 8 }, { "x5", X(5), 8 }, { "x6", X(6), 8 }, { "x7", X(7), 8 },
	{ "x8", X(8), 8 }, { "x9", X(9), 8 }, { "x10", X(10), 8 }, { "x11", X(11), 8 },
	{ "x12", X(12), 8 }, { "x13", X(13), 8 }, { "x14", X(14), 8 }, { "x15", X(15), 8 },
	{ "x16", X(16), 8 }, { "x17", X(17), 8 }, { "x18", X(18), 8 }, { "x19", X(19), 8 },
	{ "x20", X(20), 8 }, { "x21", X(21), 8 }, { "x22", X(22), 8 }, { "x23", X(23), 8 },
	{ "x24", X(24), 8 }, { "x25", X(25), 8 }, { "x26", X(26), 8 }, { "x27", X(27), 8 },
	{ "x28", X(28), 8 }, { "x29", X(29), 8 }, { "x30", X(30), 8 },
	{ "ret", X(0), 8 }, { "fp", X(29), 8 }, { "lr", X(30), 8 },
	{ "sp", SP, 8 }, { "pc", PC, 8 }, { "ip", PC, 8 }, { "pstate", PSTATE, 8 },
	{ "" }
};

static const char *const machines[] = { "aarch64", "arm64", NULL };
static const char *const prefixes[] = { "__arm64_sys_", NULL };

const struct arch arch_aarch64 = {
	.name = "aarch64",
	.machines = machines,
	.word = 8,
	.elf_machine = 183,
	.anon_bits_align = true,
	.jit_only_from = 6 << 16 | 10 << 8,	/* 6.10 */
	.trampolines_from = 6 << 16 | 4 << 8,	/* ftrace's direct calls: 6.4 */
	.regs = regs,
	.regs_size = REGS_SIZE,
	.ip = PC, .sp = SP, .ret = X(0), .ra = X(30), .ra_in_reg = true,
	.func = { .n_regs = 8,
		  .reg_off = { X(0), X(1), X(2), X(3), X(4), X(5), X(6), X(7) } },
	.syscall = { .n_regs = 6, .reg_off = { X(0), X(1), X(2), X(3), X(4), X(5) } },
	.syscall_nr = X(8),
	.mode_off = PSTATE, .mode_mask = 0xf, .mode_user = 0,
	.kernel_start = 0xffff000000000000,
	.syscall_wrapper = true,
	.compat_off = PSTATE, .compat_bit = 1 << 4,	/* PSR_MODE32_BIT */
	.syscall_prefixes = prefixes,
};

#if defined(__aarch64__) && defined(__LP64__)
#include <asm/ptrace.h>

#define SAME(off, field) _Static_assert(off == offsetof(struct user_pt_regs, field), #field)
SAME(X(0), regs); SAME(X(30), regs[30]); SAME(SP, sp); SAME(PC, pc); SAME(PSTATE, pstate);
_Static_assert(REGS_SIZE == sizeof(struct user_pt_regs), "user_pt_regs");
#endif
