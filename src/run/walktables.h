/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walktables.h - fills the tables by which programs walk user stacks (bpf/walk.h).
 *
 * The areas of a process follow its mappings as the kernel reports them.  A file's rows are read
 * when a program has met an address in it.  Until then the program follows frame pointers and
 * counts the stack as guessed.  For the processes that the script is about (-p, -c, and those that
 * user probes are in), files are read as soon as they are mapped.  Files that many processes have
 * mapped are read by the first update.
 */
#ifndef AWL_WALKTABLES_H
#define AWL_WALKTABLES_H

#include "base/base.h"

struct session;
struct walktables;

/* The tables are empty up to the first update.  NULL if the script walks no stacks, or after saying
 * why it can't. */
struct walktables *walktables_open(struct session *s);
/* Takes new mappings over, and reads the files that programs ask for.  All records that were there
 * at the time `as_of`, ns of CLOCK_MONOTONIC, have been handled. */
void walktables_update(struct walktables *w, u64 as_of);
/* How many ms until the next walktables_update() at the latest; -1: no matter. */
int walktables_wait(const struct walktables *w);
/* For -v: what the tables hold. */
void walktables_say(const struct walktables *w);
void walktables_close(struct walktables *w);

#endif
