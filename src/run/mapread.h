/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mapread.h - reads and clears a global's entries in the kernel; merges the values of CPUs.
 */
#ifndef AWL_MAPREAD_H
#define AWL_MAPREAD_H

#include "show/value.h"
#include "image.h"

struct mapread {
	const struct image *image;
	u8 *vars;		/* the vars map, mapped into memory */
	u32 cpus;		/* possible CPUs: values of a per-CPU map */
};

/* The entries that are wanted: n of them, the last or the first in the order of value_sort(). */
struct mapread_top { u32 n; bool first, by_key; };

/*
 * Decodes entries into env's arena, without symbols and not sorted.  A global without keys has one
 * entry, or none if nothing was put in.  top: others may be left out, and what the arena had before
 * is lost then; NULL or n 0: all are wanted.  The caller frees *entries with mem_free().  Returns 0
 * or -errno.
 */
int mapread_entries(const struct mapread *r, const struct global *g, struct value_env *env,
		    const struct mapread_top *top, struct entry **entries, u32 *n);
/* The offset of the value's bytes in the row of an entry of a global with keys.  The key's are at
 * its start. */
u32 mapread_value_off(const struct global *g);
/* Decodes the value of one key, as above; zeros if the global has no such entry. */
void mapread_entry(const struct mapread *r, const struct global *g, struct value_env *env,
		   const void *key, struct value *out);
/* Reads all entries as n tuples (key, value) of type t; an aggregation's value is one number.
 * The caller frees *bytes with mem_free().  Returns 0 or -errno. */
int mapread_tuples(const struct mapread *r, const struct global *g, const struct type *t,
		   u8 **bytes, u32 *n);
/* Removes every entry, or (keep) sets every value to zeros.  If the global has turns, it does so
 * for the turn that was taken, and takes one if none was.  Returns 0 or -errno. */
int mapread_clear(const struct mapread *r, struct global *g, bool keep);
/* Makes programs use the other turn, and waits until they do.  From now on the turn that they
 * used before is read, until it is cleared. */
void mapread_take(const struct mapread *r, struct global *g);
/* The sum over all CPUs of the counter at an offset in the per-CPU block of the vars map. */
u64 mapread_counter(const struct mapread *r, u32 block_off);

#endif
