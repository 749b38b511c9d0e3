/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef AWL_BUILTIN_STACK_H
#define AWL_BUILTIN_STACK_H

#include "gen/gen.h"
#include "lang/check.h"

/* Checks len(kstack), the number of frames of the stack e, which is not kept. */
const struct type *check_stack_len(struct check *c, struct expr *e);
void gen_stack_len(struct gen *g, struct expr *e, struct operand *out);
/* The flags for the kernel's functions that take stacks. */
u64 stack_flags(const struct gen *g, const struct stack_opt *opt);
/* Does the kernel leave out the function's caller? */
bool stack_lacks_caller(const struct arch *arch, const struct prog *p,
			const struct stack_opt *opt);

#endif
