/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_base.c - functions that all rules of the checker use.
 *
 * Rules check what is below them only through check_expr().  So their files don't depend on
 * check.c, which depends on all of them.
 */
#include <stdarg.h>
#include <string.h>

#include "base/number.h"
#include "builtin/builtin.h"
#include "lang/check_impl.h"

const struct type *(check_fail)(struct check *c, enum diag_tag tag, struct span at, ...)
{
	va_list ap;

	if (c->final) {
		va_start(ap, at);
		diag_vsay(c->s->diag, tag, at, ap);
		va_end(ap);
	}
	return &type_error;
}

const struct type *check_expr(struct check *c, struct expr *e)
{
	e->type = c->visit(c, e);
	return e->type;
}

bool check_literal(struct check *c, struct expr *e, const char **s)
{
	check_expr(c, e);
	if (e->kind == EX_INT && e->is_param && e->name)
		expr_become_string(e, e->name, strlen(e->name));
	if (e->kind == EX_BUILTIN && ex_builtin(e)->flags & IS_STR && e->n_args == 1 &&
	    e->args[0]->kind == EX_STRING)	/* str("x"), str($1) */
		*e = *e->args[0];
	if (e->kind != EX_STRING) {
		check_fail(c, E_WANT_LITERAL, e->span);
		return false;
	}
	*s = e->name;
	return true;
}

bool check_const(struct check *c, struct expr *e, s64 *value)
{
	const struct type *t = check_expr(c, e);

	if (e->kind != EX_INT || t->kind == TY_ERROR) {
		if (t->kind != TY_ERROR)
			check_fail(c, E_WANT_CONST, e->span);
		return false;
	}
	*value = ex_num(e);
	return true;
}

/* args.name, or a member of ctx */
static bool is_in_record(const struct expr *e)
{
	return e->kind == EX_BUILTIN && ex_builtin(e)->flags & (SEES_RECORD | SEES_CONTEXT);
}

bool check_trusted(struct check *c, const struct expr *e, const char *name)
{
	while (e->kind == EX_CAST)
		e = e->a;
	if (e->kind == EX_GLOBAL || e->kind == EX_BINARY || e->kind == EX_INDEX ||
	    (e->kind == EX_MEMBER && !is_in_record(e->a)) ||
	    (e->kind == EX_UNARY && e->op == OP_DEREF)) {
		check_fail(c, E_NOT_TRUSTED, e->span, name);
		return false;
	}
	return true;
}

bool check_truth(struct check *c, const struct expr *e, const struct type *t)
{
	if (t->kind == TY_ERROR || t->kind == TY_UNKNOWN || type_is_scalar(t) ||
	    t->kind == TY_STRING)
		return true;
	check_fail(c, E_WANT_CONDITION, e->span, type_name(t));
	if (c->final && e->kind == EX_RECORD)	/* (x = 1) */
		diag_suggest(c->s->diag, "", "==");
	return false;
}

/* ---- parameters of the script ---- */

bool check_param_number(const char *s, s64 *num)
{
	bool neg = *s == '-';
	u64 v;

	s += neg;
	if (!number_any(&s, &v) || *s)
		return false;
	*num = (s64)(neg ? -v : v);
	return true;
}

bool check_param_text(struct check *c, struct expr *e)
{
	const struct expr *p = e->a, *n = e->b;
	size_t len, skip;

	if (e->op != OP_ADD || !p || !p->is_param || n->kind != EX_INT || ex_num(n) < 0)
		return false;
	len = p->name ? strlen(p->name) : 0;
	skip = (u64)ex_num(n) < len ? (size_t)ex_num(n) : len;
	expr_become_string(e, p->name ? p->name + skip : "", len - skip);
	e->type = type_string(c->s->arena, ex_len(e) + 1);
	return true;
}
