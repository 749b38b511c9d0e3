/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mappings.h - records what processes map, from the start of a session on, if the script shows
 * user symbols; and drops mappings of processes that have ended.
 */
#ifndef AWL_MAPPINGS_H
#define AWL_MAPPINGS_H

#include "base/base.h"

struct events;			/* run/events.h */
struct session;
struct usyms;			/* symbols/usyms.h */
struct walktables;		/* run/walktables.h */

struct mappings {
	struct events *events;	/* NULL unless user symbols are used */
	struct usyms *usyms;
	struct walktables *walk;	/* NULL unless programs walk user stacks */
};

/* Starts recording.  Says why if it can't. */
void mappings_watch(struct session *s);
/* Handles the records that have come. */
void mappings_drain(struct session *s);
/* Drops mappings that are no longer needed.  Call it now and then. */
void mappings_forget(struct session *s);
void mappings_close(struct session *s);

#endif
