/* SPDX-License-Identifier: GPL-2.0-or-later */
/* records.c - see records.h. */
#include "run/records.h"

#include <errno.h>
#include <string.h>

#include "base/print.h"
#include "base/text.h"
#include "kernel/sysbpf.h"
#include "run/events.h"
#include "run/session.h"

static int on_record(void *arg, const void *data, u32 len, u32 room)
{
	struct session *s = arg;
	const struct action *a;
	int more;
	u32 id;

	s->any_records = true;
	memcpy(&id, data, 4);
	if (id >= s->image->actions.n)
		return 0;
	a = s->image->actions.v[id];
	if (len < a->record->size)
		return 0;
	s->room = room;
	if (s->outlet.is_stalled && !a->acts) {
		a->prog->unshown++;
		return s->stop ? ~0 : 0;
	}
	more = a->handle(s, a, data);
	if (s->outlet.text.n > s->outlet.most || a->acts) {
		if (s->outlet.text.n > s->outlet.most)
			outlet_flush(s);
		pace_breathe(s);
	}
	return s->stop || s->pace.turn_is_over || outlet_holds_back(s) ? ~more : more;
}

static int drop_record(void *arg, const void *data, u32 len, u32 room)
{
	(void)arg, (void)data;
	(void)len, (void)room;
	return 0;
}

static void take_records(struct session *s)
{
	u64 began = pace_now();

	s->pace.turn_is_over = false;
	s->pace.turn_ends = 0;
	if (s->outlet.is_stalled)
		outlet_flush(s);
	if (s->events && !outlet_holds_back(s))
		events_drain(s->events, s->discards ? drop_record : on_record, s);
	if (!s->pace.turn_is_over && !s->stop && !s->outlet.is_stalled)
		timeline_taken(s, began);
}

/* After exit() no records are shown.  If something else ended the session, show_end() shows the
 * rest. */
void records_drain(struct session *s)
{
	if (!s->stop)
		take_records(s);
	mappings_drain(s);
	outlet_flush(s);
}

void records_drain_all(struct session *s)
{
	do
		records_drain(s);
	while (s->pace.turn_is_over && !s->stop);
}

void records_drop(struct session *s)
{
	if (s->events)
		events_drain(s->events, drop_record, s);
}

/* ---- programs the session runs ---- */

/* Runs one part once.  Returns a PART_*, which is PART_RETURN if it can't be run. */
static u32 run_part(struct session *s, const struct prog *p)
{
	u64 ctx[1] = { 0 };
	u32 ret = 0;
	int err = sysbpf_test_run(p->fd, ctx, 1, &ret);

	if (err) {
		print_error("%s could not be run: %s", p->provider->name,
			err == -EOPNOTSUPP || err == -EINVAL ?
			text_of(T_NOT_ON_DEMAND) : error_text(err));
		return PART_RETURN;
	}
	take_records(s);
	return s->stop ? PART_RETURN : ret;
}

/* Runs the body of a loop over a map, once for each entry that the map has now. */
static u32 run_loop(struct session *s, const struct prog *p)
{
	u32 n, size = p->loop.entry->size, ret = PART_NEXT;
	u8 *entries;
	int err = mapread_tuples(&s->maps, p->loop.over, p->loop.entry, &entries, &n);

	if (err) {
		print_error("reading @%s: %s", p->loop.over->name, error_text(err));
		return PART_RETURN;
	}
	for (u32 i = 0; i < n && ret == PART_NEXT; i++) {
		memcpy(s->maps.vars + p->loop.entry_off, entries + (size_t)i * size, size);
		ret = run_part(s, p);
	}
	mem_free(entries);
	return ret == PART_BREAK ? PART_NEXT : ret;
}

void records_run(struct session *s, const struct prog *p)
{
	u32 ret = PART_NEXT;

	for (; p && ret == PART_NEXT; p = p->next_part)
		ret = p->loop.over ? run_loop(s, p) : run_part(s, p);
	records_drain(s);
}

void records_run_all(struct session *s, enum run when)
{
	for (size_t i = 0; i < s->image->progs.n && !s->stop; i++)
		if (s->image->progs.v[i]->provider->runs == when)
			records_run(s, s->image->progs.v[i]);
}
