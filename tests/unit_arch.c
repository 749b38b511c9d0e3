/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_arch.c - the tables of arch/, compared with what other documents say: the registers in
 * the order of struct pt_regs (<asm/ptrace.h> of each architecture), those that the calling
 * conventions and syscall(2) name for arguments, and the machines of <elf.h>.
 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "tests/lib/unit.h"

/* Both byte orders of MIPS: arch/mips/include/asm/ptrace.h, <asm/regdef.h> and sgidefs.h. */
#define MIPS_HIGH "t8 t9 k0 k1 gp sp fp ra status hi lo badvaddr cause epc"
#define MIPS_ALIASES "s8=fp lr=ra ret=v0 pc=epc ip=epc"
#define O32_REGS "args0 args1 args2 args3 args4 args5 args6 args7 zero at v0 v1 a0 a1 a2 a3 " \
	"t0 t1 t2 t3 t4 t5 t6 t7 s0 s1 s2 s3 s4 s5 s6 s7 " MIPS_HIGH, MIPS_ALIASES
#define N64_REGS "zero at v0 v1 a0 a1 a2 a3 a4 a5 a6 a7 t0 t1 t2 t3 s0 s1 s2 s3 s4 s5 s6 s7 " \
	MIPS_HIGH, MIPS_ALIASES
/* ST0_KSU of asm/mipsregs.h: KSU_USER 0x10, KSU_SUPERVISOR 8 */
#define O32_ROW "a0 a1 a2 a3", "a0 a1 a2 a3 args4 args5", "epc", "sp", "v0", "ra", "v0", \
	4, EM_MIPS, 0, ~0u, 0, 0, .even_pairs = true, .splits = true, .left = true, \
	.even_calls = true, .stack_first = 16, .base = 4000, .numbers = SYSCALLS_MIPS_O32, \
	.user = "status=0xff13", .kernel = "status=0xff03 status=0xff0b", .start = 0x80000000
#define N64_ROW "a0 a1 a2 a3 a4 a5 a6 a7", "a0 a1 a2 a3 a4 a5", "epc", "sp", "v0", "ra", "v0", \
	8, EM_MIPS, 0, ~0u, 0, 0, .even_pairs = true, .splits = true, .left = true, \
	.base = 5000, .numbers = SYSCALLS_MIPS_N64, \
	.user = "status=0xfff3 status=0x10", .kernel = "status=0xffe3", \
	.start = 0x8000000000000000

