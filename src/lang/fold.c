/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fold.c - the value of an expression of constants; see fold.h. */
#include "lang/fold.h"

static bool const_name(const struct unit *u, const char *name, s64 *v, u32 depth);

static bool fold_unary(enum op op, s64 a, s64 *v)
{
	switch (op) {
	case OP_NEG: *v = (s64)(0 - (u64)a); return true;
	case OP_PLUS: *v = a; return true;
	case OP_NOT: *v = !a; return true;
	case OP_COMPL: *v = ~a; return true;
	default: return false;
	}
}

static bool fold_binary(enum op op, s64 a, s64 b, s64 *v)
{
	u64 x = (u64)a, y = (u64)b;

	switch (op) {
	case OP_ADD: *v = (s64)(x + y); return true;
	case OP_SUB: *v = (s64)(x - y); return true;
	case OP_MUL: *v = (s64)(x * y); return true;
	case OP_DIV: *v = b == -1 ? (s64)(0 - x) : b ? a / b : 0; return b != 0;
	case OP_MOD: *v = b == -1 || !b ? 0 : a % b; return b != 0;
	case OP_SHL: *v = (s64)(x << (y & 63)); return true;
	case OP_SHR: *v = a >> (y & 63); return true;
	case OP_BAND: *v = a & b; return true;
	case OP_BOR: *v = a | b; return true;
	case OP_BXOR: *v = a ^ b; return true;
	case OP_EQ: *v = a == b; return true;
	case OP_NE: *v = a != b; return true;
	case OP_LT: *v = a < b; return true;
	case OP_LE: *v = a <= b; return true;
	case OP_GT: *v = a > b; return true;
	case OP_GE: *v = a >= b; return true;
	case OP_AND: *v = a && b; return true;
	case OP_OR: *v = a || b; return true;
	default: return false;
	}
}

static bool fold(const struct unit *u, const struct expr *e, s64 *v, u32 depth)
{
	s64 a, b;

	switch (e->kind) {
	case EX_INT:
		*v = ex_num(e);
		return true;
	case EX_NAME:
		return const_name(u, e->name, v, depth);
	case EX_UNARY:
		return fold(u, e->a, &a, depth) && fold_unary(e->op, a, v);
	case EX_BINARY:
		return fold(u, e->a, &a, depth) && fold(u, e->b, &b, depth) &&
			fold_binary(e->op, a, b, v);
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

/* Defines may name each other; eight deep is enough, and ends a circle. */
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
