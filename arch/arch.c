/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arch.c - finding an architecture and its registers by name.
 *
 * A new architecture is one file with one struct arch, and one line here.
 */
#include "arch/arch.h"

#include <string.h>

const struct arch *const arches[] = { &arch_aarch64, &arch_arm, &arch_riscv64, &arch_x86_64, NULL };

/* (fnmatch would bring tables of all of Unicode's letters) */
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
