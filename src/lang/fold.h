/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fold.h - what operators mean, for operands that are known. */
#ifndef AWL_FOLD_H
#define AWL_FOLD_H

#include "lang/ast.h"

/* a op b in type t, the operands' common type; false if it can't be, as if b is 0 in a / b. */
bool fold_value(enum op op, u64 a, u64 b, const struct type *t, u64 *v);
/* op a, in 64 bits; false for operators that need a place. */
bool fold_unary(enum op op, u64 a, u64 *v);
/* The value of e before names are resolved; it may name the unit's #defines and enumerators.  False if it is no
 * constant, or if it divides by zero. */
bool const_value(const struct unit *u, const struct expr *e, s64 *value);

#endif
