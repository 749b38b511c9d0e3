/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_choice.c - if, ?: and if as a value; comptime, which chooses a branch when compiling.
 */
#include <string.h>

#include "builtin/builtin.h"
#include "lang/check_impl.h"

static bool is_comptime(void *arg, const struct expr *e)
{
	const struct check *c = arg;
	const struct builtin *b = NULL;

	if (e->kind == EX_CALL)
		b = registry_builtin(c->s->registry, e->name);
	return b && b->flags & IS_CHOICE;
}

const struct type *check_choice(struct check *c, struct expr *e, bool *comptime, bool *waits)
{
	const struct type *t;

	*comptime = expr_any(e, is_comptime, c);
	t = check_expr(c, e);
	*waits = *comptime && t->kind == TY_UNKNOWN;
	return t;
}

/* The type of both arms together. */
static const struct type *common_arm(struct check *c, const struct expr *e,
				     const struct type *a, const struct type *b)
{
	const struct type *t = NULL;

	if (a->kind == TY_ERROR || a->kind == TY_UNKNOWN)
		return b;
	if (b->kind == TY_ERROR || b->kind == TY_UNKNOWN || type_same(a, b))
		return a;
	if (type_is_scalar(a) && type_is_scalar(b))
		return a->kind == TY_PTR ? a : b->kind == TY_PTR ? b : type_arith(a, b);
	if (a->kind == b->kind && (a->kind == TY_STRING || a->kind == TY_BUF))
		return a->size > b->size ? a : b;
	if (a->kind == TY_TUPLE && b->kind == TY_TUPLE)
		t = infer_common(c, a, b);
	if (!t && e->is_unused)		/* as statements they may have different types */
		return &type_void;
	return t ? t : check_fail(c, E_OPERANDS, e->span, "?:", type_name(a), type_name(b));
}

const struct type *check_cond(struct check *c, struct expr *e)
{
	bool comptime, waits, unused = e->is_unused;
	const struct type *a = check_choice(c, e->a, &comptime, &waits), *b = a, *t;

	if (waits)
		return a;
	if (comptime && e->a->kind == EX_INT && e->b) {
		*e = ex_num(e->a) ? *e->b : *ex_else(e);
		e->is_unused = unused;
		return check_expr(c, e);
	}
	if (e->b)
		e->b->is_unused |= unused;
	ex_else(e)->is_unused |= unused;
	c->depth++;
	if (e->b)
		b = check_expr(c, e->b);
	t = check_expr(c, ex_else(e));
	c->depth--;
	if (!check_truth(c, e->a, a))
		return &type_error;
	return common_arm(c, e, b, t);
}
