/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gen_impl.h - functions that only the files of the generator call. */
#ifndef AWL_GEN_IMPL_H
#define AWL_GEN_IMPL_H

#include "gen/gen.h"

/* gen_start.c: goes to g->done if the event is not for any of the program's clauses. */
void gen_start(struct gen *g);
/* … for the clause of g->p.  lang/filter.c says which processes it is for. */
void gen_filter(struct gen *g);
/* What a program for which gen_start() did not go to `done` does last. */
void gen_end(struct gen *g, const struct prog *p);
/* Generates e by the rule for its kind.  Rules don't call this but gen_expr(). */
void gen_visit(struct gen *g, struct expr *e, struct operand *out);
/* Loads the scalar of type t at p; m: the member, for bitfields, or NULL. */
void gen_load_scalar(struct gen *g, struct place p, const struct type *t,
		     const struct member *m, struct operand *out);
/* *out = r, which was loaded for it and must still be extended. */
void gen_loaded(struct gen *g, vreg r, const struct type *t, const struct member *m,
		struct operand *out);
/* e as an operand of type t.  Constants stay constants. */
void gen_converted(struct gen *g, struct expr *e, const struct type *t,
		   struct operand *out);
/* gen_piece.c: chooses the members of one object that the statement's expression e reads
 * together; NULL: none. */
void gen_piece_find(struct gen *g, struct expr *e);
/* If e is one of these, reads them all the first time and sets *p to its place. */
bool gen_piece_place(struct gen *g, struct expr *e, struct place *p);
/* gen_piece.c: the pointer to the object that e is a member of, and e's offset in it; or NULL. */
struct expr *gen_object_of(const struct expr *e, s32 *off);
/* gen_typed.c: is e loaded by a type that the verifier knows? */
bool gen_is_typed(struct gen *g, struct expr *e);
/* … then loads it, as the bytes in memory.  False if it is not. */
bool gen_typed(struct gen *g, struct expr *e, vreg *out);
/* gen_call.c: the remaining rounds of a while, or of a range that ends before b. */
void gen_called_loop(struct gen *g, struct stmt *s, vreg b);
/* gen_local.c: is the code a function's, which finds the frame by a parameter? */
bool gen_in_function(const struct gen *g);
/* Stores the context in the frame, and that no function has executed `return`. */
void gen_frame_begin(struct gen *g);
/* gen_entry.c: is it the entry that g->read describes, and is g->read.reg valid here? */
bool gen_was_read(const struct gen *g, const struct global *gl, struct expr **keys);
/* To be called when gl is written. */
void gen_forget_read(struct gen *g, const struct global *gl);
/* The entry's key, which may have been built already. */
slot gen_entry_key(struct gen *g, struct global *gl, struct expr **keys);
/* The address of the hash's entry with this key, or 0. */
vreg gen_lookup(struct gen *g, const struct global *gl, slot key);
/* The address of the entry with this key, or 0, in a register of its own. */
vreg gen_entry_at(struct gen *g, struct global *gl, struct expr **keys, slot key);
/* The same for an entry that will be set: if the map is one by thread, its thread gets a place in
 * the front. */
vreg gen_entry_to_set(struct gen *g, struct global *gl, struct expr **keys, slot key);
/* The address of the entry.  Goes to `missing` if there is none. */
vreg gen_entry_find(struct gen *g, struct global *gl, slot key, label missing);
bool gen_may_use_front(const struct gen *g);
/* gen_front.c: the address of the key's value in the map's front.  If the front has no place for
 * the key, goes to `none`. */
vreg gen_front(struct gen *g, const struct global *gl, slot key, label none);
/* The same for a map with global.by_thread.  takes: if the thread has no place yet, it gets one if
 * it can. */
vreg gen_thread_front(struct gen *g, const struct global *gl, slot tid, bool takes, label none);
/* The bytes to load for a value.  A bitfield may extend past its type's size. */
u32 gen_load_size(const struct type *t, const struct member *m);
u32 gen_pointee_size(const struct type *t);
/* gen_store.c: stores a literal, or probe or func as a string, in size bytes at dst. */
void gen_store_literal(struct gen *g, struct place dst, u32 size, const char *s, u32 len);
void gen_store_name(struct gen *g, struct place dst, u32 size, const struct operand *o,
		    const struct type *from);
/* The x of p += x as a register; in bytes if p's type t is a pointer. */
vreg gen_steps(struct gen *g, const struct type *t, enum op op, struct expr *x);
void gen_binary(struct gen *g, struct expr *e, struct operand *out);
void gen_lvalue(struct gen *g, struct expr *e, struct operand *out);
void gen_unary(struct gen *g, struct expr *e, struct operand *out);
void gen_cond(struct gen *g, struct expr *e, struct operand *out);
void gen_condition_value(struct gen *g, struct expr *e, struct operand *out);
void gen_local_assign(struct gen *g, struct expr *e, struct operand *out);
void gen_local_incdec(struct gen *g, struct expr *e, struct operand *out);
void gen_next_round(struct gen *g, struct local *i);	/* $i += 1 */

#endif
