/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cost.h - what the script's programs cost: --cost, --budget and --throttle.
 *
 * The kernel measures the runs of programs (BPF_ENABLE_STATS, 5.8).  What it does itself to reach
 * a program, such as a breakpoint, is not part of that.  Measuring takes two readings of the clock
 * per event.
 *
 * A budget is a share of one CPU.  It fills an account, which holds at most what BUDGET_SPAN
 * earns, and each run is paid from it.  So a short burst is allowed.  When the account is
 * overdrawn the session ends, or with --throttle it detaches its programs until half of the account
 * is filled again.
 */
#ifndef AWL_COST_H
#define AWL_COST_H

#include "base/base.h"

struct session;

#define BUDGET_SPAN 1000000000ll	/* ns */
#define BUDGET_WHOLE 1000000		/* a budget of this much is one CPU */

struct cost {
	int measuring;		/* a descriptor, while the kernel measures; else 0 */
	u64 began, ended;	/* when the probes were attached, and when they were stopped: ns */
	u64 own_began;		/* awl's own CPU time when they were attached, ns */
	u64 own;		/* awl's own CPU time while they were, ns */
	u64 seen, seen_at;	/* ns of all programs at the last look, and its time */
	s64 account;		/* ns of run time that the budget still allows */
	u64 full_at, full_seen;	/* when the account was full for the last time: time, ns */
	bool is_over;		/* the budget ended the session */
	u64 paused_at;		/* since when the session pauses; 0: it does not */
	u64 paused;		/* ns of all pauses */
};

/* Begins to measure if an option asks for it.  Returns 0, or an exit status after saying why. */
int cost_open(struct session *s);
/* The probes are attached now. */
void cost_begin(struct session *s);
/* Compares with the budget.  Call it often while cost_limits(); it looks every COST_LOOK ns. */
#define COST_LOOK 20000000
bool cost_limits(const struct session *s);
void cost_look(struct session *s);
/* The probes have been stopped: no program runs any more. */
void cost_end(struct session *s);
/* Shows the table of --cost. */
void cost_show(struct session *s);
void cost_close(struct session *s);

#endif
