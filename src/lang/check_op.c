/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_op.c - types of operators and casts.
 *
 * Integers follow C's usual arithmetic conversions, with literals of type long long: u32 + u32
 * wraps at 32 bits, u32 + 1 does not.  Constant expressions are folded here to EX_INT; fold.c
 * computes them.
 */
#include <string.h>

#include "lang/check_impl.h"
#include "lang/fold.h"
#include "lang/names.h"

/* ---- folding ---- */

static u64 wrap(u64 v, const struct type *t)
{
	u32 drop = 64 - t->size * 8;

	if (t->kind == TY_BOOL)
		return v != 0;
	return t->is_signed ? (u64)((s64)(v << drop) >> drop) : v << drop >> drop;
}

static const struct type *become_int(struct expr *e, u64 v, const struct type *t)
{
	expr_become_int(e, (s64)wrap(v, t));
	if (t == &type_bool)
		return e->type = t;
	ex_is_unsigned(e) = t->size == 8 && !t->is_signed;
	return ex_is_unsigned(e) ? &type_u64 : &type_s64;
}

/*
 * A folded number is a literal of 64 bits.  So what has fewer bits in C is not folded: in C
 * -(3 != 255) is an int, and ^ of that and a u32 is a u32.
 */
static bool can_fold(const struct expr *e, const struct type *t)
{
	return e->kind == EX_INT && (t->size == 8 || t == &type_bool);
}

/* ---- unary ---- */

static const struct type *check_deref(struct check *c, struct expr *e,
				      const struct type *t)
{
	t = e->a->type = check_pointee(c, t);
	if (t->kind == TY_PTR && t->elem && t->elem->kind != TY_VOID)
		return check_placed(c, e, t->elem);
	if (t->kind == TY_PTR)
		return check_fail(c, E_DEREF_VOID, e->span);
	if (type_is_scalar(t))
		return &type_u64;
	return check_fail(c, E_DEREF, e->span, type_name(t));
}

/* Is e in memory?  A local whose address is taken is kept on the program's stack, which is
 * read through pointers like other kernel memory. */
static bool has_address(const struct expr *e)
{
	return e->kind == EX_MEMBER || e->kind == EX_INDEX ||
	       (e->kind == EX_UNARY && e->op == OP_DEREF);
}

/* The result of an operator on an enum's constant is a plain number. */
static void forget_enum(struct expr *e)
{
	if (e->kind == EX_INT && e->type->kind == TY_ENUM)
		e->type = &type_s64;
}

/* A local whose address is taken must not grow later, so integers get 64 bits now. */
static const struct type *local_address(struct check *c, struct local *l)
{
	const struct type *t = l->is_declared ? l->type : check_stored(c, l->type);
	struct type *p;

	c->changed |= !l->has_address;
	l->has_address = true;
	l->type = t;
	t = type_ptr(c->s->arena, t, SPACE_KERNEL, c->s->arch->word);
	p = arena_memdup(c->s->arena, t, sizeof(*t));
	p->to_local = true;
	return p;
}

const struct type *check_unary(struct check *c, struct expr *e)
{
	const struct type *t = check_expr(c, e->a), *r;
	u64 v = e->a->kind == EX_INT ? (u64)ex_num(e->a) : 0;

	if (poisoned(t))
		return t;
	forget_enum(e->a);
	t = e->a->type;
	if (e->op == OP_DEREF)
		return check_deref(c, e, t);
	if (e->op == OP_ADDR && e->a->kind == EX_LOCAL)
		return local_address(c, ex_local(e->a));
	if (e->op == OP_ADDR && !has_address(e->a))
		return check_fail(c, E_NO_ADDRESS, e->a->span);
	if (e->op == OP_ADDR)
		return type_ptr(c->s->arena, t, check_space(e->a), c->s->arch->word);
	if (!type_is_scalar(t) && !(e->op == OP_NOT && t->kind == TY_STRING))
		return check_fail(c, E_OPERAND, e->a->span, op_text[e->op], type_name(t));
	if (e->op == OP_NOT)
		r = &type_bool;
	else
		r = type_promoted(t);
	if (e->op == OP_COMPL && r->size == 8 && e->a->kind == EX_INT)
		r = &type_u64;	/* ~ of a literal: in bpftrace ~0 is all ones */
	if (!can_fold(e->a, r))
		return r;
	fold_unary(e->op, v, &v);
	return become_int(e, v, e->op == OP_NEG ? &type_s64 : r);
}

