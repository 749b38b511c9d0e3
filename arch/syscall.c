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

enum { ARM_FIRST = 0xf0001, ARM_CALLS = 6 };

_Static_assert(LONGEST <= ARCH_SYSCALL_NAME, "room for each name");

/* The place of its name in the text; 0xffff: there is no such call. */
static u32 place_of(const struct arch *arch, u32 nr)
{
	const u16 *order = arch == &arch_arm ? order_arm : order_aarch64;
	u32 n = arch == &arch_arm ? sizeof(order_arm) / 2 : sizeof(order_aarch64) / 2;

	if (nr - ARM_FIRST < ARM_CALLS)
		return arch == &arch_arm ? nr - ARM_FIRST + ARM_INDEX : 0xffff;
	if (nr >= COMMON_FIRST)
		return nr < COMMON_END ? nr - COMMON_FIRST + COMMON_INDEX : 0xffff;
	if (arch == &arch_x86_64)
		return nr < COMMON_INDEX ? nr : 0xffff;
	return nr < n ? order[nr] : 0xffff;
}

bool arch_syscall_name(const struct arch *arch, u32 nr, char name[ARCH_SYSCALL_NAME])
{
	u32 place = place_of(arch, nr);

	*name = '\0';
	if (place == 0xffff)
		return false;
	packed_text(packed, place, name);
	return true;
}
