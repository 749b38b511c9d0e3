/* SPDX-License-Identifier: GPL-2.0-or-later */
/* moments.c - see moments.h. */
#include "run/moments.h"

#include <string.h>

#include "run/events.h"
#include "run/session.h"
#include "run/showmap.h"
#include "show/render.h"

struct track {
	u32 group, id;
	bool is_named;		/* the output has its name */
	struct strbuf names;	/* of the slices that have begun and not ended */
	VEC(size_t) open;	/* where these begin */
};

/* What a record says. */
struct said {
	enum moment_kind kind;
	struct value *track, *name, *fields;	/* name: NULL if it has none */
	const char *const *names;		/* of the fields */
	u32 n_track, n;
};

static struct said decode(struct session *s, const struct action *a, const void *record)
{
	struct value *v = decode_record(s, a, record);
	u32 first = 1 + (u32)a->arg[1];
	struct said d = { .kind = (enum moment_kind)a->arg[0], .track = v + 1,
			  .n_track = (u32)a->arg[1] };

	if (d.kind == MOMENT_BEGIN || d.kind == MOMENT_INSTANT)
		d.name = v + first++;
	d.fields = v + first;
	d.names = a->columns + first;
	d.n = a->record->count - 1 - first;
	if (d.n == 1 && d.fields->kind == V_RECORD) {
		d.n = d.fields->n;
		d.names = d.fields->names;
		d.fields = d.fields->items;
	}
	return d;
}

static struct value text_value(const char *s, size_t n)
{
	return (struct value){ .kind = V_STR, .s = s, .len = (u32)n };
}

static u64 since_start(const struct session *s, u64 ns)
{
	u64 start;

	memcpy(&start, s->maps.vars + VARS_START, 8);
	return ns > start ? ns - start : 0;
}

/* The parts of a track with blanks between.  Returns how much of it names the group. */
static size_t put_track(struct strbuf *out, const struct said *d)
{
	size_t group = 0;

	for (u32 i = 0; i < d->n_track; i++) {
		if (i) {
			group = out->n;
			sb_putc(out, ' ');
		}
		render_value(out, &d->track[i]);
	}
	return group;
}

/* ---- for timelines ---- */

static void put(struct session *s, struct moment *m, u64 ns)
{
	struct timeline *t = &s->timeline;

	m->ns = since_start(s, ns);
	t->late += ns < t->written;
	if (ns > t->written)
		t->written = ns;
	s->output->moment(&s->outlet.text, m);
}

/* Puts the name of a group. */
static void name_group(struct session *s, const struct track *group, const char *name, size_t n)
{
	struct value v = text_value(name, n);
	struct moment m = { .kind = MOMENT_GROUP, .group = group->group, .name = &v };

	put(s, &m, s->timeline.written);
}

/* Puts the name of a track, once.  If it ends in a number, tracks are shown in that order. */
static void name_track(struct session *s, struct track *tr, const struct said *d,
		       const struct value *name)
{
	static const char *const names[] = { "order" };
	struct moment m = { .kind = MOMENT_TRACK, .group = tr->group, .track = tr->id,
			    .name = name, .names = names, .fields = d->track + d->n_track - 1 };

	m.n = m.fields->kind == V_INT || m.fields->kind == V_UINT;
	if (!tr->is_named)
		put(s, &m, s->timeline.written);
	tr->is_named = true;
}

static u32 group_of(struct session *s, const char *name, size_t n)
{
	struct timeline *t = &s->timeline;
	struct track *group = hash_get(&t->groups, name, n);

	if (group)
		return group->group;
	group = arena_new(&t->arena, struct track);
	group->group = (u32)t->groups.n + 1;
	hash_put(&t->groups, arena_strndup(&t->arena, name, n), n, group);
	name_group(s, group, name, n);
	return group->group;
}

static struct track *track_of(struct session *s, const struct said *d)
{
	struct timeline *t = &s->timeline;
	struct strbuf *text = &t->text;
	struct track *tr;
	size_t group;

	sb_reset(text);
	group = put_track(text, d);
	tr = hash_get(&t->tracks, sb_str(text), text->n);
	if (tr)
		return tr;
	tr = arena_new(&t->arena, struct track);
	tr->group = d->n_track > 1 ? group_of(s, text->s, group) : group_of(s, "awl", 3);
	tr->id = (u32)t->all.n + 1;
	vec_push(&t->all, tr);
	hash_put(&t->tracks, arena_strndup(&t->arena, sb_str(text), text->n), text->n, tr);
	return tr;
}

/* Notes that a slice begins. */
static void open_slice(struct track *tr, const struct value *name)
{
	vec_push(&tr->open, tr->names.n);
	render_value(&tr->names, name);
}

/*
 * Puts the end of the slice that began last, with its name: speedscope ignores ends without one.
 * If there is none, the slice began before the session, or its begin was lost.
 */
static void close_slice(struct session *s, struct track *tr, struct moment *m, u64 ns)
{
	size_t at;
	struct value name;

	if (!tr->open.n) {
		s->timeline.strays++;
		return;
	}
	at = tr->open.v[--tr->open.n];
	name = text_value(sb_str(&tr->names) + at, tr->names.n - at);
	m->name = &name;
	put(s, m, ns);
	tr->names.n = at;
}

