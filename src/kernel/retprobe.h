/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * retprobe.h - return probes of functions, with room for many calls at once.
 *
 * The kernel needs a slot for each call that has not returned yet, also for sleeping ones.  It
 * misses the return of a call that finds no slot.  perf_event_open(2) can't set the number of
 * slots: it gets one per CPU, or ten.  A probe that is made by writing to tracefs can
 * (Documentation/trace/kprobetrace.rst, rMAXACTIVE:GROUP/EVENT).  But such a probe has a name,
 * which must be removed again.  So a second process, the guard, removes the names if awl
 * dies.  If the guard died, too, the next retprobes_open() removes them.  Functions return
 * -errno on errors and never print.
 */
#ifndef AWL_RETPROBE_H
#define AWL_RETPROBE_H

#include "base/mem.h"

struct retprobes {		/* zeros before retprobes_open() */
	const char *group;	/* group of the events, "awl_PID"; NULL: not open */
	int err;		/* why it is not open, or a probe could not be made */
	int dir;		/* descriptor of tracefs */
	int list;		/* kprobe_events, to write to */
	int alive;		/* write end of a pipe; the guard notices when it is closed */
	s32 guard;		/* process id of the guard */
	u32 slots;		/* number of slots of each probe */
	u32 n;			/* number of probes */
};

/* The number of slots of each probe if n functions are probed: more than there are threads now,
 * as far as memory allows. */
u32 retprobe_slots(u32 n);
/* The least number of slots of a probe made by perf_event_open(). */
u32 retprobe_default_slots(void);
/* Prepares for up to n probes, in the tracefs at this path. */
int retprobes_open(struct retprobes *r, struct arena *a, const char *tracefs, u32 n);
/* Makes a probe at a function or, if func is NULL, at an address.  Returns the descriptor of a
 * perf event, which the caller closes. */
int retprobe_open(struct retprobes *r, const char *func, u64 addr);
/* Call this after the last probe was made: other awls may then clean up old names. */
void retprobes_settle(struct retprobes *r);
/* Adds the number of returns that probe i has missed so far to missed[i], for all r->n probes. */
void retprobes_missed(const struct retprobes *r, u64 *missed);
/* Removes the names, after the perf events were closed. */
void retprobes_close(struct retprobes *r);

#endif
