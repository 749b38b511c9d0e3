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

/* The i-th other name to try for a function or a pattern of functions; NULL after the last. */
const char *rename_candidate(struct arena *a, const struct arch *arch, const char *name, u32 i);

/* The function that is called instead of `name` on kernels that have both; NULL if none is
 * known. */
const char *rename_superseded(const char *name);

/* Is the pattern one for system calls by their names before 4.17, which other functions have
 * on this architecture now? */
bool rename_misses_syscalls(const struct arch *arch, const char *pattern);

/* For the name of a function that takes a system call's arguments: the wrapper that takes a
 * pointer to the registers with these arguments.  NULL if it is no such name, or if the
 * architecture has no such wrappers. */
const char *rename_wrapper(struct arena *a, const struct arch *arch, const char *name);

#endif