void moments_write(struct session *s, const struct action *a, const void *record, u64 ns)
{
	struct said d = decode(s, a, record);
	struct track *tr = track_of(s, &d);
	struct moment m = { .kind = d.kind, .group = tr->group, .track = tr->id,
			    .name = d.name, .names = d.names, .fields = d.fields, .n = d.n };
	struct value name = text_value(sb_str(&s->timeline.text), s->timeline.text.n);

	if (d.kind == MOMENT_COUNTER)
		m.name = &name;
	else
		name_track(s, tr, &d, &name);
	if (d.kind == MOMENT_BEGIN)
		open_slice(tr, d.name);
	if (d.kind == MOMENT_END)
		close_slice(s, tr, &m, ns);
	else
		put(s, &m, ns);
}

/* Ends all slices that are open, with a field that says why. */
static void cut(struct session *s, u64 ns, const char *why)
{
	static const char *const names[] = { "cut" };
	struct value field = text_value(why, strlen(why));

	for (size_t i = 0; i < s->timeline.all.n; i++) {
		struct track *tr = s->timeline.all.v[i];
		struct moment m = { .kind = MOMENT_END, .group = tr->group, .track = tr->id,
				    .names = names, .fields = &field, .n = 1 };

		while (tr->open.n)
			close_slice(s, tr, &m, ns);
	}
}

void moments_close(struct session *s)
{
	struct timeline *t = &s->timeline;

	for (size_t i = 0; i < t->all.n; i++) {
		sb_free(&t->all.v[i]->names);
		vec_free(&t->all.v[i]->open);
	}
	sb_free(&t->text);
	hash_free(&t->groups);
	hash_free(&t->tracks);
	vec_free(&t->all);
	arena_free(&t->arena);
}

u64 moments_lost(struct session *s)
{
	u64 n = s->events ? events_lost(s->events) : 0;

	for (size_t i = 0; i < s->image->progs.n; i++)
		for (const struct prog *p = s->image->progs.v[i]; p; p = p->joined) {
			n += p->unshown;
			if (!p->repeats)
				n += mapread_counter(&s->maps, p->lost_off);
		}
	return n;
}

void moments_write_loss(struct session *s, u64 ns)
{
	static const char *const names[] = { "records" };
	u64 lost = moments_lost(s);
	struct value name = text_value("records were lost", 17);
	struct value count = { .kind = V_UINT, .u = lost - s->timeline.lost };
	struct moment m = { .kind = MOMENT_NOTE, .name = &name, .names = names,
			    .fields = &count, .n = 1 };

	s->timeline.lost = lost;
	put(s, &m, ns);
	cut(s, ns, "records were lost");
}

void moments_write_end(struct session *s)
{
	static const char *const names[] = { "ends without a begin", "moments out of order" };
	struct timeline *t = &s->timeline;
	struct value name = text_value("the trace ends", 14);
	struct value counts[] = { { .kind = V_UINT, .u = t->strays },
				  { .kind = V_UINT, .u = t->late } };
	struct moment m = { .kind = MOMENT_NOTE, .name = &name, .names = names,
			    .fields = counts, .n = 2 };

	if (t->stopped < t->written)
		t->stopped = t->written;
	cut(s, t->stopped, "the trace ended");
	put(s, &m, t->stopped);
}

/* ---- for other formats ---- */

static const char *const words[] = { "begin", "end", "instant", "counter" };
static const char *const columns[] = { "ns", "event", "track", "name", "args" };
static const char header[] = "            TIME EVENT   TRACK            NAME\n";

static void show_header(struct session *s)
{
	if (s->row_header == header)
		return;
	s->row_header = header;
	if (s->output->row)
		s->output->row(&s->outlet.text, columns, ARRAY_SIZE(columns), NULL);
	else
		outlet_text(s, OUT_PRINTF, header, strlen(header));
}

/* "     0.012000345 begin   CPU 3            name field=1" */
static void show_line(struct session *s, const struct said *d, u64 ns, const char *track)
{
	struct strbuf *out = outlet_text_begin(s);

	sb_printf(out, d->name || d->n ? "%6llu.%09llu %-7s %-16s" : "%6llu.%09llu %-7s %s",
		  (unsigned long long)ns / 1000000000, (unsigned long long)ns % 1000000000,
		  words[d->kind], track);
	if (d->name) {
		sb_putc(out, ' ');
		render_value(out, d->name);
	}
	for (u32 i = 0; i < d->n; i++) {
		sb_printf(out, " %s=", d->names[i]);
		render_value(out, &d->fields[i]);
	}
	sb_putc(out, '\n');
	outlet_text_end(s, OUT_PRINTF);
}

void moments_show(struct session *s, const struct action *a, const void *record, u64 ns)
{
	struct said d = decode(s, a, record);
	struct strbuf track = { 0 };
	struct value v[] = {
		{ .kind = V_UINT, .u = since_start(s, ns) },
		text_value(words[d.kind], strlen(words[d.kind])), { 0 }, { 0 },
		{ .kind = V_RECORD, .n = d.n, .items = d.fields, .names = d.names },
	};
	struct value row = { .kind = V_RECORD, .n = ARRAY_SIZE(v), .items = v, .names = columns };

	put_track(&track, &d);
	v[2] = text_value(sb_str(&track), track.n);
	if (d.name)
		v[3] = *d.name;
	if (!d.n)
		v[4].kind = V_NONE;
	if (s->output->row || s->output->is_text)
		show_header(s);
	if (s->output->row)
		s->output->row(&s->outlet.text, columns, row.n, v);
	else if (s->output->is_text)
		show_line(s, &d, v[0].u, sb_str(&track));
	else
		showmap_value(s, &row);
	sb_free(&track);
}
