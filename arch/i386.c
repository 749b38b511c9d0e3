/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * i386.c - registers and calling conventions of 32-bit x86.
 *
 * Facts: struct pt_regs of <asm/ptrace.h>, the System V ABI for Intel386, and syscall(2).  The
 * kernel is compiled with -mregparm=3: three words of arguments are in registers (GCC's manual,
 * "x86 Function Attributes").  Programs have all arguments on the stack.  As on x86_64 a register
 * has two names, and a kprobe's program sees the address after the breakpoint.
 */
#include "arch/arch.h"

enum {	/* offsets */
	BX = 0, CX = 4, DX = 8, SI = 12, DI = 16, BP = 20, AX = 24, XDS = 28, XES = 32, XFS = 36,
	XGS = 40, ORIG_AX = 44, IP = 48, XCS = 52, FLAGS = 56, SP = 60, XSS = 64, REGS_SIZE = 68
};

static const struct arch_reg regs[] = {
	{ "ax", AX / 4 }, { "eax", AX / 4 }, { "ret", AX / 4 },
	{ "bx", BX / 4 }, { "ebx", BX / 4 },
	{ "cx", CX / 4 }, { "ecx", CX / 4 },
	{ "dx", DX / 4 }, { "edx", DX / 4 },
	{ "si", SI / 4 }, { "esi", SI / 4 },
	{ "di", DI / 4 }, { "edi", DI / 4 },
	{ "bp", BP / 4 }, { "ebp", BP / 4 },
	{ "sp", SP / 4 }, { "esp", SP / 4 },
	{ "ip", IP / 4 }, { "eip", IP / 4 },
	{ "flags", FLAGS / 4 }, { "eflags", FLAGS / 4 },
	{ "orig_ax", ORIG_AX / 4 }, { "orig_eax", ORIG_AX / 4 },
	{ "cs", XCS / 4 }, { "ds", XDS / 4 }, { "es", XES / 4 }, { "fs", XFS / 4 },
	{ "gs", XGS / 4 }, { "ss", XSS / 4 },
	{ "" }
};

/* System V ABI for Intel386, table 2.14: eax, ecx, edx, ebx, esp, ebp, esi, edi, the return
 * address */
static const u8 dwarf[] = {
	AX / 4, CX / 4, DX / 4, BX / 4, SP / 4, BP / 4, SI / 4, DI / 4, IP / 4
};

static const char *const machines[] = { "i386", "i486", "i586", "i686", NULL };
static const char *const prefixes[] = { "__ia32_sys_", NULL };

static const struct arch_abi user = { .stack_first = 4, .word_aligned = true };

/* struct sigcontext, from the stack pointer on; see below */
#define CONTEXT(at) .ip = (at) + 56, .sp = (at) + 28, .fp = (at) + 24

const struct arch arch_i386 = {
	.name = "i386",
	.machines = machines,
	.word = 4,
	.most_align = 4,
	.elf_machine = 3,
	.trampolines_from = ~0u,	/* none */
	.regs = regs, .reg_alias = arch_x86_alias, .dwarf = dwarf, .n_dwarf = ARRAY_SIZE(dwarf),
	.regs_size = REGS_SIZE,
	/* cs is __USER_CS (segment.h) */
	.unwind = { .sp = 4, .fp = 5, .fp2 = 5, .ra = 8, .mode_mask = 0xffff, .mode_user = 0x73,
		    .thread_size = 8192, .chain = { .cfa = 8, .ra = 4 },
		    /* arch/x86/include/asm/sigframe.h without the return address: the number of
		     * the signal is before the context of the old frame; three words, siginfo (128
		     * bytes) and 20 bytes of ucontext before that of the new one (<asm/ucontext.h>,
		     * <asm/sigcontext.h>).
		     * mov $173, %eax; int $0x80, and pop %eax; mov $119, %eax; int $0x80 */
		    .signals = {
			{ .code = { 0xb8, 173, 0, 0, 0, 0xcd, 0x80 }, .n = 7,
			  CONTEXT(12 + 128 + 20) },
			{ .code = { 0x58, 0xb8, 119, 0, 0, 0, 0xcd, 0x80 }, .n = 8,
			  CONTEXT(4) } } },
	.stack_lacks_caller = true,	/* CONFIG_FRAME_POINTER: arch/x86/kernel/unwind_frame.c */
	.ip = IP, .kprobe_ip = 1, .ftrace_ip = 1, .sp = SP, .ret = AX,
	.func = { .n_regs = 3, .reg_off = { AX, DX, CX }, .stack_first = 4, .word_aligned = true,
		  .most_result = 8, .odd_result = true },	/* gcc -freg-struct-return */
	.user = &user,
	.syscall = { .n_regs = 6, .reg_off = { BX, CX, DX, SI, DI, BP }, .word_aligned = true },
	.syscall_nr = ORIG_AX,
	.syscalls = SYSCALLS_I386,
	.mode_off = XCS, .mode_mask = 3, .mode_user = 3,
	.kernel_start = 0xc0000000,
	.syscall_wrapper = true,
	.ftrace_kprobes = true,
	.syscall_args = "4@0(%eax) 4@4(%eax) 4@8(%eax) 4@12(%eax) 4@16(%eax) 4@20(%eax)",
	.syscall_prefixes = prefixes,
};

#ifdef __i386__
#include <asm/ptrace.h>

#define SAME(off, field) _Static_assert(off == offsetof(struct pt_regs, field), #field)
SAME(BX, ebx); SAME(CX, ecx); SAME(DX, edx); SAME(SI, esi); SAME(DI, edi); SAME(BP, ebp);
SAME(AX, eax); SAME(XDS, xds); SAME(XES, xes); SAME(XFS, xfs); SAME(XGS, xgs);
SAME(ORIG_AX, orig_eax); SAME(IP, eip); SAME(XCS, xcs); SAME(FLAGS, eflags); SAME(SP, esp);
SAME(XSS, xss);
_Static_assert(REGS_SIZE == sizeof(struct pt_regs), "pt_regs");
#endif
