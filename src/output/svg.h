/* SPDX-License-Identifier: GPL-2.0-or-later */
/* svg.h - what the parts of the svg format share. */
#ifndef AWL_SVG_H
#define AWL_SVG_H

#include "output/output.h"

#define SVG_ROW 18		/* pixels of a frame, a bar or a row */
#define SVG_ROWS 256		/* bars or rows of one map; the others are counted */

void svg_put_text(struct strbuf *out, const char *s, size_t n);
void svg_put_percent(struct strbuf *out, u64 part, u64 whole);
/* Begins a chart of so many pixels, which ends with "</svg>\n". */
void svg_begin_chart(struct strbuf *out, const char *class, const char *name, u32 height);
/* The keys on one line, without the last `less` ones. */
void svg_put_keys(struct strbuf *out, const struct map_view *m, const struct entry *e, u32 less);
/* Says below the last row, at y, how many entries there are beyond SVG_ROWS, if there are any. */
void svg_put_more(struct strbuf *out, const struct map_view *m, u32 y);

/* ---- svg_heat.c ---- */

/* Is the map shown as heat maps?  Series are, and histograms with a number as the last key. */
bool svg_is_heat(const struct map_view *m);
void svg_put_heat(struct strbuf *out, const struct map_view *m);

#endif
