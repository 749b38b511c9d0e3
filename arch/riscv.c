/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * riscv.c - registers and calling conventions of 64-bit and of 32-bit RISC-V.
 *
 * Facts: struct user_regs_struct of <asm/ptrace.h>, which is the start of the kernel's struct
 * pt_regs; the RISC-V ELF psABI; and syscall(2).  They are the same for both, in words.
 */
#include "arch/arch.h"

/* In words.  The place of x0 has the program counter. */
enum { PC = 0, RA = 1, SP = 2, FP = 8, A0 = 10, A7 = 17, N_REGS = 32 };

/* The value of a0 at the start of the system call.  Only the kernel's struct pt_regs has it. */
enum { ORIG_A0 = 35 };

static const struct arch_reg regs[] = {
	{ "pc", PC }, { "ra", RA }, { "sp", SP }, { "gp", 3 }, { "tp", 4 },
	{ "t0", 5 }, { "t1", 6 }, { "t2", 7 }, { "s0", FP }, { "s1", 9 },
	{ "a0", A0 }, { "a1", 11 }, { "a2", 12 }, { "a3", 13 },
	{ "a4", 14 }, { "a5", 15 }, { "a6", 16 }, { "a7", A7 },
	{ "s2", 18 }, { "s3", 19 }, { "s4", 20 }, { "s5", 21 }, { "s6", 22 },
	{ "s7", 23 }, { "s8", 24 }, { "s9", 25 }, { "s10", 26 }, { "s11", 27 },
	{ "t3", 28 }, { "t4", 29 }, { "t5", 30 }, { "t6", 31 },
	{ "fp", FP }, { "lr", RA }, { "ret", A0 }, { "ip", PC },
	{ "" }
};

static const char *const machines_32[] = { "riscv32", NULL };
static const char *const machines_64[] = { "riscv64", NULL };
static const char *const prefixes[] = { "__riscv_sys_", NULL };

/* struct rt_sigframe: siginfo has 128 bytes, uc_mcontext is that far into ucontext and begins
 * with the registers (arch/riscv/kernel/signal.c, <asm/ucontext.h>). */
#define CONTEXT_64 176
#define CONTEXT_32 160

/* w: bytes of a word */
#define BOTH(w, context) \
	.word = (w), \
	.elf_machine = 243, \
	.ftrace_site = 8, .ftrace_call = 8,	/* auipc, jalr */ \
	.regs = regs, .n_dwarf = N_REGS,	/* x1 to x31, in the place of x0 the pc */ \
	.regs_size = N_REGS * (w), \
	.unwind = { .sp = SP, .fp = FP, .fp2 = FP, .ra = RA, \
		    .chain = { .ra = -(w), .fp = -2 * (w) }, \
		    /* li a7, 139; ecall */ \
		    .signals = { { .code = { 0x93, 0x08, 0xb0, 0x08, 0x73, 0, 0, 0 }, .n = 8, \
				   .ip = 128 + (context), .lr = 128 + (context) + RA * (w), \
				   .sp = 128 + (context) + SP * (w), \
				   .fp = 128 + (context) + FP * (w) } }, \
		    .perf_mask = 0xffffffff },	/* pc, then x1 to x31: <asm/perf_regs.h> */ \
	.stack_lacks_caller = true,		/* arch/riscv/kernel/stacktrace.c */ \
	.links_lack_mode = true,		/* ftrace_partial_regs(), user_mode() */ \
	.stack_own = { 0, 3, 0 },		/* the program twice, the trampoline */ \
	.ip = PC, .sp = SP * (w), .ret = A0 * (w), .ra = RA * (w), .ra_in_reg = true, \
	.func = { .n_regs = 8, .splits = true, .by_address = true, .most = 2 * (w), \
		  .most_result = 2 * (w), \
		  .reg_off = { A0 * (w), 11 * (w), 12 * (w), 13 * (w), 14 * (w), 15 * (w), \
			       16 * (w), A7 * (w) } }, \
	.syscall = { .n_regs = 6, .reg_off = { ORIG_A0 * (w), 11 * (w), 12 * (w), 13 * (w), \
					       14 * (w), 15 * (w) } }, \
	.syscall_nr = A7 * (w), \
	.syscall_wrapper = true, \
	.syscall_prefixes = prefixes

const struct arch arch_riscv64 = {
	BOTH(8, CONTEXT_64),
	.name = "riscv64",
	.machines = machines_64,
	.syscalls = SYSCALLS_GENERIC,
	.jit_only_from = 6 << 16 | 10 << 8,	/* 6.10 */
	.trampolines_from = 6 << 16 | 8 << 8,	/* ftrace's direct calls: 6.8 */
	/* No register that programs can read holds the mode.  So the program counter is tested:
	 * the kernel's addresses have the top bit set. */
	.mode_off = PC, .mode_shift = 48, .mode_mask = 0x8000, .mode_user = 0,
	.kernel_start = 0xff00000000000000,
	.syscall_args = "8@[a0, 280] 8@[a0, 88] 8@[a0, 96] 8@[a0, 104] 8@[a0, 112] 8@[a0, 120]",
};

/* Programs have addresses up to 0x9fc00000.  The kernel's modules begin at VMALLOC_START
 * (arch/riscv/include/asm/pgtable.h). */
const struct arch arch_riscv32 = {
	BOTH(4, CONTEXT_32),
	.name = "riscv32",
	.machines = machines_32,
	.syscalls = SYSCALLS_GENERIC_32,
	.trampolines_from = ~0u,		/* none */
	.mode_off = PC, .mode_shift = 28, .mode_mask = 0xf, .mode_user = 0xa, .mode_below = true,
	.kernel_start = 0xa0000000,
	.syscall_args = "4@[a0, 140] 4@[a0, 44] 4@[a0, 48] 4@[a0, 52] 4@[a0, 56] 4@[a0, 60]",
};

#ifdef __riscv
#include <asm/ptrace.h>
#include <asm/sigcontext.h>
#include <asm/signal.h>
#include <asm/ucontext.h>

#define W (__riscv_xlen / 8)
#define SAME(n, field) _Static_assert((n) * W == offsetof(struct user_regs_struct, field), #field)
SAME(PC, pc); SAME(RA, ra); SAME(SP, sp); SAME(FP, s0);
SAME(A0, a0); SAME(11, a1); SAME(A7, a7); SAME(18, s2); SAME(31, t6);
_Static_assert(N_REGS * W == sizeof(struct user_regs_struct), "user_regs_struct");
_Static_assert((W == 8 ? CONTEXT_64 : CONTEXT_32) == offsetof(struct ucontext, uc_mcontext),
	       "uc_mcontext");
#endif
