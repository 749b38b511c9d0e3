/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * turns.c - finds pairs print(@m); clear(@m), which must show and clear the same values.
 *
 * Programs go on adding while user space prints and then clears, and what they add in between
 * would be cleared without being shown.  So a global with such a pair has two sets of values,
 * called turns, and programs use one of them (global.turn_off).  To print, the session makes
 * programs use the other turn, waits until none of them uses the first one any more, and then
 * prints and clears that one.
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

/* If the statement runs, does the next one always run, too? */
static bool goes_on(const struct stmt *st)
{
	return st->kind == ST_EXPR && !expr_any(st->e, leaves, NULL);
}

static void join(struct action *print, struct action *clear)
{
	struct global *g = print->global;

	/* len() and deletions count over both turns */
	if (clear->global != g || g->uses->takes_len || (!g->n_keys && g->uses->is_deleted))
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

/* BEGIN and END need no turns: no other program runs at the same time. */
void turns_find(struct script *s)
{
	for (size_t i = 0; i < s->image.progs.n; i++) {
		enum run runs = s->image.progs.v[i]->provider->runs;

		if (runs != RUN_BEGIN && runs != RUN_END)
			find_pairs(s->image.progs.v[i]->source->body);
	}
}
