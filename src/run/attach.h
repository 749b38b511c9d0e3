/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * attach.h - attaches programs to their probes.  Descriptors hold everything.
 */
#ifndef AWL_ATTACH_H
#define AWL_ATTACH_H

#include "image.h"
#include "kernel/retprobe.h"
#include "kernel/switches.h"

struct attachments {
	VEC(int) fds;		/* links, and perf events with a program, in order */
	VEC(int) idle;		/* perf events whose program is held by a link */
	u32 n_probes, n_skipped;
	u32 n_after_nop;	/* probes after the nop at their function's entry */
	struct retprobes returns;
	struct switch_watch switches;	/* for probes on functions */
	u32 n_few;		/* return probes that have only the kernel's few slots, */
	int few_why;		/* because tracefs refused to make others: -errno */
	/* Events of one CPU each; since: when it was attached, ns of CLOCK_MONOTONIC.  An event
	 * misses what happens while its CPU is offline and after that. */
	VEC(struct sampled { const struct target *target; int fd; u32 cpu; u64 since; }) cpus;
};

struct attach {			/* the arguments of a provider's attach() */
	struct image *image;
	struct attachments *to;
	s32 pid;		/* -p: user probes only in this process; 0: all */
	s32 child;		/* the process of -c, if there is only one; else 0 */
	struct strbuf *say;	/* lines for the user */
	bool told_limit;	/* a limit of open files or programs at a place was reported */
	bool looked_up;		/* kprobe.c: the addresses of patterns' functions are known */
};

/*
 * Sets the program of a perf event, with t->cookie as its cookie if the kernel has links,
 * and enables clocks, counters and breakpoints.  Takes over the descriptor, also on errors.
 * Returns 0 or -errno.
 */
int attach_perf(struct attach *a, const struct prog *p, const struct target *t, int perf_fd);
/* Attaches to the target's event on each CPU (t->cpu: on that one), or in each thread of -p or
 * -c.  Returns 0 or -errno. */
int attach_event(struct attach *a, const struct prog *p, struct target *t);
/* The ns for which an event was not enabled, and in *age the ns since it was attached. */
u64 attach_away(const struct sampled *e, u64 *age);
/* Takes over a link.  Returns 0. */
int attach_link(struct attach *a, int link_fd);
/* Attaches all programs of a script but those that the session runs.  Says what failed.
 * Returns 0 or an exit status. */
int attach_all(struct attach *a);
/* -v: says how probes were attached, if several ways exist. */
void attach_say_how(const struct attachments *at);
/* Sets prog.missed.  The kernel counts returns for which it had no room and probes that fired
 * within probes, in links since 6.7. */
void attach_count_missed(const struct attachments *at, struct image *im);
/* When this returns no program runs any more. */
void attach_stop(struct attachments *at);
/* Call it after attach_stop().  Removes the remaining probes, which takes 10 ms each. */
void attach_release(struct attachments *at);
/* The same at the end of the session, when no program does anything any more.  What takes long goes
 * on when awl has ended: another process closes the probes, and the guard of return probes removes
 * their names then.  Returns the number of descriptors that are left to it. */
u32 attach_leave(struct attachments *at);

#endif
