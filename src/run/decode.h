/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decode.h - decodes bytes of records and maps, with a session's symbols, stacks and names. */
#ifndef AWL_DECODE_H
#define AWL_DECODE_H

#include "base/hash.h"
#include "run/sourceline.h"
#include "show/value.h"

struct action;
struct snapshots;		/* run/snapshot.h */
struct session;

struct decode {
	struct arena arena;	/* the values of one record or one map */
	struct hash stacks;	/* keys of stacks in overflow maps; see decode.c */
	struct value_env env;
	struct source_lines lines;
	struct snapshots *copies;	/* of user stacks; NULL: none */
	bool said_hidden;	/* the user knows that symbols can't be shown */
	int uevents;		/* socket that reports loaded modules; < 0: none */
	int ftrace_user;	/* kprobe that makes ftrace keep names; < 0: none */
};

void decode_open(struct session *s);
void decode_close(struct session *s);
/* Remembers the symbols of modules, so that frames keep their names after a module is unloaded.
 * The first function does so for the modules that are loaded now, the second one for those that
 * were loaded since. */
void decode_note_modules(struct session *s);
void decode_follow_modules(struct session *s);
/* The values in a record, with symbols.  They are valid until the next call. */
struct value *decode_record(struct session *s, const struct action *a, const void *record);

#endif
