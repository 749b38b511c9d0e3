/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_member.c - members of structures, parts of tuples, elements of arrays.
 */
#include <string.h>

#include "base/find.h"
#include "base/text.h"
#include "lang/check_impl.h"
#include "lang/decl.h"
#include "provider/provider.h"

static const struct type *tuple_member(struct check *c, struct expr *e,
				       const struct type *t)
{
	if (t->kind != TY_TUPLE)
		return check_fail(c, E_NO_TUPLE, e->span, e->a->kind == EX_INT ?
				  "a number has no fractions; it" : type_name(t));
	if (ex_index(e) < 0 || ex_index(e) >= t->count)
		return check_fail(c, E_TUPLE_INDEX, e->span, t->count);
	ex_member(e) = &t->members[ex_index(e)];
	ex_off(e) = ex_member(e)->off;
	return ex_member(e)->type;
}

/* local.name is a variable of the probed program, whatever else the name means. */
static bool is_local_variable(const struct check *c, const struct expr *e)
{
	return e->a->kind == EX_NAME && !strcmp(e->a->name, "local") && check_variables(c);
}

/* In a kprobe args.name is the parameter `name`, if the kernel's BTF has it. */
static bool as_param(struct check *c, struct expr *e)
{
	struct expr *name;

	if (!e->name || c->p->source->record ||
	    (!check_means_params(c, e->a) && !is_local_variable(c, e)))
		return false;
	name = expr_name(c->s->arena, e->name, e->span);
	if (!check_param_name(c, name))
		return false;
	*e = *name;
	return true;
}

/* A member of a record of constants is a constant: config().max_strlen. */
static bool as_constant(struct expr *e)
{
	struct expr *found = NULL;

	if (e->a->kind != EX_RECORD || !e->name)
		return false;
	for (u32 i = 0; i < e->a->n_args; i++) {
		struct expr *value = e->a->args[i]->b;

		if (value->kind != EX_INT && value->kind != EX_STRING)
			return false;
		if (!strcmp(e->a->args[i]->a->name, e->name))
			found = value;
	}
	if (found)
		*e = *found;
	return found;
}

/* Does this read the kernel's memory?  What is not said to be the user's is the kernel's. */
static bool is_kernels(const struct check *c, const struct expr *object)
{
	enum space space = check_space(object);

	return space == SPACE_KERNEL ||
	       (space == SPACE_NONE && !(c->p && c->p->provider->offers & OFFERS_USER_CTX));
}

/* Is a part of the member's bytes lost? */
static bool is_lost(const struct expr *e)
{
	u32 size = ex_member(e)->type->size;
	u64 lost = e->a->kind == EX_ARG ? ex_lost(e->a) : 0;	/* of at most 64 bytes */

	if (lost && size < 64)
		lost &= ((1ull << size) - 1) << ex_off(e);
	return lost;
}

/* e, a field that is wrong in the record, becomes (type)curtask->a->b… */
static const struct type *check_in_task(struct check *c, struct expr *e)
{
	const struct type *type = ex_member(e)->type;
	struct expr *value = expr_name(c->s->arena, intern_s(&c->s->names, "curtask"), e->span);

	for (const char *const *name = ex_member(e)->in_task; *name; name++)
		value = expr_arrow(c->s->arena, value, intern_s(&c->s->names, *name), e->span);
	if (poisoned(check_expr(c, value)))
		return &type_error;
	*e = *expr_pair(c->s->arena, EX_CAST, value, NULL, e->span);
	return e->type = type;
}

const struct type *check_member(struct check *c, struct expr *e)
{
	const struct type *t;

	if (as_param(c, e))
		return check_expr(c, e);
	c->whole = e->a;
	t = check_expr(c, e->a);
	c->whole = NULL;
	if (poisoned(t))
		return t;
	if (as_constant(e))
		return e->type;
	if (!e->name)
		return tuple_member(c, e, t);
	if (type_is_int(t) && check_pointer_arg(c, e->a))
		t = e->a->type = check_pointer_arg(c, e->a);
	t = e->a->type = check_pointee(c, t);
	if (t->kind == TY_PTR && t->elem)
		t = t->elem;
	t = type_complete(t);
	if (t->kind != TY_STRUCT) {
		check_fail(c, E_NO_STRUCT, e->span, type_name(e->a->type), e->name);
		if (c->final && t->kind == TY_PTR && e->a->kind == EX_BUILTIN && !c->s->find_type)
			diag_hint(c->s->diag, T_AS_IT_IS, text_of(c->s->why_no_btf));
		return &type_error;
	}
	ex_member(e) = type_member(t, e->name, &ex_off(e));
	if (!ex_member(e)) {
		check_no_member(c, e, t, e->name);
		return &type_error;
	}
	if (is_lost(e))
		return check_lost(c, e);
	if (ex_member(e)->in_task)
		return check_in_task(c, e);
	if (c->final && is_kernels(c, e->a))
		decl_compare(c->s, t, ex_member(e), ex_off(e), e->span);
	if (c->p && t == c->p->source->record && starts_with(e->name, "common_"))
		return check_common(c, e);
	if (ex_member(e)->is_loc && ex_member(e)->type->kind == TY_STRING)
		return check_open_text(c);
	return check_placed(c, e, ex_member(e)->type);
}

const struct type *check_element(struct check *c, struct expr *e)
{
	const struct type *t = check_expr(c, e->a);

	if (e->n_args != 1)
		return check_fail(c, E_INDEX, e->span, type_name(t));
	check_expr(c, e->args[0]);
	if (poisoned(t))
		return t;
	t = e->a->type = check_pointee(c, t);
	if (t->kind == TY_TUPLE && e->args[0]->kind == EX_INT) {	/* $t[0] is $t.0 */
		expr_become(e, EX_MEMBER);
		ex_index(e) = ex_num(e->args[0]);
		return tuple_member(c, e, t);
	}
	if (t->kind == TY_STRING && e->args[0]->kind == EX_INT &&
	    (u64)ex_num(e->args[0]) >= (t->count ? t->count : t->size))
		return check_fail(c, E_INDEX_RANGE, e->args[0]->span,
				  t->count ? t->count : t->size);
	if (t->kind == TY_STRING && type_is_scalar(e->args[0]->type))
		return &type_s8;
	/* [0] and [1] at the end of a structure mean any number of elements */
	if (t->kind == TY_ARRAY && t->count > 1 && e->args[0]->kind == EX_INT &&
	    (u64)ex_num(e->args[0]) >= t->count)
		return check_fail(c, E_ARRAY_RANGE, e->args[0]->span, t->count);
	if (t->kind == TY_PTR && !t->elem)
		return check_fail(c, E_DEREF_VOID, e->span);
	if ((t->kind == TY_ARRAY || t->kind == TY_PTR) && type_is_scalar(e->args[0]->type))
		return check_placed(c, e, t->elem);
	return check_fail(c, E_INDEX, e->span, type_name(t));
}
