/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * live.h - output that is refreshed, or written only as a whole.
 *
 * --top shows all maps in place, each second.  A document (output.h) replaces its
 * file, at the end or each `period` seconds.  Once the script has printed a map itself,
 * maps are refreshed only when it prints one, but then all of them.
 */
#ifndef AWL_LIVE_H
#define AWL_LIVE_H

#include "base/base.h"

struct map_view;
struct session;

struct live {
	const char *source;	/* the name of -o without folder and extension, else "awl" */
	const char *title;	/* of a document: the command line and the date */
	char *new_file;		/* what a stream is written to until it is complete, or NULL */
	bool replaces_file;	/* a complete new file is renamed to that of -o */
	bool is_printed;	/* the script has printed a map, and so says when to refresh */
	bool largest_first, smallest_first;	/* the order of --top, and which entries it shows */
	bool by_key;		/* --top sorts by key, not by value */
	bool is_paused;		/* --top shows nothing new */
	bool has_keys;		/* --top reads keys from the terminal: live_key() */
	u32 period;		/* seconds between refreshes; 0: none */
};

/* Opens the file of -o, or tests whether a document can be put there.  Returns 0, or an exit
 * status after saying why. */
int live_open(struct session *s);
/* Shows all maps, and in a document all losses. */
void live_refresh(struct session *s);
void live_tick(struct session *s);	/* `period` seconds have passed */
/* With --top on a terminal that no command of -c uses, makes the terminal send single keys. */
void live_keys_begin(struct session *s);
void live_keys(struct session *s);	/* keys were typed */
/* The terminal is as before again.  Does nothing if it never sent keys. */
void live_keys_end(struct session *s);
void live_print(struct session *s);	/* the script prints a map */
/* Writes the output's text; a document's file is replaced at once. */
void live_write(struct session *s);
/* The output is complete: a stream's file gets its name. */
void live_finish(struct session *s);
/* Removes a stream's file if live_finish() was not called. */
void live_close(struct session *s);
void live_reverse(struct map_view *m);	/* the largest entries first */

#endif
