/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flat.h - what the outputs made of tables, labels and frames share: values
 * on one line, names of keys, and text made safe for a format.
 */
#ifndef AWL_FLAT_H
#define AWL_FLAT_H

#include "base/strbuf.h"
#include "run/value.h"

/* As render_value, but a stack is "root;…;leaf": names without offsets, with
 * ':' for any ';' in them. */
void flat_value(struct strbuf *out, const struct value *v);
/* The i-th part of an entry's key, and how many there are. */
const struct value *flat_key(const struct value *key, u32 i);
u32 flat_keys(const struct map_view *m);
/* What to call the i-th part: "comm", "key1". */
void flat_key_name(struct strbuf *out, const struct map_view *m, u32 i);
/* What an entry weighs: its number, a histogram's count, a total; 0 if it is
 * none or below zero. */
u64 flat_weight(const struct value *v, u64 div);
bool flat_is_number(const struct value *v);

/*
 * Puts s, calling `put` for each of the ASCII characters of `special` and for
 * control characters; bytes that are no UTF-8 become the characters U+0080 to
 * U+00FF, also by `put`.
 */
void flat_escape(struct strbuf *out, const char *s, size_t n, const char *special,
		 void (*put)(struct strbuf *out, u8 c));
/* The character U+00XX as UTF-8. */
void flat_latin(struct strbuf *out, u8 c);

#endif
