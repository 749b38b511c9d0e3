/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * x86_64.c - registers and calling conventions of 64-bit x86.
 *
 * Facts: struct pt_regs of <asm/ptrace.h>, the System V ABI for AMD64, and
 * syscall(2).  Registers have two names: user space's rax is the kernel's ax.  A kprobe's
 * program sees the address after the one-byte breakpoint (or one byte after the start of the
 * ftrace call).  With CONFIG_X86_KERNEL_IBT a probe of a function's entry is
 * after the 4-byte endbr64, so ip is the symbol plus 5.  The kernel replaces calls of
 * __fentry__ by the first of the nops below; kernels before 5.13 use the second one on some
 * AMD processors.
 */
#include "arch/arch.h"

#include <string.h>

enum {	/* offsets */
	R15 = 0, R14 = 8, R13 = 16, R12 = 24, BP = 32, BX = 40, R11 = 48, R10 = 56,
	R9 = 64, R8 = 72, AX = 80, CX = 88, DX = 96, SI = 104, DI = 112, ORIG_AX = 120,
	IP = 128, CS = 136, FLAGS = 144, SP = 152, SS = 160, REGS_SIZE = 168
};

static const struct arch_reg regs[] = {
	{ "ax", AX / 8 }, { "rax", AX / 8 }, { "ret", AX / 8 },
	{ "bx", BX / 8 }, { "rbx", BX / 8 },
	{ "cx", CX / 8 }, { "rcx", CX / 8 },
	{ "dx", DX / 8 }, { "rdx", DX / 8 },
	{ "si", SI / 8 }, { "rsi", SI / 8 },
	{ "di", DI / 8 }, { "rdi", DI / 8 },
	{ "bp", BP / 8 }, { "rbp", BP / 8 },
	{ "sp", SP / 8 }, { "rsp", SP / 8 },
	{ "r8", R8 / 8 }, { "r9", R9 / 8 }, { "r10", R10 / 8 }, { "r11", R11 / 8 },
	{ "r12", R12 / 8 }, { "r13", R13 / 8 }, { "r14", R14 / 8 }, { "r15", R15 / 8 },
	{ "ip", IP / 8 }, { "rip", IP / 8 },
	{ "flags", FLAGS / 8 }, { "eflags", FLAGS / 8 },
	{ "orig_ax", ORIG_AX / 8 }, { "orig_rax", ORIG_AX / 8 },
	{ "cs", CS / 8 }, { "ss", SS / 8 },
	{ "" }
};

/* System V ABI for AMD64, figure 3.36: rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 … r15, rip */
static const u8 dwarf[] = {
	AX / 8, DX / 8, CX / 8, BX / 8, SI / 8, DI / 8, BP / 8, SP / 8, R8 / 8, R9 / 8, R10 / 8,
	R11 / 8, R12 / 8, R13 / 8, R14 / 8, R15 / 8, IP / 8
};

/* <asm/perf_regs.h>, without ds, es, fs and gs */
static const u8 perf[] = {
	AX / 8, BX / 8, CX / 8, DX / 8, SI / 8, DI / 8, BP / 8, SP / 8, IP / 8, FLAGS / 8, CS / 8,
	SS / 8, R8 / 8, R9 / 8, R10 / 8, R11 / 8, R12 / 8, R13 / 8, R14 / 8, R15 / 8
};

static const char *const machines[] = { "x86_64", "amd64", NULL };
static const char *const prefixes[] = { "__x64_sys_", NULL };

static const u8 nops[] = { 0x0f, 0x1f, 0x44, 0, 0, 0x66, 0x66, 0x66, 0x66, 0x90, 0 };

static u32 jumps(u8 opcode)
{
	u32 group = opcode >> 4;

	if (opcode == 0xcc)	/* a breakpoint hides the opcode */
		return ARCH_SHORT | ARCH_FAR;
	if (group == 7 || opcode >> 2 == 0xe0 >> 2 || opcode == 0xeb)
		return ARCH_SHORT;
	return group == 8 || opcode >> 1 == 0xe8 >> 1 ? ARCH_FAR : 0;
}

