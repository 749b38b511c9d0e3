/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rename.h - functions that changed their names between kernels.
 *
 * Scripts outlive names.  Only a name that the kernel does not have is ever
 * looked up here, and whoever uses the answer says so.
 */
#ifndef AWL_RENAME_H
#define AWL_RENAME_H

#include "arch/arch.h"
#include "base/mem.h"

/* The i-th other name to try for a function, or a pattern of functions; NULL after
 * the last. */
const char *rename_candidate(struct arena *a, const struct arch *arch, const char *name, u32 i);

/* The function that calls go by where the kernel has both, though it still has the one that
 * is asked for; NULL: not known of any. */
const char *rename_superseded(const char *name);

/* Does a pattern look for system calls by the names they had until 4.16, which other
 * functions have here now? */
bool rename_misses_syscalls(const struct arch *arch, const char *pattern);

/* The function that has the arguments of a system call in the registers it is given a
 * pointer to, for a name of a function that has them itself; NULL if that is no such
 * name, or not so on this architecture. */
const char *rename_wrapper(struct arena *a, const struct arch *arch, const char *name);

#endif
