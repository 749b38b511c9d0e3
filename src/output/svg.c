/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * svg.c - a page with a chart for each map: a flame graph if the key contains a stack, a heat map
 * (svg_heat.c), or bars.
 *
 * A frame is a nested <svg> with its position in percent.  So it follows the width of the window,
 * clips its text, and zooming only changes x and width.  Without its script the page works except
 * for zoom and search.  The style and the script are in text.def.
 *
 * The page's height is known only at the end.  So the header has it at a fixed place, as seven
 * digits, which are updated for each chart.
 */
#include "output/svg.h"

#include <string.h>

#include "base/escape.h"
#include "base/number.h"
#include "base/sort.h"
#include "base/text.h"
#include "output/flat.h"
#include "show/render.h"

#define NARROWEST 10000		/* frames narrower than this fraction are omitted */

/* ---- the page ---- */

static void put_special(struct strbuf *out, u8 c)
{
	if (c < ' ')
		sb_putc(out, ' ');
	else if (c >= 0x80)
		escape_latin(out, c);
	else
		sb_printf(out, "&#%u;", c);
}

void svg_put_text(struct strbuf *out, const char *s, size_t n)
{
	escape_text(out, s, n, "<>&\"\x7f", put_special);
}

/* Begins the page if that was not done.  title: NULL if there is none. */
static void page_begin(struct strbuf *out, const char *title)
{
	if (out->n)
		return;
	sb_puts(out, text_of(T_SVG_HEAD));
	sb_puts(out, "0000008");	/* a margin */
	sb_puts(out, text_of(T_SVG_STYLE));
	if (!title)
		return;
	sb_puts(out, "<title>");
	svg_put_text(out, title, strlen(title));
	sb_puts(out, "</title>\n");
}

/* Adds `height` pixels to the page and returns where they start. */
static u32 page_grow(struct strbuf *out, u32 height)
{
	char *at = out->s + strlen(text_of(T_SVG_HEAD));
	u32 y = 0, sum;

	for (u32 i = 0; i < 7; i++)
		y = y * 10 + (u32)(at[i] - '0');
	sum = y + height;
	for (u32 i = 7; i--; sum /= 10)
		at[i] = (char)('0' + sum % 10);
	return y;
}

void svg_put_percent(struct strbuf *out, u64 part, u64 whole)
{
	u64 p;

	for (; whole >> 43; whole >>= 1)
		part >>= 1;
	p = whole ? part * 1000000 / whole : 0;
	sb_printf(out, "%u.%04u%%", (u32)(p / 10000), (u32)(p % 10000));
}

void svg_begin_chart(struct strbuf *out, const char *class, const char *name, u32 height)
{
	page_begin(out, NULL);
	sb_printf(out, "<svg class=\"%s\" y=\"%u\" height=\"%u\">"
		  "<text x=\"8\" y=\"16\" font-weight=\"bold\">", class,
		  page_grow(out, height), height);
	svg_put_text(out, name, strlen(name));
	sb_puts(out, "</text>\n");
}

/* ---- flame graphs ---- */

/* n: the width; of --diff that is the number in the second file, and the one in the first */
struct weight { u64 n, before; };
struct line { const char *s; struct weight w; };	/* frames, '\1' between them */

struct flame {
	struct strbuf *out;
	struct line *lines;
	struct weight all;
	bool is_diff;
	u64 most;		/* the largest difference of a stack */
	u64 gone;		/* of all.before: of stacks that the second file doesn't have */
	u32 depth;		/* frames in the deepest stack */
};

/* The first of 44 hues: warm for programs, green for inlined functions, blue for the kernel. */
static u32 first_hue(const char *name, size_t len, bool is_kernel)
{
	static const char inlined[] = "_[i]";
	size_t n = sizeof(inlined) - 1;

	if (len > n && !memcmp(name + len - n, inlined, n))
		return is_kernel ? 160 : 100;
	return is_kernel ? 190 : 8;
}

static void put_colour(struct strbuf *out, u32 hue, u32 saturation, u32 lightness)
{
	sb_printf(out, "hsl(%u,%u%%,%u%%)", hue, saturation, lightness);
}

