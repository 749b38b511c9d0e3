/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * turns.c - print(@m); clear(@m): which pairs show and forget the same values.
 *
 * Programs go on adding while user space prints and then clears, and what they add in
 * between would be cleared unseen.  A global with such a pair has its values twice, in
 * two turns, and programs use one of them (global.turn_off).  To print it, the session
 * makes them use the other one, and waits until none is at work with the first.  That
 * one is printed, and cleared at leisure.
 */
#include "lang/check_impl.h"

#include "builtin/builtin.h"
#include "provider/provider.h"

/* The action of a statement that names a whole map and has this flag; else NULL. */
static struct action *map_action(const struct stmt *st, enum builtin_flag flag)
{
	const struct expr *e = st->e;

	if (st->kind != ST_EXPR || e->kind != EX_BUILTIN || !ex_action(e) ||
	    !ex_action(e)->global || !e->n_args || e->args[0]->n_args ||
	    !(ex_builtin(e)->flags & flag))
		return NULL;
	return ex_action(e);
}

static bool leaves(void *arg, const struct expr *e)
{
	(void)arg;
	return e->kind == EX_BUILTIN && ex_builtin(e)->is_last;
}

/* Does what follows such a statement always run, if the statement does? */
static bool goes_on(const struct stmt *st)
{
	return st->kind == ST_EXPR && !expr_any(st->e, leaves, NULL);
}

static void join(struct action *print, struct action *clear)
{
	struct global *g = print->global;

	/* these count over both turns */
	if (clear->global != g || g->uses_len || (!g->n_keys && g->is_deleted))
		return;
	g->has_turns = print->takes = clear->takes = true;
}

static void find_pairs(const struct stmt *list)
{
	for (const struct stmt *st = list; st; st = st->next) {
		struct action *print = map_action(st, SHOWS_MAP), *clear;

		find_pairs(st->body);
		find_pairs(st->other);
		for (const struct stmt *q = st->next; print && q && goes_on(q) && !print->takes;
		     q = q->next) {
			clear = map_action(q, EMPTIES_MAP);
			if (clear)
				join(print, clear);
		}
	}
}

/* While BEGIN and END run, no other program does. */
void turns_find(struct script *s)
{
	for (size_t i = 0; i < s->image.progs.n; i++) {
		enum run runs = s->image.progs.v[i]->provider->runs;

		if (runs != RUN_BEGIN && runs != RUN_END)
			find_pairs(s->image.progs.v[i]->body);
	}
}
