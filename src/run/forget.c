/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * forget.c - what is known of processes that are gone, and is of no more use, is dropped.
 *
 * User addresses are shown as symbols by what their process had mapped, which it may have
 * long ceased to be.  But what is in no map, and in no record that waits, is never asked
 * for; kept for each process of the machine it would grow without end.
 */
#include "run/forget.h"

#include "kernel/usyms.h"
#include "run/mapread.h"

static void keep(void *ctx, u32 pid, u64 addr)
{
	struct session *s = ctx;

	(void)addr;
	if (pid)
		usyms_keep(s->usyms, pid);
}

static void do_nothing(void *ctx)
{
	(void)ctx;
}

static void find_nothing(void *ctx, struct value_sym *sym)
{
	(void)ctx, (void)sym;
}

static bool has_user_address(const struct type *t)
{
	bool has = t->kind == TY_USYM || (t->kind == TY_STACK && t->stack.user);

	if (t->kind == TY_ARRAY)
		return has_user_address(t->elem);
	for (u32 i = 0; (t->kind == TY_TUPLE || t->kind == TY_STRUCT) && i < t->count; i++)
		has |= t->members && has_user_address(t->members[i].type);
	return has;
}

/* false: it can't be read, so that all must be kept. */
static bool keep_shown(struct session *s, const struct global *g)
{
	struct mapread r = { s->image, s->vars, s->image->n_cpus };
	struct value_env env = s->env;
	struct entry *entries;
	u32 n;

	if (g->storage == STORE_NONE ||
	    !(has_user_address(g->value) || (g->n_keys && has_user_address(g->key))))
		return true;
	env.want = keep;
	env.resolve = do_nothing;
	env.lookup = find_nothing;
	arena_reset(&s->arena);
	if (mapread_entries(&r, g, &env, &entries, &n))
		return false;
	if (n)
		value_resolve(&env, &entries->key, 2 * n);
	return true;
}

void session_forget(struct session *s, void (*drain)(struct session *s))
{
	bool complete;

	if (!s->mappings || !usyms_has_grown(s->usyms))
		return;
	session_drain_mappings(s);
	usyms_sweep(s->usyms);
	drain(s);
	complete = !s->cut_short && !s->stalled;
	for (size_t i = 0; i < s->image->globals.n; i++)
		complete = complete && keep_shown(s, s->image->globals.v[i]);
	usyms_swept(s->usyms, complete);
}
