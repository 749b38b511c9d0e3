/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * helper.c - functions that call one BPF helper.
 */
#include <string.h>

#include "gen/gen.h"
#include "builtin/builtin.h"
#include "kernel/feature.h"
#include "lang/check.h"
#include "provider/provider.h"
#include "tables.h"

/* ---- debugf ---- */

#define DEBUGF_ARGS 3	/* the limit of bpf_trace_printk() */

static const struct type *check_debugf(struct check *c, struct expr *e)
{
	if (e->n_args > 1 + DEBUGF_ARGS)
		return check_fail(c, E_TOO_MANY_ARGS, e->span, DEBUGF_ARGS);
	for (u32 i = 1; i < e->n_args; i++)
		if (!type_is_scalar(e->args[i]->type) && e->args[i]->type->kind != TY_UNKNOWN)
			return check_fail(c, E_ARG_TYPE, e->args[i]->span, "debugf", "numbers",
					  type_name(e->args[i]->type));
	return &type_void;
}

/* Calls trace_printk(format, size, ...). */
static void gen_debugf(struct gen *g, struct expr *e, struct operand *out)
{
	u32 size = ex_len(e->args[0]) + 1;
	struct place format = place_slot(gen_slot(g, size), 0);
	struct ir_arg args[2 + DEBUGF_ARGS] = { place_arg(format), ARG_I(size) };

	(void)out;
	for (u32 i = 1; i < e->n_args; i++)
		args[1 + i] = ARG_R(gen_reg(g, e->args[i]));
	gen_into(g, format, type_string(g->s->arena, ALIGN_UP(size, 8)), e->args[0]);
	gen_call(g, ir_vreg(g->ir), HELPER_trace_printk, args, 1 + e->n_args);
}

/* ---- sockets ---- */

/* The helper is available in programs of trampolines since 5.12. */
static const struct type *check_socket_cookie(struct check *c, struct expr *e)
{
	return check_trusted(c, e->args[0], e->name) ? &type_u64 : &type_error;
}

static void gen_socket_cookie(struct gen *g, struct expr *e, struct operand *out)
{
	struct ir_arg sock = ARG_R(gen_reg(g, e->args[0]));
	vreg r = ir_vreg(g->ir);

	gen_call(g, r, HELPER_get_socket_cookie, &sock, 1);
	operand_set(out, r);
}

static const struct builtin rows[] = {
	{ PROTO("debugf", "void", "(literal format, ...)"), .check = check_debugf,
	  .gen = gen_debugf },
	{ PROTO("socket_cookie", "u64", "(ptr sock)"), .needs = OFFERS_TRUSTED,
	  .check = check_socket_cookie, .gen = gen_socket_cookie },
};
const struct builtin_table builtin_helper = { rows, ARRAY_SIZE(rows) };
