/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * timeline.c - slices, instants and counters in the Trace Event Format, which Perfetto's UI,
 * chrome://tracing, speedscope and Trace Compass open.
 *
 * It is a JSON array with an event on each line, written as they come.  A reader takes an array
 * without its end, too, so the file is of use even if the machine stops.  Groups are processes,
 * tracks are threads, their numbers are made up.  Times are in microseconds with three decimal
 * places.  What the format has no event for is metadata, which viewers ignore.
 *
 * The format: "Trace Event Format" by Nat Duca and Dan Sinclair (Google, 2016).
 */
#include "output/output.h"

#include <string.h>

#include "base/escape.h"
#include "output/json.h"
#include "show/render.h"

/* Starts an event that is not the first. */
static void put_start(struct strbuf *out, const char *phase, u32 group, u32 track)
{
	sb_printf(out, ",\n{\"ph\":\"%s\",\"pid\":%u,\"tid\":%u", phase, group, track);
}

static void put_name(struct strbuf *out, const char *name)
{
	sb_puts(out, ",\"name\":");
	escape_json(out, name, strlen(name));
}

static void put_fields(struct strbuf *out, const struct moment *m)
{
	struct value fields = { .kind = V_RECORD, .n = m->n, .names = m->names,
				.items = (struct value *)m->fields };

	if (m->n) {
		sb_puts(out, ",\"args\":");
		json_put_value(out, &fields);
	}
	sb_putc(out, '}');
}

/* Viewers draw numbers only: a bool is 0 or 1, and a large number isn't put in quotes. */
static void put_counts(struct strbuf *out, const struct moment *m)
{
	sb_puts(out, ",\"args\":{");
	for (u32 i = 0; i < m->n; i++) {
		const struct value *v = &m->fields[i];

		if (i)
			sb_putc(out, ',');
		escape_json(out, m->names[i], strlen(m->names[i]));
		sb_putc(out, ':');
		render_number(out, v->u, v->kind == V_INT || v->kind == V_ENUM || v->is_signed);
	}
	sb_puts(out, "}}");
}

static void put_naming(struct strbuf *out, const struct moment *m)
{
	put_start(out, "M", m->group, m->track);
	put_name(out, m->kind == MOMENT_GROUP ? "process_name" : "thread_name");
	sb_puts(out, ",\"args\":{\"name\":");
	json_put_text(out, m->name);
	sb_puts(out, "}}");
	if (!m->n)
		return;
	put_start(out, "M", m->group, m->track);
	put_name(out, "thread_sort_index");
	sb_puts(out, ",\"args\":{\"sort_index\":");
	json_put_value(out, m->fields);
	sb_puts(out, "}}");
}

static void timeline_begin(struct strbuf *out)
{
	sb_puts(out, "[\n{\"ph\":\"M\",\"pid\":0,\"tid\":0,\"name\":\"awl\",\"args\":{}}");
}

static void timeline_moment(struct strbuf *out, const struct moment *m)
{
	static const char phases[][2] = {
		[MOMENT_BEGIN] = "B", [MOMENT_END] = "E", [MOMENT_INSTANT] = "i",
		[MOMENT_COUNTER] = "C", [MOMENT_NOTE] = "i",
	};

	if (m->kind == MOMENT_GROUP || m->kind == MOMENT_TRACK) {
		put_naming(out, m);
		return;
	}
	put_start(out, phases[m->kind], m->group, m->track);
	sb_printf(out, ",\"ts\":%llu.%03u", (unsigned long long)m->ns / 1000,
		  (u32)(m->ns % 1000));
	if (m->kind == MOMENT_INSTANT)
		sb_puts(out, ",\"s\":\"t\"");
	if (m->kind == MOMENT_NOTE)
		sb_puts(out, ",\"s\":\"g\"");
	if (m->name) {
		sb_puts(out, ",\"name\":");
		json_put_text(out, m->name);
	}
	if (m->kind == MOMENT_COUNTER)
		put_counts(out, m);
	else
		put_fields(out, m);
}

/* ---- metadata ---- */

static void timeline_map(struct strbuf *out, const struct map_view *m)
{
	if (m->keyed && !m->n)
		return;
	put_start(out, "M", 0, 0);
	put_name(out, "map");
	sb_puts(out, ",\"args\":");
	json_put_map(out, m);
	sb_putc(out, '}');
}

static void timeline_loss(struct strbuf *out, const struct loss *l)
{
	put_start(out, "M", 0, 0);
	put_name(out, "lost");
	sb_puts(out, ",\"args\":");
	json_put_loss(out, l);
	sb_putc(out, '}');
}

static void timeline_end(struct strbuf *out)
{
	sb_puts(out, "\n]\n");
}

const struct output output_timeline = {
	.name = "timeline", .extension = "trace.json",
	.is_stream = true,
	.begin = timeline_begin,
	.moment = timeline_moment,
	.map = timeline_map,
	.loss = timeline_loss,
	.end = timeline_end,
};
