/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_op.c - types of operators, assignments, casts and members.
 *
 * Integers follow C's usual arithmetic conversions, with literals as long
 * long: u32 + u32 wraps at 32 bits, u32 + 1 does not.  Constant operands are
 * folded here, so that "is it a constant" is simply "is it EX_INT".
 */
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "lang/check_impl.h"
#include "lang/names.h"

static bool poisoned(const struct type *t)
{
	return t->kind == TY_ERROR || t->kind == TY_UNKNOWN;
}

/* ---- folding ---- */

static u64 wrap(u64 v, const struct type *t)
{
	u32 drop = 64 - t->size * 8;

	if (t->kind == TY_BOOL)
		return v != 0;
	return t->is_signed ? (u64)((s64)(v << drop) >> drop) : v << drop >> drop;
}

static bool fold_divide(enum op op, u64 a, u64 b, const struct type *t, u64 *v)
{
	bool neg_a = t->is_signed && (s64)a < 0, neg_b = t->is_signed && (s64)b < 0;
	u64 ua = neg_a ? -a : a, ub = neg_b ? -b : b;

	if (!b)
		return false;
	if (op == OP_DIV)
		*v = neg_a != neg_b ? -(ua / ub) : ua / ub;
	else
		*v = neg_a ? -(ua % ub) : ua % ub;
	return true;
}

static bool less(u64 a, u64 b, const struct type *t)
{
	return t->is_signed ? (s64)a < (s64)b : a < b;
}

/* a op b in type t (the operands' common type); false if it can't be. */
static bool fold_value(enum op op, u64 a, u64 b, const struct type *t, u64 *v)
{
	switch (op) {
	case OP_ADD: *v = a + b; return true;
	case OP_SUB: *v = a - b; return true;
	case OP_MUL: *v = a * b; return true;
	case OP_DIV:
	case OP_MOD: return fold_divide(op, a, b, t, v);
	case OP_BOR: *v = a | b; return true;
	case OP_BXOR: *v = a ^ b; return true;
	case OP_BAND: *v = a & b; return true;
	case OP_SHL: *v = a << (b & 63); return true;
	case OP_SHR: *v = t->is_signed ? (u64)((s64)a >> (b & 63)) : a >> (b & 63); return true;
	case OP_EQ: *v = a == b; return true;
	case OP_NE: *v = a != b; return true;
	case OP_LT: *v = less(a, b, t); return true;
	case OP_GT: *v = less(b, a, t); return true;
	case OP_LE: *v = !less(b, a, t); return true;
	case OP_GE: *v = !less(a, b, t); return true;
	case OP_AND: *v = a && b; return true;
	case OP_OR: *v = a || b; return true;
	case OP_XORL: *v = !a != !b; return true;
	default: return false;
	}
}

static const struct type *become_int(struct expr *e, u64 v, const struct type *t)
{
	e->kind = EX_INT;
	e->num = (s64)wrap(v, t);
	if (t == &type_bool)
		return e->type = t;
	e->is_unsigned_lit = t->size == 8 && !t->is_signed;
	return e->is_unsigned_lit ? &type_u64 : &type_s64;
}

/*
 * A folded number is a literal of 64 bits.  So what C has in fewer bits is left to the
 * program: -(3 != 255) is an int, of which ^ with a u32 makes a u32.
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

/* What lies in memory.  A variable is put there if its address is asked for; what it
 * points to is then read like the kernel's memory, which our stack is part of. */
static bool has_address(const struct expr *e)
{
	return e->kind == EX_MEMBER || e->kind == EX_INDEX ||
	       (e->kind == EX_UNARY && e->op == OP_DEREF);
}

/* Operators make a plain number of an enum's constant, as of any literal. */
static void forget_enum(struct expr *e)
{
	if (e->kind == EX_INT && e->type->kind == TY_ENUM)
		e->type = &type_s64;
}

