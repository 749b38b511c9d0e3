/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * attach.h - programs on their probes; everything is held by descriptors.
 */
#ifndef AWL_ATTACH_H
#define AWL_ATTACH_H

#include "kernel/retprobe.h"
#include "kernel/switches.h"
#include "image.h"

struct attachments {
	VEC(int) fds;		/* links, and perf events with a program, in order */
	VEC(int) idle;		/* perf events whose program is held by a link */
	u32 n_probes, n_skipped;
	u32 n_after_nop;	/* probes after the nop at their function's entry */
	struct retprobes returns;
	struct switch_watch switches;	/* for probes on functions */
	u32 n_few;		/* probes of returns with the kernel's few slots, */
	int few_why;		/* as tracefs refused to make others: -errno */
	/* Events of one CPU each: what goes on there while it is away is missed. */
	VEC(struct sampled { const struct target *target; int fd; u32 cpu; u64 since; }) cpus;
};

struct attach {			/* what a provider's attach() is given */
	struct image *image;
	struct attachments *to;
	s32 pid;		/* -p: user probes only in this process; 0: all */
	s32 child;		/* the only -c's process, not yet let go; 0 */
	struct strbuf *say;	/* lines for the user */
	bool told_limit;	/* that one was met: of open files, or programs at a place */
	bool looked_up;		/* kprobe.c: the addresses of patterns' functions */
};

/*
 * Puts the program on a perf event, with the target's index as its cookie
 * where the program asks for it, and enables clocks, counters and breakpoints.
 * Takes the descriptor over, also when it fails.  0 or -errno.
 */
int attach_perf(struct attach *a, const struct prog *p, const struct target *t, int perf_fd);
/* Its event on each CPU (t->cpu: on that one), or in each thread of -p or -c. */
int attach_event(struct attach *a, const struct prog *p, struct target *t);
/* ns for which an event was not there, of *age ns since it was enabled. */
u64 attach_away(const struct sampled *e, u64 *age);
/* Takes over a link that was made. */
int attach_link(struct attach *a, int link_fd);
/* All programs of a script but those the session runs.  0 or an exit status. */
int attach_all(struct attach *a);
/* -v: how probes were attached that could be attached otherwise. */
void attach_say_how(const struct attachments *at);
/* Sets prog.missed.  The kernel counts returns for which it had no room and probes that fired
 * within probes, in links since 6.7. */
void attach_count_missed(const struct attachments *at, struct image *im);
/* No program runs any more when this returns. */
void attach_stop(struct attachments *at);
/* After attach_stop(): what was probed is as it was.  Takes long: 10 ms each. */
void attach_release(struct attachments *at);

#endif
