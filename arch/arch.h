/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arch.h - differences between target architectures, as data.
 *
 * Every build contains all architectures, and one is chosen at run time.  So code for each can
 * be generated, read and tested on any host.  Offsets are into the register block that a kprobe
 * program gets as its context: struct pt_regs of <asm/ptrace.h> (on arm64 its user_pt_regs
 * part).  Static assertions in each file compare them with the system's header if the host is
 * that machine.
 */
#ifndef AWL_ARCH_H
#define AWL_ARCH_H

#include "base/base.h"

struct arch_reg { char name[9]; u8 at; };	/* at: offset in words */

/*
 * Where the arguments of a call are at the entry of the function.  Registers come first, then
 * the stack, with one word per argument.  `stack_first` is the offset in bytes of the first
 * stack argument from the stack pointer.  With `even_pairs` an argument that is aligned to two
 * words starts at an even-numbered register.  lang/callabi.c uses the other members to find
 * the words of structures passed by value.
 */
struct arch_abi {
	u8 n_regs;
	bool even_pairs;
	bool splits;		/* an argument may be partly in registers, partly on the stack */
	bool backfills;		/* after an argument on the stack the next may use a register */
	bool by_address;	/* more than `most` bytes are passed as the address of a
				 * copy; otherwise they are on the stack */
	u8 most;		/* bytes of an argument in registers; 0: any number */
	bool odd_by_address;	/* so is a structure whose size is no power of two */
	bool structs_by_address;	/* so is any structure */
	bool left;		/* a structure begins at a word's first byte, also on a big-endian
				 * machine where it is shorter than a word */
	bool word_aligned;	/* nothing on the stack is aligned to more than a word */
	/* The largest structure that a function returns in registers.  A larger one is in memory,
	 * whose address the caller passes before the arguments. */
	u8 most_result;		/* in bytes */
	u8 most_floats;		/* in floating-point numbers of one size, if it has nothing else */
	bool odd_result;	/* one whose size is no power of two is always in memory */
	bool result_apart;	/* that address has a register of its own */
	u16 reg_off[8];		/* into the register block */
	u16 stack_first;
};

/*
 * Code that a signal handler returns to, and where the kernel puts the registers of what it
 * interrupted: offsets in bytes from the stack pointer there.
 */
struct arch_signal {
	u8 code[9], n;		/* n 0: no such code */
	u16 ip, sp, fp, fp2, lr;
};

/* The registers that a walk of a user stack follows, by DWARF's numbers. */
struct arch_unwind {
	u8 sp, fp, fp2;		/* fp2 == fp: there is no second one */
	u8 ra;			/* the return address: the link register if ra_in_reg */
	bool ra_moves;		/* … from which compilers move it to another register first */
	bool thumb;		/* the lowest bit of a return address is no part of it */
	u8 ip_bits;		/* of a return address, without its signature; 0: all */
	/* If user space runs in the architecture's own mode, and not as a 32-bit program, arch's
	 * mode_off has mode_user in the bits of mode_mask.  0: nothing says so. */
	u16 mode_mask, mode_user;
	u32 thread_size;	/* bytes of a task's kernel stack; 0: unknown */
	u8 cfa_above;		/* bytes from the caller's stack pointer up to DWARF's CFA */
	/* Words of the register block that calls don't preserve, as bits.  Code by hand counts its
	 * frame from one that the functions it calls leave alone. */
	u32 scratch;
	/* The frame that a frame pointer leads to, by convention: offsets from it.  at_bottom: the
	 * frame may be longer than that, so that cfa is only the least that the CFA can be.
	 * by_sp: the word at the stack pointer is the CFA, from which ra counts. */
	struct { s8 cfa, ra, fp; bool at_bottom, by_sp; } chain;
	struct arch_signal signals[2];
	/* The registers that perf copies along with a user stack, as bits by its numbers, and their
	 * indices in the register block in that order; NULL: the same.  0: it copies none. */
	u64 perf_mask;
	const u8 *perf;
};

enum { ARCH_SHORT = 1, ARCH_FAR = 2 };

/* A column of syscalls.def.  GENERIC is include/uapi/asm-generic/unistd.h of the kernel, which
 * all newer architectures use; GENERIC_32 is its part for those with 32 bits. */
enum arch_syscalls { SYSCALLS_X86_64, SYSCALLS_GENERIC, SYSCALLS_ARM, SYSCALLS_S390X,
		     SYSCALLS_I386, SYSCALLS_POWERPC, SYSCALLS_MIPS_O32, SYSCALLS_MIPS_N64,
		     SYSCALLS_GENERIC_32, SYSCALLS_COLUMNS };

/* Whose values the constants of user space's headers have: src/lang/constants_abi.def. */
enum arch_constants { CONSTANTS_GENERIC, CONSTANTS_MIPS, CONSTANTS_POWERPC };

