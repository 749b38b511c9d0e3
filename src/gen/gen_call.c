/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_call.c - loops whose body is a function that the kernel calls: loops over maps
 * (bpf_for_each_map_elem), and loops of many rounds (bpf_loop).
 *
 * The functions share a frame on the program's stack.  It holds the context, the variables
 * that such loops mention, and whether a function executed `return`.
 */
#include "gen/gen_impl.h"

/*
 * Kernels before 6.7 verify a function that is called for each entry as if it were called
 * once.  They then take values in the frame for constants and drop code as unreachable.  A
 * helper that writes the frame onto itself makes them forget these values.
 */
static void forget_frame(struct gen *g)
{
	struct place all = place_at(g->frame, FRAME_RETURN);
	struct ir_arg args[] = { place_arg(all), ARG_I(g->frame_size - FRAME_RETURN),
				 place_arg(all) };

	gen_call(g, 0, gen_read_helper(g, SPACE_KERNEL, false), args, 3);
}

/* Prepares g, a copy of the program's, for a function.  Its parameters exist already; the last
 * one is `frame`. */
static void begin_function(struct gen *g, struct stmt *s, vreg frame)
{
	struct ir *ir = g->ir;

	ir->span = s->span;
	g->frame = place_reg(frame, 0, SPACE_BPF);
	ir->ctx = ir_vreg(ir);
	ir_load(ir, 8, ir->ctx, frame, FRAME_CTX);
	g->shared = (struct shared_values){ 0 };
	g->read.gl = NULL;
	g->done = ir_label(ir);
	g->loop_break = ir_label(ir);
	g->loop_continue = ir_label(ir);
	ir_scratch(ir);
}

/*
 *	return 0;
 *   done:
 *	frame.return = 1;
 *   break:
 *	return 1;
 */
static u32 end_function(struct gen *g, struct gen *outer)
{
	struct ir *ir = g->ir;

	ir_exit(ir, 0);
	ir_put(ir, g->done);
	place_storei(g, 8, place_at(g->frame, FRAME_RETURN), 1);
	ir_put(ir, g->loop_break);
	ir_exit(ir, 1);
	outer->funcs = g->funcs;
	outer->scopes = g->scopes;
	vec_push(&outer->funcs, ir);
	return (u32)outer->funcs.n - 1;
}

/* Skips an entry of the turn that programs don't use now, as it counts as deleted. */
static void skip_other_turn(struct gen *g, const struct global *gl, vreg key)
{
	vreg turn = ir_vreg(g->ir);

	if (!gl->has_turns)
		return;
	place_load(g, turn, 4, place_reg(key, (s32)gl->key_bytes - 4, SPACE_BPF));
	ir_jcc(g->ir, COND_NE, turn, gen_turn(g, gl), g->loop_continue);
}

/* $kv = the entry of gl at these addresses. */
static void set_entry(struct gen *g, struct global *gl, const struct local *kv, vreg key,
		      vreg value)
{
	const struct member *m = kv->type->members;
	struct place to = gen_local_place(g, kv), from = place_reg(value, 0, SPACE_BPF);
	const struct agg *agg = gl->value->agg;

	place_copy(g, to, place_reg(key, 0, SPACE_BPF), m[0].type->size);
	to = place_at(to, (s32)m[1].off);
	if (!gl->is_agg)
		place_copy(g, to, from, m[1].type->size);
	else if (gl->storage == STORE_CPU_HASH)
		place_store(g, 8, to, gen_agg_cpus(g, agg, ARG_M(gl->map), ARG_R(key), 0,
						    NULL));
	else
		place_store(g, 8, to, gen_agg_number(g, agg, from));
}

/*
 * (map, key, value, frame):
 *
 *	$kv = *key, *value
 *	body
 *   continue:
 *	…end_function…
 */
static u32 entry_function(struct gen *outer, struct stmt *s)
{
	struct gen g = *outer;
	struct ir *ir = g.ir = ir_new(g.s->arena, outer->ir->name);
	vreg key = ir_param(ir), value = ir_param(ir);

	begin_function(&g, s, ir_param(ir));
	skip_other_turn(&g, ex_global(s->e), key);
	set_entry(&g, ex_global(s->e), s->local, key, value);
	gen_stmts(&g, s->body);
	ir_put(ir, g.loop_continue);
	return end_function(&g, outer);
}

/*
 * (round, frame):
 *
 *	if (!e) goto break;		while
 *	body
 *   continue:
 *	$i++;				for over a range
 *	…end_function…
 */
static u32 round_function(struct gen *outer, struct stmt *s)
{
	struct gen g = *outer;
	struct ir *ir = g.ir = ir_new(g.s->arena, outer->ir->name);

	begin_function(&g, s, ir_param(ir));
	if (s->kind == ST_WHILE) {
		gen_scope_open(&g);
		gen_piece_find(&g, s->e);
		gen_branch(&g, s->e, false, g.loop_break);
		gen_scope_close(&g);
	}
	gen_stmts(&g, s->body);
	ir_put(ir, g.loop_continue);
	if (s->kind == ST_FOR_RANGE)
		gen_next_round(&g, s->local);
	return end_function(&g, outer);
}