/* ---- binary ---- */

static bool is_compare(enum op op)
{
	return op >= OP_EQ && op <= OP_GE;
}

static const struct type *check_pointer_math(struct check *c, struct expr *e,
					     const struct type *a, const struct type *b)
{
	if (is_compare(e->op))
		return &type_bool;
	if (e->op == OP_SUB && a->kind == TY_PTR && b->kind == TY_PTR)
		return &type_s64;
	if (e->op == OP_ADD && b->kind == TY_PTR)
		return b;
	if ((e->op == OP_ADD || e->op == OP_SUB) && a->kind == TY_PTR)
		return a;
	return type_arith(a, b);	/* masks and shifts make numbers */
	(void)c;
}

static const struct type *check_strings(struct check *c, struct expr *e)
{
	if (is_compare(e->op))
		return &type_bool;
	return check_fail(c, E_OPERAND, e->span, op_text[e->op], "strings");
}

void check_as_string(struct check *c, struct expr *e)
{
	struct expr *name;

	if (!names_is(e->type))
		return;
	name = arena_memdup(c->s->arena, e, sizeof(*e));
	*e = *expr_pair(c->s->arena, EX_CAST, name, NULL, name->span);
	e->type = type_string(c->s->arena, names_size(&c->s->image, name->type));
}

/* probe == "…" compares numbers.  All other comparisons with strings compare the text. */
static void fit_names(struct check *c, struct expr *e)
{
	struct expr *name = names_is(e->a->type) ? e->a : e->b;
	struct expr *text = name == e->a ? e->b : e->a;

	if (!names_is(name->type) || text->type->kind != TY_STRING)
		return;
	if (text->kind != EX_STRING || (e->op != OP_EQ && e->op != OP_NE)) {
		check_as_string(c, name);
		return;
	}
	expr_become_int(text, names_id(&c->s->image, name->type, text->name));
	text->type = &type_s64;
}

static bool is_bytes(const struct type *t)
{
	return t->kind == TY_ARRAY || t->kind == TY_INET || t->kind == TY_MAC;
}

/* Can they be compared byte by byte: addresses and the like, also as numbers or in a structure? */
static bool same_bytes(const struct expr *e, const struct type *a, const struct type *b)
{
	return (e->op == OP_EQ || e->op == OP_NE) && a->size == b->size &&
	       ((is_bytes(a) && (is_bytes(b) || type_is_int(b) || b->kind == TY_STRUCT)) ||
		(is_bytes(b) && (type_is_int(a) || a->kind == TY_STRUCT)));
}

/* Are they tuples or bytes that can be compared?  Sets ex_common, a type that holds both. */
static bool same_tuple(struct check *c, struct expr *e, const struct type *a,
		       const struct type *b)
{
	if (a->kind != b->kind || (a->kind != TY_TUPLE && a->kind != TY_BUF) ||
	    (e->op != OP_EQ && e->op != OP_NE))
		return false;
	ex_common(e) = a->kind == TY_TUPLE ? infer_common(c, a, b) : a->size > b->size ? a : b;
	return ex_common(e);
}

static const struct type *fold_binary(struct expr *e, const struct type *t)
{
	u64 v;

	if (!can_fold(e->a, t) || e->b->kind != EX_INT ||
	    !fold_value(e->op, (u64)ex_num(e->a), (u64)ex_num(e->b),
			type_arith(e->a->type, e->b->type), &v))
		return t;
	return become_int(e, v, t);
}

static const struct type *binary_type(struct check *c, struct expr *e,
				      const struct type *a, const struct type *b)
{
	if (e->op == OP_AND || e->op == OP_OR || e->op == OP_XORL)
		return &type_bool;
	if (a->kind == TY_STRING && b->kind == TY_STRING)
		return check_strings(c, e);
	if (same_bytes(e, a, b) || same_tuple(c, e, a, b))
		return &type_bool;
	if (!type_is_scalar(a) || !type_is_scalar(b))
		return check_fail(c, E_OPERANDS, e->span, op_text[e->op], type_name(a),
				  type_name(b));
	if (a->kind == TY_PTR || b->kind == TY_PTR)
		return check_pointer_math(c, e, a, b);
	if (is_compare(e->op))
		return &type_bool;
	if (e->op == OP_SHL || e->op == OP_SHR)
		return type_promoted(a);
	return type_arith(a, b);
}

