/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_loop.c - while, for over a range, unroll; for over a map, in the kernel.
 *
 * Kernels since 5.3 take loops whose end the verifier can see.  Where the
 * script's own condition does not show it, a hidden counter does: the loop is
 * cut after LOOP_CAP rounds, and that is counted and told.
 */
#include "bpf/gen.h"

/* A loop's labels, put in place of the outer loop's. */
struct loop_labels { label brk, cont; };

static struct loop_labels enter(struct gen *g, label brk, label cont)
{
	struct loop_labels outer = { g->loop_break, g->loop_continue };

	g->loop_break = brk;
	g->loop_continue = cont;
	g->shared.at[SHARED_NSECS] = 0;	/* time goes by in a loop */
	return outer;
}

static void leave(struct gen *g, struct loop_labels outer)
{
	g->loop_break = outer.brk;
	g->loop_continue = outer.cont;
	g->shared.at[SHARED_NSECS] = 0;
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
	vreg n = ir_vreg(g->ir);
	struct loop_labels outer;

	ir_imm(g->ir, n, 0);
	outer = enter(g, end, again);
	gen_scope_open(g);
	ir_put(g->ir, top);
	gen_branch(g, s->e, false, end);
	gen_nested(g, s->body);
	gen_scope_close(g);
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
	       !stmt_any(s->body, assigns, s->local) && !s->local->in_memory;
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
	vreg n = ir_vreg(g->ir), b = ir_vreg(g->ir);
	bool plain = is_plain_range(s);
	struct loop_labels outer;
	struct operand o, i;

	gen_expr(g, s->e, &o);
	gen_local_store(g, s->local, &o, s->e->type);
	if (!plain)
		ir_mov(g->ir, b, gen_reg(g, s->e2));
	ir_imm(g->ir, n, 0);
	outer = enter(g, end, again);
	gen_scope_open(g);
	ir_put(g->ir, top);
	gen_local_load(g, s->local, &i);
	if (plain)
		ir_jcci(g->ir, COND_SGE, i.reg, s->e2->num, end);
	else
		ir_jcc(g->ir, COND_SGE, i.reg, b, end);
	gen_nested(g, s->body);
	gen_scope_close(g);
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

	/* too long is told when all is made */
	for (s64 i = 0; i < s->e->num && g->ir->insns.n < 1 << 20; i++) {
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

/*
 * Kernels before 6.7 verify a function that is called for each entry as if it were
 * called once: what they know of the frame then is not so, and they leave out code
 * for it.  What a helper has written they don't know.
 */
static void forget_frame(struct gen *g)
{
	struct place all = place_at(g->frame, FRAME_RETURN);
	struct ir_arg args[] = { place_arg(all), ARG_I(g->frame_size - FRAME_RETURN),
				 place_arg(all) };

	gen_call(g, 0, gen_read_helper(g, SPACE_KERNEL, false), args, 3);
}

/*
 * The body as a function of its own, (map, key, value, frame):
 *
 *	$kv = *key, *value
 *	body
 *   again:
 *	return 0;
 *   done:
 *	frame.return = 1;
 *   end:
 *	return 1;
 */
static u32 body_function(struct gen *outer, struct stmt *s)
{
	struct gen g = *outer;
	struct ir *ir = g.ir = ir_new(g.s->arena, outer->ir->name);
	vreg key = ir_param(ir), value = ir_param(ir);

	ir->span = s->span;
	g.frame = place_reg(ir_param(ir), 0, SPACE_BPF);
	ir->ctx = ir_vreg(ir);
	ir_load(ir, 8, ir->ctx, g.frame.id, FRAME_CTX);
	g.shared = (struct shared_values){ 0 };
	g.done = ir_label(ir);
	g.loop_break = ir_label(ir);
	g.loop_continue = ir_label(ir);
	ir_scratch(ir);
	gen_entry(&g, s->e->global, s->local, key, value);
	gen_stmts(&g, s->body);
	ir_put(ir, g.loop_continue);
	ir_exit(ir, 0);
	ir_put(ir, g.done);
	place_storei(&g, 8, place_at(g.frame, FRAME_RETURN), 1);
	ir_put(ir, g.loop_break);
	ir_exit(ir, 1);
	outer->funcs = g.funcs;
	outer->scopes = g.scopes;
	vec_push(&outer->funcs, ir);
	return (u32)outer->funcs.n - 1;
}

/*
 *	for_each_map_elem(map, body, frame, 0);
 *	if (frame.return) goto done;
 */
void gen_for_map(struct gen *g, struct stmt *s)
{
	u32 body = body_function(g, s);
	struct ir_arg args[] = { ARG_M(s->e->global->map), ARG_F(body), place_arg(g->frame),
				 ARG_I(0) };
	vreg returned = ir_vreg(g->ir);

	forget_frame(g);
	gen_call(g, 0, HELPER_for_each_map_elem, args, 4);
	forget_frame(g);
	place_load(g, returned, 8, place_at(g->frame, FRAME_RETURN));
	ir_jcci(g->ir, COND_NE, returned, 0, g->done);
	g->read.gl = NULL;
	g->shared.at[SHARED_NSECS] = 0;
}
