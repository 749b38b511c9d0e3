/* SPDX-License-Identifier: GPL-2.0-or-later */
/* printf.h - what all builtins with a format string share (builtin/printf.c). */
#ifndef AWL_PRINTF_H
#define AWL_PRINTF_H

#include "builtin/builtin.h"

const struct type *check_printf(struct check *c, struct expr *e, action_handler *handle);
/* An argument that is the whole record of a probe (args, data) becomes its
 * value: all fields. */
void check_whole_record(struct check *c, struct expr **e);
void gen_printf(struct gen *g, struct expr *e, struct operand *out);

#endif
