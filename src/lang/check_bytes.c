/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_bytes.c - casts between integers and arrays of integers.  They keep the bytes, in the
 * order of the target's memory.
 */
#include "lang/check_impl.h"

/* Size in bytes of the smallest signed type that holds n, which is not negative: bpftrace's type
 * of a literal. */
static u32 literal_size(s64 n)
{
	for (u32 size = 1; size < 8; size *= 2)
		if (n < 1ll << (size * 8 - 1))
			return size;
	return 8;
}

static bool is_int_array(const struct type *t)
{
	return t->kind == TY_ARRAY && t->elem && type_is_int(t->elem);
}

/* Is a value of type t a sequence of bytes?  Text and addresses of networks are, too. */
static bool has_bytes(const struct type *t)
{
	return is_int_array(t) || t->kind == TY_STRING || t->kind == TY_INET || t->kind == TY_MAC;
}

/* (uint8[])x has as many elements as x has bytes. */
static const struct type *sized_array(struct check *c, const struct expr *e,
				      const struct type *to, const struct type *from)
{
	u32 bytes = e->kind == EX_INT && expr_is_literal(e) ? literal_size(ex_num(e)) : from->size;

	if (to->count)
		return to;
	return type_array(c->s->arena, to->elem, (bytes + to->elem->size - 1) / to->elem->size);
}

const struct type *check_cast_bytes(struct check *c, struct expr *e, const struct type *to,
				    const struct type *from)
{
	const struct type *t = is_int_array(to) ? sized_array(c, e->a, to, from) : to;
	bool literal = e->a->kind == EX_INT && expr_is_literal(e->a);

	if (type_same(t, from))
		return t;
	if (is_int_array(t) && type_is_int(from) && t->size <= 8 &&
	    (literal || t->size == from->size))
		return t;
	if (has_bytes(from) && t->size == from->size &&
	    (is_int_array(t) || (type_is_int(t) && is_int_array(from))))
		return t;
	return check_fail(c, E_CAST, e->span, type_name(from), type_name(to));
}
