/* SPDX-License-Identifier: GPL-2.0-or-later */
/* check_impl.h - what the files of the checker share among themselves. */
#ifndef AWL_CHECK_IMPL_H
#define AWL_CHECK_IMPL_H

#include "lang/check.h"

/* Neither says anything about the value: an error was reported, or this round is early. */
static inline bool poisoned(const struct type *t)
{
	return t->kind == TY_ERROR || t->kind == TY_UNKNOWN;
}

/* check_base.c */
/* Can e, of type t, be true or false?  Says so if not. */
bool check_truth(struct check *c, const struct expr *e, const struct type *t);

/* check_op.c */
const struct type *check_unary(struct check *c, struct expr *e);
const struct type *check_binary(struct check *c, struct expr *e);
const struct type *check_cast(struct check *c, struct expr *e);
/* Warns if e, a / or % or one that assigns, divides by the constant 0. */
void check_divisor(struct check *c, const struct expr *e);
/* probe and func become strings where strings are wanted. */
void check_as_string(struct check *c, struct expr *e);

/* check_assign.c */
const struct type *check_incdec(struct check *c, struct expr *e);
const struct type *check_assign(struct check *c, struct expr *e);
const struct type *check_delete(struct check *c, struct expr *e);

/* check_member.c */
const struct type *check_member(struct check *c, struct expr *e);
const struct type *check_element(struct check *c, struct expr *e);

/* check_whole.c */
const struct type *check_sizeof(struct check *c, struct expr *e);
const struct type *check_tuple(struct check *c, struct expr *e);
const struct type *check_record(struct check *c, struct expr *e);

/* check_choice.c */
const struct type *check_cond(struct check *c, struct expr *e);
/*
 * Checks a condition.  With comptime in it only the branch that is taken is looked at,
 * as the types may not fit the other one.  *waits: which one that is will be known when
 * more types are.
 */
const struct type *check_choice(struct check *c, struct expr *e, bool *comptime, bool *waits);

/* check_bytes.c: the cast e from or to an array. */
const struct type *check_cast_bytes(struct check *c, struct expr *e, const struct type *to,
				    const struct type *from);

/* check_stmt.c */
void check_stmts(struct check *c, struct stmt *s);
void check_nested(struct check *c, struct stmt *s);
/* The body of a program.  Blocks in its list of statements are dissolved first, those
 * macros stand for included, as only loops over maps in that list can be cut out. */
void check_body(struct check *c, struct stmt *body);
void check_condition(struct check *c, struct expr *e);
const struct type *check_block(struct check *c, struct expr *e);

/* macro.c: turns a use of a macro into the block it stands for; false if it
 * is none. */
bool macro_expand(struct check *c, struct expr *e);
void macro_check_names(struct script *s);
/* One more expansion, of the name e, till c->macro_depth is counted down; false after
 * a complaint when there is no end to them. */
bool macro_enter(struct check *c, struct expr *e, bool *is_endless);

/* library.c: makes the library's macros known if one of them has this name; false if
 * none has, or if they are known already. */
bool library_load(struct check *c, const char *name);

/* settings.c: config = { … } and let @m = kind(n); */
int settings_apply(struct check *c);

/* check_type.c */
const struct type *check_type_name(struct check *c, const struct typename *tn);
/* The type that is named, or if tn is NULL that of e, which may be a typeof. */
const struct type *check_type_of(struct check *c, const struct typename *tn, struct expr *e);
/* Where what e names lies, if it lies anywhere; a pointer: where it points. */
enum space check_space(const struct expr *e);
/* t, which was found in what e names: a pointer in user memory points there,
 * an array of char is a string. */
const struct type *check_placed(struct check *c, const struct expr *e, const struct type *t);
const struct type *check_offsetof(struct check *c, struct expr *e);
const struct type *check_container_of(struct check *c, struct expr *e);
const struct type *check_pointer_arg(struct check *c, const struct expr *e);
bool check_param_name(struct check *c, struct expr *e);
const struct type *check_arg_value(struct check *c, struct expr *e);	/* EX_ARG */
/* A constant of an enum: e becomes its value. */
const struct type *check_pointee(struct check *c, const struct type *ptr);
bool check_constant(struct check *c, struct expr *e);
/* Notes why the fields of this probe's record have no names, if so. */
void check_nameless(struct check *c);
void check_no_member(struct check *c, const struct expr *e, const struct type *t,
		     const char *name);

/* infer.c */
struct global *infer_global(struct check *c, const char *name, struct span at);
const struct type *infer_global_use(struct check *c, struct expr *e);
/* Is $name given a value in this program, as far as is known? */
bool infer_is_local(struct check *c, const char *name);
const struct type *infer_local_use(struct check *c, struct expr *e);
/* A variable of this name that is seen alone until infer_unscope(): *own, made if
 * NULL.  What it hides meanwhile, to give back. */
struct local *infer_scope(struct check *c, struct local **own, const char *name);
void infer_unscope(struct local *own, struct local *hidden);
/* The keys of an EX_GLOBAL are noted and checked; sets e->global. */
void infer_keys(struct check *c, struct expr *e);
/* A value of type t (`literal`: an integer literal) is put into a global. */
void infer_store(struct check *c, struct global *g, const struct type *t, bool literal,
		 struct span at);
void infer_local_store(struct check *c, struct expr *local, const struct type *t,
		       bool literal);
void infer_agg(struct check *c, struct global *g, const struct type *t, struct span at);
/* A record of these types, its members named as those of `names`. */
const struct type *infer_record(struct check *c, const struct type *const *types,
				const struct member *names, u32 n);
/* merge.c: a type some use has, and whether only literals had it so far */
struct seen { const struct type *type; bool literal; };
/* What holds both; NULL if nothing does. */
const struct type *infer_merge(struct check *c, struct seen a, struct seen b);
/* storage.c: after the last round. */
void storage_choose(struct check *c);
/* turns.c: which globals need two turns, before their storage is chosen. */
void turns_find(struct script *s);
/* What both are, as kept in one place: the wider of each part.  NULL if nothing is. */
const struct type *infer_common(struct check *c, const struct type *a, const struct type *b);
bool expr_is_literal(const struct expr *e);
/* A string literal e that is kept as probe's or func's type t becomes its number, in the
 * last round. */
void infer_fit(struct check *c, struct expr *e, const struct type *t);

/* proto.c: do the arguments of the EX_BUILTIN e fit its prototype?  Complains if not. */
bool proto_check_args(struct check *c, struct expr *e);

/* A field common_… of a tracepoint's record (check_record.c). */
const struct type *check_common(struct check *c, struct expr *e);
/* args, where they are a function's parameters: e becomes a record of them. */
bool check_params_record(struct check *c, struct expr *e);
/* Is e a name that means all parameters of the function, as args does? */
bool check_means_params(const struct check *c, const struct expr *e);
const struct type *check_kept(struct check *c, struct expr *e, const struct type *t);
const struct type *check_func_address(struct check *c, struct expr *e, const struct type *kept,
				      const struct type *t);

#endif
