/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * builtin.h - a name of the language: one row in a table in builtin/.
 *
 * The prototype is both the documentation and what arguments are checked against:
 * PROTO("str", "string", "(any p [, int n])").  lang/proto.h lists the words for parameters.
 * A builtin without parameters, PROTO("pid", "u32", ""), may be written with or without ().
 * Rows state what they need (enum offer of provider.h).  They never name a provider.
 */
#ifndef AWL_BUILTIN_H
#define AWL_BUILTIN_H

#include <string.h>

#include "script.h"

struct check;		/* lang/check.h */
struct gen;		/* gen/gen.h */
struct operand;

/*
 * What passes must know about a builtin, apart from its row's functions.  No pass compares
 * names (tests/meta/names.sh).
 */
enum builtin_flag {
	SEES_RECORD	= 1 << 0,	/* the event's fields: args, data */
	SEES_PARAMS	= 1 << 1,	/* all parameters, or fields, as one record: args */
	SEES_ARG	= 1 << 2,	/* a function's argument by number: arg0 */
	SEES_RETVAL	= 1 << 3,	/* what the function returned */
	SEES_TARGET	= 1 << 4,	/* which of a clause's probes fired: probe, func */
	SEES_CONTEXT	= 1 << 5,	/* the address of the program's context */
	SEES_COMM	= 1 << 6,	/* the current task's name */
	SAME_IN_PROGRAM	= 1 << 7,	/* has one value while a program runs: pid, tid */
	IS_OPTION	= 1 << 8,	/* an option of the script's own: getopt */
	IS_CHOICE	= 1 << 9,	/* decides when compiling which branch is kept */
	IS_TRUE		= 1 << 10,	/* the word true */
	IS_FALSE	= 1 << 11,	/* the word false */
	IS_STR		= 1 << 12,	/* str: str("x") is the literal "x" */
	SHOWS_MAP	= 1 << 13,	/* an action that prints a map: print */
	EMPTIES_MAP	= 1 << 14,	/* one that clears its values: clear, zero */
	IS_ABSENT	= 1 << 15	/* the word absent, for a column that is left out */
};

struct builtin {
	/* The name; the result and the parameters follow it, each after a NUL: PROTO(). */
	const char *name;
	/* Returns the result's type.  It may report an error (then &type_error), and may turn e
	 * into something else.  NULL: the prototype says the type. */
	const struct type *(*check)(struct check *c, struct expr *e);
	/* Generates code for its value.  NULL: check() turns all calls into something else. */
	void (*gen)(struct gen *g, struct expr *e, struct operand *out);
	u16 needs;		/* OFFERS_* */
	u16 flags;		/* enum builtin_flag */
	bool is_agg : 1;	/* check() returns a TY_AGG */
	bool is_numbered : 1;	/* arg: arg0, arg1 … with the number as argument */
	bool is_constant : 1;	/* known when compiling: settings may use it, too */
	bool may_wait : 1;	/* its records need not wake user space at once */
	bool is_unsafe : 1;	/* changes the system: only with --unsafe */
	bool of_command : 1;	/* about the commands of -c: awl's own events are left out */
	bool is_last : 1;	/* it ends the clause: exit */
	bool is_thread : 1;	/* the number of the current thread: tid */
	bool is_task : 1;	/* its value is the current task: curtask */
	bool acts : 1;		/* handling its records does more than print */
};

#define PROTO(name_, result, params) .name = name_ "\0" result "\0" params

/* A table of rows, sorted by name. */
struct builtin_table { const struct builtin *rows; size_t n; };
/* The word for the type of its result. */
static inline const char *builtin_result(const struct builtin *b)
{
	return b->name + strlen(b->name) + 1;
}

/* Its parameters: "(ptr p [, int n])", or "". */
static inline const char *builtin_params(const struct builtin *b)
{
	const char *result = builtin_result(b);

	return result + strlen(result) + 1;
}

/* Does it need arguments, so that its name alone has no value? */
static inline bool builtin_wants_args(const struct builtin *b)
{
	const char *params = builtin_params(b);

	return *params && params[1] != '[';
}

#endif
