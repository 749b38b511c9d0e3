/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * riscv64.c - registers and calling conventions of 64-bit RISC-V.
 *
 * Facts: struct user_regs_struct of <asm/ptrace.h>, which is the start of the kernel's struct
 * pt_regs; the RISC-V ELF psABI; and syscall(2).
 */
#include "arch/arch.h"

#define X(n) ((n) * 8)
#define A(n) X(10 + (n))

enum { PC = 0, RA = X(1), SP = X(2), REGS_SIZE = X(32) };

/* The value of a0 at the start of the system call.  Only the kernel's struct pt_regs has it. */
#define ORIG_A0 X(35)

static const struct arch_reg regs[] = {
	{ "pc", PC }, { "ra", RA / 8 }, { "sp", SP / 8 }, { "gp", 3 }, { "tp", 4 },
	{ "t0", 5 }, { "t1", 6 }, { "t2", 7 }, { "s0", 8 }, { "s1", 9 },
	{ "a0", 10 }, { "a1", 11 }, { "a2", 12 }, { "a3", 13 },
	{ "a4", 14 }, { "a5", 15 }, { "a6", 16 }, { "a7", 17 },
	{ "s2", 18 }, { "s3", 19 }, { "s4", 20 }, { "s5", 21 }, { "s6", 22 },
	{ "s7", 23 }, { "s8", 24 }, { "s9", 25 }, { "s10", 26 }, { "s11", 27 },
	{ "t3", 28 }, { "t4", 29 }, { "t5", 30 }, { "t6", 31 },
	{ "fp", 8 }, { "lr", RA / 8 }, { "ret", 10 }, { "ip", PC },
	{ "" }
};

static const char *const machines[] = { "riscv64", NULL };
static const char *const prefixes[] = { "__riscv_sys_", NULL };

const struct arch arch_riscv64 = {
	.name = "riscv64",
	.machines = machines,
	.word = 8,
	.elf_machine = 243,
	.jit_only_from = 6 << 16 | 10 << 8,	/* 6.10 */
	.trampolines_from = 6 << 16 | 8 << 8,	/* ftrace's direct calls: 6.8 */
	.ftrace_call = 8,			/* auipc, jalr */
	.regs = regs, .n_dwarf = 32,	/* x1 to x31, in the place of x0 the pc */
	.regs_size = REGS_SIZE,
	/* struct rt_sigframe: siginfo has 128 bytes, uc_mcontext is 176 bytes into ucontext and
	 * begins with the registers (arch/riscv/kernel/signal.c, <asm/ucontext.h>) */
	.unwind = { .sp = 2, .fp = 8, .fp2 = 8, .ra = 1,
		    .chain = { .ra = -8, .fp = -16 },
		    /* li a7, 139; ecall */
		    .signals = { { .code = { 0x93, 0x08, 0xb0, 0x08, 0x73, 0, 0, 0 }, .n = 8,
				   .ip = 304, .lr = 304 + 8, .sp = 304 + 16, .fp = 304 + 64 } },
		    .perf_mask = 0xffffffff },		/* pc, then x1 to x31: <asm/perf_regs.h> */
	.stack_lacks_caller = true,		/* arch/riscv/kernel/stacktrace.c */
	.stack_own = { 0, 3, 0 },		/* the program twice, the trampoline */
	.ip = PC, .sp = SP, .ret = A(0), .ra = RA, .ra_in_reg = true,
	.func = { .n_regs = 8, .splits = true, .by_address = true, .most = 16,
		  .reg_off = { A(0), A(1), A(2), A(3), A(4), A(5), A(6), A(7) } },
	.syscall = { .n_regs = 6, .reg_off = { ORIG_A0, A(1), A(2), A(3), A(4), A(5) } },
	.syscall_nr = A(7),
	.syscalls = SYSCALLS_GENERIC,
	/* No register that programs can read holds the mode.  So the program counter is tested:
	 * the kernel's addresses have the top bit set. */
	.mode_off = PC, .mode_shift = 48, .mode_mask = 0x8000, .mode_user = 0,
	.kernel_start = 0xff00000000000000,
	.syscall_wrapper = true,
	.syscall_args = "8@[a0, 280] 8@[a0, 88] 8@[a0, 96] 8@[a0, 104] 8@[a0, 112] 8@[a0, 120]",
	.syscall_prefixes = prefixes,
};

#if defined(__riscv) && __riscv_xlen == 64
#include <asm/ptrace.h>

#define SAME(off, field) _Static_assert(off == offsetof(struct user_regs_struct, field), #field)
SAME(PC, pc); SAME(RA, ra); SAME(SP, sp); SAME(X(8), s0);
SAME(A(0), a0); SAME(A(1), a1); SAME(A(7), a7); SAME(X(18), s2); SAME(X(31), t6);
_Static_assert(REGS_SIZE == sizeof(struct user_regs_struct), "user_regs_struct");
#endif
