/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_assign.c - operators that change a variable: =, += and the like, ++, delete.
 */
#include <string.h>

#include "base/text.h"
#include "lang/check_impl.h"

static void note_agg_or_store(struct check *c, struct expr *e, const struct type *t)
{
	struct global *g = ex_global(e->a);

	if (t->kind == TY_AGG) {
		infer_agg(c, g, t, e->span);
		return;
	}
	if (e->op == OP_ADD || e->op == OP_SUB) {
		g->uses->is_added = g->adds_any = true;
		t = t->kind == TY_BOOL ? &type_s64 : t;		/* counts how often it was true */
	} else {
		g->uses->is_stored = true;
	}
	if (!e->is_unused || (e->op != OP_NONE && e->op != OP_ADD && e->op != OP_SUB))
		g->uses->is_read = true;
	infer_store(c, g, e->op == OP_SUB && expr_is_literal(e->b) ? &type_s64 : t,
		    expr_is_literal(e->b) || e->b->kind == EX_STRING, e->span);
	infer_fit(c, e->b, g->value);
}

/* Compound assignments need numbers.  Reports it if t is none. */
static bool check_compound(struct check *c, struct expr *e, const struct type *t)
{
	check_divisor(c, e);
	if (e->op == OP_NONE || type_is_scalar(t) || poisoned(t) || t->kind == TY_AGG)
		return true;
	check_fail(c, E_OPERAND, e->b->span, op_text[e->op], type_name(t));
	return false;
}

static const struct type *assign_global(struct check *c, struct expr *e)
{
	const struct type *t;

	infer_keys(c, e->a);
	if (e->b->kind == EX_NIL && e->op == OP_NONE) {
		expr_become(e, EX_DELETE);
		expr_one_arg(c->s->arena, e, e->a);
		return check_expr(c, e);
	}
	c->assigning = e->op == OP_NONE &&
		       (e->b->kind == EX_CALL || e->b->kind == EX_BUILTIN);
	t = check_kept(c, e->b, check_expr(c, e->b));
	t = check_func_address(c, e->b, ex_global(e->a)->value, t);
	c->assigning = false;
	if (!check_compound(c, e, t))
		t = &type_error;
	if (poisoned(t)) {
		e->a->type = t;
		return t;
	}
	note_agg_or_store(c, e, t);
	e->a->type = ex_global(e->a)->value ? ex_global(e->a)->value : &type_unknown;
	return t->kind == TY_AGG ? &type_void : e->a->type;
}

static const struct type *assign_local(struct check *c, struct expr *e)
{
	const struct type *t = check_expr(c, e->b);

	if (!check_compound(c, e, t))
		return &type_error;
	if (e->op != OP_NONE)
		infer_local_use(c, e->a);
	if (!poisoned(t) && e->op != OP_NONE && ex_local(e->a)->type &&
	    type_is_int(t) && type_is_int(ex_local(e->a)->type))
		infer_local_store(c, e->a, type_arith(ex_local(e->a)->type, t), false);
	else if (!poisoned(t))
		infer_local_store(c, e->a, t, expr_is_literal(e->b) || e->b->kind == EX_STRING);
	else
		infer_local_store(c, e->a, &type_unknown, false);
	infer_fit(c, e->b, ex_local(e->a)->type);
	e->a->type = ex_local(e->a)->type ? ex_local(e->a)->type : t;
	return e->a->type;
}

/* ply's bare m[k], and the $m[k] of its first manual, become globals on the left side. */
static void bare_to_global(struct check *c, struct expr *e)
{
	if (e->kind == EX_INDEX &&
	    (e->a->kind == EX_NAME || (e->a->kind == EX_LOCAL && !infer_is_local(c, e->a->name)))) {
		expr_become(e, EX_GLOBAL);
		e->name = e->a->name;
		e->a = NULL;
	}
}

static const struct type *not_assignable(struct check *c, const struct expr *e)
{
	check_fail(c, E_NOT_ASSIGNABLE, e->a->span);
	if (c->final && !e->is_unused)
		diag_suggest(c->s->diag, "", "==");
	else if (c->final && e->a->kind == EX_NAME)
		diag_hint(c->s->diag, T_WHICH_VARIABLE, e->a->name, e->a->name);
	return &type_error;
}

const struct type *check_assign(struct check *c, struct expr *e)
{
	bare_to_global(c, e->a);
	if (e->a->kind == EX_NAME && !strcmp(e->a->name, "_") && e->op == OP_NONE) {
		*e = *e->b;	/* in bpftrace _ = x discards the value */
		return check_expr(c, e);
	}
	if (e->a->kind == EX_GLOBAL)
		return assign_global(c, e);
	if (e->a->kind == EX_LOCAL)
		return assign_local(c, e);
	check_expr(c, e->b);
	return not_assignable(c, e);
}

const struct type *check_incdec(struct check *c, struct expr *e)
{
	struct expr *a = e->a;

	bare_to_global(c, a);
	if (a->kind == EX_LOCAL) {
		const struct type *t = infer_local_use(c, a);

		if (!type_is_scalar(t) && !poisoned(t))
			return check_fail(c, E_OPERAND, a->span,
					  e->op == OP_ADD ? "++" : "--", type_name(t));
		infer_local_store(c, a, &type_s64, true);
		a->type = ex_local(a)->type;
		return a->type;
	}
	if (a->kind != EX_GLOBAL)
		return not_assignable(c, e);
	infer_keys(c, a);
	ex_global(a)->uses->is_added = true;
	ex_global(a)->adds_any |= e->op != OP_ADD;
	if (!e->is_unused)
		ex_global(a)->uses->is_read = true;
	if (ex_global(a)->is_agg)
		return check_fail(c, E_AGG_CLASH, e->span, ex_global(a)->name, "a number",
				  ex_global(a)->value->agg->ops->name);
	infer_store(c, ex_global(a), &type_s64, true, e->span);
	a->type = ex_global(a)->value;
	if (!type_is_scalar(a->type) && !poisoned(a->type))
		return check_fail(c, E_OPERAND, a->span, "++", type_name(a->type));
	return a->type;
}

const struct type *check_delete(struct check *c, struct expr *e)
{
	struct expr *m = e->n_args ? e->args[0] : NULL;

	if (m && m->kind == EX_NAME && script_global(c->s, m->name))
		expr_become(m, EX_GLOBAL);
	if (m)
		bare_to_global(c, m);
	if (!m || m->kind != EX_GLOBAL || (e->n_args > 1 && m->n_args))
		return check_fail(c, E_WANT_MAP, e->span);
	if (e->n_args > 1) {	/* delete(@m, k) */
		m->args = e->args + 1;
		m->n_args = e->n_args - 1;
		e->n_args = 1;
	}
	infer_keys(c, m);
	ex_global(m)->uses->is_deleted = ex_global(m)->uses->loses_entries = true;
	m->type = ex_global(m)->value ? ex_global(m)->value : &type_unknown;
	return &type_bool;
}