/* Its name determines a frame's colour. */
static void put_name_colour(struct strbuf *out, const char *name, size_t len, bool is_kernel)
{
	u32 sum = 0;

	for (size_t i = 0; i < len; i++)
		sum = sum * 31 + (u8)name[i];
	put_colour(out, first_hue(name, len, is_kernel) + sum % 44, 65 + sum / 44 % 25,
		   62 + sum / 1100 % 12);
}

static u64 distance(const struct weight *w)
{
	return w->n > w->before ? w->n - w->before : w->before - w->n;
}

/* Red for more than before, blue for less, and the darker the more it differs. */
static void put_change_colour(struct strbuf *out, const struct flame *f, const struct weight *w)
{
	u64 by = distance(w), most = f->most;

	for (; most >> 57; most >>= 1)
		by >>= 1;
	by = by > most ? most : by;	/* of several stacks */
	put_colour(out, w->n > w->before ? 5 : 215, by ? 85 : 0,
		   by ? 90 - (u32)(by * 32 / most) : 92);
}

/* Puts ", +2, 3 before". */
static void put_change(struct strbuf *out, const struct weight *w)
{
	sb_printf(out, ", %s%llu, %llu before", w->n < w->before ? "-" : "+",
		  (unsigned long long)distance(w), (unsigned long long)w->before);
}

static void put_frame(struct flame *f, const char *name, size_t len, bool is_kernel, u32 depth,
		      u64 x, const struct weight *w)
{
	struct strbuf *out = f->out;

	sb_puts(out, "<svg x=\"");
	svg_put_percent(out, x, f->all.n);
	sb_printf(out, "\" y=\"%u\" width=\"", 26 + (f->depth - depth) * SVG_ROW);
	svg_put_percent(out, w->n, f->all.n);
	sb_printf(out, "\" height=\"%u\"><title>", SVG_ROW - 1);
	svg_put_text(out, name, len);
	sb_printf(out, ": %llu, ", (unsigned long long)w->n);
	svg_put_percent(out, w->n, f->all.n);
	if (HAS_MERGE && f->is_diff)
		put_change(out, w);
	sb_puts(out, "</title><rect width=\"100%\" height=\"100%\" fill=\"");
	if (HAS_MERGE && f->is_diff)
		put_change_colour(out, f, w);
	else
		put_name_colour(out, name, len, is_kernel);
	sb_puts(out, "\"/><text x=\"3\" y=\"13\">");
	svg_put_text(out, name, len);
	sb_puts(out, "</text></svg>\n");
}

/* Puts the frames from `at` on of lines lo to hi, which are equal before that. */
static void put_frames(struct flame *f, u32 lo, u32 hi, size_t at, bool in_kernel, u32 depth,
		       u64 x)
{
	while (lo < hi) {
		const char *s = f->lines[lo].s + at;
		size_t len = strcspn(s, "\1");
		bool begins = *s == FOLDED_KERNEL, is_kernel = in_kernel || begins;
		u32 end = lo, below = lo;
		struct weight w = { 0 };

		for (; end < hi && !strncmp(f->lines[end].s + at, s, len) &&
		     f->lines[end].s[at + len] <= '\1'; end++) {
			w.n += f->lines[end].w.n;
			w.before += f->lines[end].w.before;
			below += !f->lines[end].s[at + len];	/* lines that end here sort first */
		}
		if (w.n && w.n >= f->all.n / NARROWEST) {
			put_frame(f, s + begins, len - begins, is_kernel, depth, x, &w);
			put_frames(f, below, end, at + len + 1, is_kernel, depth + 1, x);
		}
		x += w.n;
		lo = end;
	}
}

static bool in_order(const void *ctx, const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	(void)ctx;
	return strcmp(x->s, y->s) <= 0;
}

/* Cuts the number after the last blank off a line.  Returns the line's new end. */
static char *take_number(char *end, u64 *n)
{
	const char *number;

	while (*--end != ' ')
		;
	number = end + 1;
	number_decimal(&number, n);
	*end = '\0';
	return end;
}

static void add_line(struct flame *f, const struct weight *w)
{
	f->all.n += w->n;
	f->all.before += w->before;
	f->gone += w->n ? 0 : w->before;
	if (distance(w) > f->most)
		f->most = distance(w);
}

