/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hold.h - stops a command before its program begins, until the tables for its stacks are there.
 *
 * A program of BPF's at the entry point of the ELF file sends SIGSTOP.  The dynamic linker has
 * mapped the libraries by then, so the stacks of the program and of these libraries are complete
 * from the first one on.  The kernel must have uprobes; without them the command isn't stopped, and
 * its first stacks may follow frame pointers.
 */
#ifndef AWL_HOLD_H
#define AWL_HOLD_H

#include <sys/types.h>

#include "base/base.h"

struct hold { int probe, prog; bool is_set; };	/* descriptors, of what is set */

/* Prepares stopping the process when it executes the command; see child_start(). */
void hold_set(struct hold *h, pid_t pid, const char *command);
/* Lets the process go on, which has stopped. */
void hold_end(struct hold *h, pid_t pid);
/* The process has ended, or is about to. */
void hold_close(struct hold *h);

#endif
