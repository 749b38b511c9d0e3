/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aarch64.c - registers and calling conventions of 64-bit ARM.
 *
 * Facts: struct user_pt_regs of <asm/ptrace.h> (kprobe programs can't read beyond it), the
 * AAPCS64, and syscall(2).
 */
#include "arch/arch.h"

#define X(n) ((n) * 8)
#define SIGNAL(n) (128 + 176 + 8 + X(n))

enum { SP = X(31), PC = X(32), PSTATE = X(33), REGS_SIZE = X(34) };

static const struct arch_reg regs[] = {
	{ "x0", 0 }, { "x1", 1 }, { "x2", 2 }, { "x3", 3 },
	{ "x4", 4 }, { "x5", 5 }, { "x6", 6 }, { "x7", 7 },
	{ "x8", 8 }, { "x9", 9 }, { "x10", 10 }, { "x11", 11 },
	{ "x12", 12 }, { "x13", 13 }, { "x14", 14 }, { "x15", 15 },
	{ "x16", 16 }, { "x17", 17 }, { "x18", 18 }, { "x19", 19 },
	{ "x20", 20 }, { "x21", 21 }, { "x22", 22 }, { "x23", 23 },
	{ "x24", 24 }, { "x25", 25 }, { "x26", 26 }, { "x27", 27 },
	{ "x28", 28 }, { "x29", 29 }, { "x30", 30 },
	{ "ret", 0 }, { "fp", 29 }, { "lr", 30 },
	{ "sp", SP / 8 }, { "pc", PC / 8 }, { "ip", PC / 8 }, { "pstate", PSTATE / 8 },
	{ "" }
};

static const char *const machines[] = { "aarch64", "arm64", NULL };
static const char *const prefixes[] = { "__arm64_sys_", NULL };

/* w0 is the lower half of x0. */
static void reg_alias(char *name, size_t n)
{
	if (n && name[0] == 'w')
		name[0] = 'x';
}

const struct arch arch_aarch64 = {
	.name = "aarch64",
	.machines = machines,
	.word = 8,
	.elf_machine = 183,
	.anon_bits_align = true,
	.jit_only_from = 6 << 16 | 10 << 8,	/* 6.10 */
	.trampolines_from = 6 << 16 | 4 << 8,	/* ftrace's direct calls: 6.4 */
	.regs = regs, .reg_alias = reg_alias, .n_dwarf = 32,	/* x0 to x30, sp */
	.regs_size = REGS_SIZE,
	/* struct rt_sigframe: siginfo has 128 bytes, uc_mcontext is 176 bytes into ucontext, and
	 * its regs[] are 8 bytes into it (arch/arm64/kernel/signal.c, <asm/ucontext.h>) */
	/* PSR_MODE32_BIT and the mode (uapi/asm/ptrace.h); MIN_THREAD_SHIFT (asm/memory.h);
	 * pointers are signed above the 48 bits of an address */
	.unwind = { .sp = 31, .fp = 29, .fp2 = 29, .ra = 30, .ip_bits = 48, .mode_mask = 0x1f,
		    .thread_size = 16384, .chain = { .cfa = 16, .ra = 8, .at_bottom = true },
		    /* mov x8, #139; svc #0 */
		    .signals = { { .code = { 0x68, 0x11, 0x80, 0xd2, 1, 0, 0, 0xd4 }, .n = 8,
				   .ip = SIGNAL(32), .sp = SIGNAL(31), .fp = SIGNAL(29),
				   .lr = SIGNAL(30) } },
		    .perf_mask = 0x1ffffffff },		/* x0 to pc: <asm/perf_regs.h> */
	.ip = PC, .sp = SP, .ret = X(0), .ra = X(30), .ra_in_reg = true,
	.stack_lacks_caller = true,		/* arch/arm64/kernel/stacktrace.c */
	/* perf_fetch_caller_regs() in include/linux/perf_event.h leads to a first frame that is
	 * there twice.  Raw tracepoints have __bpf_trace_EVENT() as well: arm64 is built without
	 * jumps to functions instead of calls (CONFIG_FRAME_POINTER). */
	.stack_own = { 4, 3, 1 },
	.func = { .n_regs = 8, .even_pairs = true, .by_address = true, .most = 16,
		  .result_apart = true,	/* in x8 */
		  .reg_off = { X(0), X(1), X(2), X(3), X(4), X(5), X(6), X(7) } },
	.syscall = { .n_regs = 6, .reg_off = { X(0), X(1), X(2), X(3), X(4), X(5) } },
	.syscall_nr = X(8),
	.syscalls = SYSCALLS_GENERIC,
	.mode_off = PSTATE, .mode_mask = 0xf, .mode_user = 0,
	.kernel_start = 0xffff000000000000,
	.syscall_wrapper = true,
	.syscall_args = "8@[x0] 8@[x0, 8] 8@[x0, 16] 8@[x0, 24] 8@[x0, 32] 8@[x0, 40]",
	.compat = &arch_arm,
	.compat_off = PSTATE, .compat_mask = 1 << 4, .compat_value = 1 << 4,	/* PSR_MODE32_BIT */
	.syscall_prefixes = prefixes,
};

#if defined(__aarch64__) && defined(__LP64__)
#include <asm/ptrace.h>

#define SAME(off, field) _Static_assert(off == offsetof(struct user_pt_regs, field), #field)
SAME(X(0), regs); SAME(X(30), regs[30]); SAME(SP, sp); SAME(PC, pc); SAME(PSTATE, pstate);
_Static_assert(REGS_SIZE == sizeof(struct user_pt_regs), "user_pt_regs");
#endif
