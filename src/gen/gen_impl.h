/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gen_impl.h - what the files of the generator share among themselves. */
#ifndef AWL_GEN_IMPL_H
#define AWL_GEN_IMPL_H

#include "gen/gen.h"

/* The code of e by the rule for its kind.  Rules call gen_expr(). */
void gen_visit(struct gen *g, struct expr *e, struct operand *out);
/* A scalar of type t at p; m: the member it is, for bitfields, or NULL. */
void gen_load_scalar(struct gen *g, struct place p, const struct type *t,
		     const struct member *m, struct operand *out);
/* e as an operand of type t: constants stay constants. */
void gen_converted(struct gen *g, struct expr *e, const struct type *t,
		   struct operand *out);
/* gen_piece.c: looks for members of one object in what a statement evaluates (NULL:
 * nothing), and gives the place of one that is read with others. */
void gen_piece_find(struct gen *g, struct expr *e);
bool gen_piece_place(struct gen *g, struct expr *e, struct place *p);
/* gen_call.c: the rounds from here on of a while, or of a range that ends before b. */
void gen_called_loop(struct gen *g, struct stmt *s, vreg b);
/* The frame's context, and that no function returned for all. */
void gen_frame_begin(struct gen *g);
/* Bytes to load for a value: a bitfield may reach beyond its type's. */
u32 gen_load_size(const struct type *t, const struct member *m);
u32 gen_pointee_size(const struct type *t);
/* gen_store.c: a literal, and probe or func as a string, into a place of that size. */
void gen_store_literal(struct gen *g, struct place dst, u32 size, const char *s, u32 len);
void gen_store_name(struct gen *g, struct place dst, u32 size, const struct operand *o,
		    const struct type *from);
/* x of p += x, p of type t: in bytes if p is a pointer. */
vreg gen_steps(struct gen *g, const struct type *t, enum op op, struct expr *x);
void gen_binary(struct gen *g, struct expr *e, struct operand *out);
void gen_lvalue(struct gen *g, struct expr *e, struct operand *out);
void gen_unary(struct gen *g, struct expr *e, struct operand *out);
void gen_cond(struct gen *g, struct expr *e, struct operand *out);
void gen_condition_value(struct gen *g, struct expr *e, struct operand *out);
void gen_local_assign(struct gen *g, struct expr *e, struct operand *out);
void gen_local_incdec(struct gen *g, struct expr *e, struct operand *out);

#endif
