/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check.h - what builtin rows may use while their call is being checked.
 */
#ifndef AWL_CHECK_H
#define AWL_CHECK_H

#include "script.h"

struct check {
	struct script *s;
	struct prog *p;
	/* check.c: the type of e by the rule for its kind.  Rules call check_expr(). */
	const struct type *(*visit)(struct check *c, struct expr *e);
	bool changed;		/* something was learnt: go round again */
	bool final;		/* the last round: complain, fix sizes */
	int depth;		/* ifs and loops around us */
	int blocks;		/* … and blocks, of statements or with a value */
	int loops;
	int dead;		/* branches around us that no run takes */
	int callbacks;		/* loops over maps that run in the kernel */
	u32 n_loops;		/* all that were checked so far */
	int called;		/* loops whose later rounds are called */
	int macro_depth;
	bool in_pred;
	bool assigning;		/* the call checked next is the right side of = */
};

/* Types e (and all below); never NULL.  Complains only in the last round. */
const struct type *check_expr(struct check *c, struct expr *e);
/* A mode of struct stack_opt; -1: there is none of this name. */
s32 stack_mode_named(const char *name);
/* e must be an integer known now: a literal or folded. */
bool check_const(struct check *c, struct expr *e, s64 *value);
/* e must be a string literal. */
/* Text of any length, of which --strlen bytes are kept. */
const struct type *check_open_text(struct check *c);
bool check_literal(struct check *c, struct expr *e, const char **s, u32 *len);
/* A positional parameter or option that is a whole number. */
bool check_param_number(const char *s, s64 *num);
/* $1 + n, already checked, as what stands behind the first n characters; false
 * (and e as it is) if it is something else. */
bool check_param_text(struct check *c, struct expr *e);
/* The global a map argument names: @m or ply's bare m; NULL after a complaint. */
struct global *check_map_arg(struct check *c, struct expr *e);
/* Types and notes the keys of an EX_GLOBAL that is not read itself. */
void check_keys(struct check *c, struct expr *e);
/* Does t point to what is gone when the probe ends: its record, or a variable?  Says so. */
/* Has it none to be kept or shown?  Then that is reported. */
bool check_no_value(struct check *c, const struct type *t, struct span at);
bool check_passing(struct check *c, const struct type *t, struct span at);
/* The type of a map's keys, a tuple if they are several; NULL while it isn't known. */
const struct type *check_key_type(struct check *c, const struct global *g);
/* Makes (once, in the last round) the action of a call, which handle() does; its
 * record is laid out from the types.  Before that it returns one for nothing. */
struct action *check_action(struct check *c, struct expr *e, const struct type *const *types,
			    u32 n, action_handler *handle);
/* An error about e, in the last round only; returns &type_error. */
const struct type *check_fail(struct check *c, enum diag_tag tag, struct span at, ...);
#define check_fail(c, tag, at, ...) \
	(FORMAT_CHECK(tag, ##__VA_ARGS__), check_fail(c, tag, at, ##__VA_ARGS__))
/* What the probed functions return, if it is known to be narrower than a word. */
const struct type *check_return_type(struct check *c);
/* What arg0 or retval is by the kernel's BTF; NULL: it doesn't say, or e is neither. */
const struct type *check_word_type(struct check *c, const struct expr *e);
/* The type a value of type t is stored with in maps and records. */
const struct type *check_stored(struct check *c, const struct type *t);
/* memfmt.c: the type a format of ply 1's mem() stands for; NULL if it is none. */
const struct type *memfmt_type(struct check *c, const char *format);

#endif
