/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * s390x.c - registers and calling conventions of 64-bit IBM Z.
 *
 * Facts: user_pt_regs of <asm/ptrace.h>, which is the start of the kernel's struct pt_regs, the
 * ELF ABI s390x supplement, and syscall(2).  A 31-bit program has the same registers, but not the
 * 64-bit conventions: its probes are refused, because its files have the class ELFCLASS32.
 */
#include "arch/arch.h"

/* A word of the saved state (args[0]) comes first, then the program status word. */
#define R(n) ((3 + (n)) * 8)
/* The signal frame: 160 bytes for the callee, 8 of code, siginfo, 128 bytes; uc_mcontext is 40
 * bytes into ucontext and begins with the program status word and the registers. */
#define SIGNAL(n) (160 + 8 + 128 + 40 + 16 + (n) * 8)
/* That of a handler without SA_SIGINFO: struct sigcontext has 16 bytes, _sigregs follows
 * (arch/s390/kernel/signal.c). */
#define OLD_SIGNAL(n) (160 + 16 + 16 + (n) * 8)

enum { MASK = 8, ADDR = 16, SP = R(15), RA = R(14), REGS_SIZE = R(16) };

/* r2 at the start of the system call.  Only the kernel's struct pt_regs has it. */
#define ORIG_R2 REGS_SIZE

static const struct arch_reg regs[] = {
	{ "args0", 0 }, { "pswm", MASK / 8 }, { "pswa", ADDR / 8 },
	{ "r0", 3 }, { "r1", 4 }, { "r2", 5 }, { "r3", 6 },
	{ "r4", 7 }, { "r5", 8 }, { "r6", 9 }, { "r7", 10 },
	{ "r8", 11 }, { "r9", 12 }, { "r10", 13 }, { "r11", 14 },
	{ "r12", 15 }, { "r13", 16 }, { "r14", 17 }, { "r15", 18 },
	{ "sp", SP / 8 }, { "fp", 14 }, { "lr", RA / 8 }, { "ret", 5 }, { "pc", ADDR / 8 },
	{ "ip", ADDR / 8 },
	{ "" }
};

/* %r0 to %r15; the floating-point registers that follow can't be read. */
static const u8 dwarf[] = { 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18 };

static const char *const machines[] = { "s390x", NULL };
static const char *const prefixes[] = { "__s390x_sys_", NULL };

const struct arch arch_s390x = {
	.name = "s390x",
	.machines = machines,
	.word = 8,
	.is_big = true,
	.spaces_overlap = true,
	.elf_machine = 22,
	.ustacks_from = 6 << 16 | 7 << 8,	/* perf_callchain_user(): 6.7 */
	.trampolines_from = 6 << 16 | 3 << 8,	/* arch_prepare_bpf_trampoline(): 6.3 */
	.ftrace_kprobes = true,			/* arch/s390/kernel/ftrace.c */
	.kprobe_ip = 2,				/* kprobe_handler() in arch/s390 */
	.regs = regs, .dwarf = dwarf, .n_dwarf = sizeof(dwarf),
	.regs_size = REGS_SIZE,
	/* Code that is compiled with -mbackchain has no fixed place for the return address
	 * relative to it, so there is no chain to follow. */
	.unwind = { .sp = 15, .fp = 11, .fp2 = 11, .ra = 14, .thread_size = 16384,
		    .cfa_above = 160,
		    /* svc 173, svc 119 */
		    .signals = { { .code = { 0x0a, 173 }, .n = 2, .ip = SIGNAL(0) - 8,
				   .sp = SIGNAL(15), .fp = SIGNAL(11), .lr = SIGNAL(14) },
				 { .code = { 0x0a, 119 }, .n = 2, .ip = OLD_SIGNAL(0) - 8,
				   .sp = OLD_SIGNAL(15), .fp = OLD_SIGNAL(11),
				   .lr = OLD_SIGNAL(14) } } },
	.ip = ADDR, .sp = SP, .ret = R(2), .ra = RA, .ra_in_reg = true,
	.func = { .n_regs = 5, .by_address = true, .most = 8, .odd_by_address = true,
		  .stack_first = 160,
		  .reg_off = { R(2), R(3), R(4), R(5), R(6) } },
	.syscall = { .n_regs = 6, .reg_off = { ORIG_R2, R(3), R(4), R(5), R(6), R(7) } },
	.syscall_nr = R(1),
	.syscalls = SYSCALLS_S390X,
	/* PSW_MASK_PSTATE: the problem state */
	.mode_off = MASK, .mode_shift = 48, .mode_mask = 1, .mode_user = 1,
	.syscall_wrapper = true,
	.syscall_args = "8@152(%r2) 8@48(%r2) 8@56(%r2) 8@64(%r2) 8@72(%r2) 8@80(%r2)",
	.syscall_prefixes = prefixes,
};

#ifdef __s390x__
#include <asm/ptrace.h>

#define SAME(off, field) _Static_assert((off) == offsetof(user_pt_regs, field), #field)
SAME(MASK, psw.mask); SAME(ADDR, psw.addr); SAME(R(0), gprs); SAME(SP, gprs[15]);
_Static_assert(REGS_SIZE == sizeof(user_pt_regs), "user_pt_regs");
#endif
