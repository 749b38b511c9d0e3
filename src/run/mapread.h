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

/* The entries of a global as they are in the kernel: the key's bytes, if it has keys, and at
 * mapread_value_off() the value's, those of all CPUs together. */
struct map_rows { u8 *bytes; size_t size; u32 n, cap; };

/* The entries that are wanted, in the order of value_sort(): the first or the last n; 0: all. */
struct mapread_top { u32 n; bool first, by_key; };

/*
 * Reads entries, in no order.  A global without keys has one, or none if nothing was put in.  The
 * caller frees rows->bytes with mem_free(), also after an error.  Returns 0 or -errno.
 */
int mapread_rows(const struct mapread *r, const struct global *g, struct map_rows *rows);
/*
 * The same for those that are wanted, sorted.  Has few others in memory at a time.  Only for
 * globals without addresses in their entries: mapread_can_sort().  What env's arena had before is
 * lost.
 */
int mapread_sorted(const struct mapread *r, const struct global *g, struct value_env *env,
		   const struct mapread_top *top, struct map_rows *rows);
bool mapread_can_sort(const struct global *g);
/* Decodes n rows from `first` on, without symbols.  The entries point into the rows and into env's
 * arena; the caller frees them with mem_free(). */
struct entry *mapread_decode(const struct global *g, struct value_env *env,
			     const struct map_rows *rows, u32 first, u32 n);
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
/* by_thread: calls fn with the key of each entry that programs have deleted. */
void mapread_each_deleted(const struct mapread *r, const struct global *g,
			  void (*fn)(void *ctx, u32 tid), void *ctx);
/* Is more than half of the map's front taken? */
bool mapread_is_front_crowded(const struct mapread *r, const struct global *g);
/* Removes the entry of this key if programs have deleted it, and frees its place in the front.
 * False if the hash has no such entry. */
bool mapread_remove(const struct mapread *r, const struct global *g, u32 tid);
/* Makes programs use the other turn, and waits until they do.  From now on the turn that they
 * used before is read, until it is cleared. */
void mapread_take(const struct mapread *r, struct global *g);
/* The sum over all CPUs of the counter at an offset in the per-CPU block of the vars map. */
u64 mapread_counter(const struct mapread *r, u32 block_off);

#endif
