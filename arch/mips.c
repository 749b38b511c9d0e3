/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mips.c - registers and calling conventions of MIPS: O32, which 32-bit kernels and programs use,
 * and N64, both in both byte orders.
 *
 * Facts: struct pt_regs of arch/mips/include/asm/ptrace.h of the kernel (the one that programs see
 * is another) without SmartMIPS; the System V ABI's MIPS RISC Processor Supplement; "MIPSpro N32
 * ABI Handbook"; <asm/sigcontext.h>, arch/mips/kernel/signal.c; <asm/perf_regs.h>; and syscall(2).
 * uname says neither the byte order nor the ABI.
 */
#include "arch/arch.h"

#include <string.h>

/* The 32-bit kernel's block begins with eight words, pad0 or, in newer kernels, args.  A system
 * call's arguments from the fifth on are copied there from the program's stack. */
#define PAD 8

enum { V0 = 2, A0 = 4, SP = 29, FP = 30, RA = 31, STATUS = 32, EPC = 37, N_REGS = 38 };

/* r(n) is the place of register n. */
#define FIRST(r) { "zero", r(0) }, { "at", r(1) }, { "v0", r(2) }, { "v1", r(3) }, \
	{ "a0", r(4) }, { "a1", r(5) }, { "a2", r(6) }, { "a3", r(7) }
#define REST(r) { "s0", r(16) }, { "s1", r(17) }, { "s2", r(18) }, { "s3", r(19) }, \
	{ "s4", r(20) }, { "s5", r(21) }, { "s6", r(22) }, { "s7", r(23) }, \
	{ "t8", r(24) }, { "t9", r(25) }, { "k0", r(26) }, { "k1", r(27) }, { "gp", r(28) }, \
	{ "sp", r(SP) }, { "fp", r(FP) }, { "ra", r(RA) }, \
	{ "status", r(STATUS) }, { "hi", r(33) }, { "lo", r(34) }, { "badvaddr", r(35) }, \
	{ "cause", r(36) }, { "epc", r(EPC) }, \
	{ "s8", r(FP) }, { "lr", r(RA) }, { "ret", r(V0) }, { "pc", r(EPC) }, { "ip", r(EPC) }, \
	{ "" }

#define R32(n) (PAD + (n))
#define R64(n) (n)

static const struct arch_reg regs_32[] = {
	{ "args0", 0 }, { "args1", 1 }, { "args2", 2 }, { "args3", 3 },
	{ "args4", 4 }, { "args5", 5 }, { "args6", 6 }, { "args7", 7 },
	FIRST(R32),
	{ "t0", R32(8) }, { "t1", R32(9) }, { "t2", R32(10) }, { "t3", R32(11) },
	{ "t4", R32(12) }, { "t5", R32(13) }, { "t6", R32(14) }, { "t7", R32(15) },
	REST(R32)
};

static const struct arch_reg regs_64[] = {
	FIRST(R64),
	{ "a4", 8 }, { "a5", 9 }, { "a6", 10 }, { "a7", 11 },
	{ "t0", 12 }, { "t1", 13 }, { "t2", 14 }, { "t3", 15 },
	REST(R64)
};

/* Compilers write $4 for a0. */
static void alias_32(char *name, size_t n)
{
	(void)n;
	arch_numbered_reg(name, regs_32 + PAD);
}

static void alias_64(char *name, size_t n)
{
	(void)n;
	arch_numbered_reg(name, regs_64);
}

static const u8 dwarf_32[] = {
	R32(0), R32(1), R32(2), R32(3), R32(4), R32(5), R32(6), R32(7), R32(8), R32(9), R32(10),
	R32(11), R32(12), R32(13), R32(14), R32(15), R32(16), R32(17), R32(18), R32(19), R32(20),
	R32(21), R32(22), R32(23), R32(24), R32(25), R32(26), R32(27), R32(28), R32(29), R32(30),
	R32(31)
};

/* perf's numbers are 0 for the program counter and those of the registers. */
#define PERF_MASK (1 | 1ull << SP | 1ull << FP | 1ull << RA)
static const u8 perf_32[] = { R32(EPC), R32(SP), R32(FP), R32(RA) };
static const u8 perf_64[] = { EPC, SP, FP, RA };

static const char *const machines_32[] = { "mips", NULL };
static const char *const machines_64[] = { "mips64", NULL };
static const char *const prefixes[] = { "sys_", NULL };
/* The kernel calls it for each break instruction, and a kprobe is one. */
static const char *const no_kprobe[] = { "do_bp", NULL };

/* The status register's KSU field */
#define MODE .mode_mask = 0x18, .mode_user = 0x10

#define COMMON \
	.constants = CONSTANTS_MIPS, \
	.elf_machine = 8, \
	.ustacks_from = ~0u,		/* no perf_callchain_user() */ \
	.trampolines_from = ~0u,	/* none */ \
	.dollar_regs = true, \
	.no_kprobe = no_kprobe, \
	.kprobe_align = 4,		/* arch/mips/kernel/kprobes.c: else it breaks code */ \
	.n_dwarf = 32, \
	.ra_in_reg = true, \
	MODE, \
	.syscall_prefixes = prefixes

/*
 * The registers before a signal, from the stack pointer on: arguments and padding, 24 bytes, then
 * siginfo, 128 bytes, and the context.  low is where the low half of a 64-bit slot is.  A signal
 * handler that doesn't ask for siginfo has only the context in the old frame.
 */
