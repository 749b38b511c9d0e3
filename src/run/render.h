/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * render.h - values as text, the way printf and the text output show them.
 */
#ifndef AWL_RENDER_H
#define AWL_RENDER_H

#include "base/strbuf.h"
#include "lang/format.h"
#include "run/value.h"

/* As print() and %v show it; a histogram or a stack is several lines. */
void render_value(struct strbuf *out, const struct value *v);
/* A key: "1, k", the tuple's outer parentheses left out. */
void render_key(struct strbuf *out, const struct value *key);
/* printf: args are as many as format->n_args. */
void render_printf(struct strbuf *out, const struct format *f, const struct value *args);
/* One bucket's label, "[512, 1K)"; binary: power-of-two suffixes as hist() shows them. */
void render_bucket(struct strbuf *out, const struct bucket *b);
/* The lines of a histogram, each "label count |bar|". */
void render_hist(struct strbuf *out, const struct value *v);
/* strftime plus %f (microseconds) of a wall-clock time in ns since the epoch. */
void render_time(struct strbuf *out, const char *format, s64 realtime_ns);

#endif
