/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef AWL_TRACEFS_NAMES_H
#define AWL_TRACEFS_NAMES_H

#include "lang/type.h"

/* Names for the values of a field, from the event's print fmt. */
struct field_names {
	const char *delim;		/* between flags; NULL: a name is for a whole value */
	u64 mask;			/* the bits of the field */
	u32 n;
	struct field_name { u64 value; const char *name; } *names;
};

/* Sets m->names of those of the n members for which fmt has names.  They are in the arena; fmt
 * may be freed. */
void tracefs_names(struct arena *a, const char *fmt, struct member *m, u32 n);

#endif
