/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flat.h - shared by the outputs with tables, labels and frames: values on one line and names
 * of keys.
 */
#ifndef AWL_FLAT_H
#define AWL_FLAT_H

#include "base/strbuf.h"
#include "show/value.h"

/* Stands before the outermost frame of a kernel stack; all frames after it are the kernel's. */
#define FOLDED_KERNEL '\2'

/* Like render_value(), but a stack is "root;…;leaf".  Its names have no offsets, and ':' replaces
 * ';' in them. */
void flat_value(struct strbuf *out, const struct value *v);
/* The i-th part of an entry's key, which the key owns. */
const struct value *flat_key(const struct value *key, u32 i);
/* How many parts the keys of the map have; 0 if it has no keys or no entries. */
u32 flat_keys(const struct map_view *m);
/* Puts the name of the i-th part: "comm", "key1". */
void flat_key_name(struct strbuf *out, const struct map_view *m, u32 i);
/* The weight of an entry, divided by div (0: not): its number, a histogram's count or the total
 * of stats().  It is 0 if that is negative or if the value is none of these. */
u64 flat_weight(const struct value *v, u64 div);
/* Is it a single number: an integer, a bool, an address, an enum or an average? */
bool flat_is_number(const struct value *v);

#endif
