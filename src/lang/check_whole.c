/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_whole.c - tuples and records as the script writes them, and sizes.
 */
#include <string.h>

#include "lang/check_impl.h"

bool check_no_value(struct check *c, const struct type *t, struct span at)
{
	if (t->kind == TY_VOID || t->kind == TY_AGG)
		check_fail(c, E_NO_VALUE, at);
	else if (t->kind == TY_ARRAY && !t->size)
		check_fail(c, E_NO_LENGTH, at);
	else
		return false;
	return true;
}

bool check_copied(struct check *c, const struct type *t, struct span at)
{
	if (t->kind != TY_STACK || !t->stack.is_copy)
		return false;
	check_fail(c, E_SNAPSHOT, at);
	return true;
}

bool check_passing(struct check *c, const struct type *t, struct span at)
{
	if (check_copied(c, t, at))
		return true;
	if (t->kind != TY_PTR || !(t->space == SPACE_CTX || t->to_local))
		return false;
	if (t->to_local)
		check_fail(c, E_STALE, at);
	else
		check_fail(c, E_PASSING, at);
	return true;
}

/* The type of e as a part of a tuple or a record.  Integers keep their own width. */
static const struct type *check_part(struct check *c, struct expr *e, struct span span)
{
	const struct type *t = check_kept(c, e, check_expr(c, e));

	if (t->kind != TY_INT && t->kind != TY_TUPLE && !t->is_record)
		t = check_stored(c, t);
	if (check_passing(c, t, span))
		return &type_error;
	if (check_no_value(c, t, span))
		return &type_error;
	return t->kind == TY_UNKNOWN ? &type_s64 : t;
}

const struct type *check_tuple(struct check *c, struct expr *e)
{
	const struct type **types = arena_array(c->s->arena, const struct type *, e->n_args);

	for (u32 i = 0; i < e->n_args; i++) {
		types[i] = check_part(c, e->args[i], e->args[i]->span);
		if (types[i]->kind == TY_ERROR)
			return types[i];
	}
	return type_tuple(c->s->arena, types, e->n_args);
}

/* (a = 1, b = "x") is a struct without a name, with C's layout. */
const struct type *check_record(struct check *c, struct expr *e)
{
	const struct type **types = arena_array(c->s->arena, const struct type *, e->n_args);
	struct member *names = arena_array(c->s->arena, struct member, e->n_args);

	for (u32 i = 0; i < e->n_args; i++) {
		types[i] = check_part(c, e->args[i]->b, e->args[i]->span);
		if (types[i]->kind == TY_ERROR)
			return types[i];
		names[i].name = e->args[i]->a->name;
	}
	return infer_record(c, types, names, e->n_args);
}

/* ---- sizes ---- */

const struct type *check_sizeof(struct check *c, struct expr *e)
{
	const struct type *t = check_type_of(c, ex_tn(e), e->a);

	if (t->kind == TY_ERROR || t->kind == TY_UNKNOWN)
		return t;
	if (!ex_tn(e) && e->a->kind == EX_INT && t->kind == TY_ENUM)
		t = &type_s64;	/* a constant has the type of a literal */
	if (!ex_tn(e) && e->a->kind == EX_STRING && memfmt_type(c, e->a->name))
		t = memfmt_type(c, e->a->name);
	expr_become_int(e, t->kind == TY_STRING && t->count ? t->count : t->size);
	return &type_s64;
}

const struct type *check_key_type(struct check *c, const struct global *g)
{
	const struct type **keys = g->uses->keys;

	for (u32 i = 0; i < g->n_keys; i++)
		if (!keys[i])
			return NULL;
	return g->n_keys == 1 ? keys[0] : type_tuple(c->s->arena, keys, g->n_keys);
}
