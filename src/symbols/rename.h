/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rename.h - functions that changed their names between kernels.
 *
 * A script may use the name of an older or newer kernel.  Only names that the kernel does not
 * have are looked up here.  The caller warns when it uses another name.
 */
#ifndef AWL_RENAME_H
#define AWL_RENAME_H

#include "arch/arch.h"
#include "base/mem.h"

/* Returns the i-th other name to try for a function or a pattern, or NULL after the last.  Names
 * may be in the arena. */
const char *rename_candidate(struct arena *a, const struct arch *arch, const char *name, u32 i);

/* Returns the function that is called instead of `name` on kernels that have both, or NULL if
 * none is known. */
const char *rename_superseded(const char *name);

/* Does the pattern look for system calls by their names before 4.17 (sys_*), although this
 * architecture has wrappers with other names now? */
bool rename_misses_syscalls(const struct arch *arch, const char *pattern);

/* If a function of this name takes a system call's arguments, returns the name of the wrapper
 * that takes a pointer to the registers with these arguments.  Returns NULL for other names, and
 * if the architecture has no such wrappers. */
const char *rename_wrapper(struct arena *a, const struct arch *arch, const char *name);

#endif
