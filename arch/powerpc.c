/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * powerpc.c - registers and calling conventions of 32-bit POWER, big-endian.
 *
 * Facts: struct pt_regs of <asm/ptrace.h>; the System V ABI's PowerPC Processor Supplement;
 * <asm/sigcontext.h>, <asm/ucontext.h>, arch/powerpc/kernel/signal_32.c; and syscall(2).
 */
#include "arch/arch.h"

#define R(n) ((n) * 4)

enum { NIP = R(32), MSR = R(33), ORIG_R3 = R(34), LR = R(36), REGS_SIZE = R(44) };

static const struct arch_reg regs[] = {
	{ "r0", 0 }, { "r1", 1 }, { "r2", 2 }, { "r3", 3 }, { "r4", 4 }, { "r5", 5 },
	{ "r6", 6 }, { "r7", 7 }, { "r8", 8 }, { "r9", 9 }, { "r10", 10 }, { "r11", 11 },
	{ "r12", 12 }, { "r13", 13 }, { "r14", 14 }, { "r15", 15 }, { "r16", 16 }, { "r17", 17 },
	{ "r18", 18 }, { "r19", 19 }, { "r20", 20 }, { "r21", 21 }, { "r22", 22 }, { "r23", 23 },
	{ "r24", 24 }, { "r25", 25 }, { "r26", 26 }, { "r27", 27 }, { "r28", 28 }, { "r29", 29 },
	{ "r30", 30 }, { "r31", 31 },
	{ "nip", NIP / 4 }, { "msr", MSR / 4 }, { "orig_r3", ORIG_R3 / 4 }, { "ctr", 35 },
	{ "link", LR / 4 }, { "xer", 37 }, { "ccr", 38 }, { "mq", 39 }, { "trap", 40 },
	{ "dar", 41 }, { "dsisr", 42 }, { "result", 43 },
	{ "sp", 1 }, { "fp", 31 }, { "lr", LR / 4 }, { "ret", 3 }, { "pc", NIP / 4 },
	{ "ip", NIP / 4 },
	{ "" }
};

/* The registers before a signal, from the stack pointer on: a frame of 64 bytes, 16 more in the new
 * frame, then siginfo, 128 bytes, and ucontext, or in the old frame struct sigcontext. */
#define UCONTEXT 192
#define NEW (64 + 16 + 128 + UCONTEXT)
#define OLD (64 + 32)
#define CONTEXT(at) .ip = (at) + NIP, .sp = (at) + R(1), .fp = (at) + R(31), .lr = (at) + LR

static const char *const machines[] = { "ppc", NULL };
static const char *const prefixes[] = { "sys_", NULL };
static const char *const exit_result[] = { "thread", "regs", "result", NULL };

const struct arch arch_powerpc = {
	.name = "powerpc",
	.machines = machines,
	.word = 4,
	.is_big = true,
	.elf_machine = 20,
	.trampolines_from = ~0u,	/* none */
	.bare_regs = true,
	.regs = regs, .n_dwarf = 32,	/* r0 to r31; floating-point registers follow */
	.regs_size = REGS_SIZE,
	/* as on ppc64le */
	.unwind = { .sp = 1, .fp = 31, .fp2 = 31, .ra = 65, .ra_moves = true,
		    .chain = { .by_sp = true, .ra = 4 },
		    .mode_mask = 0x4000, .mode_user = 0x4000,
		    /* li r0,172; sc, and li r0,119; sc */
		    .signals = {
			{ .code = { 0x38, 0, 0, 172, 0x44, 0, 0, 2 }, .n = 8, CONTEXT(NEW) },
			{ .code = { 0x38, 0, 0, 119, 0x44, 0, 0, 2 }, .n = 8, CONTEXT(OLD) } } },
	.ip = NIP, .sp = R(1), .ret = R(3), .ra = LR, .ra_in_reg = true,
	.func = { .n_regs = 8, .even_pairs = true, .structs_by_address = true, .stack_first = 8,
		  .reg_off = { R(3), R(4), R(5), R(6), R(7), R(8), R(9), R(10) } },
	.syscall = { .n_regs = 6, .even_pairs = true,
		     .reg_off = { ORIG_R3, R(4), R(5), R(6), R(7), R(8) } },
	.syscall_nr = R(0),
	.syscalls = SYSCALLS_POWERPC,
	.constants = CONSTANTS_POWERPC,
	/* MSR_PR: the problem state */
	.mode_off = MSR, .mode_mask = 0x4000, .mode_user = 0x4000,
	.kernel_start = 0xc0000000,
	.ftrace_kprobes = true,
	.exit_result = exit_result,
	.syscall_wrapper = true,
	.syscall_args = "4@136(3) 4@16(3) 4@20(3) 4@24(3) 4@28(3) 4@32(3)",
	.syscall_prefixes = prefixes,
};

#if defined(__powerpc__) && !defined(__powerpc64__)
#include <asm/ptrace.h>
#include <asm/sigcontext.h>
#include <asm/signal.h>
#include <asm/ucontext.h>

#define SAME(off, field) _Static_assert((off) == offsetof(struct pt_regs, field), #field)
SAME(R(0), gpr); SAME(R(31), gpr[31]); SAME(NIP, nip); SAME(MSR, msr); SAME(ORIG_R3, orig_gpr3);
SAME(R(35), ctr); SAME(LR, link); SAME(R(37), xer); SAME(R(38), ccr); SAME(R(39), mq);
SAME(R(40), trap); SAME(R(41), dar); SAME(R(42), dsisr); SAME(R(43), result);
_Static_assert(REGS_SIZE == sizeof(struct pt_regs), "pt_regs");
_Static_assert(UCONTEXT == offsetof(struct ucontext, uc_mcontext), "uc_mcontext");
_Static_assert(OLD == 64 + sizeof(struct sigcontext), "sigcontext");
#endif