/* Calls the helper with the function `body`.  Leaves the program if the body did. */
static vreg call_with_frame(struct gen *g, enum helper h, struct ir_arg first, u32 body)
{
	struct ir_arg args[] = { first, ARG_F(body), place_arg(g->frame), ARG_I(0) };
	vreg returned = ir_vreg(g->ir), result = ir_vreg(g->ir);

	forget_frame(g);
	gen_call(g, result, h, args, 4);
	forget_frame(g);
	place_load(g, returned, 8, place_at(g->frame, FRAME_RETURN));
	ir_jcci(g->ir, COND_NE, returned, 0, g->done);
	g->read.gl = NULL;
	g->shared.at[SHARED_NSECS] = 0;
	return result;
}

/* for_each_map_elem() returns how many entries it called the function for.  The function
 * does nothing. */
vreg gen_walk(struct gen *g, const struct global *gl)
{
	struct ir *ir = ir_new(g->s->arena, g->ir->name);
	vreg n = ir_vreg(g->ir);
	struct ir_arg args[] = { ARG_M(gl->map), ARG_F((u32)g->funcs.n), ARG_I(0), ARG_I(0) };

	ir_scratch(ir);
	ir_exit(ir, 0);
	vec_push(&g->funcs, ir);
	gen_call(g, n, HELPER_for_each_map_elem, args, 4);
	return n;
}

void gen_for_map(struct gen *g, struct stmt *s)
{
	call_with_frame(g, HELPER_for_each_map_elem, ARG_M(ex_global(s->e)->map),
			entry_function(g, s));
}

void gen_frame_begin(struct gen *g)
{
	place_store(g, 8, g->frame, g->ir->ctx);
	place_storei(g, 8, place_at(g->frame, FRAME_RETURN), 0);
	if (g->self_off)
		place_store(g, 8, place_at(g->frame, (s32)g->self_off), place_addr(g, g->frame));
}

/* ---- variables lent to a frame while rounds are called ---- */

struct lent { VEC(struct local *) v; };

static bool lend_mentioned(void *arg, const struct expr *e)
{
	struct local *l = e->kind == EX_LOCAL ? ex_local(e) : NULL;
	struct lent *all = arg;

	if (l && l->is_lent && !l->in_memory) {
		l->in_memory = l->in_frame = true;
		vec_push(&all->v, l);
	}
	return false;
}

/* Moves the variables that the loop mentions from registers to the frame. */
static void lend_all(struct gen *g, struct stmt *s, struct lent *all)
{
	expr_any(s->decl, lend_mentioned, all);
	expr_any(s->kind == ST_WHILE ? s->e : NULL, lend_mentioned, all);
	stmt_any(s->body, lend_mentioned, all);
	if (!gen_in_function(g) && !g->p->source->has_callbacks)
		gen_frame_begin(g);
	for (size_t i = 0; i < all->v.n; i++) {
		struct local *l = all->v.v[i];

		if (type_fits_reg(l->type))
			place_store(g, 8, gen_local_place(g, l), l->reg);
		else
			place_copy(g, gen_local_place(g, l), place_slot(l->slot, 0),
				   l->type->size);
	}
}

static void give_back(struct gen *g, struct lent *all)
{
	for (size_t i = 0; i < all->v.n; i++) {
		struct local *l = all->v.v[i];

		if (type_fits_reg(l->type))
			place_load(g, l->reg, 8, gen_local_place(g, l));
		else
			place_copy(g, place_slot(l->slot, 0), gen_local_place(g, l),
				   l->type->size);
		l->in_memory = l->in_frame = false;
	}
	vec_free(&all->v);
}

/*
 *	frame.locals = registers
 *	taken = loop(rounds, round, frame, 0);
 *	registers = frame.locals
 *	if (taken == LOOP_CALLS && …there are more…) cut[cpu]++;
 */
static vreg call_rounds(struct gen *g, struct stmt *s, struct ir_arg rounds)
{
	struct lent all = { 0 };
	u32 round;
	vreg taken;

	lend_all(g, s, &all);
	round = round_function(g, s);
	taken = call_with_frame(g, HELPER_loop, rounds, round);
	give_back(g, &all);
	return taken;
}

void gen_called_loop(struct gen *g, struct stmt *s, vreg b)
{
	struct ir *ir = g->ir;
	label end = ir_label(ir);
	vreg n = ir_vreg(ir), most = ir_vreg(ir), taken;
	struct operand i;

	if (s->kind == ST_WHILE) {
		taken = call_rounds(g, s, ARG_I(LOOP_CALLS));
		ir_jcci(ir, COND_NE, taken, LOOP_CALLS, end);
		gen_branch(g, s->e, false, end);
	} else {
		gen_local_load(g, s->local, &i);
		ir_jcc(ir, COND_SGE, i.reg, b, end);
		ir_mov(ir, n, b);
		ir_alu(ir, ALU_SUB, n, i.reg);
		ir_mov(ir, most, n);
		gen_clip(g, most, LOOP_CALLS);
		taken = call_rounds(g, s, ARG_R(most));
		ir_jcci(ir, COND_LE, n, LOOP_CALLS, end);
		ir_jcci(ir, COND_NE, taken, LOOP_CALLS, end);
	}
	gen_count_at(g, g->s->image.loops_cut_off);
	ir_put(ir, end);
}
