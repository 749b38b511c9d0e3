/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * child.h - the commands of -c.
 */
#ifndef AWL_CHILD_H
#define AWL_CHILD_H

#include <sys/types.h>

#include "base/base.h"

struct child { pid_t pid; int *gate; };	/* gate: shared memory, NULL after child_go() */

/*
 * Starts a command that waits at a gate until child_go(), so that probes can be attached
 * before its first instruction.  /bin/sh -c runs it if it has shell syntax.  Returns 0 or
 * -errno.
 */
int child_start(struct child *c, const char *command);
/* Is the command run without a shell, so that its process is the one we started? */
bool child_is_direct(const char *command);
/* Lets the command go. */
void child_go(struct child *c);
/* Sends SIGTERM if it still runs or is stopped, and waits up to `ms` ms.  False if it still runs
 * then. */
bool child_end(struct child *c, int ms);
/* The exit status as a shell has it: 128 + signal if a signal killed the process. */
int child_status(int wait_status);

#endif
