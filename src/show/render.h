/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * render.h - values as text, the way printf and the text output show them.
 */
#ifndef AWL_RENDER_H
#define AWL_RENDER_H

#include "base/strbuf.h"
#include "lang/format.h"
#include "show/value.h"

/* As print() and %v show it; a histogram or a stack is several lines. */
void render_value(struct strbuf *out, const struct value *v);
/* A key: "1, k", the tuple's outer parentheses left out. */
void render_key(struct strbuf *out, const struct value *key);
/* On a terminal what might move it to something is shown as \x1b: strings and symbols, not
 * the script's own text.  Returns what it was before. */
bool render_escapes(bool on);
bool render_is_escaped(void);
/* Such a string. */
void render_string(struct strbuf *out, const char *s, size_t len);
/* printf: args are as many as format->n_args. */
void render_printf(struct strbuf *out, const struct format *f, const struct value *args);
/* One conversion with the text before it; returns what is left of args. */
const struct value *render_item(struct strbuf *out, const struct format_item *it,
				const struct value *args);
/* Nothing but numbers in decimal and strings, as wide as they are?  Then this does the
 * same, from the record and without values between; and for those like it that follow
 * in the next `room` bytes of the buffer (run/events.h), while there is room for text:
 * it returns how many bytes these take. */
bool render_is_plain(struct format *f, const struct type *record);
int render_plain(struct strbuf *out, const struct format *f, const void *record, u32 room);
/* One bucket's label, "[512, 1K)". */
void render_bucket(struct strbuf *out, const struct bucket *b);
/* The lines of a histogram, each "label count |bar|", counts divided by div
 * (0: not). */
void render_hist(struct strbuf *out, const struct value *v, u64 div);
/* The lines of a V_SERIES. */
void render_series(struct strbuf *out, const struct value *v);
/* A time of day, and with `date` the day, with as many digits behind the second
 * as an interval of `unit` ns needs. */
void render_moment(struct strbuf *out, s64 realtime_ns, bool date, u64 unit);
/* A V_BYTES or V_STR for %r, %rx (hex) and %rh (hex, spaced). */
void render_bytes(struct strbuf *out, const struct value *v, bool hex, bool spaced);
/* Fast decimal. */
void render_int(struct strbuf *out, s64 i);
void render_uint(struct strbuf *out, u64 u);
void render_number(struct strbuf *out, u64 u, bool is_signed);	/* either */
/* strftime plus %f (microseconds) of a wall-clock time in ns since the epoch. */
void render_time(struct strbuf *out, const char *format, s64 realtime_ns);

#endif
