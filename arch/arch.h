/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arch.h - what differs between target architectures, as data.
 *
 * All architectures are always linked in and chosen at run time, so that code
 * for any of them can be made, read and tested on any host.  Offsets are into
 * the register block a kprobe program gets as its context: struct pt_regs of
 * <asm/ptrace.h> (on arm64 its user_pt_regs part).  Static assertions in each
 * of the arch files compares with the system's header when the host is that machine.
 */
#ifndef AWL_ARCH_H
#define AWL_ARCH_H

#include "base/base.h"

struct arch_reg { char name[9]; u8 at; };	/* the words before it */

/*
 * Where the arguments of a call are on entry.  Registers first, then the
 * stack; `stack_first` is the offset of the first stack argument from the
 * stack pointer at the entry of the function, each takes one word.  With
 * `even_pairs` an argument aligned to two words begins at an even-numbered register.
 * lang/callabi.c finds the words of structures passed by value with the rest.
 */
struct arch_abi {
	u8 n_regs;
	bool even_pairs;
	bool splits;		/* an argument may lie in registers and on the stack */
	bool backfills;		/* after one on the stack another may take a register */
	bool by_address;	/* an argument of more than `most` bytes is the address of
				 * a copy; otherwise it lies on the stack */
	u8 most;		/* bytes of an argument in registers; 0: any number */
	u16 reg_off[8];		/* into the register block */
	u16 stack_first;
};

enum { ARCH_SHORT = 1, ARCH_FAR = 2 };

/* The column of syscalls.def.  GENERIC is include/uapi/asm-generic/unistd.h of the kernel,
 * which all newer architectures use.  Without a table only the numbers that all
 * architectures share are known. */
enum arch_syscalls { SYSCALLS_UNKNOWN, SYSCALLS_X86_64, SYSCALLS_GENERIC, SYSCALLS_ARM };

struct arch {
	const char *name;		/* as --arch takes it */
	const char *const *machines;	/* uname -m, * at the end for any rest; NULL-terminated */
	u8 word;			/* bytes in a long and in a pointer */
	u16 elf_machine;		/* e_machine */
	u16 elf_machine_32;		/* of 32-bit programs it runs and probes; 0 */
	const char *args_32;		/* where their arguments are: lang/argspec.h */
	const char *unwinder;		/* kernels that have this function need all registers
					 * for stacks, which tracepoints don't have; NULL */
	bool ftrace_kprobes;		/* kprobes at functions' entries are ftrace's */
	u32 jit_only_from;		/* KERNEL_VERSION from which helpers are left to the
					 * JIT, also when it is off; 0: never */
	u32 trampolines_from;		/* KERNEL_VERSION from which its functions can have
					 * them, ~0 for none: looking them up in BTF takes 2 ms */
	bool anon_bits_align;		/* unnamed bitfields align their struct */
	const struct arch_reg *regs;	/* aliases included; ends with name "" */
	/* Turns an assembler's name for a register, or for a part of one, into the name in
	 * regs.  name has room for 8 bytes; n is its length.  NULL: they are the same. */
	void (*reg_alias)(char *name, size_t n);
	u16 regs_size;			/* of the register block */
	u16 ip, sp, ret;		/* offsets: program counter, stack, return value */
	u16 ra;				/* link register, where ra_in_reg */
	bool ra_in_reg;			/* else the return address is at *sp on entry */
	struct arch_abi func, syscall;
	u16 syscall_nr;			/* offset of the number */
	enum arch_syscalls syscalls;	/* which numbers system calls have */
	/* A kprobe's ctx ip minus the probed address.  Not for uprobes (0), nor
	 * kprobe.multi (after the ftrace call: ask get_func_ip or a cookie). */
	s8 kprobe_ip_bias;
	/* What may be at the entry of functions to be traced, nop_size bytes each, then a
	 * 0; size 0: none.  Whether a signed byte or a 32-bit word behind the last byte of
	 * an opcode may be how far it jumps or calls from there: ARCH_SHORT, ARCH_FAR. */
	u8 nop_size;
	const u8 *nops;
	u32 (*jumps)(u8 opcode);
	u64 kernel_start;		/* addresses at or above are the kernel's */
	/* The register at mode_off has mode_user in the bits of mode_mask if user space was
	 * interrupted.  A mask of 0: no register says so. */
	u16 mode_off, mode_mask, mode_user;
	bool syscall_wrapper;		/* sys_* take a pointer to the register block … */
	const char *syscall_args;	/* … where arguments are then: lang/argspec.h */
	u16 compat_off;			/* a system call's registers say there … */
	u64 compat_bit;			/* … that it is one of a 32-bit process; 0: nowhere */
	const char *const *syscall_prefixes;	/* "__x64_sys_", …; NULL-terminated */
};

/* Has this machine such nops?  Known when compiling: else what looks for them
 * weighs nothing. */
#ifdef __x86_64__
#define ARCH_HOST_NOPS true
#else
#define ARCH_HOST_NOPS false
#endif

/* Are 64-bit atomic instructions compiled to one of the machine?  On 32-bit arm they are not. */
static inline bool arch_has_atomics(const struct arch *arch)
{
	return arch->word == 8;
}

extern const struct arch arch_x86_64, arch_aarch64, arch_arm;
extern const struct arch *const arches[];	/* NULL-terminated, sorted by name */

/* By --arch name or by uname machine ("armv7l"); NULL if unknown. */
const struct arch *arch_find(const char *name);
/* NULL if it has no such register.  "ip", "sp", "ret" work everywhere. */
const struct arch_reg *arch_reg(const struct arch *arch, const char *name);

/* The name of a system call, without a prefix ("openat"); NULL if that number
 * has none.  It stays. */
const char *arch_syscall_name(const struct arch *arch, u32 nr);
/* The number of the system call of this name; -1 if the architecture has none. */
int arch_syscall_number(const struct arch *arch, const char *name);

#endif