/* eax, ax, al and ah are parts of ax; sil of si; r8d, r8w and r8b of r8. */
void arch_x86_alias(char *name, size_t n)
{
	char last = name[n - 1];

	if (name[0] == 'e') {
		memmove(name, name + 1, n);
	} else if (name[0] == 'r' && name[1] >= '0' && name[1] <= '9') {
		if (strchr("dwb", last))
			name[n - 1] = '\0';
	} else if (n == 2 && strchr("lh", last) && strchr("abcd", name[0])) {
		name[1] = 'x';
	} else if (n == 3 && last == 'l') {
		name[2] = '\0';
	}
}

const struct arch arch_x86_64 = {
	.name = "x86_64",
	.machines = machines,
	.word = 8,
	.elf_machine = 62,
	.elf_machine_32 = 3,
	.args_32 = "4@4(%esp) 4@8(%esp) 4@12(%esp) 4@16(%esp) 4@20(%esp) 4@24(%esp) "
		   "4@28(%esp) 4@32(%esp) 4@36(%esp) 4@40(%esp)",
	.regs = regs, .reg_alias = arch_x86_alias, .dwarf = dwarf, .n_dwarf = ARRAY_SIZE(dwarf),
	.regs_size = REGS_SIZE,
	/* cs is __USER_CS (segment.h; a Xen guest has more bits above); stack: page_64_types.h */
	.unwind = { .sp = 7, .fp = 6, .fp2 = 6, .ra = 16, .mode_mask = 0xff, .mode_user = 0x33,
		    .thread_size = 16384, .chain = { .cfa = 16, .ra = 8 },
		    .scratch = 0x7fc0,	/* r11 to r8, ax, cx, dx, si, di */
		    /* struct rt_sigframe without the return address: uc_mcontext is 40 bytes
		     * into ucontext (<asm/ucontext.h>, <asm/sigcontext.h>).
		     * mov $15, %rax; syscall */
		    .signals = { { .code = { 0x48, 0xc7, 0xc0, 15, 0, 0, 0, 0x0f, 0x05 }, .n = 9,
				   .ip = 40 + 128, .sp = 40 + 120, .fp = 40 + 80 } },
		    .perf_mask = 0xff0fff, .perf = perf },
	.ip = IP, .kprobe_ip = 1, .ftrace_ip = 1, .sp = SP, .ret = AX,
	.func = { .n_regs = 6, .backfills = true, .most = 16, .most_result = 16,
		  .reg_off = { DI, SI, DX, CX, R8, R9 }, .stack_first = 8 },
	.syscall = { .n_regs = 6, .reg_off = { DI, SI, DX, R10, R8, R9 } },
	.syscall_nr = ORIG_AX,
	.syscalls = SYSCALLS_X86_64,
	.stack_own = { 2, 2, 0 },	/* the program and what calls it */
	.nop_size = 5, .nops = nops, .jumps = jumps,
	.mode_off = CS, .mode_mask = 3, .mode_user = 3,
	.kernel_start = 0xffff800000000000,
	.syscall_wrapper = true,
	.ftrace_kprobes = true,
	.syscall_args = "8@112(%rdi) 8@104(%rdi) 8@96(%rdi) 8@56(%rdi) 8@72(%rdi) 8@64(%rdi)",
	.syscall_prefixes = prefixes,
	.compat = &arch_i386,
	.compat_off = CS, .compat_mask = 0xff, .compat_value = 0x23,	/* __USER32_CS */
};

#if defined(__x86_64__) && !defined(__ILP32__)
#include <asm/ptrace.h>

#define SAME(off, field) _Static_assert(off == offsetof(struct pt_regs, field), #field)
SAME(R15, r15); SAME(R14, r14); SAME(R13, r13); SAME(R12, r12); SAME(BP, rbp);
SAME(BX, rbx); SAME(R11, r11); SAME(R10, r10); SAME(R9, r9); SAME(R8, r8);
SAME(AX, rax); SAME(CX, rcx); SAME(DX, rdx); SAME(SI, rsi); SAME(DI, rdi);
SAME(ORIG_AX, orig_rax); SAME(IP, rip); SAME(CS, cs); SAME(FLAGS, eflags);
SAME(SP, rsp); SAME(SS, ss);
_Static_assert(REGS_SIZE == sizeof(struct pt_regs), "pt_regs");
#endif
