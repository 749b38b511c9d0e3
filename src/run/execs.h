/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * execs.h - notes when processes execute another program.
 *
 * Until awl has handled the records of the new mappings, the areas of such a process
 * (bpf/walk.h) are those of the old program, and must not be used.
 */
#ifndef AWL_EXECS_H
#define AWL_EXECS_H

#include "base/base.h"

struct walk_maps;

/*
 * From now on the word of a process in the table `execs`, which has this descriptor, is the time of
 * its last execve(2), in ns of CLOCK_MONOTONIC.  The kernel sets it before the new program's first
 * instruction, when the records of its mappings have been written (exec_binprm() of fs/exec.c).
 * Returns a descriptor to be closed, or -errno.
 */
int execs_watch(const struct walk_maps *m, int fd);

#endif
