/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * syscall.c - system call numbers to names.
 *
 * Names are packed with other texts.  x86_64's calls are in its order, the others
 * have a table of places.  From COMMON_FIRST on all architectures have the same.
 */
#include "arch/arch.h"
#include "arch/syscall_data.h"
#include "base/packed.h"

enum { ARM_FIRST = 0xf0001, ARM_OWN = 6, NONE = 511 };

/* The place of its name in the text, or NONE. */
static u32 place_of(const struct arch *arch, u32 nr)
{
	const u8 *order = arch == &arch_arm ? order_arm : order_aarch64;
	u32 n = arch == &arch_arm ? ARM_CALLS : AARCH64_CALLS;

	if (nr - ARM_FIRST < ARM_OWN)
		return arch == &arch_arm ? nr - ARM_FIRST + ARM_INDEX : NONE;
	if (nr >= COMMON_FIRST)
		return nr < COMMON_END ? nr - COMMON_FIRST + COMMON_INDEX : NONE;
	if (arch == &arch_x86_64)
		return nr < COMMON_INDEX ? nr : NONE;
	return nr < n ? nine_bits(order, n, nr) : NONE;
}

const char *arch_syscall_name(const struct arch *arch, u32 nr)
{
	u32 place = place_of(arch, nr);

	return place == NONE ? NULL : packed_call(place);
}
