/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mapread.h - a global's entries out of the kernel, CPUs merged.
 */
#ifndef AWL_MAPREAD_H
#define AWL_MAPREAD_H

#include "show/value.h"
#include "image.h"

struct mapread {
	const struct image *image;
	u8 *vars;		/* the vars map, mapped */
	u32 cpus;		/* possible CPUs: values of a per-CPU map */
};

/*
 * All entries, decoded into env's arena, neither resolved nor sorted.  An
 * unkeyed global has one entry; none if nothing was ever put in.  -errno.
 */
int mapread_entries(const struct mapread *r, const struct global *g, struct value_env *env,
		    struct entry **entries, u32 *n);
/* The value of one key, decoded likewise; zeros if there is no such entry. */
void mapread_entry(const struct mapread *r, const struct global *g, struct value_env *env,
		   const void *key, struct value *out);
/* All entries as bytes: tuples of type t, (key, value); aggregations as one
 * number.  mem_free(*bytes). */
int mapread_tuples(const struct mapread *r, const struct global *g, const struct type *t,
		   u8 **bytes, u32 *n);
/* Removes every entry, or (keep) sets every value to zeros; of a global with turns what
 * was taken, if it was. */
int mapread_clear(const struct mapread *r, struct global *g, bool keep);
/* Programs use the other turn when this returns.  What they did not use before is what
 * is read from now on, until it is cleared. */
void mapread_take(const struct mapread *r, struct global *g);
/* One per-CPU counter of the vars map, added up. */
u64 mapread_counter(const struct mapread *r, u32 block_off);

#endif
