/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * json.c - one JSON object a line.
 *
 * The text has blanks after ':' and between the members of an object, but not between the
 * elements of an array.  An integer that a double can't represent exactly is a string, because
 * most readers would silently round it.  Bytes that are not UTF-8 become the characters U+0080
 * to U+00FF of their values, so that different names stay different.
 */
#include "output/json.h"

#include <string.h>

#include "base/escape.h"
#include "output/flat.h"
#include "show/render.h"

static void put_text(struct strbuf *out, const char *s)
{
	escape_json(out, s, strlen(s));
}

/* {"type": "TYPE", "data":  */
static void begin(struct strbuf *out, const char *type)
{
	sb_puts(out, "{\"type\": \"");
	sb_puts(out, type);
	sb_puts(out, "\", \"data\": ");
}

static bool is_exact(u64 magnitude)
{
	return !magnitude || magnitude >> __builtin_ctzll(magnitude) < 1ull << 53;
}

static void put_int(struct strbuf *out, u64 u, bool is_signed)
{
	bool negative = is_signed && (s64)u < 0;
	bool exact = is_exact(negative ? 0 - u : u);

	if (!exact)
		sb_putc(out, '"');
	if (negative)
		render_int(out, (s64)u);
	else
		render_uint(out, u);
	if (!exact)
		sb_putc(out, '"');
}

static void put_name(struct strbuf *out, const char *name)
{
	put_text(out, name);
	sb_put(out, ": ", 2);
}

static void put_array(struct strbuf *out, const struct value *v)
{
	sb_putc(out, '[');
	for (u32 i = 0; i < v->n; i++) {
		if (i)
			sb_putc(out, ',');
		json_put_value(out, &v->items[i]);
	}
	sb_putc(out, ']');
}

static void put_record(struct strbuf *out, const struct value *v)
{
	sb_putc(out, '{');
	for (u32 i = 0; i < v->n; i++) {
		if (i)
			sb_put(out, ", ", 2);
		put_name(out, v->names[i]);
		json_put_value(out, &v->items[i]);
	}
	sb_putc(out, '}');
}

static void put_bytes(struct strbuf *out, const struct value *v)
{
	sb_putc(out, '[');
	for (u32 i = 0; i < v->len; i++) {
		if (i)
			sb_putc(out, ',');
		render_uint(out, (u8)v->s[i]);
	}
	sb_putc(out, ']');
}

static void put_stats(struct strbuf *out, const struct value *v)
{
	sb_puts(out, "{\"count\": ");
	put_int(out, v->count, false);
	sb_puts(out, ", \"average\": ");
	put_int(out, v->u, v->is_signed);
	sb_puts(out, ", \"total\": ");
	put_int(out, v->total, v->is_signed);
	sb_putc(out, '}');
}

static void put_bucket(struct strbuf *out, const struct bucket *b, u64 div)
{
	sb_putc(out, '{');
	if (!b->open_lo) {
		sb_puts(out, "\"min\": ");
		put_int(out, (u64)b->lo, !b->is_unsigned);
		sb_put(out, ", ", 2);
	}
	if (!b->open_hi) {
		sb_puts(out, "\"max\": ");
		put_int(out, (u64)b->hi - 1, !b->is_unsigned);
		sb_put(out, ", ", 2);
	}
	sb_puts(out, "\"count\": ");
	put_int(out, b->count / div, false);
	sb_putc(out, '}');
}

static void put_hist(struct strbuf *out, const struct value *v, u64 div)
{
	sb_putc(out, '[');
	for (u32 i = 0; i < v->n; i++) {
		if (i)
			sb_putc(out, ',');
		put_bucket(out, &v->buckets[i], div ? div : 1);
	}
	sb_putc(out, ']');
}

static void put_series(struct strbuf *out, const struct value *v)
{
	sb_putc(out, '[');
	for (u32 i = 0; i < v->n; i++) {
		sb_puts(out, i ? ",{\"interval_start\":\"" : "{\"interval_start\":\"");
		render_moment(out, v->buckets[i].lo, true, 1);
		sb_puts(out, "\",\"value\":");
		if (v->buckets[i].count)
			put_int(out, (u64)v->buckets[i].hi, v->is_signed);
		else
			sb_puts(out, "null");
		sb_putc(out, '}');
	}
	sb_putc(out, ']');
}

/* Puts a value as a JSON string: rendered, then escaped. */
static void put_rendered(struct strbuf *out, const struct value *v)
{
	struct strbuf sb = { 0 };

	render_value(&sb, v);
	escape_json(out, sb_str(&sb), sb.n);
	sb_free(&sb);
}

void json_put_text(struct strbuf *out, const struct value *v)
{
	if (v->kind == V_STR)
		escape_json(out, v->s, v->len);
	else
		put_rendered(out, v);
}

void json_put_value(struct strbuf *out, const struct value *v)
{
	switch ((enum value_kind)v->kind) {
	case V_INT:
	case V_ENUM:
		put_int(out, v->u, true);
		break;
	case V_UINT:
	case V_ADDR:
		put_int(out, v->u, false);
		break;
	case V_AVG:
		put_int(out, v->u, v->is_signed);
		break;
	case V_BOOL:
		sb_puts(out, v->u ? "true" : "false");
		break;
	case V_STR:
		escape_json(out, v->s, v->len);
		break;
	case V_BYTES:
		put_bytes(out, v);
		break;
	case V_SYM:
	case V_STACK:
		put_rendered(out, v);
		break;
	case V_ARRAY:
	case V_TUPLE:
		put_array(out, v);
		break;
	case V_RECORD:
		put_record(out, v);
		break;
	case V_STATS:
		put_stats(out, v);
		break;
	case V_HIST:
		put_hist(out, v, 1);
		break;
	case V_SERIES:
		put_series(out, v);
		break;
	case V_NONE:
	case V_KINDS:
		sb_puts(out, "null");
		break;
	}
}

