/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mappings.c - see mappings.h.
 *
 * User addresses are shown as symbols by the mappings of their process, even if that has
 * ended.  Mappings of ended processes are dropped if no map and no waiting record has an
 * address of them, because otherwise they would take more and more memory.
 */
#include "run/mappings.h"

#include <time.h>

#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "kernel/limit.h"
#include "run/events.h"
#include "run/mapread.h"
#include "run/session.h"
#include "run/walktables.h"
#include "symbols/usyms.h"

#define MAPPINGS_PER_CPU 65536u	/* bytes: some 400 records */
#define MAPPINGS_ALL (8u << 20)

static int on_mapping(void *usyms, const void *record, u32 size, u32 room)
{
	(void)room;
	usyms_record(usyms, record, size);
	return 0;
}

void mappings_drain(struct session *s)
{
	u64 since = host_now(CLOCK_MONOTONIC);

	if (s->mappings.events)
		events_drain(s->mappings.events, on_mapping, s->mappings.usyms);
	walktables_update(s->mappings.walk, since);
}

void mappings_watch(struct session *s)
{
	u64 size = (u64)MAPPINGS_PER_CPU * s->image->n_cpus;
	int err;

	if (!s->image->uses_usyms)
		return;
	s->mappings.events = events_open_mappings(size < MAPPINGS_ALL ? size : MAPPINGS_ALL,
						  s->image->walk, &err);
	if (err)
		print_error(TEXT_ARGS(T_SYMBOLS_LOST, limit_error(err)));
	if (!host_proc_is_own())
		print_error("%s", text_of(T_FOREIGN_PROC));
	s->mappings.usyms = usyms_open("/proc", !s->mappings.events);
	if (s->image->mangled)
		usyms_mangled(s->mappings.usyms);
	s->mappings.walk = walktables_open(s);
	if (s->mappings.walk)
		mappings_drain(s);
}

void mappings_close(struct session *s)
{
	walktables_close(s->mappings.walk);
	events_close(s->mappings.events);
	usyms_close(s->mappings.usyms);
}

/* ---- processes that have ended ---- */

static void keep(void *ctx, u32 pid, u64 addr)
{
	struct session *s = ctx;

	(void)addr;
	if (pid)
		usyms_keep(s->mappings.usyms, pid);
}

static void do_nothing(void *ctx)
{
	(void)ctx;
}

static void find_nothing(void *ctx, struct value_sym *sym)
{
	(void)ctx, (void)sym;
}

static bool is_user_address(const struct type *t)
{
	return t->kind == TY_USYM || (t->kind == TY_STACK && t->stack.user);
}

/* Keeps the processes whose addresses the map has.  False if it can't be read, so that all must
 * be kept. */
static bool keep_shown(struct session *s, const struct global *g)
{
	struct value_env env = s->decode.env;
	struct map_rows rows;
	struct entry *entries;
	int err;

	if (g->storage == STORE_NONE ||
	    !(type_any(g->value, is_user_address) ||
	      (g->n_keys && type_any(g->key, is_user_address))))
		return true;
	env.want = keep;
	env.resolve = do_nothing;
	env.lookup = find_nothing;
	arena_reset(&s->decode.arena);
	err = mapread_rows(&s->maps, g, &rows);
	entries = mapread_decode(g, &env, &rows, 0, rows.n);
	if (!err && rows.n)
		value_resolve_entries(&env, entries, rows.n);
	mem_free(entries);
	mem_free(rows.bytes);
	return !err;
}

/*
 * The buffer may still have records of a process that has ended.  So a sweep has two steps: it
 * finds the processes that have ended and, when all records of that moment have been shown, drops
 * the mappings that no map needs.  It doesn't wait for an empty buffer, as there may never be one.
 */
void mappings_forget(struct session *s)
{
	bool complete = true;

	if (!s->mappings.events)
		return;
	if (usyms_has_grown(s->mappings.usyms)) {
		mappings_drain(s);
		usyms_sweep(s->mappings.usyms);
		if (s->events)
			events_mark(s->events);
	}
	if (!usyms_sweeping(s->mappings.usyms) || (s->events && !events_passed(s->events)))
		return;
	for (size_t i = 0; i < s->image->globals.n; i++)
		complete = complete && keep_shown(s, s->image->globals.v[i]);
	usyms_swept(s->mappings.usyms, complete);
}
