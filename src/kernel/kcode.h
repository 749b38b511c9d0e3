/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kcode.h - read the running kernel's code, to find jumps to an address.
 *
 * Facts: /proc/kcore is an ELF core file.  One of its segments is the kernel's image as it is
 * in memory.  Root can read it, unless CONFIG_PROC_KCORE is off or the kernel is locked down.
 */
#ifndef AWL_KCODE_H
#define AWL_KCODE_H

#include "arch/arch.h"

/* marks[] has an element for each byte of the code from start to end.  It is true for addresses
 * that are asked about, until a possible jump there is found. */
struct kcode {
	const struct arch *arch;
	u64 start, end;
	bool *marks;
};

/* Clears the marks of all addresses that the n bytes at `code` might jump or point to.  In the
 * kernel the bytes are at addr; those from k->end on are data.  5 more bytes must be readable. */
void kcode_scan(const struct kcode *k, const u8 *code, u32 n, u64 addr);
/*
 * Keeps the functions that can be probed after their first instruction.  An entry becomes 0 if
 * the function does not start with the architecture's nop (arch.h), or if something might
 * jump to the instruction after the nop.  If the image can't be read all entries become 0.
 * etext and edata are the ends of the kernel's code and data (_etext and _edata in kallsyms).
 * 64-bit kernels only.  This reads the whole image, 25 MB in a distribution's kernel.
 */
void kcode_filter_nops(const struct arch *arch, u64 *entries, u32 n, u64 etext, u64 edata);

#endif
