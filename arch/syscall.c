/* SPDX-License-Identifier: GPL-2.0-or-later */
/* syscall.c - names and numbers of system calls, from syscalls.def. */
#include "arch/arch.h"

#include <stddef.h>
#include <string.h>

#include "base/packed.h"

/* From this number on, a call has the same number on all architectures.  An architecture that
 * lacks the call today will get it with this number. */
enum { COMMON_FIRST = 424 };

/* arm's private calls start at 0xf0000 (__ARM_NR_BASE of <asm/unistd.h>).  The table has them at
 * OWN, because its numbers have 16 bits. */
enum { ARM_BASE = 0xf0000, OWN = 0x7000 };

/* All names, one after another.  The table refers to a name by a two-byte offset instead of a
 * pointer. */
struct names {
#define X(name, x86_64, generic, arm, s390x) char name[sizeof(#name)];
#include "arch/syscalls.def"
#undef X
};

enum {
#define X(name, x86_64, generic, arm, s390x) CALL_##name,
#include "arch/syscalls.def"
#undef X
	CALLS
};

struct call_table {
	struct call { u16 name; s16 x86_64, generic, arm, s390x; } calls[CALLS];
	struct names names;
};

#ifdef PACKED
static const u8 packed[] = {
#include "packed/syscall.h"
};
#else
static const struct call_table data = {
	{
#define X(name, x86_64, generic, arm, s390x)							\
	{ offsetof(struct names, name), x86_64, generic,				\
	  (s16)((arm) < ARM_BASE ? (arm) : (arm) - ARM_BASE + OWN), s390x },
#include "arch/syscalls.def"
#undef X
	}, {
#define X(name, x86_64, generic, arm, s390x) #name,
#include "arch/syscalls.def"
#undef X
	}
};
#endif

static const char *name_of(const struct call_table *t, u32 i)
{
	return (const char *)&t->names + t->calls[i].name;
}

/* The number in the architecture's column; negative if the column has none. */
static int own_number(const struct arch *arch, const struct call *c)
{
	switch (arch->syscalls) {
	case SYSCALLS_X86_64:
		return c->x86_64;
	case SYSCALLS_GENERIC:
		return c->generic;
	case SYSCALLS_ARM:
		return c->arm;
	case SYSCALLS_S390X:
		return c->s390x;
	default:
		return -1;
	}
}

static int number_on(const struct arch *arch, const struct call *c)
{
	int nr = own_number(arch, c);

	if (nr >= 0)
		return nr;
	return c->x86_64 >= COMMON_FIRST ? c->x86_64 : -1;
}

const char *arch_syscall_name(const struct arch *arch, u32 nr)
{
	const struct call_table *t = TABLE(struct call_table);

	if (nr >= OWN)
		nr = nr >= ARM_BASE && nr - ARM_BASE < OWN ? nr - ARM_BASE + OWN : ~0u;
	for (u32 i = 0; i < CALLS; i++)
		if ((int)nr >= 0 && number_on(arch, &t->calls[i]) == (int)nr)
			return name_of(t, i);
	return NULL;
}

int arch_syscall_number(const struct arch *arch, const char *name)
{
	const struct call_table *t = TABLE(struct call_table);

	for (u32 i = 0; i < CALLS; i++)
		if (!strcmp(name_of(t, i), name))
			return number_on(arch, &t->calls[i]);
	return -1;
}