/* What a pointer points to must not grow later: integers have 64 bits at once. */
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
	u64 v = (u64)e->a->num;

	if (poisoned(t))
		return t;
	forget_enum(e->a);
	t = e->a->type;
	if (e->op == OP_DEREF)
		return check_deref(c, e, t);
	if (e->op == OP_ADDR && e->a->kind == EX_LOCAL)
		return local_address(c, e->a->local);
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
		r = &type_u64;	/* of a literal alone: ~0 is all ones in bpftrace */
	if (!can_fold(e->a, r))
		return r;
	return become_int(e, e->op == OP_NEG ? -v : e->op == OP_COMPL ? ~v :
			  e->op == OP_NOT ? !v : v, e->op == OP_NEG ? &type_s64 : r);
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
	return type_arith(a, b);	/* masks, shifts: as numbers */
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
	*e = (struct expr){ .kind = EX_CAST, .span = name->span, .a = name,
			    .type = type_string(c->s->arena, names_size(&c->s->image, name->type)) };
}

/* probe == "…" compares numbers, anything else with a string strings. */
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
	text->kind = EX_INT;
	text->num = names_id(&c->s->image, name->type, text->name);
	text->type = &type_s64;
}

static bool is_bytes(const struct type *t)
{
	return t->kind == TY_ARRAY || t->kind == TY_INET || t->kind == TY_MAC;
}

/* Addresses and the like are equal or not: also as a number, also in a structure. */
static bool same_bytes(const struct expr *e, const struct type *a, const struct type *b)
{
	return (e->op == OP_EQ || e->op == OP_NE) && a->size == b->size &&
	       ((is_bytes(a) && (is_bytes(b) || type_is_int(b) || b->kind == TY_STRUCT)) ||
		(is_bytes(b) && (type_is_int(a) || a->kind == TY_STRUCT)));
}

/* Compared as what holds both: e->common. */
static bool same_tuple(struct check *c, struct expr *e, const struct type *a,
		       const struct type *b)
{
	if (a->kind != b->kind || (a->kind != TY_TUPLE && a->kind != TY_BUF) ||
	    (e->op != OP_EQ && e->op != OP_NE))
		return false;
	e->common = a->kind == TY_TUPLE ? infer_common(c, a, b) : a->size > b->size ? a : b;
	return e->common;
}

