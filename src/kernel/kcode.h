/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kcode.h - what the running kernel's own code says about places in it.
 *
 * Facts: /proc/kcore is an ELF core file with a segment for the kernel's image, as it
 * is in memory.  Root reads it, unless CONFIG_PROC_KCORE is not set or the kernel is
 * locked down.
 */
#ifndef AWL_KCODE_H
#define AWL_KCODE_H

#include "arch/arch.h"

/* Places that are asked about: a mark for each address of the code, from start to end. */
struct kcode {
	const struct arch *arch;
	u64 start, end;
	bool *marks;
};

/* Clears the marks of places that these n bytes (5 more can be read) might lead to.  They
 * lie at addr; from k->end on they are data. */
void kcode_scan(const struct kcode *k, const u8 *code, u32 n, u64 addr);
/*
 * Sets those of the functions' entries to 0 that do not begin with the architecture's
 * nop (arch.h), or where what follows it might be reached in another way; all of them
 * if the image can't be read.  etext, edata: where its code ends, and its data (_etext
 * and _edata in kallsyms).  64-bit kernels.  Reads all of it, 25 MB of a distribution's.
 */
void kcode_lone_nops(const struct arch *arch, u64 *entries, u32 n, u64 etext, u64 edata);

#endif
