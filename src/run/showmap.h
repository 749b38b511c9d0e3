/* SPDX-License-Identifier: GPL-2.0-or-later */
/* showmap.h - maps to the output: filtered, sorted, cut; and cleared. */
#ifndef AWL_SHOWMAP_H
#define AWL_SHOWMAP_H

#include "base/base.h"

struct global;
struct session;
struct value;

/* One map, whole or the top entries (0: all), values divided by div (0: not). */
void showmap_one(struct session *s, const struct global *g, u32 top, u64 div);
/* All that is not empty, in order of name; at most top entries of each. */
void showmap_all(struct session *s, u32 top);

/* ---- for actions ---- */
/* One map; with --top and documents that means all of them. */
void showmap_print(struct session *s, const struct global *g, u32 top, u64 div);
/* The value of one key; zeros if there is no such entry. */
void showmap_entry(struct session *s, const struct global *g, const void *key);
/* print(x): no map, but a value of its own. */
void showmap_value(struct session *s, const struct value *v);
/* Empties a map; keep: only sets the values to zero. */
void showmap_clear(struct session *s, struct global *g, bool keep);
/* Programs leave the values it has to be shown, and then cleared: lang/turns.c. */
void showmap_take(struct session *s, struct global *g);

#endif
