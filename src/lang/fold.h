/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fold.h - the value of an expression of constants, before names are resolved. */
#ifndef AWL_FOLD_H
#define AWL_FOLD_H

#include "lang/ast.h"

/* The value of e, which may name the unit's #defines and enumerators.  False if it is no
 * constant, or if it divides by zero. */
bool const_value(const struct unit *u, const struct expr *e, s64 *value);

#endif
