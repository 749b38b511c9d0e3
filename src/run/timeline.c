/* SPDX-License-Identifier: GPL-2.0-or-later */
/* timeline.c - see timeline.h. */
#include "run/timeline.h"

#include <string.h>

#include "base/sort.h"
#include "run/moments.h"
#include "run/session.h"

/*
 * A program reads the time before it sends its record.  In between an interrupt may run.
 */
#define SLACK_NS 10000000
#define HELD_BYTES (4u << 20)	/* with more, the older half is written */

struct held { u64 ns; const struct action *a; size_t at; };

#ifdef NO_TIMELINE
static bool is_on(const struct session *s)
{
	(void)s;
	return false;
}
#else
static bool is_on(const struct session *s)
{
	return s->output->moment;
}
#endif

static u64 time_of(const struct action *a, const void *record)
{
	u64 ns;

	memcpy(&ns, (const u8 *)record + a->record->members[1].off, 8);
	return ns;
}

/* ---- records that wait ---- */

static bool in_time(const void *ctx, const void *a, const void *b)
{
	const struct held *x = a, *y = b;

	(void)ctx;
	return x->ns <= y->ns;
}

/* Removes the first n records. */
static void forget(struct timeline *t, size_t n)
{
	struct strbuf bytes = { 0 };

	for (size_t i = n; i < t->held.n; i++) {
		struct held h = t->held.v[i];
		const char *from = t->bytes.s + h.at;

		h.at = bytes.n;
		sb_put(&bytes, from, ALIGN_UP(h.a->record->size, 8));
		t->held.v[i - n] = h;
	}
	t->held.n -= n;
	sb_free(&t->bytes);
	t->bytes = bytes;
}

/* Writes those before a time. */
static void write_held(struct session *s, u64 before)
{
	struct timeline *t = &s->timeline;
	size_t n = 0;

	sort_array(t->held.v, t->held.n, sizeof(*t->held.v), in_time, NULL);
	while (n < t->held.n && t->held.v[n].ns < before) {
		struct held h = t->held.v[n++];

		moments_write(s, h.a, t->bytes.s + h.at, h.ns);
		if (s->outlet.text.n > s->outlet.most)
			outlet_flush(s);
	}
	if (n)
		forget(t, n);
}

/*
 * Losses are noticed some time after they happen.  When all that came before that time is
 * written, the slices that are open are closed: their ends may be among what was lost.
 */
static void settle(struct session *s, u64 before)
{
	struct timeline *t = &s->timeline;

	if (t->lost_at && t->lost_at < before) {
		write_held(s, t->lost_at);
		moments_write_loss(s, t->lost_at);
		t->lost_at = 0;
	}
	write_held(s, before);
	if (!t->lost_at && moments_lost(s) > t->lost)
		t->lost_at = pace_now();
}

static void hold(struct session *s, const struct action *a, const void *record)
{
	struct timeline *t = &s->timeline;
	struct held h = { time_of(a, record), a, t->bytes.n };
	u32 n = a->record->size;

	sb_put(&t->bytes, record, n);
	sb_pad(&t->bytes, '\0', ALIGN_UP(n, 8) - n);
	vec_push(&t->held, h);
	if (t->bytes.n < HELD_BYTES)
		return;
	sort_array(t->held.v, t->held.n, sizeof(*t->held.v), in_time, NULL);
	settle(s, t->held.v[t->held.n / 2].ns + 1);
}

/* ---- the session's doors ---- */

void timeline_take(struct session *s, const struct action *a, const void *record)
{
	if (is_on(s))
		hold(s, a, record);
	else
		moments_show(s, a, record, time_of(a, record));
}

void timeline_taken(struct session *s, u64 before)
{
	if (is_on(s))
		settle(s, before - SLACK_NS);
}

bool timeline_holds(const struct session *s)
{
	return is_on(s) && s->timeline.held.n;
}

void timeline_begin(struct session *s)
{
	if (is_on(s) && s->output->begin)
		s->output->begin(&s->outlet.text);
}

void timeline_end(struct session *s)
{
	if (!is_on(s))
		return;
	settle(s, UINT64_MAX);
	if (s->timeline.lost_at)
		settle(s, UINT64_MAX);
	moments_write_end(s);
}

void timeline_close(struct session *s)
{
	struct timeline *t = &s->timeline;

	vec_free(&t->held);
	sb_free(&t->bytes);
	moments_close(s);
}