static void drop_blanks(struct strbuf *sb)
{
	size_t to = 0;

	for (size_t i = 0; i < sb->n; i++)
		if (sb->s[i] != ' ')
			sb->s[to++] = sb->s[i];
	sb->n = to;
}

/* Several keys are joined by commas, without blanks; a single key is unchanged. */
static void put_key(struct strbuf *out, const struct value *key, struct strbuf *tmp)
{
	const struct value *inner = key;

	while (inner->kind == V_TUPLE && inner->n == 1)
		inner = inner->items;
	sb_reset(tmp);
	render_key(tmp, key);
	if (inner->kind == V_TUPLE)
		drop_blanks(tmp);
	escape_json(out, sb_str(tmp), tmp->n);
}

static void put_map_value(struct strbuf *out, const struct value *v, u64 div)
{
	struct value copy = *v;

	if (v->kind == V_HIST) {
		put_hist(out, v, div);
		return;
	}
	value_divide(&copy, div);
	json_put_value(out, &copy);
}

static const char *map_type(const struct map_view *m)
{
	u8 kind = m->n ? m->entries->value.kind : V_NONE;

	if (kind == V_HIST)
		return "hist";
	if (kind == V_SERIES)
		return "tseries";
	return kind == V_STATS || kind == V_AVG ? "stats" : "map";
}

static void put_entries(struct strbuf *out, const struct map_view *m)
{
	struct strbuf tmp = { 0 };

	sb_putc(out, '{');
	for (u32 i = 0; i < m->n; i++) {
		if (i)
			sb_put(out, ", ", 2);
		put_key(out, &m->entries[i].key, &tmp);
		sb_put(out, ": ", 2);
		put_map_value(out, &m->entries[i].value, m->div);
	}
	sb_putc(out, '}');
	sb_free(&tmp);
}

void json_put_map(struct strbuf *out, const struct map_view *m)
{
	sb_putc(out, '{');
	put_name(out, m->name);
	if (m->keyed)
		put_entries(out, m);
	else if (m->n)
		put_map_value(out, &m->entries->value, m->div);
	else
		sb_putc(out, '0');
	sb_putc(out, '}');
}

static void json_map(struct strbuf *out, const struct map_view *m)
{
	if (m->keyed && !m->n)
		return;
	begin(out, map_type(m));
	json_put_map(out, m);
	sb_puts(out, "}\n");
}

static void json_attached(struct strbuf *out, u32 probes)
{
	sb_printf(out, "{\"type\": \"attached_probes\", \"count\": %u, "
		  "\"data\": {\"probes\": %u}}\n", probes, probes);
}

static void json_text(struct strbuf *out, enum out_text kind, const char *s, size_t len)
{
	static const char *const types[] = {
		[OUT_PRINTF] = "printf", [OUT_TIME] = "time", [OUT_JOIN] = "join",
		[OUT_CAT] = "cat", [OUT_SYSTEM] = "syscall",
	};

	begin(out, types[kind]);
	escape_json(out, s, len);
	sb_puts(out, "}\n");
}

static void json_value(struct strbuf *out, const struct value *v)
{
	begin(out, "value");
	json_put_value(out, v);
	sb_puts(out, "}\n");
}

static void json_failure(struct strbuf *out, const struct failure *f)
{
	sb_puts(out, "{\"type\": \"helper_error\", \"msg\": ");
	put_text(out, f->reason);
	sb_puts(out, ", \"helper\": ");
	put_text(out, f->helper);
	sb_printf(out, ", \"retcode\": %d, \"filename\": ", (int)f->retcode);
	put_text(out, f->file);
	sb_printf(out, ", \"line\": %u, \"col\": %u}\n", f->line, f->col);
}

static void json_bench(struct strbuf *out, u32 i, const char *name, u64 ns, u64 runs)
{
	(void)i;
	begin(out, "benchmark_result");
	sb_putc(out, '{');
	put_name(out, name);
	sb_puts(out, "{\"average\": ");
	put_int(out, ns, false);
	sb_puts(out, ", \"iters\": ");
	put_int(out, runs, false);
	sb_puts(out, "}}}\n");
}

void json_put_loss(struct strbuf *out, const struct loss *l)
{
	sb_puts(out, "{\"events\": ");
	put_int(out, l->count, false);
	sb_put(out, ", ", 2);
	put_name(out, "what");
	put_text(out, l->what);
	sb_put(out, ", ", 2);
	put_name(out, "where");
	put_text(out, l->where);
	sb_put(out, ", ", 2);
	put_name(out, "cure");
	put_text(out, l->cure);
	sb_putc(out, '}');
}

static void json_loss(struct strbuf *out, const struct loss *l)
{
	begin(out, "lost_events");
	json_put_loss(out, l);
	sb_puts(out, "}\n");
}

const struct output output_json = {
	.name = "json", .diff = DIFF_CHANGES,
	.attached = json_attached,
	.text = json_text,
	.value = json_value,
	.map = json_map,
	.failure = json_failure,
	.bench = json_bench,
	.loss = json_loss,
};