static const struct row {
	const struct arch *arch;
	const char *regs;		/* in order; "?" has no name */
	const char *aliases;		/* NAME=REGISTER */
	const char *func, *syscall;	/* argument registers */
	const char *ip, *sp, *ret, *ra, *syscall_nr;
	u32 word, machine, machine_32, from, jit_only, call;
	bool even_pairs, splits, backfills, by_address, wrapper, ftrace, is_big;
	bool structs, left, even_calls;	/* structs_by_address; even_pairs of system calls */
	u32 most, stack_first, base;
	enum arch_syscalls numbers;	/* 0: not compared */
	const char *user, *kernel;	/* the register with the mode, and its values */
	u64 start;			/* of the kernel's addresses */
	const char *compat;		/* the register that has this value in 32-bit processes, */
	u64 native;			/* … and its value in other ones */
	const struct arch *compat_arch;
	s32 kprobe_ip;
} rows[] = {
	{ &arch_x86_64,
	  "r15 r14 r13 r12 bp bx r11 r10 r9 r8 ax cx dx si di orig_ax ip cs flags sp ss",
	  "rax=ax rbx=bx rcx=cx rdx=dx rsi=si rdi=di rbp=bp rsp=sp rip=ip eflags=flags "
	  "orig_rax=orig_ax ret=ax",
	  "rdi rsi rdx rcx r8 r9", "rdi rsi rdx r10 r8 r9", "rip", "rsp", "rax", NULL, "orig_rax",
	  8, EM_X86_64, EM_386, 0, 0, 0, .backfills = true, .wrapper = true, .ftrace = true,
	  .most = 16, .stack_first = 8, .user = "cs=0x33 cs=0x23", .kernel = "cs=0x10",
	  .start = 0xffff800000000000, .kprobe_ip = 1,	/* asm/segment.h: __USER_CS, __USER32_CS */
	  .compat = "cs=0x23", .native = 0x33, .compat_arch = &arch_i386 },
	{ &arch_aarch64,
	  "x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 x16 x17 x18 x19 x20 x21 x22 x23 "
	  "x24 x25 x26 x27 x28 x29 x30 sp pc pstate",
	  "lr=x30 fp=x29 ip=pc ret=x0",
	  "x0 x1 x2 x3 x4 x5 x6 x7", "x0 x1 x2 x3 x4 x5", "pc", "sp", "x0", "lr", "x8",
	  8, EM_AARCH64, 0, 0x60400, 0x60a00, 0, .even_pairs = true, .by_address = true,
	  .wrapper = true, .most = 16,		/* PSR_MODE_*: EL0t 0, EL1h 5, EL2h 9 */
	  .user = "pstate=0x60000000 pstate=0x10", .kernel = "pstate=0x60400005 pstate=9",
	  .start = 0xffff000000000000, .compat = "pstate=0x60000010",
	  .native = 0x60000000, .compat_arch = &arch_arm },
	{ &arch_arm,
	  "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 fp r12 sp lr pc cpsr orig_r0",
	  "r11=fp r13=sp r14=lr r15=pc ip=pc ret=r0",
	  "r0 r1 r2 r3", "r0 r1 r2 r3 r4 r5", "pc", "sp", "r0", "lr", "r7",
	  4, EM_ARM, 0, ~0u, 0, 0, .even_pairs = true, .splits = true,	/* USR_MODE, SVC_MODE */
	  .user = "cpsr=0x60000010 cpsr=0x30", .kernel = "cpsr=0x60000013 cpsr=0x12",
	  .start = 0xbf000000 },
	{ &arch_riscv64,
	  "pc ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 "
	  "t3 t4 t5 t6",
	  "fp=s0 lr=ra ret=a0 ip=pc",
	  "a0 a1 a2 a3 a4 a5 a6 a7", "? a1 a2 a3 a4 a5", "pc", "sp", "a0", "ra", "a7",
	  8, EM_RISCV, 0, 0x60800, 0x60a00, 8, .splits = true, .by_address = true,
	  .wrapper = true, .most = 16, .user = "pc=0x3f80000000", .kernel = "pc=0xffffffff80000000",
	  .start = 0xff00000000000000 },
	{ &arch_s390x,
	  "args0 pswm pswa r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15",
	  "sp=r15 fp=r11 lr=r14 ret=r2 pc=pswa ip=pswa",
	  "r2 r3 r4 r5 r6", "? r3 r4 r5 r6 r7", "pswa", "r15", "r2", "r14", "r1",
	  8, EM_S390, 0, 0x60300, 0, 0, .by_address = true, .wrapper = true, .ftrace = true,
	  .kprobe_ip = 2, .most = 8, .stack_first = 160,	/* asm/ptrace.h: PSW_MASK_PSTATE */
	  .user = "pswm=0x705c00180000000 pswm=0x1000000000000",
	  .kernel = "pswm=0x704c00180000000" },
	{ &arch_i386,
	  "bx cx dx si di bp ax ds es fs gs orig_ax ip cs flags sp ss",
	  "eax=ax ebx=bx ecx=cx edx=dx esi=si edi=di ebp=bp esp=sp eip=ip eflags=flags "
	  "orig_eax=orig_ax ret=ax",
	  "eax edx ecx", "ebx ecx edx esi edi ebp", "eip", "esp", "eax", NULL, "orig_eax",
	  4, EM_386, 0, ~0u, 0, 0, .wrapper = true, .ftrace = true, .stack_first = 4,
	  .user = "cs=0x73", .kernel = "cs=0x60",	/* asm/segment.h: __USER_CS, __KERNEL_CS */
	  .start = 0xc0000000, .kprobe_ip = 1 },
	{ &arch_ppc64le,
	  "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22 r23 "
	  "r24 r25 r26 r27 r28 r29 r30 r31 nip msr orig_r3 ctr link xer ccr softe trap dar dsisr "
	  "result",
	  "sp=r1 fp=r31 lr=link ret=r3 pc=nip ip=nip",
	  "r3 r4 r5 r6 r7 r8 r9 r10", "orig_r3 r4 r5 r6 r7 r8", "nip", "r1", "r3", "link", "r0",
	  8, EM_PPC64, 0, 0x60d00, 0, 0, .even_pairs = true, .splits = true, .wrapper = true,
	  .ftrace = true, .stack_first = 96,	/* asm/reg.h: MSR_PR */
	  .user = "msr=0x800000000280f033", .kernel = "msr=0x8000000000009033",
	  .start = 0xc000000000000000 },
	{ &arch_loongarch64,
	  "r0 ra tp sp a0 a1 a2 a3 a4 a5 a6 a7 t0 t1 t2 t3 t4 t5 t6 t7 t8 r21 fp s0 s1 s2 s3 s4 s5 "
	  "s6 s7 s8 orig_a0 era badv crmd prmd euen ecfg estat",
	  "lr=ra ret=a0 pc=era ip=era",
	  "a0 a1 a2 a3 a4 a5 a6 a7", "orig_a0 a1 a2 a3 a4 a5", "era", "sp", "a0", "ra", "a7",
	  8, EM_LOONGARCH, 0, 0x61100, 0, 0, .splits = true, .by_address = true, .most = 16,
	  .user = "prmd=0x7", .kernel = "prmd=0x4",	/* asm/loongarch.h: CSR_PRMD_PPLV */
	  .start = 0x8000000000000000 },
	{ &arch_riscv32,
	  "pc ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 "
	  "t3 t4 t5 t6",
	  "fp=s0 lr=ra ret=a0 ip=pc",
	  "a0 a1 a2 a3 a4 a5 a6 a7", "? a1 a2 a3 a4 a5", "pc", "sp", "a0", "ra", "a7",
	  4, EM_RISCV, 0, ~0u, 0, 8, .splits = true, .by_address = true, .wrapper = true,
	  .most = 8, .user = "pc=0x10500 pc=0x9fbfffff",
	  .kernel = "pc=0xa0000000 pc=0xc0001000", .start = 0xa0000000,
	  .numbers = SYSCALLS_GENERIC_32 },
	{ &arch_powerpc,
	  "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22 r23 "
	  "r24 r25 r26 r27 r28 r29 r30 r31 nip msr orig_r3 ctr link xer ccr mq trap dar dsisr "
	  "result",
	  "sp=r1 fp=r31 lr=link ret=r3 pc=nip ip=nip",
	  "r3 r4 r5 r6 r7 r8 r9 r10", "orig_r3 r4 r5 r6 r7 r8", "nip", "r1", "r3", "link", "r0",
	  4, EM_PPC, 0, ~0u, 0, 0, .even_pairs = true, .wrapper = true, .ftrace = true,
	  .is_big = true, .structs = true, .even_calls = true, .stack_first = 8,
	  .user = "msr=0x2d032", .kernel = "msr=0x9032", .start = 0xc0000000,
	  .numbers = SYSCALLS_POWERPC },
	{ &arch_mips, O32_REGS, O32_ROW, .is_big = true },
	{ &arch_mipsel, O32_REGS, O32_ROW },
	{ &arch_mips64, N64_REGS, N64_ROW, .is_big = true },
	{ &arch_mips64el, N64_REGS, N64_ROW },
};

