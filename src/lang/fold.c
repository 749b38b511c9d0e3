/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fold.c - computes operators with known operands; see fold.h.
 *
 * The checker folds with types.  Declarations and directives are read before there are types,
 * so their numbers have 64 bits and a sign.
 */
#include "lang/fold.h"

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

bool fold_value(enum op op, u64 a, u64 b, const struct type *t, u64 *v)
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

bool fold_unary(enum op op, u64 a, u64 *v)
{
	switch (op) {
	case OP_NEG: *v = -a; return true;
	case OP_PLUS: *v = a; return true;
	case OP_NOT: *v = !a; return true;
	case OP_COMPL: *v = ~a; return true;
	default: return false;
	}
}

/* ---- before there are types ---- */

static bool const_name(const struct unit *u, const char *name, s64 *v, u32 depth);

static bool fold(const struct unit *u, const struct expr *e, s64 *v, u32 depth)
{
	s64 a, b;
	u64 r;

	switch (e->kind) {
	case EX_INT:
		*v = ex_num(e);
		return true;
	case EX_NAME:
		return const_name(u, e->name, v, depth);
	case EX_UNARY:
		if (!fold(u, e->a, &a, depth) || !fold_unary(e->op, (u64)a, &r))
			return false;
		*v = (s64)r;
		return true;
	case EX_BINARY:
		if (!fold(u, e->a, &a, depth) || !fold(u, e->b, &b, depth) ||
		    !fold_value(e->op, (u64)a, (u64)b, &type_s64, &r))
			return false;
		*v = (s64)r;
		return true;
	case EX_COND:
		return e->b && fold(u, e->a, &a, depth) && fold(u, a ? e->b : ex_else(e), v, depth);
	default:
		return false;
	}
}

static bool enum_value(const struct unit *u, const struct type_decl *d, const char *name,
		       s64 *v, u32 depth)
{
	s64 next = 0;

	for (const struct expr *e = d->enumerators; e; e = e->next, next++) {
		if (e->b && !fold(u, e->b, &next, depth))
			return false;
		if (e->name == name) {
			*v = next;
			return true;
		}
	}
	return false;
}

/* Defines may name each other.  The limit of eight levels ends circles. */
static bool const_name(const struct unit *u, const char *name, s64 *v, u32 depth)
{
	if (depth >= 8)
		return false;
	for (const struct define *d = u->defines; d; d = d->next)
		if (d->name == name && d->value)
			return fold(u, d->value, v, depth + 1);
	for (const struct type_decl *d = u->types; d; d = d->next)
		if (d->kind == TD_ENUM && enum_value(u, d, name, v, depth + 1))
			return true;
	return false;
}

bool const_value(const struct unit *u, const struct expr *e, s64 *value)
{
	return fold(u, e, value, 0);
}
