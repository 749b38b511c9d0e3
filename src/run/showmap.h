/* SPDX-License-Identifier: GPL-2.0-or-later */
/* showmap.h - filters, sorts, cuts and prints maps, and clears them. */
#ifndef AWL_SHOWMAP_H
#define AWL_SHOWMAP_H

#include "base/base.h"

struct global;
struct map_view;
struct session;
struct type;
struct value;

/* Shows the largest `top` entries of a map (0: all), with values divided by div (0: not). */
void showmap_one(struct session *s, const struct global *g, u32 top, u64 div);
/* Shows all maps that are not empty, by name or in the script's order (output.h); of each the
 * largest `top` entries (0: all). */
void showmap_all(struct session *s, u32 top);

/* Filters, sorts, cuts and prints entries, which it changes.  Their symbols are resolved. */
void showmap_view(struct session *s, struct map_view *view, u32 top);
/* Is it a count, or a sum of unsigned values? */
bool showmap_only_grows(const struct type *value);

/* ---- for actions ---- */
/* Shows one map, as showmap_one(); with --top, or in a document with a period, all maps. */
void showmap_print(struct session *s, const struct global *g, u32 top, u64 div);
/* Shows the value of one key; zeros if the map has no such entry. */
void showmap_entry(struct session *s, const struct global *g, const void *key);
/* print(x): shows a value that is not in a map. */
void showmap_value(struct session *s, const struct value *v);
/* Empties a map; keep: only sets the values to zero. */
void showmap_clear(struct session *s, struct global *g, bool keep);
/* Makes programs use another set of values, so that the present one can be shown and then
 * cleared: lang/turns.c. */
void showmap_take(struct session *s, struct global *g);

#endif
