/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef AWL_BUILTIN_STACK_H
#define AWL_BUILTIN_STACK_H

#include "gen/gen.h"
#include "lang/check.h"

/* Checks len(kstack), the number of frames of the stack e, which is not kept. */
const struct type *check_stack_len(struct check *c, struct expr *e);
void gen_stack_len(struct gen *g, struct expr *e, struct operand *out);

#endif
