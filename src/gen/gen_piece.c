/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_piece.c - several members of one object, read at once.
 *
 * Reading kernel or user memory takes a helper call: about fifty instructions, for four bytes
 * as for sixty.  So the expression of a statement is searched for members of the same object.
 * Members that are close together are all read when the first of them is needed.  Only the
 * bytes from the first to the last of them are read, so nothing outside the object is touched.
 */
#include "gen/gen_impl.h"

#include <string.h>

#include "builtin/builtin.h"

#define PIECE 64		/* bytes read at once at most */
#define MOST 16			/* members of a statement that are considered */

struct found { struct expr *base; s32 from, to; };

struct expr *gen_object_of(const struct expr *e, s32 *off)
{
	*off = 0;
	for (; e->kind == EX_MEMBER && !ex_member(e)->is_loc; e = e->a) {
		*off += (s32)ex_off(e);
		if (e->a->type->kind == TY_PTR)
			return e->a;
	}
	if (e->kind != EX_UNARY || e->op != OP_DEREF)
		return NULL;
	*off += (s32)ex_off(e);
	return e->a;
}

/* Does e have the same value throughout a statement that assigns to no variable?  Otherwise
 * its reads can't be shared. */
static bool is_steady(const struct expr *e)
{
	switch (e->kind) {
	case EX_INT:
	case EX_LOCAL:
	case EX_ARG:
		return true;
	case EX_CAST:
	case EX_MEMBER:
		return is_steady(e->a);
	case EX_BUILTIN:
		return ex_builtin(e)->flags & SEES_ARG;
	default:
		return false;
	}
}

/* If e reads a member of kernel or user memory: the pointer to the object, and e's bytes in it.
 * Otherwise NULL. */
static struct expr *read_of(struct gen *g, struct expr *e, s32 *from, s32 *to)
{
	struct expr *base;
	enum space space;

	if ((e->kind != EX_MEMBER && e->kind != EX_UNARY) || !type_fits_reg(e->type))
		return NULL;
	base = gen_object_of(e, from);
	if (!base || base->type->kind != TY_PTR || !is_steady(base))
		return NULL;
	space = gen_space(g, base->type);
	if (!space_is_foreign(space) || gen_is_typed(g, e))
		return NULL;
	*to = *from + (s32)gen_load_size(e->type, e->kind == EX_MEMBER ? ex_member(e) : NULL);
	/* its copy on the stack must be aligned */
	return *from >= 0 && *from % (*to - *from) == 0 ? base : NULL;
}

/* Collects all such reads of e.  False if e may change a pointer. */
static bool collect(struct gen *g, struct expr *e, struct found *all, u32 *n)
{
	struct expr *parts[] = { e->a, e->b, e->kind == EX_COND ? ex_else(e) : NULL };
	struct found f;

	if (e->kind == EX_BLOCK || e->kind == EX_INCDEC)
		return false;
	if (e->kind == EX_SIZEOF || e->kind == EX_OFFSETOF ||
	    (e->kind == EX_UNARY && e->op == OP_ADDR))
		return true;
	f.base = read_of(g, e, &f.from, &f.to);
	if (f.base && *n < MOST)
		all[(*n)++] = f;
	for (u32 i = 0; i < ARRAY_SIZE(parts); i++)
		if (parts[i] && (parts[i]->kind == EX_ASSIGN || !collect(g, parts[i], all, n)))
			return false;
	for (u32 i = 0; i < e->n_args; i++)
		if (e->args[i]->kind == EX_ASSIGN || !collect(g, e->args[i], all, n))
			return false;
	return true;
}

/* *piece = the bytes of all[first] and of other members near it.  Returns how many others. */
static u32 gather(const struct found *all, u32 n, u32 first, struct found *piece)
{
	u32 count = 0;

	*piece = all[first];
	piece->from &= ~7;
	for (u32 i = 0; i < n; i++) {
		s32 from = all[i].from & ~7, to = all[i].to;

		if (!expr_same(all[i].base, piece->base))
			continue;
		from = from < piece->from ? from : piece->from;
		to = to > piece->to ? to : piece->to;
		if (to - from > PIECE)
			continue;
		count += all[i].from != all[first].from;
		piece->from = from;
		piece->to = to;
	}
	return count;
}

void gen_piece_find(struct gen *g, struct expr *e)
{
	struct found all[MOST], piece;
	u32 n = 0, most = 0, count;

	g->piece.base = NULL;
	g->shared.at[SHARED_PIECE] = 0;
	if (!e || !collect(g, e, all, &n))
		return;
	for (u32 i = 0; i < n; i++) {
		count = gather(all, n, i, &piece);
		if (count <= most)
			continue;
		most = count;
		g->piece.base = piece.base;
		g->piece.from = piece.from;
		g->piece.size = (u32)(piece.to - piece.from);
	}
	if (most)
		g->piece.slot = gen_slot(g, g->piece.size);
}

bool gen_piece_place(struct gen *g, struct expr *e, struct place *p)
{
	struct expr *base;
	s32 from, to;

	if (!g->piece.base)
		return false;
	base = read_of(g, e, &from, &to);
	if (!base || !expr_same(base, g->piece.base) || from < g->piece.from ||
	    to > g->piece.from + (s32)g->piece.size)
		return false;
	if (!g->shared.at[SHARED_PIECE]) {
		vreg r = gen_reg(g, base);

		gen_probe_read(g, place_slot(g->piece.slot, 0), g->piece.size, r, g->piece.from,
			       gen_space(g, base->type));
		g->shared.at[SHARED_PIECE] = r;
	}
	*p = place_slot(g->piece.slot, from - g->piece.from);
	return true;
}
