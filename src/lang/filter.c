/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * filter.c - whose events a program is for, where the script doesn't say.
 *
 * With -p every probe with a current task sees that process alone; the kernel
 * does it for user probes.
 *
 * A script that names the commands of -c is about them: attaching probes, which
 * allocates and makes system calls, is not what it is to show.  Neither is it where
 * one clause does nothing but forget what others noted, as in the search for leaks.
 * Clauses that forget still see awl, which may free what others have allocated.
 */
#include "builtin/builtin.h"
#include "lang/filter.h"
#include "provider/provider.h"

static bool names_command(void *arg, const struct expr *e)
{
	(void)arg;
	return e->kind == EX_BUILTIN && ex_builtin(e)->of_command;
}

static bool deletes(void *arg, const struct expr *e)
{
	(void)arg;
	return e->kind == EX_DELETE;
}

/* @m[k] = x: something new is noted. */
static bool stores(void *arg, const struct expr *e)
{
	(void)arg;
	return e->kind == EX_ASSIGN && e->op == OP_NONE && e->a->kind == EX_GLOBAL && e->a->n_args;
}

static bool prog_any(const struct prog *p, bool (*fn)(void *arg, const struct expr *e))
{
	return expr_any(p->pred, fn, NULL) || stmt_any(p->body, fn, NULL);
}

static bool forgets(const struct prog *p)
{
	return prog_any(p, deletes) && !prog_any(p, stores);
}

static bool only_deletes(const struct stmt *s)
{
	if (s->kind == ST_BLOCK) {
		for (s = s->body; s && only_deletes(s); )
			s = s->next;
		return !s;
	}
	return s->kind == ST_EXPR && s->e->kind == EX_DELETE;
}

static bool has_task(const struct prog *p)
{
	return p->provider->runs == RUN_ATTACHED && p->provider->offers & OFFERS_TASK;
}

/* User probes: the kernel puts them into that process alone. */
static bool is_in_process(const struct prog *p)
{
	u32 user = OFFERS_USER_CTX | OFFERS_REGS;

	return (p->provider->offers & user) == user;
}

static bool leaves_awl_out(const struct script *s)
{
	for (size_t i = 0; i < s->image.progs.n; i++) {
		const struct prog *p = s->image.progs.v[i];

		if (prog_any(p, names_command) || (has_task(p) && p->only_deletes))
			return true;
	}
	return false;
}

void script_filter(struct script *s)
{
	bool leave_out;

	for (size_t i = 0; i < s->image.progs.n; i++)
		s->image.progs.v[i]->only_deletes = s->image.progs.v[i]->body->body &&
					      only_deletes(s->image.progs.v[i]->body);
	leave_out = leaves_awl_out(s);
	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];

		if (!has_task(p))
			continue;
		p->of_pid = is_in_process(p) ? 0 : s->opt.pid;
		if (leave_out && (prog_any(p, names_command) || !forgets(p)))
			p->not_of_pid = s->opt.own_pid;
	}
}
