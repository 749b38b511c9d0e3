/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * proto.h - the prototypes of builtins as data.
 *
 * A row's prototype is text, because the same text is in the manual and in messages about
 * wrong calls.  These functions read it.  A word that they don't know ends in bug();
 * tests/unit_proto.c reads the prototypes of all rows.
 */
#ifndef AWL_PROTO_H
#define AWL_PROTO_H

#include "lang/type.h"

enum param_kind {
	PARAM_ANY,		/* a value that can be kept or shown */
	PARAM_INT, PARAM_PTR,	/* any scalar; ptr: it is used as an address */
	PARAM_STRING,
	PARAM_CONST,		/* a number known when compiling */
	PARAM_LITERAL,		/* the same of a string */
	PARAM_MAP,		/* @m without keys */
	PARAM_RAW,		/* unchecked: the row's check() looks at it */
	PARAM_MANY,		/* "...": any number of PARAM_ANY, at the end */
	PARAM_COLUMNS		/* any number of PARAM_RAW, at the end */
};

struct param { enum param_kind kind; bool is_optional; };
#define MAX_PARAMS 8

/* Reads a parameter list such as "(ptr p [, int n])" into out.  Returns how many there are. */
u32 proto_params(const char *list, struct param out[MAX_PARAMS]);
/* The type that a row without check() returns, by the word in its prototype: "u64". */
const struct type *proto_type(const char *result);

#endif
