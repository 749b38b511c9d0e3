/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variable.c - variables of probed programs, by name, as expressions of the language.
 *
 * At a function's entry the parameters are where calls have them.  At other places the debug
 * information says where a variable is (steps.h).
 */
#include <string.h>

#include "provider/source.h"
#include "provider/steps.h"
#include "script.h"
#include "tables.h"

#ifndef NO_DWARF

/* ---- what is at the place ---- */

/* At the first instruction of a function its arguments are where the ABI says.  gcc's copies
 * with a dot in their name, as work.isra.0, have others. */
static bool may_be_entry(const struct target *t)
{
	return !t->is_inlined && !strchr(t->func, '.');
}

#define PARAMS 32
static int add_param(void *arg, const struct debug_variable *v)
{
	struct source_params *p = arg;

	if (!v->type || p->n == PARAMS)
		return 1;
	p->names[p->n] = v->name;
	p->v[p->n++] = (struct param_place){ .type = v->type };
	return 0;
}

bool source_params(struct script *s, const struct target *t, struct debug *d, u64 addr,
		   struct source_params *p)
{
	*p = (struct source_params){ 0 };
	if (!may_be_entry(t))
		return false;
	p->v = arena_array(s->arena, struct param_place, PARAMS);
	p->names = arena_array(s->arena, const char *, PARAMS);
	if (debug_params(d, addr, add_param, p) < 0)
		return false;
	callabi_place(&s->arch->func, s->arch->word, p->v, p->n);
	return true;
}

struct debug *source_of_target(struct script *s, const struct prog *p, const struct target *t,
			       u64 *addr)
{
	bool is_user = p->provider->offers & OFFERS_USER_CTX;
	struct debug *d;

	if (t->args || (!is_user && !t->is_source))
		return NULL;
	d = is_user ? source_debug(s, t->module, SPACE_USER, NULL) :
	    *t->module ? source_module(s, t->module, NULL, NULL) : source_kernel(s, NULL);
	if (d)
		*addr = t->is_source ? t->linked : debug_address(d, t->addr);
	return d && *addr != UINT64_MAX ? d : NULL;
}

/* The same for a program's only place.  At a function's return its variables are gone. */
static struct debug *at_place(struct script *s, const struct prog *p, u64 *addr)
{
	if (p->targets.n != 1 || p->provider->offers & OFFERS_RETVAL)
		return NULL;
	return source_of_target(s, p, p->targets.v[0], addr);
}

/* ---- values ---- */

static struct expr *param_value(const struct steps *b, const struct param_place *p)
{
	struct expr *words[32];

	if (!p->words || p->words > ARRAY_SIZE(words))
		return NULL;
	for (u32 i = 0; i < p->words; i++)
		words[i] = steps_call(b, "arg", p->first + i);
	return p->by_address ? steps_deref(b, p->type, words[0]) :
			       steps_typed(b, p->type, words, p->words);
}

static struct expr *variable(struct script *s, const struct prog *p, const char *name,
			     struct span at, const char **gone)
{
	struct steps b = { s, SPACE_KERNEL, at };
	struct debug_variable v;
	struct source_params params;
	struct expr *e;
	u64 addr = 0;
	struct debug *d = at_place(s, p, &addr);

	if (p->provider->offers & OFFERS_USER_CTX)
		b.space = SPACE_USER;

	if (d && source_params(s, p->targets.v[0], d, addr, &params))
		for (u32 i = 0; i < params.n; i++)
			if (!strcmp(params.names[i], name))
				return param_value(&b, &params.v[i]);
	if (!d || !debug_variable(d, addr, name, &v))
		return NULL;
	e = steps_value(&b, &v);
	if (!e)
		*gone = source_no_value(s, p, d, addr, &v);
	return e;
}

struct nth { u32 left; const char *name; };

static int is_nth(void *arg, const struct debug_variable *v)
{
	struct nth *n = arg;

	if (!v->is_param || n->left--)
		return 0;
	n->name = v->name;
	return 1;
}

static const char *param_name(struct script *s, const struct prog *p, u32 n)
{
	struct nth nth = { .left = n };
	u64 addr = 0;
	struct debug *d = at_place(s, p, &addr);

	if (d && (!may_be_entry(p->targets.v[0]) || debug_params(d, addr, is_nth, &nth) < 0))
		debug_each_variable(d, addr, is_nth, &nth);
	return nth.name ? arena_strdup(s->arena, nth.name) : NULL;
}

struct locals { u32 left; const char *name; struct hash shown; };

static bool has_value(const struct debug_variable *v)
{
	if (v->what == DEBUG_IN_PARTS)
		for (u32 i = 0; i < v->n_steps; i++)
			if (v->steps[i].kind == STEP_LOST_PART)
				return false;
	return v->what <= DEBUG_IN_PARTS;
}

/* An inner variable hides those around it. */
static int is_nth_local(void *arg, const struct debug_variable *v)
{
	struct locals *l = arg;

	if (v->is_global || hash_put(&l->shown, v->name, strlen(v->name), l) || v->is_param ||
	    !has_value(v) || !v->type || l->left--)
		return 0;
	l->name = v->name;
	return 1;
}

static const char *local_name(struct script *s, const struct prog *p, u32 n)
{
	struct locals l = { .left = n };
	u64 addr = 0;
	struct debug *d = at_place(s, p, &addr);
	struct source_params params;

	if (d && !source_params(s, p->targets.v[0], d, addr, &params))
		debug_each_variable(d, addr, is_nth_local, &l);
	hash_free(&l.shown);
	return l.name ? arena_strdup(s->arena, l.name) : NULL;
}

static const struct type *return_type(struct script *s, const struct prog *p)
{
	u64 addr = 0;
	struct debug *d = p->targets.n == 1 ?
			  source_of_target(s, p, p->targets.v[0], &addr) : NULL;

	return d ? debug_return_type(d, addr) : NULL;
}

const struct variables source_variables = { variable, param_name, local_name, return_type };

#endif