static u32 offset(const struct row *r, const char *name)
{
	const struct arch_reg *reg = arch_reg(r->arch, name);

	CHECK(reg);
	return reg ? reg->at * r->word : ~0u;
}

/* Calls fn for each word.  Returns their number. */
static u32 each_word(const struct row *r, const char *words,
		     void (*fn)(const struct row *r, const char *word, u32 i))
{
	char text[256], *save = NULL;
	u32 i = 0;

	snprintf(text, sizeof(text), "%s", words);
	for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save))
		fn(r, w, i++);
	return i;
}

static u32 nameless;	/* words of the register block that have no name */

static void check_reg(const struct row *r, const char *name, u32 i)
{
	if (strcmp(name, "?"))
		CHECK(offset(r, name) == i * r->word);
	else
		nameless++;
}

static void check_alias(const struct row *r, const char *pair, u32 i)
{
	char name[9];

	(void)i;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(pair, "="), pair);
	CHECK(offset(r, name) == offset(r, strchr(pair, '=') + 1));
}

static void check_func(const struct row *r, const char *name, u32 i)
{
	CHECK(r->arch->func.reg_off[i] == offset(r, name));
}

static void check_syscall(const struct row *r, const char *name, u32 i)
{
	if (strcmp(name, "?"))
		CHECK(r->arch->syscall.reg_off[i] == offset(r, name));
}

static bool is_user(const struct row *r, const char *state)
{
	const struct arch *a = r->arch;
	u64 value = strtoull(strchr(state, '=') + 1, NULL, 0);
	char name[9];

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(state, "="), state);
	CHECK(offset(r, name) == a->mode_off);
	value = value >> a->mode_shift & a->mode_mask;
	return a->mode_below ? value < a->mode_user : value == a->mode_user;
}

static void check_user(const struct row *r, const char *state, u32 i)
{
	(void)i;
	CHECK(is_user(r, state));
}

