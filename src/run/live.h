/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * live.h - output that is written again and again, or only whole.
 *
 * --top shows all maps in place, each second; a document (output.h) replaces
 * its file, at the end or each `period` seconds.  If the script prints a map
 * itself, that is when it is done instead, and for all maps.
 */
#ifndef AWL_LIVE_H
#define AWL_LIVE_H

#include "base/base.h"

struct map_view;
struct session;

struct live {
	const char *source;	/* -o's name without folder and end, else "awl" */
	bool replaces_file;	/* a new file takes the place of -o's when it is complete */
	bool is_printed;	/* the script says when to refresh */
	bool largest_first;
	u32 period;		/* seconds between refreshes; 0: none */
};

/* Opens what -o says, or tries whether the document can be put there.  0 or an
 * exit status, said why. */
int live_open(struct session *s);
/* Now: all maps and losses. */
void live_refresh(struct session *s);
void live_tick(struct session *s);	/* the time has come */
void live_print(struct session *s);	/* the script asked for it */
/* The output's text to where it belongs; a document's file is replaced at once. */
void live_write(struct session *s);
void live_reverse(struct map_view *m);	/* the largest first */

#endif
