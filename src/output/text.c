/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.c - the default output, for people and for scripts that read bpftrace's output.  It has a
 * line for each entry, histograms with bars, and a line for each frame of a stack.
 */
#include "output/output.h"

#include <string.h>

#include "show/render.h"

static void text_attached(struct strbuf *out, u32 probes)
{
	sb_printf(out, "Attached %u probe%s\n", probes, probes == 1 ? "" : "s");
}

static void text_text(struct strbuf *out, enum out_text kind, const char *s, size_t len)
{
	(void)kind;
	sb_put(out, s, len);
}

static void text_value(struct strbuf *out, const struct value *v)
{
	render_value(out, v);
	sb_putc(out, '\n');
}

static void text_entry(struct strbuf *out, const struct map_view *m, const struct entry *e)
{
	struct value v = e->value;

	render_name(out, m->name);
	if (m->keyed) {
		sb_putc(out, '[');
		render_key(out, &e->key);
		sb_putc(out, ']');
	}
	sb_put(out, ": ", 2);
	if (v.kind == V_HIST || v.kind == V_SERIES)
		out->s[out->n - 1] = '\n';
	if (v.kind == V_HIST) {
		render_hist(out, &v, m->div);
	} else {
		value_divide(&v, m->div);
		render_value(out, &v);
	}
	sb_putc(out, '\n');
}

static void text_map(struct strbuf *out, const struct map_view *m)
{
	if (!m->n && !m->keyed)
		sb_printf(out, "%s: 0\n", m->name);
	for (u32 i = 0; i < m->n; i++)
		text_entry(out, m, &m->entries[i]);
}

static void text_loss(struct strbuf *out, const struct loss *l)
{
	if (!strcmp(l->what, "modules")) {	/* count is 1, where is the module's name */
		sb_printf(out, "Module '%s' was %s\n", l->where, l->cure);
		return;
	}
	sb_printf(out, "Lost %llu %s", (unsigned long long)l->count, l->what);
	if (*l->where)
		sb_printf(out, " (%s)", l->where);
	if (*l->cure)
		sb_printf(out, ": %s", l->cure);
	sb_putc(out, '\n');
}

static void text_bench(struct strbuf *out, u32 i, const char *name, u64 ns, u64 runs)
{
	if (!i) {
		sb_printf(out, "%-40s %-14s %s\n", "Benchmark", "Time(ns)", "Iterations");
		for (u32 n = 0; n < 66; n++)
			sb_putc(out, '-');
		sb_putc(out, '\n');
	}
	sb_printf(out, "%-40s %-14llu %llu\n", name, (unsigned long long)ns,
		  (unsigned long long)runs);
}

static void text_before_final(struct strbuf *out)
{
	sb_put(out, "\n\n", 2);
}

const struct output output_text = {
	.name = "text", .extension = "txt",
	.is_text = true, .has_looks = true, .maps_in_parts = true, .diff = DIFF_CHANGES,
	.attached = text_attached,
	.text = text_text,
	.value = text_value,
	.map = text_map,
	.bench = text_bench,
	.loss = text_loss,
	.before_final = text_before_final,
};