static void check_kernel(const struct row *r, const char *state, u32 i)
{
	(void)i;
	CHECK(!is_user(r, state));
}

static void check_abi(const struct row *r)
{
	const struct arch *a = r->arch;

	CHECK(each_word(r, r->func, check_func) == a->func.n_regs);
	CHECK(each_word(r, r->syscall, check_syscall) == 6 && a->syscall.n_regs == 6);
	CHECK(a->func.even_pairs == r->even_pairs && a->func.splits == r->splits);
	CHECK(a->func.backfills == r->backfills && a->func.by_address == r->by_address);
	CHECK(a->func.most == r->most && a->func.stack_first == r->stack_first);
	/* orig_a0 is after status, badaddr and cause in the kernel's struct pt_regs */
	CHECK(a != &arch_riscv64 || a->syscall.reg_off[0] == (32 + 3) * 8);
	CHECK(a != &arch_riscv32 || a->syscall.reg_off[0] == (32 + 3) * 4);
	/* so is orig_gpr2, after the PSW and gprs[16] */
	CHECK(a != &arch_s390x || a->syscall.reg_off[0] == (3 + 16) * 8);
	/* O32's fifth and sixth are where the callee's stack arguments are */
	CHECK((a != &arch_mips && a != &arch_mipsel) ||
	      (a->syscall.reg_off[4] == 16 && a->syscall.reg_off[5] == 20));
	/* syscall(2), "Architecture-specific requirements" */
	CHECK(a->syscall.even_pairs == (r->even_calls || a == &arch_arm));
	CHECK(a->func.structs_by_address == r->structs && a->func.left == r->left);
	CHECK(a->is_big == (r->is_big || a == &arch_s390x) && a->syscall_base == r->base);
	CHECK(!r->numbers || a->syscalls == r->numbers);
	CHECK(a->syscall_nr == offset(r, r->syscall_nr) && a->syscall_wrapper == r->wrapper);
	CHECK(a->ra_in_reg == !!r->ra && a->ra == (r->ra ? offset(r, r->ra) : 0));
}

/* A byte of the register is another one in 32-bit processes than in all others. */
static void check_compat(const struct row *r)
{
	const struct arch *a = r->arch;
	char name[16];
	u64 value;

	CHECK(!a->compat == !r->compat && !a->compat == !r->compat_arch);
	if (!r->compat)
		return;
	CHECK(sscanf(r->compat, "%15[a-z]", name) == 1);
	value = strtoull(strchr(r->compat, '=') + 1, NULL, 0);
	CHECK(a->compat == r->compat_arch && a->compat_off == offset(r, name));
	CHECK((value & a->compat_mask) == a->compat_value);
	CHECK((r->native & a->compat_mask) != a->compat_value);
}

static void check_row(const struct row *r)
{
	const struct arch *a = r->arch;
	u32 n, n_names = 0;

	nameless = 0;
	n = each_word(r, r->regs, check_reg);

	for (const struct arch_reg *reg = a->regs; *reg->name; reg++)
		n_names++;
	CHECK(n * r->word == a->regs_size);
	CHECK(n_names + nameless == n + each_word(r, r->aliases, check_alias));
	CHECK(a->word == r->word && a->elf_machine == r->machine);
	CHECK(a->elf_machine_32 == r->machine_32 && !a->args_32 == !r->machine_32);
	CHECK(a->ip == offset(r, r->ip) && a->sp == offset(r, r->sp));
	CHECK(a->ret == offset(r, r->ret));
	CHECK(a->trampolines_from == r->from && a->jit_only_from == r->jit_only);
	CHECK(a->ftrace_call == r->call && a->ftrace_kprobes == r->ftrace);
	CHECK(a->ftrace_site == (a == &arch_loongarch64 ? 8 : r->call));
	CHECK(a->kprobe_ip == r->kprobe_ip && a->kernel_start == r->start);
	CHECK(a->ftrace_ip == (r->machine == EM_S390 ? 0 : r->kprobe_ip));
	CHECK(arch_has_atomics(a) == (r->word == 8));
	CHECK(a->kprobe_align == (r->machine == EM_MIPS ? 4 : 0));
	check_abi(r);
	check_compat(r);
	each_word(r, r->user, check_user);
	each_word(r, r->kernel, check_kernel);
}