static const struct type *fold_binary(struct expr *e, const struct type *t)
{
	u64 v;

	if (!can_fold(e->a, t) || e->b->kind != EX_INT ||
	    !fold_value(e->op, (u64)e->a->num, (u64)e->b->num,
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
	return (op == OP_DIV || op == OP_MOD) && by->kind == EX_INT && !by->num;
}

/* (arg3 << 32) | arg2 of 32-bit words; *result is what C makes of it. */
static void tell_shift(struct check *c, const struct expr *e, const struct type *result)
{
	if (c->final && (e->op == OP_SHL || e->op == OP_SHR) && e->b->kind == EX_INT &&
	    type_is_int(result) && result->size < 8 && e->b->num >= result->size * 8)
		diag_say(c->s->diag, W_SHIFT, e->span, result->size * 8, (long long)e->b->num);
}

/* It has a result, as in the instruction set, but is hardly meant. */
static void tell_zero(struct check *c, const struct expr *e)
{
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
	tell_zero(c, e);
	if (e->a->kind == EX_STRING && check_param_text(c, e))
		return e->type;
	fit_names(c, e);
	forget_enum(e->a);
	forget_enum(e->b);
	t = binary_type(c, e, e->a->type, e->b->type);
	tell_shift(c, e, t);
	return t->kind == TY_ERROR ? t : fold_binary(e, t);
}

/* ---- assignment ---- */

static void note_agg_or_store(struct check *c, struct expr *e, const struct type *t)
{
	struct global *g = e->a->global;

	if (t->kind == TY_AGG) {
		infer_agg(c, g, t, e->span);
		return;
	}
	if (e->op == OP_ADD || e->op == OP_SUB)
		g->is_added = g->adds_any = true;
	else
		g->is_stored = true;
	if (!e->is_unused || (e->op != OP_NONE && e->op != OP_ADD && e->op != OP_SUB))
		g->is_read = true;
	infer_store(c, g, e->op == OP_SUB && expr_is_literal(e->b) ? &type_s64 : t,
		    expr_is_literal(e->b) || e->b->kind == EX_STRING, e->span);
	infer_fit(c, e->b, g->value);
}

/* += and its kind are for numbers. */
static bool check_compound(struct check *c, struct expr *e, const struct type *t)
{
	tell_zero(c, e);
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
		e->kind = EX_DELETE;
		e->args = arena_memdup(c->s->arena, &e->a, sizeof(e->a));
		e->n_args = 1;
		return check_expr(c, e);
	}
	c->assigning = e->op == OP_NONE &&
		       (e->b->kind == EX_CALL || e->b->kind == EX_BUILTIN);
	t = check_kept(c, e->b, check_expr(c, e->b));
	t = check_func_address(c, e->b, e->a->global->value, t);
	c->assigning = false;
	if (!check_compound(c, e, t))
		t = &type_error;
	if (poisoned(t)) {
		e->a->type = t;
		return t;
	}
	note_agg_or_store(c, e, t);
	e->a->type = e->a->global->value ? e->a->global->value : &type_unknown;
	return t->kind == TY_AGG ? &type_void : e->a->type;
}

static const struct type *assign_local(struct check *c, struct expr *e)
{
	const struct type *t = check_expr(c, e->b);

	if (!check_compound(c, e, t))
		return &type_error;
	if (e->op != OP_NONE)
		infer_local_use(c, e->a);
	if (!poisoned(t) && e->op != OP_NONE && e->a->local->type &&
	    type_is_int(t) && type_is_int(e->a->local->type))
		infer_local_store(c, e->a, type_arith(e->a->local->type, t), false);
	else if (!poisoned(t))
		infer_local_store(c, e->a, t, expr_is_literal(e->b) || e->b->kind == EX_STRING);
	else
		infer_local_store(c, e->a, &type_unknown, false);
	infer_fit(c, e->b, e->a->local->type);
	e->a->type = e->a->local->type ? e->a->local->type : t;
	return e->a->type;
}

/* ply's bare m[k], and the $m[k] of its first manual, as the left side */
static void bare_to_global(struct check *c, struct expr *e)
{
	if (e->kind == EX_INDEX &&
	    (e->a->kind == EX_NAME || (e->a->kind == EX_LOCAL && !infer_is_local(c, e->a->name)))) {
		e->kind = EX_GLOBAL;
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
		*e = *e->b;	/* bpftrace's way to say that a value is not wanted */
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
		a->type = a->local->type;
		return a->type;
	}
	if (a->kind != EX_GLOBAL)
		return not_assignable(c, e);
	infer_keys(c, a);
	a->global->is_added = true;
	a->global->adds_any |= e->op != OP_ADD;
	if (!e->is_unused)
		a->global->is_read = true;
	if (a->global->is_agg)
		return check_fail(c, E_AGG_CLASH, e->span, a->global->name, "a number",
				  agg_names[a->global->value->agg.kind]);
	infer_store(c, a->global, &type_s64, true, e->span);
	a->type = a->global->value;
	if (!type_is_scalar(a->type) && !poisoned(a->type))
		return check_fail(c, E_OPERAND, a->span, "++", type_name(a->type));
	return a->type;
}

const struct type *check_delete(struct check *c, struct expr *e)
{
	struct expr *m = e->n_args ? e->args[0] : NULL;

	if (m && m->kind == EX_NAME && script_global(c->s, m->name))
		m->kind = EX_GLOBAL;
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
	m->global->is_deleted = true;
	m->type = m->global->value ? m->global->value : &type_unknown;
	return &type_bool;
}

/* ---- types by name, members ---- */

/* (string[N])text: as it is, if it fits.  (bool)text: is it not empty? */
static const struct type *cast_string(struct check *c, struct expr *e, const struct type *from)
{
	if (e->tn && !strcmp(e->tn->name, "string")) {
		if (e->tn->dims == 1 && e->tn->dim[0] < from->size)
			return check_fail(c, E_CAST, e->span, type_name(from), "a shorter string");
		*e = *e->a;
		return check_expr(c, e);
	}
	e->kind = EX_BINARY;
	e->op = OP_NE;
	e->b = arena_new(c->s->arena, struct expr);
	*e->b = (struct expr){ .kind = EX_STRING, .span = e->span, .name = "" };
	return check_expr(c, e);
}

static bool casts_string(const struct expr *e, const struct type *from)
{
	return from->kind == TY_STRING && e->tn && !e->tn->stars && e->tn->tag == TN_PLAIN &&
	       e->tn->name && (!strcmp(e->tn->name, "string") ||
			       (!strcmp(e->tn->name, "bool") && !e->tn->dims));
}

const struct type *check_cast(struct check *c, struct expr *e)
{
	const struct type *from = check_expr(c, e->a), *t;

	if (casts_string(e, from))
		return cast_string(c, e, from);
	t = e->tn ? check_type_name(c, e->tn) : e->type;
	if (poisoned(t) || poisoned(from) || (!e->tn && names_is(from)))
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
	if (e->a->kind == EX_INT && t->kind != TY_BOOL) {
		s64 v = (s64)wrap((u64)e->a->num, t);

		if (t->size == 8 || v == e->a->num) {
			/* stays typed: (uint64)1 is no plain literal */
			e->a->num = v;
		}
	}
	return t;
}

static const struct type *tuple_member(struct check *c, struct expr *e,
				       const struct type *t)
{
	if (t->kind != TY_TUPLE)
		return check_fail(c, E_NO_TUPLE, e->span, e->a->kind == EX_INT ?
				  "a number has no fractions; it" : type_name(t));
	if (e->num < 0 || e->num >= t->count)
		return check_fail(c, E_TUPLE_INDEX, e->span, t->count);
	e->member = &t->members[e->num];
	e->off = e->member->off;
	return e->member->type;
}

/* args.name of a kprobe is name, which the kernel's BTF may know. */
static bool as_param(struct check *c, struct expr *e)
{
	struct expr name = { .kind = EX_NAME, .name = e->name, .span = e->span };

	if (!e->name || !check_means_params(c, e->a) || c->p->record || !check_param_name(c, &name))
		return false;
	*e = name;
	return true;
}

/* A part of a record of constants is that constant: config().max_strlen. */
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

const struct type *check_member(struct check *c, struct expr *e)
{
	const struct type *t;

	if (as_param(c, e))
		return check_expr(c, e);
	t = check_expr(c, e->a);
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
	e->member = type_member(t, e->name, &e->off);
	if (!e->member) {
		check_no_member(c, e, t, e->name);
		return &type_error;
	}
	if (c->p && t == c->p->record && !strncmp(e->name, "common_", 7))
		return check_common(c, e);
	if (e->member->is_loc && e->member->type->kind == TY_STRING)
		return check_open_text(c);
	return check_placed(c, e, e->member->type);
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
		e->kind = EX_MEMBER;
		e->num = e->args[0]->num;
		return tuple_member(c, e, t);
	}
	if (t->kind == TY_STRING && e->args[0]->kind == EX_INT &&
	    (u64)e->args[0]->num >= (t->count ? t->count : t->size))
		return check_fail(c, E_INDEX_RANGE, e->args[0]->span,
				  t->count ? t->count : t->size);
	if (t->kind == TY_STRING && type_is_scalar(e->args[0]->type))
		return &type_s8;
	/* [0] and [1] at the end of a structure stand for any number */
	if (t->kind == TY_ARRAY && t->count > 1 && e->args[0]->kind == EX_INT &&
	    (u64)e->args[0]->num >= t->count)
		return check_fail(c, E_ARRAY_RANGE, e->args[0]->span, t->count);
	if (t->kind == TY_PTR && !t->elem)
		return check_fail(c, E_DEREF_VOID, e->span);
	if ((t->kind == TY_ARRAY || t->kind == TY_PTR) && type_is_scalar(e->args[0]->type))
		return check_placed(c, e, t->elem);
	return check_fail(c, E_INDEX, e->span, type_name(t));
}
