/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * render.h - values as text, as printf and the text output show them.
 *
 * All functions append to `out`.
 */
#ifndef AWL_RENDER_H
#define AWL_RENDER_H

#include "base/strbuf.h"
#include "lang/format.h"
#include "show/value.h"

/* The value as print() and %v show it; a histogram or a stack is several lines. */
void render_value(struct strbuf *out, const struct value *v);
/* A key: "1, k", without the tuple's outer parentheses. */
void render_key(struct strbuf *out, const struct value *key);
/* Sets whether unprintable bytes of strings and symbols are shown as \x1b, so that they can't
 * control a terminal.  The script's own text is not changed.  Returns the previous setting. */
bool render_escapes(bool on);
bool render_is_escaped(void);
/* A string, with such bytes escaped if that is set. */
void render_string(struct strbuf *out, const char *s, size_t len);
/* How charts and names look on a terminal: in colours, bars of block characters, and lines that
 * fill so many columns.  0 columns: charts are as wide as bpftrace's. */
void render_look(bool coloured, bool blocks, u32 columns);
/* The width of a chart that has `beside` columns beside it: `usual` if the terminal's is not known,
 * else from `least` to 200. */
u32 render_fit(u32 usual, u32 beside, u32 least);
/* Makes the last line of `out`, which begins at `line` and ends in \n, fit the terminal: its text
 * from `last` on continues below itself.  If it has several lines, or too few columns are left for
 * it, it stays as it is. */
void render_wrap(struct strbuf *out, size_t line, size_t last);
/* A map's name. */
void render_name(struct strbuf *out, const char *name);
/* printf with f->n_args arguments. */
void render_printf(struct strbuf *out, const struct format *f, const struct value *args);
/* A line of row(): the same, but the last value is made to fit the terminal. */
void render_row(struct strbuf *out, const struct format *f, const struct value *args);
/* One conversion with the text before it.  Returns the first argument that it did not use. */
const struct value *render_item(struct strbuf *out, const struct format_item *it,
				const struct value *args);
/* Are all conversions decimal numbers and strings without a width?  Then render_plain() prints
 * the same text straight from the record, without decoding values.  It also prints the records
 * of the same kind that follow in the next `room` bytes of the buffer (run/events.h), as long as
 * `out` has room, and returns how many bytes these take. */
bool render_is_plain(struct format *f, const struct type *record);
int render_plain(struct strbuf *out, const struct format *f, const void *record, u32 room);
/* One bucket's label, "[512, 1K)". */
void render_bucket(struct strbuf *out, const struct bucket *b);
/* The lines of a histogram, each "label count |bar|"; counts are divided by div (0: not). */
void render_hist(struct strbuf *out, const struct value *v, u64 div);
/* The lines of a V_SERIES. */
void render_series(struct strbuf *out, const struct value *v);
/* A time of day, after the date if `date`.  Seconds have as many decimal places as a multiple of
 * `unit` ns needs. */
void render_moment(struct strbuf *out, s64 realtime_ns, bool date, u64 unit);
/* A V_BYTES or V_STR for %r, %rx (hex) and %rh (hex, spaced). */
void render_bytes(struct strbuf *out, const struct value *v, bool hex, bool spaced);
/* A number in decimal; faster than sb_printf(). */
void render_int(struct strbuf *out, s64 i);
void render_uint(struct strbuf *out, u64 u);
void render_number(struct strbuf *out, u64 u, bool is_signed);
/* strftime() plus %f (microseconds) of a wall-clock time in ns since the epoch. */
void render_time(struct strbuf *out, const char *format, s64 realtime_ns);

#endif
