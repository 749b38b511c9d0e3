/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arch.c - finds an architecture and its registers by name.
 *
 * A new architecture needs a file with a struct arch and a line here.
 */
#include "arch/arch.h"

#include <string.h>

const struct arch *const arches[] = {
	&arch_aarch64, &arch_arm, &arch_riscv64, &arch_s390x, &arch_x86_64, NULL
};

/* Replaces fnmatch(), which links the C library's tables of Unicode. */
static bool is_machine(const struct arch *arch, const char *name)
{
	for (const char *const *m = arch->machines; *m; m++) {
		size_t n = strcspn(*m, "*");

		if (!strncmp(*m, name, n) && ((*m)[n] || !name[n]))
			return true;
	}
	return false;
}

const struct arch *arch_find(const char *name)
{
	const struct arch *const *a;

	for (a = arches; *a; a++)
		if (!strcmp((*a)->name, name))
			return *a;
	for (a = arches; *a; a++)
		if (is_machine(*a, name))
			return *a;
	return NULL;
}

const struct arch_reg *arch_reg(const struct arch *arch, const char *name)
{
	for (const struct arch_reg *r = arch->regs; *r->name; r++)
		if (!strcmp(r->name, name))
			return r;
	return NULL;
}
