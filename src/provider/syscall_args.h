/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * syscall_args.h - the arguments of system calls: which call a record belongs to, and where the
 * arguments are in the record.
 */
#ifndef AWL_SYSCALL_ARGS_H
#define AWL_SYSCALL_ARGS_H

#include "base/base.h"

#define SYSCALLS 512		/* the numbers of all system calls are below this */

struct member;			/* lang/type.h */
struct prog;
struct script;
struct target;
struct tp_event;		/* kernel/tracefs.h */
struct tracefs;

/* Is the event sys_exit_NAME, not sys_enter_NAME? */
static inline bool syscall_exits(const char *event)
{
	return event[5] == 'x';
}

/* A condition in awl that compares the record's number with this call's.  NULL if the
 * architecture's table of numbers has no such call. */
const char *syscall_guard(struct script *s, const char *name);
/* Sets the offsets of n members of a record whose six registers begin at offset `first`, by
 * the calling convention of system calls. */
void syscall_place_params(const struct script *s, struct member *m, u32 n, u32 first);
/*
 * On 32-bit machines the event of a call with a 64-bit argument has no room for all of the
 * argument.  Then *ev becomes raw_syscalls:sys_enter with the call's fields, and the guard that
 * selects the call is returned.  NULL: *ev is right and unchanged.
 */
const char *syscall_widen(struct script *s, struct tracefs *fs, const char *name,
			  struct tp_event *ev);
/*
 * From 7.0 on a kernel that preempts also preempts the programs at the events of single calls, and
 * skips the hits of other tasks in the meantime.  It does not at the events of raw_syscalls, whose
 * records have the same layout.  On such a kernel t, a target of p, is moved there, and its guard
 * then selects the call and the kernel's own word size.  Each target with a guard is a program of
 * its own, which runs for all calls, so the targets of large patterns are left where they are.
 */
void syscall_use_raw(struct script *s, const struct prog *p, struct tracefs *fs, struct target *t,
		     const char *call, bool exits);

#endif