#define SLOT_32(at, low, n) ((at) + 16 + (n) * 8 + (low))
#define CONTEXT_32(at, low) .ip = (at) + 8 + (low), .sp = SLOT_32(at, low, SP), \
	.fp = SLOT_32(at, low, FP), .lr = SLOT_32(at, low, RA)
#define NEW_32 (24 + 128 + 24)
#define OLD_32 24
#define NEW_64 (24 + 128 + 40)
#define PC_64 (72 * 8)

/* li $v0, nr; syscall */
#define CODE_BIG(nr) .code = { 0x24, 0x02, (nr) >> 8, (nr) & 255, 0, 0, 0, 12 }, .n = 8
#define CODE_LITTLE(nr) .code = { (nr) & 255, (nr) >> 8, 0x02, 0x24, 12, 0, 0, 0 }, .n = 8

#define O32(code, low) \
	COMMON, \
	.machines = machines_32, \
	.word = 4, \
	.regs = regs_32, .reg_alias = alias_32, .dwarf = dwarf_32, \
	.regs_size = R32(N_REGS) * 4, \
	.unwind = { .sp = SP, .fp = FP, .fp2 = FP, .ra = RA, MODE, \
		    .signals = { { code(4193), CONTEXT_32(NEW_32, low) }, \
				 { code(4119), CONTEXT_32(OLD_32, low) } }, \
		    .perf_mask = PERF_MASK, .perf = perf_32 }, \
	.ip = R32(EPC) * 4, .sp = R32(SP) * 4, .ret = R32(V0) * 4, .ra = R32(RA) * 4, \
	/* The stack has room for the arguments that are in registers, too. */ \
	.func = { .n_regs = 4, .even_pairs = true, .splits = true, .left = true, \
		  .stack_first = 4 * 4, \
		  .reg_off = { R32(A0) * 4, R32(5) * 4, R32(6) * 4, R32(7) * 4 } }, \
	.syscall = { .n_regs = 6, .even_pairs = true, \
		     .reg_off = { R32(A0) * 4, R32(5) * 4, R32(6) * 4, R32(7) * 4, 4 * 4, \
				  5 * 4 } }, \
	.syscall_nr = R32(V0) * 4, \
	.syscalls = SYSCALLS_MIPS_O32, \
	.syscall_base = 4000, \
	.mode_off = R32(STATUS) * 4, \
	.kernel_start = 0x80000000

#define N64(code) \
	COMMON, \
	.machines = machines_64, \
	.word = 8, \
	.regs = regs_64, .reg_alias = alias_64, \
	.regs_size = N_REGS * 8, \
	.unwind = { .sp = SP, .fp = FP, .fp2 = FP, .ra = RA, MODE, \
		    .signals = { { code(5211), .ip = NEW_64 + PC_64, .sp = NEW_64 + SP * 8, \
				   .fp = NEW_64 + FP * 8, .lr = NEW_64 + RA * 8 } }, \
		    .perf_mask = PERF_MASK, .perf = perf_64 }, \
	.ip = EPC * 8, .sp = SP * 8, .ret = V0 * 8, .ra = RA * 8, \
	.func = { .n_regs = 8, .even_pairs = true, .splits = true, .left = true, \
		  .most_result = 16, \
		  .reg_off = { 4 * 8, 5 * 8, 6 * 8, 7 * 8, 8 * 8, 9 * 8, 10 * 8, 11 * 8 } }, \
	.syscall = { .n_regs = 6, .reg_off = { 4 * 8, 5 * 8, 6 * 8, 7 * 8, 8 * 8, 9 * 8 } }, \
	.syscall_nr = V0 * 8, \
	.syscalls = SYSCALLS_MIPS_N64, \
	.syscall_base = 5000, \
	.mode_off = STATUS * 8, \
	.kernel_start = 0x8000000000000000

const struct arch arch_mips = {
	.name = "mips",
	.is_big = true,
	O32(CODE_BIG, 4),
};

const struct arch arch_mipsel = {
	.name = "mipsel",
	O32(CODE_LITTLE, 0),
};

const struct arch arch_mips64 = {
	.name = "mips64",
	.is_big = true,
	N64(CODE_BIG),
};

const struct arch arch_mips64el = {
	.name = "mips64el",
	N64(CODE_LITTLE),
};

#ifdef __mips__
#include <asm/perf_regs.h>
#include <asm/sigcontext.h>
#include <asm/signal.h>
#include <asm/ucontext.h>

_Static_assert((int)SP == PERF_REG_MIPS_R29 && !PERF_REG_MIPS_PC, "perf");
#if _MIPS_SIM == _MIPS_SIM_ABI32
_Static_assert(SLOT_32(0, 0, RA) == offsetof(struct sigcontext, sc_regs[31]), "sc_regs");
_Static_assert(offsetof(struct sigcontext, sc_pc) == 8, "sc_pc");
_Static_assert(NEW_32 == 24 + 128 + offsetof(struct ucontext, uc_mcontext), "uc_mcontext");
#elif _MIPS_SIM == _MIPS_SIM_ABI64
_Static_assert(PC_64 == offsetof(struct sigcontext, sc_pc), "sc_pc");
_Static_assert(NEW_64 == 24 + 128 + offsetof(struct ucontext, uc_mcontext), "uc_mcontext");
#endif
#endif