/* Other names of registers in the System V ABI, the AAPCS and the Arm manuals. */
static void test_assembler(void)
{
	static const struct { const struct arch *arch; const char *name, *reg; } t[] = {
		{ &arch_x86_64, "eax", "ax" }, { &arch_x86_64, "al", "ax" },
		{ &arch_x86_64, "dh", "dx" }, { &arch_x86_64, "sil", "si" },
		{ &arch_x86_64, "bpl", "bp" }, { &arch_x86_64, "r8d", "r8" },
		{ &arch_x86_64, "r15w", "r15" }, { &arch_x86_64, "r9b", "r9" },
		{ &arch_x86_64, "r10", "r10" }, { &arch_x86_64, "rdi", "rdi" },
		{ &arch_x86_64, "edi", "di" }, { &arch_x86_64, "ax", "ax" },
		{ &arch_aarch64, "w0", "x0" }, { &arch_aarch64, "w30", "x30" },
		{ &arch_aarch64, "x1", "x1" }, { &arch_aarch64, "sp", "sp" },
		{ &arch_arm, "ip", "r12" }, { &arch_arm, "lr", "lr" }, { &arch_arm, "r1", "r1" },
		{ &arch_arm, "ipx", "ipx" }, { &arch_arm, "sp", "sp" },
		{ &arch_mips, "r0", "zero" }, { &arch_mips, "r4", "a0" },
		{ &arch_mips, "r8", "t0" }, { &arch_mipsel, "r29", "sp" },
		{ &arch_mips64, "r8", "a4" }, { &arch_mips64el, "r31", "ra" },
		{ &arch_loongarch64, "r22", "fp" }, { &arch_loongarch64, "r32", "r32" },
		{ &arch_mips, "r32", "r32" }, { &arch_mips, "r", "r" },
		{ &arch_mips, "r4x", "r4x" }, { &arch_mips, "fp", "fp" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(t); i++) {
		char name[9] = "";

		snprintf(name, sizeof(name), "%s", t[i].name);
		t[i].arch->reg_alias(name, strlen(name));
		CHECK(same(name, t[i].reg));
	}
	CHECK(!arch_riscv64.reg_alias && arch_i386.reg_alias == arch_x86_64.reg_alias);
}

static void test_machines(void)
{
	CHECK(arch_find("armv7l") == &arch_arm && arch_find("armv6l") == &arch_arm);
	CHECK(arch_find("armv") == &arch_arm && !arch_find("ar") && !arch_find("xarmv7l"));
	CHECK(arch_find("arm") == &arch_arm && !arch_find("armeb") && !arch_find("x86_6"));
	CHECK(arch_find("arm64") == &arch_aarch64 && arch_find("aarch64") == &arch_aarch64);
	CHECK(arch_find("amd64") == &arch_x86_64 && !arch_find("amd64x"));
	CHECK(arch_find("i686") == &arch_i386 && !arch_find("i786"));
	CHECK(arch_find("ppc64le") == &arch_ppc64le && !arch_find("ppc64"));
	CHECK(arch_find("ppc") == &arch_powerpc && arch_find("riscv32") == &arch_riscv32);
	CHECK(arch_find("mips") == &arch_mips && arch_find("mipsel") == &arch_mipsel);
	CHECK(arch_find("riscv64") == &arch_riscv64 && !arch_find("riscv") && !arch_find(""));
}

/* Opcode maps of the SDM, one byte: 70 to 7f, e0 to e3 (loop, jcxz) and eb are short jumps, e8 and
 * e9 and, after 0f, 80 to 8f far ones. */
static void test_jumps(void)
{
	const u8 *nop = arch_x86_64.nops;

	for (u32 op = 0; op < 256; op++) {
		bool is_short = (op >= 0x70 && op <= 0x7f) || (op >= 0xe0 && op <= 0xe3) ||
				op == 0xeb;
		bool is_far = (op >= 0x80 && op <= 0x8f) || op == 0xe8 || op == 0xe9;
		u32 want = op == 0xcc ? ARCH_SHORT | ARCH_FAR : is_short ? ARCH_SHORT :
			   is_far ? ARCH_FAR : 0;

		CHECK(arch_x86_64.jumps((u8)op) == want);
	}
	/* nopl 0(%rax,%rax,1), and data16 thrice and xchg %ax,%ax: asm/nops.h of 5.10 */
	CHECK(arch_x86_64.nop_size == 5 && !memcmp(nop, "\x0f\x1f\x44\0\0", 5));
	CHECK(!memcmp(nop + 5, "\x66\x66\x66\x66\x90", 6));
}

int main(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		check_row(&rows[i]);
	test_assembler();
	test_machines();
	test_jumps();
	return unit_end();
}