/* Parses a line of the folded format, "a;b 12", or of --diff "a;b 10 12".  Returns the next one. */
static char *take_line(struct flame *f, struct line *line, char *s)
{
	char *next = strchr(s, '\n'), *end = next;
	u32 depth = 1;

	*line = (struct line){ s, { 0 } };
	end = take_number(end, &line->w.n);
	if (HAS_MERGE && f->is_diff)
		take_number(end, &line->w.before);
	add_line(f, &line->w);
	for (; *s; s++)
		if (*s == ';') {
			*s = '\1';
			depth++;
		}
	if (depth > f->depth)
		f->depth = depth;
	return next + 1;
}

/* Puts what the colours mean, and what can't be seen. */
static void put_legend(const struct flame *f)
{
	sb_printf(f->out, "<text x=\"8\" y=\"%u\">", 26 + (f->depth + 1) * SVG_ROW + 14);
	sb_printf(f->out, TEXT_ARGS(T_SVG_LEGEND, (unsigned long long)f->gone,
				    (unsigned long long)f->all.before));
	sb_puts(f->out, "</text>\n");
}

static void put_flame(struct strbuf *out, const struct map_view *m)
{
	struct flame f = { .out = out, .is_diff = m->is_diff,
			   .lines = mem_alloc(m->n * sizeof(*f.lines)) };
	struct map_view alone = *m;
	struct strbuf text = { 0 };
	u32 n = 0;

	alone.is_one_of_several = false;	/* the name is above the graph */
	alone.marks_kernel = true;
	output_folded.map(&text, &alone);
	for (char *s = text.s; s && *s; n++)
		s = take_line(&f, &f.lines[n], s);
	sort_array(f.lines, n, sizeof(*f.lines), in_order, NULL);
	svg_begin_chart(out, "f", m->name, 26 + (f.depth + 1 + m->is_diff) * SVG_ROW + 10);
	sb_puts(out, "<text class=\"p\" x=\"30%\" y=\"16\"></text>\n");
	put_frame(&f, "all", 3, false, 0, 0, &f.all);
	put_frames(&f, 0, n, 0, false, 1, 0);
	if (HAS_MERGE && m->is_diff)
		put_legend(&f);
	sb_puts(out, "</svg>\n");
	mem_free(f.lines);
	sb_free(&text);
}

/* ---- bars ---- */

struct bars { struct strbuf *out; u32 y; u64 max; bool is_red; };

static void put_bar(struct bars *b, const struct strbuf *label, const struct strbuf *value, u64 n)
{
	struct strbuf *out = b->out;

	sb_printf(out, "<svg y=\"%u\" height=\"%u\"><title>", b->y, SVG_ROW);
	svg_put_text(out, label->s, label->n);
	sb_puts(out, ": ");
	svg_put_text(out, value->s, value->n);
	sb_puts(out, "</title><svg width=\"27%\"><text x=\"100%\" y=\"13\" text-anchor=\"end\">");
	svg_put_text(out, label->s, label->n);
	sb_printf(out, "</text></svg><svg x=\"28%%\" width=\"60%%\" overflow=\"visible\">"
		  "<rect%s height=\"15\" width=\"", b->is_red ? " style=\"fill:#e0645c\"" : "");
	svg_put_percent(out, n, b->max);
	sb_puts(out, "\"/><text y=\"13\" dx=\"5\" x=\"");
	svg_put_percent(out, n, b->max);
	sb_puts(out, "\">");
	svg_put_text(out, value->s, value->n);
	sb_puts(out, "</text></svg></svg>\n");
	b->y += SVG_ROW;
}

static void put_hist(struct strbuf *out, const char *name, const struct value *v)
{
	struct bars b = { .out = out, .y = 24 };
	struct strbuf label = { 0 }, value = { 0 };

	for (u32 i = 0; i < v->n; i++)
		if (v->buckets[i].count > b.max)
			b.max = v->buckets[i].count;
	svg_begin_chart(out, "b", name, 24 + v->n * SVG_ROW + 10);
	for (u32 i = 0; i < v->n; i++) {
		sb_reset(&label);
		sb_reset(&value);
		render_bucket(&label, &v->buckets[i]);
		render_uint(&value, v->buckets[i].count);
		put_bar(&b, &label, &value, v->buckets[i].count);
	}
	sb_puts(out, "</svg>\n");
	sb_free(&label);
	sb_free(&value);
}

void svg_put_keys(struct strbuf *out, const struct map_view *m, const struct entry *e, u32 less)
{
	for (u32 i = 0; i + less < flat_keys(m); i++) {
		if (i)
			sb_puts(out, ", ");
		flat_value(out, flat_key(&e->key, i));
	}
}

