/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * syscall.c - system call numbers to names.
 *
 * All names are in one text of numbered letters, the 0th being the NUL each name
 * ends in; a number behind the letters stands for two others, which may be such
 * numbers themselves.  x86_64's calls are in the text's order, the others have a
 * table of places.  From COMMON_FIRST on all architectures have the same.
 */
#include "arch/arch.h"
#include "arch/syscall_data.h"

enum { LETTERS = sizeof(letters) - 1, ARM_FIRST = 0xf0001, ARM_CALLS = 6 };

struct unpack {
	u32 skip;		/* names before the one wanted */
	char *out;
	u32 room;		/* characters left, the NUL not counted */
};

/* False when the name is complete. */
static bool unpack(struct unpack *u, u8 c)
{
	if (c >= LETTERS) {
		const u8 *pair = &pairs[(c - LETTERS) * 2];

		return unpack(u, pair[0]) && unpack(u, pair[1]);
	}
	if (u->skip) {
		u->skip -= !c;
		return true;
	}
	*u->out = u->room ? letters[c] : '\0';
	if (c && u->room) {
		u->out++;
		u->room--;
	}
	return c != 0;
}

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
	struct unpack u = { place_of(arch, nr), name, ARCH_SYSCALL_NAME - 1 };

	*name = '\0';
	if (u.skip == 0xffff)
		return false;
	for (u32 i = 0; i < sizeof(text) && unpack(&u, text[i]); i++)
		;
	return true;
}
