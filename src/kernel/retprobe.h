/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * retprobe.h - probes of functions' returns, with room for many calls at once.
 *
 * The kernel needs a slot for each call that has not returned yet, sleeping ones
 * included, and misses the returns of calls that find none.  perf_event_open(2) can't
 * say how many slots to make: it gets as many as there are CPUs, or ten.  A probe made
 * by writing to tracefs (Documentation/trace/kprobetrace.rst, rMAXACTIVE:GROUP/EVENT)
 * can.  Its name must be removed again, so a process guards the names: it removes them
 * if we die.  Names that even a dead guard left are removed by the next
 * retprobes_open().  Returns -errno; never prints.
 */
#ifndef AWL_RETPROBE_H
#define AWL_RETPROBE_H

#include "base/mem.h"

struct retprobes {		/* zeros before retprobes_open() */
	const char *group;	/* of the events' names, "awl_PID"; NULL: not open */
	int err;		/* why it is not open, or why a probe could not be made */
	int dir;		/* of tracefs */
	int list;		/* kprobe_events, to write to */
	int alive;		/* a pipe's end: the guard sees it close */
	s32 guard;
	u32 slots;		/* of each probe */
	u32 n;			/* probes made */
};

/* Calls of one function to make room for, if n functions are probed: by the threads
 * there are now, and by the memory. */
u32 retprobe_slots(u32 n);
/* The least that a probe by perf_event_open() has. */
u32 retprobe_default_slots(void);
/* For up to n probes, in the tracefs at this path. */
int retprobes_open(struct retprobes *r, struct arena *a, const char *tracefs, u32 n);
/* Makes one at a function or, with func NULL, at an address: a perf event. */
int retprobe_open(struct retprobes *r, const char *func, u64 addr);
/* No more will be made: other processes may look for names that are left over. */
void retprobes_settle(struct retprobes *r);
/* Returns missed so far. */
u64 retprobes_missed(const struct retprobes *r);
/* Removes the names, when the perf events are closed. */
void retprobes_close(struct retprobes *r);

#endif
