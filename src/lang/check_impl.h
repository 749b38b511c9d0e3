/* SPDX-License-Identifier: GPL-2.0-or-later */
/* check_impl.h - what the files of the checker share. */
#ifndef AWL_CHECK_IMPL_H
#define AWL_CHECK_IMPL_H

#include "lang/check.h"
#include "provider/provider.h"

/* Is the type not known, because of an error or because it is inferred in a later round? */
static inline bool poisoned(const struct type *t)
{
	return t->kind == TY_ERROR || t->kind == TY_UNKNOWN;
}

/* check_base.c */
/* Can e, of type t, be true or false?  Reports it if not. */
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
 * Checks a condition.  *comptime: it has comptime in it, so only the branch that is taken is
 * checked, because the types may not fit the other one.  *waits: this round does not know yet
 * which branch that is.
 */
const struct type *check_choice(struct check *c, struct expr *e, bool *comptime, bool *waits);

/* check_bytes.c: the cast e, from or to an array. */
const struct type *check_cast_bytes(struct check *c, struct expr *e, const struct type *to,
				    const struct type *from);

/* check_stmt.c */
void check_stmts(struct check *c, struct stmt *s);
void check_nested(struct check *c, struct stmt *s);
/* Checks the body of a program.  Blocks in its list of statements, and macros that become
 * blocks, are first replaced by their statements, because only loops over maps in that list
 * can become parts. */
void check_body(struct check *c, struct stmt *body);
void check_condition(struct check *c, struct expr *e);
const struct type *check_block(struct check *c, struct expr *e);

/* macro.c: replaces a use of a macro by a copy of the macro's block; false if e is no such
 * use. */
bool macro_expand(struct check *c, struct expr *e);
void macro_check_names(struct script *s);
/* Counts one more expansion, of the name e, until the caller decrements c->macro_depth.  False
 * after an error was reported, if there are too many within each other. */
bool macro_enter(struct check *c, struct expr *e, bool *is_endless);

/* library.c: parses the library's macros if one of them has this name.  False if none has, or
 * if they were parsed before. */
bool library_load(struct check *c, const char *name);

/* settings.c: applies config = { … } and let @m = kind(n); -1 after an error. */
int settings_apply(struct check *c);

/* check_type.c */
const struct type *check_type_name(struct check *c, const struct typename *tn);
/* The type that tn names or, if tn is NULL, the type of e, which may be a typeof. */
const struct type *check_type_of(struct check *c, const struct typename *tn, struct expr *e);
/* The space of the memory that e names or, if it is a pointer, points to. */
enum space check_space(const struct expr *e);
/* The type of a value that is read from what e names and is declared as t: a pointer in user
 * memory points to user memory, an array of char is a string. */
const struct type *check_placed(struct check *c, const struct expr *e, const struct type *t);
const struct type *check_offsetof(struct check *c, struct expr *e);
const struct type *check_container_of(struct check *c, struct expr *e);
const struct type *check_pointer_arg(struct check *c, const struct expr *e);
bool check_param_name(struct check *c, struct expr *e);
/* Returns how to find variables of the probed program, or NULL if the probe has none.  In an awl
 * built without debug information the compiler knows that, and leaves out what needs them. */
static inline const struct variables *check_variables(const struct check *c)
{
#ifdef NO_DWARF
	(void)c;
	return NULL;
#else
	return c->p && c->p->provider->offers & OFFERS_VARIABLES ? c->s->variables : NULL;
#endif
}
/* Says that a variable, or a member, has lost some of its bytes. */
const struct type *check_lost(struct check *c, const struct expr *e);
const struct type *check_arg_value(struct check *c, struct expr *e);	/* EX_ARG */
/* The type that ptr points to. */
const struct type *check_pointee(struct check *c, const struct type *ptr);
/* If e names a constant, turns it into the value; false if it doesn't. */
bool check_constant(struct check *c, struct expr *e);
/* Adds a note to the last error if the fields of this probe's record have no names. */
void check_nameless(struct check *c);
void check_no_member(struct check *c, const struct expr *e, const struct type *t,
		     const char *name);

/* infer.c */
struct global *infer_global(struct check *c, const char *name, struct span at);
const struct type *infer_global_use(struct check *c, struct expr *e);
/* Is $name given a value in this program, as far as is known? */
bool infer_is_local(struct check *c, const char *name);
const struct type *infer_local_use(struct check *c, struct expr *e);
/* Opens a scope for $name.  Until infer_unscope() only *own is visible under that name; it is
 * created if it is NULL.  Returns the variable that it hides, or NULL. */
struct local *infer_scope(struct check *c, struct local **own, const char *name);
void infer_unscope(struct local *own, struct local *hidden);
/* Checks and notes the keys of an EX_GLOBAL, and sets ex_global. */
void infer_keys(struct check *c, struct expr *e);
/* Notes that a value of type t (literal: an integer literal) is stored in a global. */
void infer_store(struct check *c, struct global *g, const struct type *t, bool literal,
		 struct span at);
void infer_local_store(struct check *c, struct expr *local, const struct type *t,
		       bool literal);
void infer_agg(struct check *c, struct global *g, const struct type *t, struct span at);
/* A record type with members of these types, and the names of the members `names`. */
const struct type *infer_record(struct check *c, const struct type *const *types,
				const struct member *names, u32 n);
/* merge.c: the type of some uses, and whether all of them are literals */
struct seen { const struct type *type; bool literal; };
/* The type that holds the values of both; NULL if there is none. */
const struct type *infer_merge(struct check *c, struct seen a, struct seen b);
/* storage.c: decides where variables are kept, after the last round. */
void storage_choose(struct check *c);
/* turns.c: finds the globals that need two turns.  Call it before storage_choose(). */
void turns_find(struct script *s);

/* thread.c: does each thread only use its own entry, so that the map can have global.by_thread? */
bool thread_has_entry(const struct script *s, const struct global *g);
/* The type that can keep values of both, with the wider of two parts; NULL if there is none. */
const struct type *infer_common(struct check *c, const struct type *a, const struct type *b);
bool expr_is_literal(const struct expr *e);
/* In the last round, turns a string literal e that is kept as t, the type of probe or func, into
 * the number of that name. */
void infer_fit(struct check *c, struct expr *e, const struct type *t);

/* proto.c: do the arguments of the EX_BUILTIN e fit its prototype?  Complains if not. */
bool proto_check_args(struct check *c, struct expr *e);

/* check_record.c: a field common_… of a tracepoint's record. */
const struct type *check_common(struct check *c, struct expr *e);
/* If e is args and the function's parameters are known, turns e into a record of them. */
bool check_params_record(struct check *c, struct expr *e);
/* locals becomes a record of the local variables that have a value at the place. */
bool check_locals(struct check *c, struct expr *e);
/* e becomes a variable without a value at the place that the text describes. */
void check_gone(struct check *c, struct expr *e, const char *where);
/* Is e a name, such as args, for all parameters of the function? */
bool check_means_params(const struct check *c, const struct expr *e);
const struct type *check_kept(struct check *c, struct expr *e, const struct type *t);
const struct type *check_func_address(struct check *c, struct expr *e, const struct type *kept,
				      const struct type *t);

#endif