static bool divides_by_zero(enum op op, const struct expr *by)
{
	return (op == OP_DIV || op == OP_MOD) && by->kind == EX_INT && !ex_num(by);
}

/* Warns about a shift by all bits of the result or more, as (arg3 << 32) | arg2 of u32. */
static void warn_shift(struct check *c, const struct expr *e, const struct type *result)
{
	if (c->final && (e->op == OP_SHL || e->op == OP_SHR) && e->b->kind == EX_INT &&
	    type_is_int(result) && result->size < 8 && ex_num(e->b) >= result->size * 8)
		diag_say(c->s->diag, W_SHIFT, e->span, result->size * 8, (long long)ex_num(e->b));
}

/* The instruction set defines division by zero, but scripts hardly want it. */
void check_divisor(struct check *c, const struct expr *e)
{
	c->s->image.divides |= e->op == OP_DIV || e->op == OP_MOD;
	if (!c->final || !divides_by_zero(e->op, e->b))
		return;
	if (e->op == OP_DIV)
		diag_say(c->s->diag, W_DIV_ZERO, e->b->span);
	else
		diag_say(c->s->diag, W_MOD_ZERO, e->b->span);
}

const struct type *check_binary(struct check *c, struct expr *e)
{
	bool lazy = e->op == OP_AND || e->op == OP_OR;
	const struct type *a = check_expr(c, e->a), *b, *t;

	c->depth += lazy;
	b = check_expr(c, e->b);
	c->depth -= lazy;
	if (poisoned(a) || poisoned(b))
		return is_compare(e->op) || lazy ? &type_bool
						 : poisoned(a) ? b : a;
	if ((lazy || e->op == OP_XORL) &&
	    (!check_truth(c, e->a, a) || !check_truth(c, e->b, b)))
		return &type_error;
	if (divides_by_zero(e->op, e->b) && e->a->kind == EX_INT)
		return check_fail(c, E_DIV_ZERO, e->b->span);
	check_divisor(c, e);
	if (e->a->kind == EX_STRING && check_param_text(c, e))
		return e->type;
	fit_names(c, e);
	forget_enum(e->a);
	forget_enum(e->b);
	t = binary_type(c, e, e->a->type, e->b->type);
	warn_shift(c, e, t);
	return t->kind == TY_ERROR ? t : fold_binary(e, t);
}

/* ---- casts ---- */

/* (string[N])text is the text, if it fits.  (bool)text asks whether it is not empty. */
static const struct type *cast_string(struct check *c, struct expr *e, const struct type *from)
{
	if (ex_tn(e) && !strcmp(ex_tn(e)->name, "string")) {
		if (ex_tn(e)->dims == 1 && ex_tn(e)->dim[0] < from->size)
			return check_fail(c, E_CAST, e->span, type_name(from), "a shorter string");
		*e = *e->a;
		return check_expr(c, e);
	}
	expr_become(e, EX_BINARY);
	e->op = OP_NE;
	e->b = expr_new(c->s->arena, EX_STRING, e->span);
	e->b->name = "";
	return check_expr(c, e);
}

static bool casts_string(const struct expr *e, const struct type *from)
{
	const struct typename *tn = ex_tn(e);

	return from->kind == TY_STRING && tn && !tn->stars && tn->tag == TN_PLAIN && tn->name &&
	       (!strcmp(tn->name, "string") || (!strcmp(tn->name, "bool") && !tn->dims));
}

const struct type *check_cast(struct check *c, struct expr *e)
{
	const struct type *from = check_expr(c, e->a), *t;

	if (casts_string(e, from))
		return cast_string(c, e, from);
	t = ex_tn(e) ? check_type_name(c, ex_tn(e)) : e->type;
	if (poisoned(t) || poisoned(from) || (!ex_tn(e) && names_is(from)))
		return t;
	if (t->kind == TY_ARRAY || is_bytes(from))
		return check_cast_bytes(c, e, t, from);
	if (type_same(t, from) && !type_is_scalar(t))
		return t;
	if (!type_is_scalar(t) || !type_is_scalar(from))
		return check_fail(c, E_CAST, e->span, type_name(from), type_name(t));
	if (t->kind == TY_PTR) {	/* it points where the value points */
		enum space sp = from->kind == TY_PTR ? from->space : SPACE_NONE;

		return type_ptr(c->s->arena, t->elem, sp, c->s->arch->word);
	}
	return t;
}
