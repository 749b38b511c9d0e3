/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * filter.c - whose events a program handles if the script doesn't say it.
 *
 * With -p every probe with a current task handles only events of that process.  For user
 * probes the kernel does so.
 *
 * A script that mentions the commands of -c is about them, so it leaves out awl's own events:
 * awl allocates memory and makes system calls while it attaches probes.  The same holds for a
 * script with a clause that only deletes what other clauses have stored, as in the search for
 * leaks.  The clause that deletes still sees awl, which may free what others have allocated.
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

/* Does e store a new entry, as @m[k] = x does? */
static bool stores(void *arg, const struct expr *e)
{
	(void)arg;
	return e->kind == EX_ASSIGN && e->op == OP_NONE && e->a->kind == EX_GLOBAL && e->a->n_args;
}

static bool prog_any(const struct prog *p, bool (*fn)(void *arg, const struct expr *e))
{
	return expr_any(p->source->pred, fn, NULL) || stmt_any(p->source->body, fn, NULL);
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

/* Is it a user probe?  The kernel attaches those only to that process. */
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

	for (size_t i = 0; i < s->image.progs.n; i++) {
		const struct stmt *body = s->image.progs.v[i]->source->body;

		s->image.progs.v[i]->only_deletes = body->body && only_deletes(body);
	}
	leave_out = leaves_awl_out(s);
	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];

		if (!has_task(p))
			continue;
		p->source->of_pid = is_in_process(p) ? 0 : s->opt.pid;
		if (leave_out && (prog_any(p, names_command) || !forgets(p)))
			p->source->not_of_pid = s->opt.own_pid;
	}
}
