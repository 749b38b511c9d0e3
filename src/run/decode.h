/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decode.h - bytes of records and maps to values, with a session's symbols, stacks and names. */
#ifndef AWL_DECODE_H
#define AWL_DECODE_H

#include "base/hash.h"
#include "show/value.h"

struct action;
struct session;

struct decode {
	struct arena arena;	/* one record's or one map's values */
	struct hash stacks;	/* those of overflow maps; see decode.c */
	struct value_env env;
	bool said_hidden;	/* that symbols can't be shown */
	int uevents;		/* to hear of modules that are loaded; < 0: none */
};

void decode_open(struct session *s);
void decode_close(struct session *s);
/* Remembers the symbols of modules, so that frames keep their names after a module was unloaded:
 * of those that are loaded now, and later of those that were loaded since. */
void decode_note_modules(struct session *s);
void decode_follow_modules(struct session *s);
/* The values a record carries, symbols resolved; valid until the next call. */
struct value *decode_record(struct session *s, const struct action *a, const void *record);

#endif