static void put_hists(struct strbuf *out, const struct map_view *m)
{
	struct strbuf name = { 0 };

	for (u32 i = m->n; i--; ) {
		value_divide(&m->entries[i].value, m->div);
		sb_reset(&name);
		sb_puts(&name, m->name);
		if (m->keyed) {
			sb_putc(&name, '[');
			svg_put_keys(&name, m, &m->entries[i], 0);
			sb_putc(&name, ']');
		}
		put_hist(out, name.s, &m->entries[i].value);
	}
	sb_free(&name);
}

/* Of --diff, v is a record of the number before, the one after, and the difference. */
static void put_difference(struct strbuf *out, const struct value *v)
{
	flat_value(out, &v->items[1]);
	sb_puts(out, v->items[2].kind == V_UINT ? ", +" : ", ");
	flat_value(out, &v->items[2]);
	sb_puts(out, ", ");
	flat_value(out, &v->items[0]);
	sb_puts(out, " before");
}

void svg_put_more(struct strbuf *out, const struct map_view *m, u32 y)
{
	if (m->n > SVG_ROWS)
		sb_printf(out, "<text x=\"28%%\" y=\"%u\">and %u more</text>\n", y + 13,
			  m->n - SVG_ROWS);
}

/* The length of a bar is the value by which entries are sorted; for stats() that's the average. */
static u64 bar_length(const struct map_view *m, const struct value *v)
{
	struct value average = *v;

	if (HAS_MERGE && m->is_diff)
		return v->items[2].kind == V_INT ? 0 - v->items[2].u : v->items[2].u;
	if (v->kind == V_STATS)
		average.kind = V_AVG;
	return flat_weight(&average, m->div);
}

/* Puts the largest entries first, and how many more there are. */
static void put_bars(struct strbuf *out, const struct map_view *m)
{
	u32 n = m->n < SVG_ROWS ? m->n : SVG_ROWS;
	struct bars b = { .out = out, .y = 24 };
	struct strbuf label = { 0 }, value = { 0 };

	for (u32 i = 0; i < m->n; i++) {
		u64 length = bar_length(m, &m->entries[i].value);

		b.max = length > b.max ? length : b.max;
	}
	svg_begin_chart(out, "b", m->name, 24 + (n + (n < m->n)) * SVG_ROW + 10);
	for (u32 i = m->n; i-- > m->n - n; ) {
		struct value v = m->entries[i].value;

		sb_reset(&label);
		sb_reset(&value);
		svg_put_keys(&label, m, &m->entries[i], 0);
		value_divide(&v, m->div);
		b.is_red = m->is_diff && v.items[2].kind == V_UINT;
		if (HAS_MERGE && m->is_diff)
			put_difference(&value, &v);
		else
			flat_value(&value, &v);
		put_bar(&b, &label, &value, bar_length(m, &m->entries[i].value));
	}
	svg_put_more(out, m, b.y);
	sb_puts(out, "</svg>\n");
	sb_free(&label);
	sb_free(&value);
}

/* ---- the output ---- */

static bool has_stack(const struct map_view *m)
{
	for (u32 i = 0; i < flat_keys(m); i++)
		if (flat_key(&m->entries->key, i)->kind == V_STACK)
			return true;
	return false;
}

static void svg_map(struct strbuf *out, const struct map_view *m)
{
	u8 kind = m->n ? m->entries->value.kind : V_NONE;

	if (!m->n)
		return;
	page_begin(out, m->title);
	if (has_stack(m) && (m->is_diff || flat_is_number(&m->entries->value) || kind == V_HIST ||
			     kind == V_STATS))
		put_flame(out, m);
	else if (svg_is_heat(m))
		svg_put_heat(out, m);
	else if (kind == V_HIST)
		put_hists(out, m);
	else
		put_bars(out, m);
}

static void svg_end(struct strbuf *out)
{
	if (!out->n) {
		svg_begin_chart(out, "b", text_of(T_EMPTY_CHART), 32);
		sb_puts(out, "</svg>\n");
	}
	sb_puts(out, text_of(T_SVG_SCRIPT));
	sb_puts(out, "</svg>\n");
}

const struct output output_svg = {
	.name = "svg",
	.is_document = true, .diff = DIFF_ALL,
	.map = svg_map,
	.end = svg_end,
};
