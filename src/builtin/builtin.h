/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * builtin.h - a name of the language: one row in a table in builtin/.
 *
 * The prototype is both the documentation and what arguments are checked
 * against: PROTO("str", "string", "(ptr p [, int n])").  Parameter words: int (any scalar),
 * ptr (any scalar, used as an address), string, map, any, literal (a string), const (a
 * number), raw (the row checks it), "..." (any number of any).  A value builtin (PROTO("pid", "u32", "")) may be written with or without
 * ().  Rows state what they need (enum offer); they never name a provider.
 */
#ifndef AWL_BUILTIN_H
#define AWL_BUILTIN_H

#include <string.h>

#include "script.h"

struct check;		/* lang/check.h */
struct gen;		/* gen/gen.h */
struct operand;

/*
 * What passes have to know of a builtin beside its own row, so that none compares names.
 */
enum builtin_flag {
	SEES_RECORD	= 1 << 0,	/* the event's fields: args, data */
	SEES_PARAMS	= 1 << 1,	/* a function's parameters by name: args */
	SEES_ARG	= 1 << 2,	/* a function's argument by number: arg0 */
	SEES_RETVAL	= 1 << 3,	/* what the function returned */
	SEES_TARGET	= 1 << 4,	/* which of a clause's probes fired: probe, func */
	SEES_CONTEXT	= 1 << 5,	/* the address of the program's context */
	SEES_COMM	= 1 << 6,	/* the current task's name */
	SAME_IN_PROGRAM	= 1 << 7,	/* has one value while a program runs: pid, tid */
	IS_OPTION	= 1 << 8,	/* an option of the script's own: getopt */
	IS_CHOICE	= 1 << 9,	/* decides when compiling which branch is kept */
	IS_TRUE		= 1 << 10,	/* the word true */
	IS_STR		= 1 << 11	/* str: of a literal it is the literal */
};

struct builtin {
	/* Its name, then its result and its parameters, each with a NUL: PROTO() */
	const char *name;
	/* The result's type where the prototype can't say it; may complain,
	 * and may turn e into something else.  NULL: from the prototype. */
	const struct type *(*check)(struct check *c, struct expr *e);
	/* Code for its value. */
	void (*gen)(struct gen *g, struct expr *e, struct operand *out);
	doc_line doc;
	u16 needs;		/* OFFERS_* */
	u16 flags;		/* enum builtin_flag */
	bool is_agg : 1;	/* check() returns a TY_AGG */
	bool is_numbered : 1;	/* arg: arg0, arg1 … with the number as argument */
	bool is_constant : 1;	/* known when compiling: of use in settings, too */
	bool is_hidden : 1;	/* a second spelling: not listed */
	bool may_wait : 1;	/* its records: a moment, for others to come along */
	bool is_unsafe : 1;	/* changes the system: only with --unsafe */
	bool of_command : 1;	/* about the commands of -c: awl's own events are left out */
	bool is_last : 1;	/* nothing comes after it: exit */
	bool acts : 1;		/* its records do something that is not just shown */
};

#define PROTO(name_, result, params) .name = name_ "\0" result "\0" params

/* A table of rows, sorted by name. */
struct builtin_table { const struct builtin *rows; size_t n; };
/* The word for its result. */
static inline const char *builtin_result(const struct builtin *b)
{
	return b->name + strlen(b->name) + 1;
}

/* "(ptr p [, int n])", or "". */
static inline const char *builtin_params(const struct builtin *b)
{
	const char *result = builtin_result(b);

	return result + strlen(result) + 1;
}

/* Must it be called with arguments?  Then its name alone has no value. */
static inline bool builtin_wants_args(const struct builtin *b)
{
	const char *params = builtin_params(b);

	return *params && params[1] != '[';
}

#endif