struct arch {
	const char *name;		/* as --arch takes it */
	const char *const *machines;	/* names of uname -m, * for any ending; NULL-terminated */
	u8 word;			/* bytes in a long and in a pointer */
	bool is_big;			/* big-endian: base/order.h */
	bool spaces_overlap;		/* an address may be the kernel's and a program's, so
					 * that nothing can be read without knowing whose it is */
	u16 elf_machine;		/* e_machine */
	u16 elf_machine_32;		/* e_machine of 32-bit programs it can run; or 0 */
	const char *args_32;		/* where their arguments are: lang/argspec.h */
	const char *unwinder;		/* kernels with this function need all registers for
					 * stacks, which tracepoints don't have; or NULL */
	const char *const *no_kprobe;	/* functions that the kernel calls between the hit of a
					 * kprobe and its program: a kprobe there would hit itself
					 * for ever; or NULL */
	bool stack_lacks_caller;	/* the kernel's walk from registers follows frame pointers,
					 * so at a function's entry, before the caller is in a
					 * frame, it leaves the caller out */
	u32 ustacks_from;		/* first KERNEL_VERSION that walks a program's stack
					 * (perf_callchain_user()); 0: all do; ~0: none */
	u8 stack_gaps;			/* how many of a stack's entries may be no frames.  The
					 * kernel's walk writes the link register after the first
					 * frame, although it may be stale, and then the saved one.
					 * In kernel stacks it writes 0 instead of an address that
					 * can't be a return address.  An interrupt or a signal in
					 * the stack adds a mark, and again a link register */
	/* Frames at the start of a stack that are the tracer's on every kernel, by the kind of
	 * program that takes it: run by itself or by a raw tracepoint, a trampoline, or an event
	 * of perf without saved registers.  The rest is found by name: show/frames.c. */
	struct { u8 raw, trampoline, event; } stack_own;
	/* Bytes from a kprobe's address to what `ip` holds in its program: kprobe_ip after a
	 * breakpoint, ftrace_ip where ftrace runs the probe (kprobe_ftrace_handler()).  In uprobes
	 * ip is the address.  In kprobe.multi it is after the ftrace call: use get_func_ip or a
	 * cookie. */
	u8 kprobe_ip, ftrace_ip;
	u8 kprobe_align;		/* bytes that a kprobe's address is a multiple of, where
					 * the kernel doesn't check it; else 0 */
	u8 ftrace_site;			/* bytes of ftrace's instructions at a function's entry, if
					 * the kernel accepts kprobes inside; else 0.  Then ftrace
					 * can't patch them, and turns itself off until the next
					 * boot (loongarch64), or patches over the kprobe, which no
					 * longer fires (riscv64) */
	u8 ftrace_call;			/* bytes of ftrace's call at a function's entry, if
					 * kernels may refuse kprobes inside it; else 0 */
	bool two_entries;		/* calls from the same file enter a function after its
					 * address; the kernel finds that place only by name */
	bool links_at_calls;		/* kprobe.multi looks for the cookie of a function by the
					 * address of ftrace's call in it, which is not the
					 * function's, so links must be made by these addresses */
	bool links_lack_mode;		/* from 6.14 on the registers of kprobe.multi lack the mode,
					 * so that the kernel takes them for a program's, and
					 * walks no stack of its own */
	bool ftrace_kprobes;		/* kprobes at functions' entries use ftrace */
	u32 jit_only_from;		/* KERNEL_VERSION from which only the JIT implements
					 * some helpers, even if it is off; 0: never */
	u32 trampolines_from;		/* first KERNEL_VERSION with trampolines, ~0: none;
					 * saves looking functions up in BTF, 2 ms */
	bool anon_bits_align;		/* unnamed bitfields align their struct */
	u8 most_align;			/* bytes that a number in a struct is aligned to at most */
	const struct arch_reg *regs;	/* including aliases; ends with the name "" */
	bool bare_regs;			/* in operands, 5 is a register and i5 a number; */
	bool dollar_regs;		/* or $5 or $r5 is a register and 5 a number */
	/* Replaces an assembler's name for a register, or for a part of one, by the name in
	 * regs.  name has room for 8 bytes; n is its length.  NULL: the names are the same. */
	void (*reg_alias)(char *name, size_t n);
	/* The index in the block (arch_reg.at) of each register by DWARF's numbers; NULL: these
	 * are the same.  n_dwarf: how many can be read.  dwarf_low: clang's number for the low half
	 * of the first register, after which those of the others follow; 0: it has none. */
	const u8 *dwarf;
	u8 n_dwarf;
	u16 dwarf_low;
	struct arch_unwind unwind;
	u16 regs_size;			/* bytes in the register block */
	u16 ip, sp, ret;		/* offsets: program counter, stack, return value */
	u16 ra;				/* offset of the link register if ra_in_reg */
	bool ra_in_reg;			/* else the return address is at *sp on entry */
	struct arch_abi func, syscall;
	const struct arch_abi *user;	/* of programs' functions; NULL: func is theirs, too */
	u16 syscall_nr;			/* offset of a system call's number */
	enum arch_syscalls syscalls;	/* the numbers of system calls, … */
	u16 syscall_base;		/* … to which this is added */
	enum arch_constants constants;
	/* The nops that may be at the entry of functions that can be traced, nop_size bytes
	 * each, then a 0.  nop_size 0: none.  jumps() says which distances to jump may follow
	 * an opcode: a signed byte (ARCH_SHORT), a 32-bit word (ARCH_FAR), both or none (0). */
	u8 nop_size;
	const u8 *nops;
	u32 (*jumps)(u8 opcode);
	u64 kernel_start;		/* addresses from here on belong to the kernel */
	/* If user space was interrupted, the register at mode_off, shifted right by mode_shift
	 * bits, has the value mode_user in the bits of mode_mask, or less with mode_below.  A
	 * mask of 0: no register holds the mode. */
	bool mode_below;
	u8 mode_shift;
	u16 mode_off, mode_mask, mode_user;
	/* The events of exits of single system calls have the result as programs get it: an error
	 * is a positive number, and a flag elsewhere says that it is one.  Members from struct
	 * task_struct on lead to the kernel's result, then NULL.  NULL: the events are right. */
	const char *const *exit_result;
	bool syscall_wrapper;		/* sys_* take a pointer to the register block; */
	const char *syscall_args;	/* where arguments are then: lang/argspec.h */
	/* The architecture of 32-bit programs that the kernel runs, too, and whose system calls
	 * have other numbers; or NULL.  In their processes the byte at compat_off of a call's
	 * registers has compat_value in the bits of compat_mask. */
	const struct arch *compat;
	u16 compat_off;
	u8 compat_mask, compat_value;
	const char *const *syscall_prefixes;	/* "__x64_sys_", …; NULL-terminated */
};

