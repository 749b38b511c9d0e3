/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * child.h - the commands of -c.
 */
#ifndef AWL_CHILD_H
#define AWL_CHILD_H

#include <sys/types.h>

#include "base/base.h"

struct child { pid_t pid; int *gate; };	/* gate: shared with it, till it may go */

/*
 * Starts a command that waits at a gate until child_go, so that probes are
 * attached before its first instruction.  With shell syntax in it, it is run
 * by /bin/sh -c, else directly.  0 or -errno.
 */
int child_start(struct child *c, const char *command);
/* Is it run without a shell: is its process the one we started? */
bool child_is_direct(const char *command);
void child_go(struct child *c);
/* Tells it to end if it still runs, and waits so many ms.  False if it goes on. */
bool child_end(struct child *c, int ms);
/* An exit status as the shell counts: 128 + signal if one killed it. */
int child_status(int wait_status);

#endif
