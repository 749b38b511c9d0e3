/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * macro.c - a use of a macro becomes a copy of its body.
 *
 * Parameters are replaced: a plain name by the argument's tree, $p by the caller's variable,
 * @p by the caller's map.  Other $variables of the body get new names in each copy, so that
 * they are never variables of the caller.
 */
#include <string.h>

#include "lang/check_impl.h"

#define MAX_DEPTH 64
#define MAX_EXPANSIONS (1u << 18)

struct expansion {
	struct check *c;
	const struct macro *m;
	struct expr **args;
	u32 serial;
	struct span at;		/* of the use */
};

/* How well e's arguments fit m's parameters; -1 if they don't.  $p needs a variable and @p a
 * map; a plain name takes anything, but such a macro comes last. */
static int macro_fits(const struct macro *m, const struct expr *e)
{
	int fit = 0;

	if (m->n_params != e->n_args)
		return -1;
	for (u32 i = 0; i < m->n_params; i++) {
		enum expr_kind want = m->params[i]->kind;

		if (want == EX_NAME)
			continue;
		if (want != e->args[i]->kind)
			return -1;
		fit++;
	}
	return fit;
}

/*
 * The macro of this name that fits e's arguments best.  If none fits, it is the first one, and
 * the caller reports the error.  Macros of the script come before those of the library.
 */
static struct macro *find_macro(struct check *c, const struct expr *e)
{
	struct macro *best = NULL;
	int best_fit = -1;

	for (struct macro *m = c->s->unit.macros; m; m = m->next) {
		int fit = m->name == e->name ? macro_fits(m, e) : -1;

		if (m->name == e->name && (!best || fit > best_fit)) {
			best = m;
			best_fit = fit;
		}
	}
	return best;
}

static bool takes_the_same(const struct macro *a, const struct macro *b)
{
	if (a->name != b->name || a->n_params != b->n_params)
		return false;
	for (u32 i = 0; i < a->n_params; i++)
		if (a->params[i]->kind != b->params[i]->kind)
			return false;
	return true;
}

/* Reports macros that would never be used, because another of the name takes the same arguments. */
void macro_check_names(struct script *s)
{
	for (const struct macro *m = s->unit.macros; m; m = m->next) {
		const struct macro *first = s->unit.macros;

		while (!takes_the_same(first, m))
			first = first->next;
		if (first == m)
			continue;
		diag_say(s->diag, E_REDEFINED, m->span, m->name);
		diag_note(s->diag, first->span, "first here");
	}
}

static int param_index(const struct expansion *x, enum expr_kind kind, const char *name)
{
	for (u32 i = 0; i < x->m->n_params; i++)
		if (x->m->params[i]->kind == kind && x->m->params[i]->name == name)
			return (int)i;
	return -1;
}

static void replace(struct expansion *x, struct expr *e);

static void replace_type(struct expansion *x, struct typename *tn)
{
	if (tn && tn->of)
		replace(x, tn->of);
}

static void replace_stmts(struct expansion *x, struct stmt *s)
{
	for (; s; s = s->next) {
		if (x->m->is_library)
			s->span = x->at;
		if (s->e)
			replace(x, s->e);
		if (s->e2)
			replace(x, s->e2);
		replace_type(x, s->tn);
		if (s->name)	/* loop variables and lets */
			s->name = intern_s(&x->c->s->names, arena_printf(x->c->s->arena,
					   "%s'%u", s->name, x->serial));
		replace_stmts(x, s->body);
		replace_stmts(x, s->other);
	}
}

static void replace_local(struct expansion *x, struct expr *e)
{
	int i = param_index(x, EX_LOCAL, e->name);

	if (i >= 0)
		*e = *expr_clone(x->c->s->arena, x->args[i]);
	else
		e->name = intern_s(&x->c->s->names, arena_printf(x->c->s->arena, "%s'%u",
				   e->name, x->serial));
}

static void replace(struct expansion *x, struct expr *e)
{
	int i;

	if (x->m->is_library) {	/* messages shall show the script's line */
		e->span = x->at;
		if (e->kind == EX_MEMBER)
			ex_name_span(e) = x->at;
	}
	for (u32 k = 0; k < e->n_args; k++)
		replace(x, e->args[k]);
	if (e->a)
		replace(x, e->a);
	if (e->b)
		replace(x, e->b);
	if (e->kind == EX_COND)
		replace(x, ex_else(e));
	else if (e->kind == EX_BLOCK)
		replace_stmts(x, ex_body(e));
	else if (EX_BIT(e->kind) & EX_WITH_TN)
		replace_type(x, ex_tn(e));
	if (e->kind == EX_LOCAL) {
		replace_local(x, e);
	} else if (e->kind == EX_NAME && (i = param_index(x, EX_NAME, e->name)) >= 0) {
		*e = *expr_clone(x->c->s->arena, x->args[i]);
	} else if (e->kind == EX_GLOBAL && (i = param_index(x, EX_GLOBAL, e->name)) >= 0) {
		e->name = x->args[i]->name;
	}
}

static bool check_macro_args(struct check *c, const struct macro *m, struct expr *e)
{
	if (e->n_args != m->n_params) {
		check_fail(c, E_MACRO_ARGS, e->span, m->name, m->n_params);
		return false;
	}
	for (u32 i = 0; i < m->n_params; i++) {
		enum expr_kind want = m->params[i]->kind, is = e->args[i]->kind;

		if ((want == EX_LOCAL || want == EX_GLOBAL) && is != want) {
			check_fail(c, E_MACRO_ARG, e->args[i]->span, m->name,
				   want == EX_LOCAL ? "a $variable" : "a @map");
			return false;
		}
	}
	return true;
}

bool macro_enter(struct check *c, struct expr *e, bool *is_endless)
{
	if (c->macro_depth > MAX_DEPTH || c->s->n_expansions > MAX_EXPANSIONS)
		*is_endless = true;	/* two calls in it would become 2^depth */
	if (*is_endless) {
		check_fail(c, E_MACRO_DEPTH, e->span, e->name);
		return false;
	}
	c->macro_depth++;
	c->s->n_expansions++;
	return true;
}

bool macro_expand(struct check *c, struct expr *e)
{
	struct macro *m = find_macro(c, e);
	struct expansion x = { c, m, e->args, 0, e->span };
	struct expr *body;
	bool unused = e->is_unused;
	struct span at = e->span;

	if (!m)
		return false;
	if (!check_macro_args(c, m, e) || !macro_enter(c, e, &m->is_endless)) {
		if (c->final)		/* earlier rounds leave the call for the last one */
			expr_become(e, EX_INT);
		e->type = &type_error;
		return true;
	}
	x.serial = c->s->n_expansions;
	body = expr_clone(c->s->arena, m->value);
	replace(&x, body);
	*e = *body;
	e->span = at;
	e->is_unused = unused;
	e->type = check_expr(c, e);	/* macro_depth is still counted */
	c->macro_depth--;
	return true;
}
