/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * openmetrics.c - Prometheus's text format, with the "# EOF" of OpenMetrics.
 *
 *	count(), sum() of unsigned	counter awl_NAME_total
 *	hist(), lhist()			histogram awl_NAME; it has no sum
 *	stats()				summary awl_NAME: its count and sum
 *	other numbers			gauge awl_NAME
 *	anything else			gauge awl_NAME_info: 1, with the text as label `value`
 *
 * A reader refuses all files if a sample occurs twice.  Two stacks with the same text would make
 * the same sample, so the second one gets another label.  Maps with the same name in two runs
 * would do so too.  So all samples have a label `script` with the name of the output file.
 */
#include "output/output.h"

#include <string.h>

#include "base/escape.h"
#include "base/hash.h"
#include "output/flat.h"
#include "show/render.h"

struct family {
	struct strbuf *out;
	const struct map_view *map;
	const char *name;
	struct strbuf labels;		/* of the current entry: key="x",… */
	struct hash seen;
	struct arena arena;		/* owns the contents of seen */
};

static void put_special(struct strbuf *out, u8 c)
{
	if (c == '\n' || c == '"' || c == '\\')
		sb_putc(out, '\\');
	if (c == '\n')
		sb_putc(out, 'n');
	else
		escape_latin(out, c);
}

static void put_label(struct strbuf *out, const char *name, const char *s, size_t n)
{
	if (out->n && out->s[out->n - 1] != '{')
		sb_putc(out, ',');
	sb_puts(out, name);
	sb_puts(out, "=\"");
	escape_text(out, s, n, "\"\\", put_special);
	sb_putc(out, '"');
}

static void put_value_label(struct strbuf *out, const char *name, const struct value *v)
{
	struct strbuf text = { 0 };

	flat_value(&text, v);
	put_label(out, name, sb_str(&text), text.n);
	sb_free(&text);
}

/* Sets the labels of an entry, which must be unique in a family. */
static void set_labels(struct family *f, const struct entry *e)
{
	struct strbuf name = { 0 };
	char *key;

	sb_reset(&f->labels);
	put_label(&f->labels, "script", f->map->source, strlen(f->map->source));
	for (u32 i = 0; i < flat_keys(f->map); i++) {
		sb_reset(&name);
		flat_key_name(&name, f->map, i);
		put_value_label(&f->labels, name.s, flat_key(&e->key, i));
	}
	key = arena_strndup(&f->arena, sb_str(&f->labels), f->labels.n);
	if (hash_put(&f->seen, key, f->labels.n, f))
		sb_printf(&f->labels, ",entry=\"%u\"", (u32)(e - f->map->entries));
	sb_free(&name);
}

/* NAME SUFFIX {labels,more="…"} */
static void put_sample(struct family *f, const char *suffix, const char *more, u64 u,
		       bool is_signed)
{
	struct strbuf *out = f->out;

	sb_puts(out, f->name);
	sb_puts(out, suffix);
	sb_putc(out, '{');
	sb_puts(out, f->labels.s);
	if (*more)
		sb_putc(out, ',');
	sb_puts(out, more);
	sb_puts(out, "} ");
	render_number(out, u, is_signed);
	sb_putc(out, '\n');
}

/* Buckets are cumulative and include their upper bound. */
static void put_hist(struct family *f, const struct value *v)
{
	struct strbuf le = { 0 };
	u64 sum = 0;

	for (u32 i = 0; i < v->n; i++) {
		const struct bucket *b = &v->buckets[i];

		sum += b->count;
		if (b->open_hi)
			break;
		sb_reset(&le);
		sb_puts(&le, "le=\"");
		render_number(&le, (u64)b->hi - 1, !b->is_unsigned);
		sb_putc(&le, '"');
		put_sample(f, "_bucket", le.s, sum, false);
	}
	put_sample(f, "_bucket", "le=\"+Inf\"", sum, false);
	put_sample(f, "_count", "", sum, false);
	sb_free(&le);
}

static void put_entry(struct family *f, const struct value *v)
{
	struct strbuf info = { 0 };

	if (v->kind == V_HIST) {
		put_hist(f, v);
	} else if (v->kind == V_STATS) {
		put_sample(f, "_sum", "", v->total, v->is_signed);
		put_sample(f, "_count", "", v->count, false);
	} else if (flat_is_number(v)) {
		put_sample(f, "", "", v->u,
			   v->kind == V_INT || v->kind == V_ENUM || v->is_signed);
	} else {
		put_value_label(&info, "value", v);
		put_sample(f, "", info.s, 1, false);
	}
	sb_free(&info);
}

static const char *type_of(const struct map_view *m, const char **suffix)
{
	const struct value *v = &m->entries->value;

	*suffix = "";
	if (v->kind == V_HIST)
		return "histogram";
	if (v->kind == V_STATS)
		return "summary";
	if (m->only_grows)
		*suffix = "_total";
	else if (!flat_is_number(v))
		*suffix = "_info";
	return m->only_grows ? "counter" : "gauge";
}

/* The number of lines that start with `begin`. */
static u32 count_lines(const struct strbuf *out, const char *begin)
{
	size_t len = strlen(begin);
	u32 n = 0;

	for (const char *p = out->s; p && *p; p = strchr(p, '\n') + 1)
		n += !strncmp(p, begin, len);
	return n;
}

/* Puts "# TYPE name type", with a unique name. */
static void put_type(struct family *f)
{
	const char *suffix, *type = type_of(f->map, &suffix), *name = f->map->name;
	struct strbuf *line = &f->labels;
	size_t start = sizeof("# TYPE ") - 1;

	sb_printf(line, "# TYPE awl_%s%s ", name[1] ? name + 1 : "map", suffix);
	while (count_lines(f->out, line->s)) {
		line->s[line->n - 1] = '_';
		sb_putc(line, ' ');
	}
	f->name = arena_strndup(&f->arena, line->s + start, line->n - start - 1);
	sb_printf(f->out, "# HELP %s %s of the script\n%s%s\n", f->name, name, line->s, type);
}

static void metrics_map(struct strbuf *out, const struct map_view *m)
{
	struct family f = { .out = out, .map = m };

	if (!m->n)
		return;
	put_type(&f);
	for (u32 i = 0; i < m->n; i++) {
		set_labels(&f, &m->entries[i]);
		put_entry(&f, &m->entries[i].value);
	}
	hash_free(&f.seen);
	arena_free(&f.arena);
	sb_free(&f.labels);
}

static void metrics_loss(struct strbuf *out, const struct loss *l)
{
	struct strbuf sample = { 0 };
	u32 twice;

	if (!count_lines(out, "awl_lost_total{"))
		sb_puts(out, "# HELP awl_lost_total What was lost, see awl(1)\n"
			"# TYPE awl_lost_total counter\n");
	sb_puts(&sample, "awl_lost_total{");
	put_label(&sample, "script", l->source, strlen(l->source));
	put_label(&sample, "what", l->what, strlen(l->what));
	put_label(&sample, "where", l->where, strlen(l->where));
	twice = count_lines(out, sample.s);
	if (twice)
		sb_printf(&sample, ",clause=\"%u\"", twice + 1);
	sb_puts(out, sample.s);
	sb_printf(out, "} %llu\n", (unsigned long long)l->count);
	sb_free(&sample);
}

static void metrics_end(struct strbuf *out)
{
	sb_puts(out, "# EOF\n");
}

const struct output output_openmetrics = {
	.name = "openmetrics", .extension = "prom",
	.is_document = true, .period = 10, .tells_zeros = true,
	.map = metrics_map,
	.loss = metrics_loss,
	.end = metrics_end,
};
