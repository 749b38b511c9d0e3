/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loongarch64.c - registers and calling conventions of 64-bit LoongArch.
 *
 * Facts: struct user_pt_regs of <asm/ptrace.h> (arch/loongarch/include/uapi of the kernel), where
 * the kernel's struct pt_regs has more registers in the place of `reserved`, and ends after 40
 * words; the LoongArch ELF psABI; and syscall(2).
 */
#include "arch/arch.h"

#define R(n) ((n) * 8)
#define A(n) R(4 + (n))

enum { RA = R(1), SP = R(3), FP = R(22), ORIG_A0 = R(32), ERA = R(33), BADV = R(34),
       PRMD = R(36), REGS_SIZE = R(40) };

/* struct rt_sigframe: siginfo has 128 bytes, uc_mcontext is 176 bytes into ucontext and begins with
 * the program counter, followed by the registers (<asm/ucontext.h>, <asm/sigcontext.h>). */
#define SIGNAL (128 + 176)

static const struct arch_reg regs[] = {
	{ "r0", 0 }, { "ra", RA / 8 }, { "tp", 2 }, { "sp", SP / 8 },
	{ "a0", 4 }, { "a1", 5 }, { "a2", 6 }, { "a3", 7 },
	{ "a4", 8 }, { "a5", 9 }, { "a6", 10 }, { "a7", 11 },
	{ "t0", 12 }, { "t1", 13 }, { "t2", 14 }, { "t3", 15 }, { "t4", 16 }, { "t5", 17 },
	{ "t6", 18 }, { "t7", 19 }, { "t8", 20 }, { "r21", 21 }, { "fp", FP / 8 },
	{ "s0", 23 }, { "s1", 24 }, { "s2", 25 }, { "s3", 26 }, { "s4", 27 },
	{ "s5", 28 }, { "s6", 29 }, { "s7", 30 }, { "s8", 31 },
	{ "orig_a0", ORIG_A0 / 8 }, { "era", ERA / 8 }, { "badv", BADV / 8 }, { "crmd", 35 },
	{ "prmd", PRMD / 8 }, { "euen", 37 }, { "ecfg", 38 }, { "estat", 39 },
	{ "lr", RA / 8 }, { "ret", 4 }, { "pc", ERA / 8 }, { "ip", ERA / 8 },
	{ "" }
};

/* Compilers write $r4 for a0. */
static void reg_alias(char *name, size_t n)
{
	(void)n;
	arch_numbered_reg(name, regs);
}

static const char *const machines[] = { "loongarch64", NULL };
static const char *const prefixes[] = { "sys_", NULL };

const struct arch arch_loongarch64 = {
	.name = "loongarch64",
	.machines = machines,
	.word = 8,
	.elf_machine = 258,
	.ftrace_site = 8,		/* 7.2; arch/loongarch/kernel/ftrace_dyn.c: two nops */
	.trampolines_from = 6 << 16 | 17 << 8,	/* 6.17 */
	.regs = regs, .reg_alias = reg_alias, .dollar_regs = true,
	.n_dwarf = 32,		/* r0 to r31 */
	.regs_size = REGS_SIZE,
	.unwind = { .sp = 3, .fp = 22, .fp2 = 22, .ra = 1, .mode_mask = 3, .mode_user = 3,
		    .thread_size = 16384, .chain = { .ra = -8, .fp = -16 },
		    /* ori $a7, $zero, 139; syscall 0 */
		    .signals = { { .code = { 0x0b, 0x2c, 0x82, 0x03, 0, 0, 0x2b, 0 }, .n = 8,
				   .ip = SIGNAL, .lr = SIGNAL + 8 + RA, .sp = SIGNAL + 8 + SP,
				   .fp = SIGNAL + 8 + FP } } },
	.ip = ERA, .sp = SP, .ret = A(0), .ra = RA, .ra_in_reg = true,
	.func = { .n_regs = 8, .splits = true, .by_address = true, .most = 16, .most_result = 16,
		  .reg_off = { A(0), A(1), A(2), A(3), A(4), A(5), A(6), A(7) } },
	.syscall = { .n_regs = 6, .reg_off = { ORIG_A0, A(1), A(2), A(3), A(4), A(5) } },
	.syscall_nr = A(7),
	.syscalls = SYSCALLS_GENERIC,
	/* csr_prmd: PPLV, the privilege level that was interrupted */
	.mode_off = PRMD, .mode_mask = 3, .mode_user = 3,
	.kernel_start = 0x8000000000000000,
	.syscall_prefixes = prefixes,
};

#if defined(__loongarch64)
#include <asm/ptrace.h>

#define SAME(off, field) _Static_assert((off) == offsetof(struct user_pt_regs, field), #field)
SAME(R(0), regs); SAME(ORIG_A0, orig_a0); SAME(ERA, csr_era); SAME(BADV, csr_badv);
_Static_assert(REGS_SIZE <= sizeof(struct user_pt_regs), "user_pt_regs");
#endif
