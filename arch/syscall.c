/* SPDX-License-Identifier: GPL-2.0-or-later */
/* syscall.c - names and numbers of system calls, from syscalls.def. */
#include "arch/arch.h"

#include <string.h>

#include "base/packed.h"

/* From this number on, a call has the same number on all architectures.  An architecture that
 * lacks the call today will get it with this number. */
enum { COMMON_FIRST = 424 };

/* arm's private calls start at 0xf0000 (__ARM_NR_BASE of <asm/unistd.h>).  The table has them at
 * OWN, because its numbers have 16 bits. */
enum { ARM_BASE = 0xf0000, OWN = 0x7000 };

enum { NONE = -0x8000 };

/* All names, one after another. */
struct names {
#define X(name, ...) char name[sizeof(#name)];
#include "arch/syscalls.def"
#undef X
};

enum {
#define X(name, ...) CALL_##name,
#include "arch/syscalls.def"
#undef X
	CALLS
};

/* A column has numbers minus their rows, or NONE.  Where numbers ascend these are the same, so that
 * they take little room when compressed. */
struct call_table {
	s16 columns[SYSCALLS_COLUMNS][CALLS];
	struct names names;
};

#define CELL(row, nr) (s16)((nr) < 0 ? NONE : \
			    ((nr) < ARM_BASE ? (nr) : (nr) - ARM_BASE + OWN) - CALL_##row),

#ifdef PACKED
static const u8 packed[] = {
#include "packed/syscall.h"
};
#else
static const struct call_table data = {
	{
		[SYSCALLS_X86_64] = {
#define X(name, x86_64, ...) CELL(name, x86_64)
#include "arch/syscalls.def"
#undef X
		}, [SYSCALLS_GENERIC] = {
#define X(name, x86_64, generic, ...) CELL(name, generic)
#include "arch/syscalls.def"
#undef X
		}, [SYSCALLS_ARM] = {
#define X(name, x86_64, generic, arm, ...) CELL(name, arm)
#include "arch/syscalls.def"
#undef X
		}, [SYSCALLS_S390X] = {
#define X(name, x86_64, generic, arm, s390x, ...) CELL(name, s390x)
#include "arch/syscalls.def"
#undef X
		}, [SYSCALLS_I386] = {
#define X(name, x86_64, generic, arm, s390x, i386, ...) CELL(name, i386)
#include "arch/syscalls.def"
#undef X
		}, [SYSCALLS_POWERPC] = {
#define X(name, x86_64, generic, arm, s390x, i386, powerpc, ...) CELL(name, powerpc)
#include "arch/syscalls.def"
#undef X
		}, [SYSCALLS_MIPS_O32] = {
#define X(name, x86_64, generic, arm, s390x, i386, powerpc, o32, ...) CELL(name, o32)
#include "arch/syscalls.def"
#undef X
		}, [SYSCALLS_MIPS_N64] = {
#define X(name, x86_64, generic, arm, s390x, i386, powerpc, o32, n64, ...) CELL(name, n64)
#include "arch/syscalls.def"
#undef X
		}, [SYSCALLS_GENERIC_32] = {
#define X(name, x86_64, generic, arm, s390x, i386, powerpc, o32, n64, g32) CELL(name, g32)
#include "arch/syscalls.def"
#undef X
		},
	}, {
#define X(name, ...) #name,
#include "arch/syscalls.def"
#undef X
	}
};
#endif

static int number_in(const struct call_table *t, enum arch_syscalls column, u32 row)
{
	s32 nr = t->columns[column][row];

	return nr == NONE ? -1 : nr + (s32)row;
}

/* The number on an architecture, without its base; negative if it has none. */
static int number_on(const struct arch *arch, const struct call_table *t, u32 row)
{
	int nr = number_in(t, arch->syscalls, row);

	if (nr < 0) {
		nr = number_in(t, SYSCALLS_X86_64, row);
		nr = nr < COMMON_FIRST ? -1 : nr;
	}
	return nr;
}

const char *arch_syscall_name(const struct arch *arch, u32 nr)
{
	const struct call_table *t = TABLE(struct call_table);
	const char *name = (const char *)&t->names;

	nr -= arch->syscall_base;
	if (nr >= OWN)
		nr = nr >= ARM_BASE && nr - ARM_BASE < OWN ? nr - ARM_BASE + OWN : ~0u;
	for (u32 i = 0; i < CALLS; i++, name += strlen(name) + 1)
		if ((int)nr >= 0 && number_on(arch, t, i) == (int)nr)
			return name;
	return NULL;
}

int arch_syscall_number(const struct arch *arch, const char *name)
{
	const struct call_table *t = TABLE(struct call_table);
	const char *other = (const char *)&t->names;

	for (u32 i = 0; i < CALLS; i++, other += strlen(other) + 1) {
		int nr = strcmp(other, name) ? -1 : number_on(arch, t, i);

		if (nr >= 0)
			return nr + (nr < OWN ? arch->syscall_base : ARM_BASE - OWN);
	}
	return -1;
}
