/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * steps.h - the place of a variable as an expression of the language.
 *
 * The steps of debug.h become an expression of registers, numbers and memory, which the passes
 * treat like one of the script's.
 */
#ifndef AWL_STEPS_H
#define AWL_STEPS_H

#include "debug/debug.h"
#include "script.h"

/* Variables' places are counted from an address, and the probe's `ip` is `after` bytes higher. */
struct steps { struct script *s; enum space space; struct span at; u32 after; };

/* A variable's value; NULL if it has none, or none that a probe can compute. */
struct expr *steps_value(const struct steps *b, const struct debug_variable *v);
struct expr *steps_call(const struct steps *b, const char *name, s64 n);	/* name(n) */
/* name("text") */
struct expr *steps_name(const struct steps *b, const char *name, const char *text);
/* Words as a value of type t. */
struct expr *steps_typed(const struct steps *b, const struct type *t, struct expr **words, u32 n);
/* The t at an address. */
struct expr *steps_deref(const struct steps *b, const struct type *t, struct expr *address);

#endif
