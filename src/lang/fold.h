/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fold.h - computes operators with known operands. */
#ifndef AWL_FOLD_H
#define AWL_FOLD_H

#include "lang/ast.h"

/* a op b in the operands' common type t.  False if it has no value, as a / 0. */
bool fold_value(enum op op, u64 a, u64 b, const struct type *t, u64 *v);
/* op a in 64 bits.  False for operators that need a place in memory. */
bool fold_unary(enum op op, u64 a, u64 *v);
/* The value of e before names are resolved.  It may name the unit's #defines and enumerators.
 * False if it is not constant, or if it divides by zero. */
bool const_value(const struct unit *u, const struct expr *e, s64 *value);

#endif
