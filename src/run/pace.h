/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pace.h - how long a session may take for what it does: its turns, and its end. */
#ifndef AWL_PACE_H
#define AWL_PACE_H

#include "base/base.h"

struct action;
struct session;

struct pace {
	bool turn_is_over;	/* records wait in the buffer: the loop has its turn */
	u64 turn_ends;		/* when; 0: not set */
	u32 hurried;		/* how many signals said to end */
	u64 hurry_until;	/* the end should be reached then */
};

u64 pace_now(void);	/* ns, of the clock `nsecs` uses */
/* The script says that the session ends, with this status: what is on its way is dropped. */
void pace_exit(struct session *s, int code);
/* A signal says that the session ends: within about HURRY_MS. */
#define HURRY_MS 60
void pace_hurry(struct session *s);
/*
 * Called now and then while records are handled: sees a signal that ends the session,
 * and notes when the loop should have its turn again.
 */
void pace_breathe(struct session *s);
/* Should what the action waits for be given up?  In END only a second signal says so. */
bool pace_is_overdue(struct session *s, const struct action *a);

#endif
