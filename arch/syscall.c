/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * syscall.c - system call numbers to names.
 *
 * All names are packed as one text.  x86_64's calls are in its order, the others
 * have a table of places.  From COMMON_FIRST on all architectures have the same.
 */
#include "arch/arch.h"
#include "arch/syscall_data.h"
#include "base/packed.h"

enum { ARM_FIRST = 0xf0001, ARM_OWN = 6, NONE = 511 };

_Static_assert(LONGEST <= ARCH_SYSCALL_NAME, "room for each name");

/* The place of its name in the text, or NONE.  The tables' places have nine bits, the
 * highest ones behind all low bytes. */
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
	return nr < n ? order[nr] | (order[n + nr / 8] >> nr % 8 & 1) << 8 : NONE;
}

bool arch_syscall_name(const struct arch *arch, u32 nr, char name[ARCH_SYSCALL_NAME])
{
	u32 place = place_of(arch, nr);

	*name = '\0';
	if (place == NONE)
		return false;
	packed_text(packed, place, name);
	return true;
}
