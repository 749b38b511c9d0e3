/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef AWL_TRACEFS_NAMES_H
#define AWL_TRACEFS_NAMES_H

#include "lang/type.h"

/* What an event's print fmt calls the values of a field. */
struct field_names {
	const char *delim;		/* of flags; NULL: one name for one value */
	u64 mask;			/* of the field's bytes */
	u32 n;
	struct field_name { u64 value; const char *name; } *names;
};

/* Gives the members that `fmt` has names for these; keeps nothing of the text. */
void tracefs_names(struct arena *a, const char *fmt, struct member *m, u32 n);

#endif
