/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * syscall_args.h - the arguments of system calls: which call a record belongs to, and where the
 * arguments are in the record.
 */
#ifndef AWL_SYSCALL_ARGS_H
#define AWL_SYSCALL_ARGS_H

#include "base/base.h"

#define SYSCALLS 512		/* all numbers of system calls, without the base, are below this */

struct arch;			/* arch/arch.h */
struct arena;
struct member;			/* lang/type.h */
struct script;
struct tp_event;		/* kernel/tracefs.h */
struct tracefs;

/* Is the event sys_exit_NAME, not sys_enter_NAME? */
static inline bool syscall_exits(const char *event)
{
	return event[5] == 'x';
}

/* The kernel's function for the call of an event.  Needs arch->syscall_wrapper. */
const char *syscall_function(struct arena *a, const struct arch *arch, const char *event);
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
 * Where the events of exits have errors as positive numbers (arch->exit_result), makes the result
 * a field of the current task.  Without BTF, *ev becomes raw_syscalls:sys_exit, and the guard that
 * selects the call is returned.  NULL: there is no guard.
 */
const char *syscall_signed_exit(struct script *s, struct tracefs *fs, const char *name,
				struct tp_event *ev);

#endif
