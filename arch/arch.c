/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arch.c - finds an architecture and its registers by name.
 *
 * A new architecture needs a file with a struct arch, and a row of arches.def.
 */
#include "arch/arch.h"

#include <string.h>

const struct arch *const arches[] = {
#define X(name) &arch_##name,
#include "arch/arches.def"
#undef X
	NULL
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

void arch_numbered_reg(char *name, const struct arch_reg *regs)
{
	u32 n = 0, i = 1;

	for (; name[0] == 'r' && name[i] >= '0' && name[i] <= '9'; i++)
		n = n * 10 + (u32)(name[i] - '0');
	if (i > 1 && !name[i] && n < 32)
		strcpy(name, regs[n].name);
}

const struct arch_reg *arch_reg(const struct arch *arch, const char *name)
{
	for (const struct arch_reg *r = arch->regs; *r->name; r++)
		if (!strcmp(r->name, name))
			return r;
	return NULL;
}