/* Can the host have nops at functions' entries?  A compile-time constant, so that builds for
 * other machines drop the code that searches for nops. */
#ifdef __x86_64__
#define ARCH_HOST_NOPS true
#else
#define ARCH_HOST_NOPS false
#endif

/* Can the host refuse kprobes inside ftrace's call (ftrace_call)?  Other builds drop the code that
 * goes round that. */
#ifdef __riscv
#define ARCH_HOST_REFUSES_ENTRIES true
#else
#define ARCH_HOST_REFUSES_ENTRIES false
#endif

/* Do other CPUs see the stores of a CPU in the order in which it makes them? */
#if defined(__x86_64__) || defined(__i386__) || defined(__s390x__)
#define ARCH_HOST_ORDERS_STORES true
#else
#define ARCH_HOST_ORDERS_STORES false
#endif

/* The number of a system call from 424 on, which is the same on all machines but for this base. */
#if defined(__mips64)
#define ARCH_CALL(nr) (5000 + (nr))
#elif defined(__mips__)
#define ARCH_CALL(nr) (4000 + (nr))
#else
#define ARCH_CALL(nr) (nr)
#endif

/* uname -m says "mips" in both byte orders.  This is added to it. */
#ifdef __MIPSEL__
#define ARCH_ORDER "el"
#else
#define ARCH_ORDER ""
#endif

/* The first two arguments of clone(2).  s390x has the stack before the flags. */
#ifdef __s390x__
#define ARCH_CLONE(flags) 0, (flags)
#else
#define ARCH_CLONE(flags) (flags), 0
#endif

/* How many bytes of a word come before a value that is its low part. */
static inline u32 arch_low_part(const struct arch *arch, u32 size)
{
	return arch->is_big && size < arch->word ? arch->word - size : 0;
}

/* The index in the register block of a register by DWARF's number; UINT32_MAX: it isn't there. */
static inline u32 arch_dwarf_reg(const struct arch *arch, u64 reg)
{
	if (arch->dwarf_low && reg >= arch->dwarf_low)
		reg -= arch->dwarf_low;
	if (reg >= arch->n_dwarf)
		return UINT32_MAX;
	return arch->dwarf ? arch->dwarf[reg] : (u32)reg;
}

/* Does the kernel compile 64-bit atomic instructions to the machine's?  On 32-bit arm it does
 * not. */
static inline bool arch_has_atomics(const struct arch *arch)
{
	return arch->word == 8;
}

/* The calling convention of functions of programs or of the kernel. */
static inline const struct arch_abi *arch_func(const struct arch *arch, bool user)
{
	return user && arch->user ? arch->user : &arch->func;
}

#define X(name) extern const struct arch arch_##name;
#include "arch/arches.def"
#undef X
extern const struct arch *const arches[];	/* NULL-terminated, sorted by name */

/* For reg_alias: turns "r4" into the name of register 4 of 32, which are the first in regs. */
void arch_numbered_reg(char *name, const struct arch_reg *regs);
/* reg_alias of both kinds of x86. */
void arch_x86_alias(char *name, size_t n);

/* Finds an architecture by its --arch name or by uname -m ("armv7l"); NULL if unknown. */
const struct arch *arch_find(const char *name);
/* Finds a register; NULL if unknown.  All architectures have "ip", "sp" and "ret". */
const struct arch_reg *arch_reg(const struct arch *arch, const char *name);

/* The name of a system call without a prefix ("openat"); NULL if no call has the number.  It is
 * valid forever. */
const char *arch_syscall_name(const struct arch *arch, u32 nr);
/* The number of the system call with this name; -1 if the architecture doesn't have it. */
int arch_syscall_number(const struct arch *arch, const char *name);

#endif
