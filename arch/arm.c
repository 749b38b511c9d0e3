/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arm.c - registers and calling conventions of 32-bit ARM, EABI.
 *
 * Facts: struct pt_regs of <asm/ptrace.h> (18 words), the AAPCS (64-bit arguments take an
 * even-numbered pair), and syscall(2).  ARM's name for r12 is "ip".  Here "ip" is the program
 * counter, as on all architectures, and r12 is only "r12".  Modules are below the kernel's
 * 0xc0000000.
 */
#include "arch/arch.h"

#include <string.h>

#define R(n) ((n) * 4)

enum { FP = R(11), SP = R(13), LR = R(14), PC = R(15), CPSR = R(16), ORIG_R0 = R(17),
       REGS_SIZE = R(18) };

static const struct arch_reg regs[] = {
	{ "r0", 0 }, { "r1", 1 }, { "r2", 2 }, { "r3", 3 },
	{ "r4", 4 }, { "r5", 5 }, { "r6", 6 }, { "r7", 7 },
	{ "r8", 8 }, { "r9", 9 }, { "r10", 10 }, { "r11", FP / 4 },
	{ "r12", 12 }, { "r13", SP / 4 }, { "r14", LR / 4 }, { "r15", PC / 4 },
	{ "ret", 0 }, { "fp", FP / 4 }, { "sp", SP / 4 }, { "lr", LR / 4 },
	{ "pc", PC / 4 }, { "ip", PC / 4 }, { "cpsr", CPSR / 4 }, { "orig_r0", ORIG_R0 / 4 },
	{ "" }
};

static const char *const machines[] = { "arm", "armv*", NULL };
static const char *const prefixes[] = { "sys_", NULL };

/* do_undefinstr() takes a lock to find out that an undefined instruction is a kprobe's.  A jump to
 * a kprobe may lead to a page that the process has not mapped yet, for which do_PrefetchAbort() is
 * called.  Such a kprobe stops the machine, also one of tracefs. */
static const char *const no_kprobe[] = {
	"_raw_spin_lock_irqsave", "_raw_spin_unlock_irqrestore", "do_PrefetchAbort", NULL
};

/* The assembler's ip is r12; in regs ip is the program counter. */
static void reg_alias(char *name, size_t n)
{
	if (n == 2 && name[0] == 'i' && name[1] == 'p')
		strcpy(name, "r12");
}

const struct arch arch_arm = {
	.name = "arm",
	.machines = machines,
	.word = 4,
	.trampolines_from = ~0u,	/* none */
	.elf_machine = 40,
	.unwinder = "unwind_backtrace",	/* CONFIG_UNWINDER_ARM */
	.no_kprobe = no_kprobe,
	.stack_lacks_caller = true,	/* without that unwinder */
	/* Without it, as on aarch64; an interpreter adds a frame.  With it, a stack of a raw
	 * tracepoint has one frame. */
	.stack_own = { 4, 0, 0 },
	.anon_bits_align = true,
	.regs = regs, .reg_alias = reg_alias, .n_dwarf = 16,	/* r0 to pc */
	.regs_size = REGS_SIZE,
	/* the chain as gcc makes it: push {fp, lr}; add fp, sp, #4 */
	.unwind = { .sp = 13, .fp = 11, .fp2 = 7, .ra = 14, .thumb = true, .mode_mask = 0x1f,
		    .mode_user = 0x10, .chain = { .cfa = 4, .fp = -4 },
		    /* arch/arm/kernel/signal.h, <asm/ucontext.h>: struct rt_sigframe has siginfo,
		     * 128 bytes, and ucontext, struct sigframe only that; uc_mcontext is 20 bytes
		     * into it, and r0 is 12 bytes into that.
		     * mov r7, #173; svc #0, and mov r7, #119; svc #0 */
		    .signals = {
			{ .code = { 173, 0x70, 0xa0, 0xe3, 0, 0, 0, 0xef }, .n = 8,
			  .ip = 160 + PC, .sp = 160 + SP, .fp = 160 + FP, .fp2 = 160 + R(7),
			  .lr = 160 + LR },
			{ .code = { 119, 0x70, 0xa0, 0xe3, 0, 0, 0, 0xef }, .n = 8,
			  .ip = 32 + PC, .sp = 32 + SP, .fp = 32 + FP, .fp2 = 32 + R(7),
			  .lr = 32 + LR } },
		    .perf_mask = 0xffff },	/* r0 to pc: <asm/perf_regs.h> */
	.ip = PC, .sp = SP, .ret = R(0), .ra = LR, .ra_in_reg = true,
	.func = { .n_regs = 4, .even_pairs = true, .splits = true,
		  .most_result = 4, .most_floats = 4,
		  .reg_off = { R(0), R(1), R(2), R(3) } },
	.syscall = { .n_regs = 6, .even_pairs = true,
		     .reg_off = { R(0), R(1), R(2), R(3), R(4), R(5) } },
	.syscall_nr = R(7),
	.syscalls = SYSCALLS_ARM,
	.mode_off = CPSR, .mode_mask = 0x1f, .mode_user = 0x10,
	.kernel_start = 0xbf000000,
	.syscall_prefixes = prefixes,
};

#if defined(__arm__)
#include <asm/ptrace.h>

#define SAME(off, field) _Static_assert(off == offsetof(struct pt_regs, field), #field)
SAME(R(0), ARM_r0); SAME(FP, ARM_fp); SAME(R(12), ARM_ip); SAME(SP, ARM_sp); SAME(LR, ARM_lr);
SAME(PC, ARM_pc); SAME(CPSR, ARM_cpsr); SAME(ORIG_R0, ARM_ORIG_r0);
_Static_assert(REGS_SIZE == sizeof(struct pt_regs), "pt_regs");
#endif
