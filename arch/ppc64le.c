/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ppc64le.c - registers and calling conventions of 64-bit POWER, little-endian.
 *
 * Facts: struct pt_regs of <asm/ptrace.h>; the 64-bit ELF V2 ABI specification; syscall(2).  A
 * function has two entries: calls from other files come to the global one, which finds the table of
 * contents, calls from the same file to the local one after it (elf_local()).
 */
#include "arch/arch.h"

#define R(n) ((n) * 8)

enum { NIP = R(32), MSR = R(33), ORIG_R3 = R(34), LR = R(36), REGS_SIZE = R(44) };

/* The stack pointer of a signal handler's caller is 128 bytes below ucontext; uc_mcontext is 168
 * bytes into that, and the registers are 64 bytes into uc_mcontext (<asm/ucontext.h>,
 * <asm/sigcontext.h>, arch/powerpc/kernel/signal_64.c). */
#define SIGNAL (128 + 168 + 64)

static const struct arch_reg regs[] = {
	{ "r0", 0 }, { "r1", 1 }, { "r2", 2 }, { "r3", 3 }, { "r4", 4 }, { "r5", 5 },
	{ "r6", 6 }, { "r7", 7 }, { "r8", 8 }, { "r9", 9 }, { "r10", 10 }, { "r11", 11 },
	{ "r12", 12 }, { "r13", 13 }, { "r14", 14 }, { "r15", 15 }, { "r16", 16 }, { "r17", 17 },
	{ "r18", 18 }, { "r19", 19 }, { "r20", 20 }, { "r21", 21 }, { "r22", 22 }, { "r23", 23 },
	{ "r24", 24 }, { "r25", 25 }, { "r26", 26 }, { "r27", 27 }, { "r28", 28 }, { "r29", 29 },
	{ "r30", 30 }, { "r31", 31 },
	{ "nip", NIP / 8 }, { "msr", MSR / 8 }, { "orig_r3", ORIG_R3 / 8 }, { "ctr", 35 },
	{ "link", LR / 8 }, { "xer", 37 }, { "ccr", 38 }, { "softe", 39 }, { "trap", 40 },
	{ "dar", 41 }, { "dsisr", 42 }, { "result", 43 },
	{ "sp", 1 }, { "fp", 31 }, { "lr", LR / 8 }, { "ret", 3 }, { "pc", NIP / 8 },
	{ "ip", NIP / 8 },
	{ "" }
};

static const char *const machines[] = { "ppc64le", NULL };
static const char *const prefixes[] = { "sys_", NULL };
static const char *const exit_result[] = { "thread", "regs", "result", NULL };

const struct arch arch_ppc64le = {
	.name = "ppc64le",
	.machines = machines,
	.word = 8,
	.elf_machine = 21,
	.trampolines_from = 6 << 16 | 13 << 8,	/* 6.13 */
	.bare_regs = true,
	.regs = regs, .n_dwarf = 32,	/* r0 to r31; floating-point registers follow */
	/* SPE in llvm/lib/Target/PowerPC/PPCRegisterInfo.td */
	.dwarf_low = 1200,
	.regs_size = REGS_SIZE,
	/* Frames are found by the back chain at the stack pointer, and a frame pointer is a copy of
	 * that.  A function that calls saves the link register in its caller's frame. */
	.unwind = { .sp = 1, .fp = 31, .fp2 = 31, .ra = 65, .ra_moves = true,
		    .chain = { .by_sp = true, .ra = 16 },
		    .mode_mask = 0x4000, .mode_user = 0x4000,
		    /* addi r1,r1,128; li r0,172; and sc follows */
		    .signals = { { .code = { 0x80, 0, 0x21, 0x38, 172, 0, 0, 0x38 }, .n = 8,
				   .ip = SIGNAL + NIP, .sp = SIGNAL + R(1), .fp = SIGNAL + R(31),
				   .lr = SIGNAL + LR } } },
	.ip = NIP, .sp = R(1), .ret = R(3), .ra = LR, .ra_in_reg = true,
	/* The caller's frame has room for all arguments in words from 32 bytes on, also for those
	 * in registers. */
	.func = { .n_regs = 8, .even_pairs = true, .splits = true, .stack_first = 32 + 8 * 8,
		  .most_result = 16, .most_floats = 8,
		  .reg_off = { R(3), R(4), R(5), R(6), R(7), R(8), R(9), R(10) } },
	.syscall = { .n_regs = 6, .reg_off = { ORIG_R3, R(4), R(5), R(6), R(7), R(8) } },
	.syscall_nr = R(0),
	.syscalls = SYSCALLS_POWERPC,
	.constants = CONSTANTS_POWERPC,
	/* MSR_PR: the problem state */
	.mode_off = MSR, .mode_mask = 0x4000, .mode_user = 0x4000,
	.kernel_start = 0xc000000000000000,
	.stack_gaps = 2,		/* arch/powerpc/perf/callchain.c, callchain_64.c */
	.ftrace_kprobes = true, .links_at_calls = true, .two_entries = true,
	.exit_result = exit_result,	/* syscall_get_return_value() of asm/syscall.h */
	.syscall_wrapper = true,
	.syscall_args = "8@272(3) 8@32(3) 8@40(3) 8@48(3) 8@56(3) 8@64(3)",
	.syscall_prefixes = prefixes,
};

#if defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
#include <asm/ptrace.h>

#define SAME(off, field) _Static_assert((off) == offsetof(struct pt_regs, field), #field)
SAME(R(0), gpr); SAME(R(31), gpr[31]); SAME(NIP, nip); SAME(MSR, msr); SAME(ORIG_R3, orig_gpr3);
SAME(R(35), ctr); SAME(LR, link); SAME(R(37), xer); SAME(R(38), ccr); SAME(R(39), softe);
SAME(R(40), trap); SAME(R(41), dar); SAME(R(42), dsisr); SAME(R(43), result);
_Static_assert(REGS_SIZE == sizeof(struct pt_regs), "pt_regs");
#endif
