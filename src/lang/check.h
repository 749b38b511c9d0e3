/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check.h - what the rows of builtins may use while a call is checked.
 */
#ifndef AWL_CHECK_H
#define AWL_CHECK_H

#include "script.h"

struct check {
	struct script *s;
	struct prog *p;
	/* Set by check.c: finds the type of e by the rule for its kind.  Call check_expr(). */
	const struct type *(*visit)(struct check *c, struct expr *e);
	bool changed;		/* something was learnt: another round follows */
	bool final;		/* the last round: report errors, fix sizes */
	int depth;		/* number of ifs and loops around this place */
	int blocks;		/* the same with blocks */
	int loops;
	int dead;		/* number of branches around this place that are never taken;
				 * a clause whose condition is false counts, too */
	int callbacks;		/* loops over maps that run in the kernel */
	u32 n_loops;		/* number of loops that were checked so far */
	int called;		/* loops around this place whose later rounds are called */
	int macro_depth;
	bool in_pred;
	bool assigning;		/* the call checked next is the right side of = */
	const struct expr *whole;	/* of which a member is read: the expression checked next */
};

/* Finds the types of e and of all below it.  Never NULL.  Reports errors only in the last round. */
const struct type *check_expr(struct check *c, struct expr *e);
extern const char *const stack_modes[];	/* their names, by enum stack_mode */
/* The mode of struct stack_opt with this name; -1 if there is none. */
s32 stack_mode_named(const char *name);
/* Sets *out to the mode that e names.  False after an error was reported. */
bool check_stack_mode(struct check *c, const struct expr *e, bool is_user, u32 *out);
/* Reports it.  Returns type_error. */
const struct type *bad_stack_mode(struct check *c, struct span at, const char *name);
/* e must be an integer that is known now.  False after an error was reported. */
bool check_const(struct check *c, struct expr *e, s64 *value);
/* The type of text of any length, of which --strlen bytes are kept. */
const struct type *check_open_text(struct check *c);
/* e must be a pointer that the verifier knows the type of, for the helper that function `name`
 * calls: an argument of the probed function, but nothing that was read from memory.  False after an
 * error was reported. */
bool check_trusted(struct check *c, const struct expr *e, const char *name);
/* e must be a string literal.  False after an error was reported. */
bool check_literal(struct check *c, struct expr *e, const char **s);
/* Reads the value of $1 or of an option as a whole number; false if it is none. */
bool check_param_number(const char *s, s64 *num);
/* Turns e, if it is $1 + n and was checked, into the text of $1 without its first n characters.
 * False, and e does not change, if it is something else. */
bool check_param_text(struct check *c, struct expr *e);
/* The global that a map argument names: @m, or ply's bare m.  NULL after an error was reported. */
struct global *check_map_arg(struct check *c, struct expr *e);
/* Is the global of map argument e a map?  False without an error if nothing fills it, but clauses
 * that are left out may have done so. */
bool check_is_map(struct check *c, struct expr *e);
/* Finds and notes the types of the keys of an EX_GLOBAL whose value is not read. */
void check_keys(struct check *c, struct expr *e);
/* Has the type no value that can be kept or shown?  If so, reports it. */
bool check_no_value(struct check *c, const struct type *t, struct span at);
/* Is it a stack that is only copied into a record?  If so, reports it. */
bool check_copied(struct check *c, const struct type *t, struct span at);
/* Is it one, or a pointer to something that is gone when the probe ends: its record, or a local?
 * If so, reports it. */
bool check_passing(struct check *c, const struct type *t, struct span at);
/* The type of a map's key, a tuple if there are several; NULL while it isn't known. */
const struct type *check_key_type(struct check *c, const struct global *g);
/* Makes the action of a call in the last round.  handle() handles its records, whose layout
 * follows from the types.  Earlier rounds get an action that is not used, so that callers can
 * set its members.  Never NULL. */
struct action *check_action(struct check *c, struct expr *e, const struct type *const *types,
			    u32 n, action_handler *handle);
/* An error about e, in the last round only; returns &type_error. */
const struct type *check_fail(struct check *c, enum diag_tag tag, struct span at, ...);
#define check_fail(c, tag, at, ...) \
	(FORMAT_CHECK(tag, ##__VA_ARGS__), check_fail(c, tag, at, ##__VA_ARGS__))
/* The return type of the probed functions if it is known and narrower than a word, or NULL. */
const struct type *check_return_type(struct check *c);
/* The type of arg0 or retval in the kernel's BTF; NULL if it has none, or e is neither. */
const struct type *check_word_type(struct check *c, const struct expr *e);
/* The type that a value of type t has in maps and records. */
const struct type *check_stored(struct check *c, const struct type *t);
/* memfmt.c: the type that a format of ply 1's mem() describes; NULL if it is no such format. */
const struct type *memfmt_type(struct check *c, const char *format);

#endif
