/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * thread.c - finds maps in which each thread only uses its own entry: @start[tid] = nsecs.
 *
 * No other thread changes such an entry, so the map can have a front that all CPUs share, in which
 * programs find it without a helper (gen/gen_front.c).  And programs keep a deleted entry, with a
 * mark that says so.  The thread that finds it again stores into it, which costs a third of
 * inserting and deleting.  The session removes the entries of threads that have ended
 * (run/threads.c).
 */
#include "lang/check_impl.h"

#include "builtin/builtin.h"
#include "provider/provider.h"

struct uses {
	const struct global *g;
	bool at_end;		/* in a program that runs when nothing is traced any more */
	u32 whole, fine;	/* mentions of the whole map, and those that the mark allows */
};

static bool is_whole(const struct expr *e, const struct global *g)
{
	return e->kind == EX_GLOBAL && ex_global(e) == g && !e->n_args;
}

static bool is_own(const struct expr *key)
{
	return key->kind == EX_BUILTIN && ex_builtin(key)->is_thread && !key->n_args;
}

/* Is it an entry that may be another thread's? */
static bool is_foreign(void *arg, const struct expr *e)
{
	struct uses *u = arg;
	u32 flags;

	if (e->kind == EX_BUILTIN && e->n_args && is_whole(e->args[0], u->g)) {
		flags = ex_builtin(e)->flags;
		u->fine += flags & SHOWS_MAP || (flags & EMPTIES_MAP && u->at_end);
	}
	u->whole += is_whole(e, u->g);
	return e->kind == EX_GLOBAL && ex_global(e) == u->g && e->n_args && !is_own(e->args[0]);
}

/* Is each use of the map one by a thread of its own entry? */
static bool is_used_by_threads(const struct script *s, const struct global *g)
{
	struct uses u = { .g = g };

	for (size_t i = 0; i < s->image.progs.n; i++) {
		const struct prog *p = s->image.progs.v[i];

		u.at_end = p->provider->runs == RUN_END;
		if (expr_any(p->source->pred, is_foreign, &u) ||
		    stmt_any(p->source->body, is_foreign, &u))
			return false;
	}
	return u.whole == u.fine;
}

bool thread_has_entry(const struct script *s, const struct global *g)
{
	const struct global_uses *u = g->uses;

	/* Ids of other PID namespaces are 0, and -k reports what is not found.  A machine of 32
	 * bits stores a u64 in two parts. */
	return g->storage == STORE_HASH && !g->is_agg && g->n_keys == 1 &&
	       !u->takes_len && !u->map_kind && !g->max_entries && !g->has_turns &&
	       g->key->size == 4 && type_is_scalar(g->value) && g->value->size <= s->arch->word &&
	       s->arch->word == 8 && !s->opt.pid_ns.ino && !s->tell_failure &&
	       is_used_by_threads(s, g);
}
