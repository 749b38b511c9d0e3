/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_loop.c - while, for over a range, unroll.
 *
 * Kernels since 5.3 take loops whose end the verifier can see.  Where the
 * script's own condition does not show it, a hidden counter does: the loop is
 * cut after LOOP_CAP rounds, and that is counted and told.
 */
#include <string.h>

#include "bpf/gen.h"

/* A loop's labels, put in place of the outer loop's. */
struct loop_labels { label brk, cont; };

static struct loop_labels enter(struct gen *g, label brk, label cont)
{
	struct loop_labels outer = { g->loop_break, g->loop_continue };

	g->loop_break = brk;
	g->loop_continue = cont;
	g->shared[SHARED_NSECS] = 0;	/* time goes by in a loop */
	return outer;
}

static void leave(struct gen *g, struct loop_labels outer)
{
	g->loop_break = outer.brk;
	g->loop_continue = outer.cont;
	g->shared[SHARED_NSECS] = 0;
}

/*
 *	n++;
 *	if (n < LOOP_CAP) goto top;
 *	cut[cpu]++;
 */
static void next_round(struct gen *g, vreg n, label top)
{
	ir_alui(g->ir, ALU_ADD, n, 1);
	ir_jcci(g->ir, COND_LT, n, LOOP_CAP, top);
	gen_count_at(g, g->s->loops_cut_off);
}

/*
 *	n = 0;
 *   top:
 *	if (!e) goto end;
 *	body
 *   again:
 *	…next_round…
 *   end:
 */
static void gen_while(struct gen *g, struct stmt *s)
{
	label top = ir_label(g->ir), again = ir_label(g->ir), end = ir_label(g->ir);
	vreg n = ir_vreg(g->ir), shared[SHARED_KINDS];
	struct loop_labels outer;

	ir_imm(g->ir, n, 0);
	outer = enter(g, end, again);
	memcpy(shared, g->shared, sizeof(shared));
	ir_put(g->ir, top);
	gen_branch(g, s->e, false, end);
	gen_nested(g, s->body);
	memcpy(g->shared, shared, sizeof(shared));
	ir_put(g->ir, again);
	next_round(g, n, top);
	ir_put(g->ir, end);
	leave(g, outer);
}

static bool assigns(void *arg, const struct expr *e)
{
	const struct local *l = arg;

	return (e->kind == EX_ASSIGN || e->kind == EX_INCDEC) && e->a->kind == EX_LOCAL &&
	       e->a->local == l;
}

/* Constant bounds, and a body that leaves the variable alone. */
static bool is_plain_range(const struct stmt *s)
{
	return s->e->kind == EX_INT && s->e2->kind == EX_INT &&
	       !stmt_any(s->body, assigns, s->local) && !s->local->in_vars;
}

/*
 *	$i = a;
 *   top:
 *	if ($i >= b) goto end;
 *	body
 *   again:
 *	$i++;
 *	goto top, or …next_round…
 *   end:
 */
static void gen_range(struct gen *g, struct stmt *s)
{
	label top = ir_label(g->ir), again = ir_label(g->ir), end = ir_label(g->ir);
	vreg n = ir_vreg(g->ir), b = ir_vreg(g->ir), shared[SHARED_KINDS];
	bool plain = is_plain_range(s);
	struct loop_labels outer;
	struct operand o, i;

	gen_expr(g, s->e, &o);
	gen_local_store(g, s->local, &o, s->e->type);
	if (!plain)
		ir_mov(g->ir, b, gen_reg(g, s->e2));
	ir_imm(g->ir, n, 0);
	outer = enter(g, end, again);
	memcpy(shared, g->shared, sizeof(shared));
	ir_put(g->ir, top);
	gen_local_load(g, s->local, &i);
	if (plain)
		ir_jcci(g->ir, COND_SGE, i.reg, s->e2->num, end);
	else
		ir_jcc(g->ir, COND_SGE, i.reg, b, end);
	gen_nested(g, s->body);
	memcpy(g->shared, shared, sizeof(shared));
	ir_put(g->ir, again);
	gen_local_load(g, s->local, &i);
	ir_alui(g->ir, ALU_ADD, i.reg, 1);
	gen_local_store(g, s->local, &i, s->local->type);
	if (plain)
		ir_jmp(g->ir, top);
	else
		next_round(g, n, top);
	ir_put(g->ir, end);
	leave(g, outer);
}

static void gen_unroll(struct gen *g, struct stmt *s)
{
	label end = ir_label(g->ir);

	for (s64 i = 0; i < s->e->num; i++) {
		label again = ir_label(g->ir);
		struct loop_labels outer = enter(g, end, again);

		gen_nested(g, s->body);
		ir_put(g->ir, again);
		leave(g, outer);
	}
	ir_put(g->ir, end);
}

void gen_loop(struct gen *g, struct stmt *s)
{
	g->read.gl = NULL;	/* what comes later in the loop may write it */
	if (s->kind == ST_WHILE)
		gen_while(g, s);
	else if (s->kind == ST_FOR_RANGE)
		gen_range(g, s);
	else
		gen_unroll(g, s);
	g->read.gl = NULL;
}
