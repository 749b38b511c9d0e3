/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_syscall.c - the names of system calls agree with syscalls.def.
 */
#include <stdio.h>
#include <string.h>

#include "arch/arch.h"

static const struct { const char *name; int nr[SYSCALLS_COLUMNS]; } calls[] = {
#define X(name, ...) { #name, { __VA_ARGS__ } },
#include "arch/syscalls.def"
#undef X
};

static const char *expected(u32 column, int nr)
{
	for (size_t i = 0; i < ARRAY_SIZE(calls) && nr >= 0; i++)
		if (calls[i].nr[column] == nr)
			return calls[i].name;
	return "";
}

/* Returns whether the number, without the architecture's base, has the right name.  Other
 * architectures may have a number from 424 on that this one lacks. */
static bool is_right(const struct arch *arch, int nr)
{
	const char *want = expected(arch->syscalls, nr);
	const char *name = arch_syscall_name(arch, arch->syscall_base + (u32)nr);

	if (!name && !*want)
		return true;
	if (!*want && nr >= 424 && nr < 500)
		return true;
	if (name && !strcmp(name, want) &&
	    arch_syscall_number(arch, name) == nr + arch->syscall_base)
		return true;
	printf("%s %d: '%s', not '%s'\n", arch->name, nr, name ? name : "none", want);
	return false;
}

int main(void)
{
	unsigned passed = 0, failed = 0;

	for (const struct arch *const *a = arches; *a; a++)
		for (int nr = -1; nr < 0xf0010; nr = nr == 700 ? 0xf0000 : nr + 1)
			++*(is_right(*a, nr) ? &passed : &failed);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
