/* SPDX-License-Identifier: GPL-2.0-or-later */
/* asks.c - what a script reads from the command line; see asks.h. */
#include <string.h>

#include "builtin/builtin.h"
#include "lang/asks.h"

typedef bool expr_fn(void *arg, const struct expr *e);

/* Is fn true of any expression of the script? */
static bool unit_any(const struct unit *u, expr_fn *fn, void *arg)
{
	for (const struct setting *s = u->settings; s; s = s->next)
		if (expr_any(s->value, fn, arg))
			return true;
	for (const struct define *d = u->defines; d; d = d->next)
		if (expr_any(d->value, fn, arg))
			return true;
	for (const struct macro *m = u->macros; m; m = m->next)
		if (expr_any(m->value, fn, arg))
			return true;
	for (const struct clause *c = u->clauses; c; c = c->next)
		if (expr_any(c->pred, fn, arg) || stmt_any(c->body, fn, arg))
			return true;
	return false;
}

struct each {
	const struct registry *registry;
	void (*fn)(void *arg, const struct expr *call);
	void *arg;
};

static bool visit_getopt(void *arg, const struct expr *e)
{
	struct each *each = arg;
	const struct builtin *b;

	if (e->kind != EX_CALL || !e->n_args || e->args[0]->kind != EX_STRING)
		return false;
	b = registry_builtin(each->registry, e->name);
	if (b && b->flags & IS_OPTION)
		each->fn(each->arg, e);
	return false;
}

void unit_each_getopt(const struct registry *r, const struct unit *u,
		      void (*fn)(void *arg, const struct expr *call), void *arg)
{
	struct each each = { r, fn, arg };

	unit_any(u, visit_getopt, &each);
}

static bool is_param(void *arg, const struct expr *e)
{
	(void)arg;
	return e->kind == EX_PARAM;
}

bool unit_reads_params(const struct unit *u)
{
	for (const struct clause *c = u->clauses; c; c = c->next)
		for (const struct probe_spec *p = c->probes; p; p = p->next)
			if (strchr(p->text, '$'))
				return true;
	return unit_any(u, is_param, NULL);
}
