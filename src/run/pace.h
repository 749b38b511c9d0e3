/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pace.h - how long a session may handle records, and how long it may take to end. */
#ifndef AWL_PACE_H
#define AWL_PACE_H

#include "base/base.h"

struct action;
struct session;

struct pace {
	bool turn_is_over;	/* the loop goes on, although the buffer has more records */
	u64 turn_ends;		/* when that will be so: pace_now(); 0: not set */
	u32 hurried;		/* how many signals told us to end */
	u64 hurry_until;	/* when the session should have ended: pace_now() */
};

/* The time in ns, by the clock of `nsecs`. */
u64 pace_now(void);
/* The script's exit(): ends the session with this status.  Records that wait are dropped. */
void pace_exit(struct session *s, int code);
/* For a signal: ends the session within about HURRY_MS. */
#define HURRY_MS 60
void pace_hurry(struct session *s);
/*
 * Must be called now and then while records are handled.  Takes a signal that ends the
 * session, and sets turn_is_over when it is time.
 */
void pace_breathe(struct session *s);
/* Should the action give up what it waits for?  In END only a second signal says so. */
bool pace_is_overdue(struct session *s, const struct action *a);

#endif
