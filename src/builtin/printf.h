/* SPDX-License-Identifier: GPL-2.0-or-later */
/* printf.h - shared by all builtins with a format (builtin/printf.c). */
#ifndef AWL_PRINTF_H
#define AWL_PRINTF_H

#include "builtin/builtin.h"

const struct type *check_printf(struct check *c, struct expr *e, action_handler *handle);
/* Puts literals among the arguments into the format, so that records don't have them. */
void printf_fold(struct check *c, struct expr *e);
/* A literal of the script with a copy of this text. */
struct expr *printf_literal(struct check *c, const struct strbuf *text, struct span span);
/* Replaces an argument that is a probe's whole record (args, data) by a record of its
 * fields. */
void check_whole_record(struct check *c, struct expr **e);
void gen_printf(struct gen *g, struct expr *e, struct operand *out);

#endif
