/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * timeline.h - what happened when: slices, instants and counters on tracks.
 *
 * A format for timelines gets these moments in the order of their times, with a number for each
 * track, and an end for each begin.  Other formats get each moment as a row, when it comes.
 *
 * CPUs send records at the same time, so records come a little out of order.  They are kept
 * until all that are older must have come.
 */
#ifndef AWL_TIMELINE_H
#define AWL_TIMELINE_H

#include "base/hash.h"
#include "base/strbuf.h"
#include "output/output.h"

struct action;
struct session;

struct timeline {
	VEC(struct held) held;	/* records that wait */
	struct strbuf bytes;	/* … and what is in them */
	struct arena arena;	/* tracks and groups */
	struct hash groups, tracks;
	VEC(struct track *) all;	/* tracks */
	struct strbuf text;	/* a track's name, while it is looked up */
	u64 written;		/* the time of the last moment that was written */
	u64 stopped;		/* when the programs were stopped */
	u64 late;		/* moments that were written after a later one */
	u64 strays;		/* ends without a begin */
	u64 lost;		/* losses that are shown */
	u64 lost_at;		/* when others were noticed; 0: there are none */
};

/* For an action: takes a record that begins with the time and the parts of the track. */
void timeline_take(struct session *s, const struct action *a, const void *record);
/* All records that were sent before this time have been taken. */
void timeline_taken(struct session *s, u64 before);
/* Are there records that wait? */
bool timeline_holds(const struct session *s);
/* Begins and ends the output.  At the end, slices that are open are closed. */
void timeline_begin(struct session *s);
void timeline_end(struct session *s);
void timeline_close(struct session *s);

#endif
