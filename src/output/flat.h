/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flat.h - shared by the outputs with tables, labels and frames: values on one line, names of
 * keys, and escaped text.
 */
#ifndef AWL_FLAT_H
#define AWL_FLAT_H

#include "base/strbuf.h"
#include "show/value.h"

/* Like render_value(), but a stack is "root;…;leaf": names without offsets, and with ':' in place
 * of ';'. */
void flat_value(struct strbuf *out, const struct value *v);
/* The i-th part of an entry's key, and how many there are. */
const struct value *flat_key(const struct value *key, u32 i);
u32 flat_keys(const struct map_view *m);
/* Puts the name of the i-th part: "comm", "key1". */
void flat_key_name(struct strbuf *out, const struct map_view *m, u32 i);
/* The weight of an entry: its number, a histogram's count, a total; 0 if it is not a number or
 * negative. */
u64 flat_weight(const struct value *v, u64 div);
bool flat_is_number(const struct value *v);

/*
 * Puts s.  `put` is called for the ASCII characters in `special`, for control characters, and for
 * bytes that are not UTF-8, which should become the characters U+0080 to U+00FF.
 */
void flat_escape(struct strbuf *out, const char *s, size_t n, const char *special,
		 void (*put)(struct strbuf *out, u8 c));
/* The character U+00XX as UTF-8. */
void flat_latin(struct strbuf *out, u8 c);

#endif
