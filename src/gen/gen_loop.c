/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_loop.c - while, for over a range, unroll.
 *
 * Kernels since 5.3 accept loops whose end the verifier can see.  A hidden counter makes sure
 * of that: it cuts the loop off after LOOP_CAP rounds, which is counted and reported.  Kernels
 * since 5.17 can call a function for each round (bpf_loop), which the verifier reads only once.
 * Then LOOP_CALLS rounds are possible.  check_stmt.c decides which loops may be called.
 */
#include "bpf/backend.h"
#include "gen/gen_impl.h"

/* The targets of break and continue. */
struct loop_labels { label brk, cont; };

static struct loop_labels enter(struct gen *g, label brk, label cont)
{
	struct loop_labels outer = { g->loop_break, g->loop_continue };

	g->loop_break = brk;
	g->loop_continue = cont;
	g->shared.at[SHARED_NSECS] = 0;	/* each round has its own time */
	return outer;
}

static void leave(struct gen *g, struct loop_labels outer)
{
	g->loop_break = outer.brk;
	g->loop_continue = outer.cont;
	g->shared.at[SHARED_NSECS] = 0;
}

static bool assigns(void *arg, const struct expr *e)
{
	const struct local *l = arg;

	return (e->kind == EX_ASSIGN || e->kind == EX_INCDEC) && e->a->kind == EX_LOCAL &&
	       ex_local(e->a) == l;
}

static bool mentions(void *arg, const struct expr *e)
{
	return e->kind == EX_LOCAL && ex_local(e) == arg;
}

/* Does the loop change l, and l not decide when the loop ends? */
static bool may_blur(const struct stmt *s, struct local *l)
{
	return l->type && !l->in_memory && !l->has_address && type_is_int(l->type) &&
	       l != s->local && stmt_any(s->body, assigns, l) &&
	       !(s->kind == ST_WHILE && expr_any(s->e, mentions, l));
}

/*
 * $x ^= nothing, at the start of a round.  `nothing` is 0, but the verifier doesn't know that
 * and forgets the value of $x.  Otherwise it would follow the loop separately for each value
 * that $x has in some round.
 */
static void blur(struct gen *g, const struct stmt *s, vreg nothing)
{
	for (struct local *l = g->p->source->locals; l; l = l->next)
		if (may_blur(s, l))
			ir_alu(g->ir, ALU_XOR, l->reg, nothing);
}

static vreg load_nothing(struct gen *g)
{
	vreg p = ir_vreg(g->ir), r = ir_vreg(g->ir);

	ir_mapval(g->ir, p, g->s->image.vars_map, VARS_NOTHING);
	ir_load(g->ir, 8, r, p, 0);
	return r;
}

/* The rounds of a while or for loop that are made in place. */
struct rounds {
	label top, again, end, rest;
	struct loop_labels outer;
	size_t test;		/* the index of the instruction that ends them; a round begins
				 * with it */
	u64 outer_weight;	/* of the loops before it */
};

static bool calls(const struct gen *g, const struct stmt *s)
{
	return s->is_called && g->p->calls_rounds;
}

/*
 * The rounds after those made here: the kernel calls a function for them if it can, otherwise
 * the loop is cut off.
 *
 *	goto top;
 *   rest:
 *	…gen_called_loop…, or: if (e) cut[cpu]++;
 *   end:
 */
static void close_loop(struct gen *g, struct stmt *s, vreg b, const struct rounds *r)
{
	struct operand i;

	ir_jmp(g->ir, r->top);
	ir_put(g->ir, r->rest);
	gen_scope_open(g);
	if (calls(g, s)) {
		gen_called_loop(g, s, b);
	} else {
		if (s->kind == ST_WHILE) {
			gen_branch(g, s->e, false, r->end);
		} else {
			gen_local_load(g, s->local, &i);
			ir_jcc(g->ir, COND_SGE, i.reg, b, r->end);
		}
		gen_count_at(g, g->s->image.loops_cut_off);
	}
	gen_scope_close(g);
	ir_put(g->ir, r->end);
}

/* ---- how many rounds are made in place ---- */

/*
 * The weight of code estimates the verifier's work: one for each branch or for each 16
 * instructions, whichever is more, multiplied by the rounds of loops.
 */
static u64 weight_of(const struct gen *g, const struct rounds *r)
{
	u64 jumps = 0, insns = g->ir->insns.n - r->test;

	for (size_t i = r->test; i < g->ir->insns.n; i++)
		jumps += g->ir->insns.v[i].op == IR_JCC;
	return (jumps > insns / 16 ? jumps : insns / 16) + g->loop_weight - r->outer_weight;
}

#define CALLED_WEIGHT 1024	/* of all rounds made in place, if others can be called */

/* 0 once the verifier has found the program too complex. */
static u64 most_weight(const struct gen *g)
{
	return g->p->round_shift ? 0 : CALLED_WEIGHT;
}

/*
 * The number of rounds to make in place.  Such a round saves a call, which takes about 15 ns.
 * But the verifier follows each of them, and those of nested loops multiply.  `body`: the
 * weight of one round.
 */
static u64 rounds_here(const struct gen *g, const struct stmt *s, u64 body)
{
	u64 most = g->loop_depth > 1 || s->has_loop ? 16 : 256;
	u64 rounds = most_weight(g) / (body ? body : 1);

	if (!calls(g, s))
		return LOOP_CAP >> g->p->round_shift;
	return rounds > most ? most : rounds;
}

/*
 * Begins a loop, up to its condition.  set_rounds() inserts the number in the test once the
 * body's weight is known.
 */
static void open_rounds(struct gen *g, const struct stmt *s, struct rounds *r)
{
	vreg n = ir_vreg(g->ir), nothing = load_nothing(g);

	r->top = ir_label(g->ir);
	r->again = ir_label(g->ir);
	r->end = ir_label(g->ir);
	r->rest = ir_label(g->ir);
	ir_imm(g->ir, n, 0);
	r->outer = enter(g, r->end, r->again);
	gen_scope_open(g);
	ir_put(g->ir, r->top);
	blur(g, s, nothing);
	r->test = g->ir->insns.n;
	r->outer_weight = g->loop_weight;
	ir_jcci(g->ir, COND_EQ, n, 0, r->rest);
	ir_alui(g->ir, ALU_ADD, n, 1);
}

static void set_rounds(struct gen *g, const struct stmt *s, const struct rounds *r)
{
	u64 body = weight_of(g, r), rounds = rounds_here(g, s, body);

	g->ir->insns.v[r->test].imm = (s64)rounds;
	if (!rounds)	/* all rounds are called: the optimizer drops the code here */
		g->ir->insns.v[r->test].op = IR_JMP;
	g->loop_weight += rounds * body - body;
}

/*
 *	n = 0;
 *   top:
 *	if (n == rounds_here) goto rest;
 *	n++;
 *	if (!e) goto end;
 *	body
 *   again:
 *	…close_loop…
 */
static void gen_while(struct gen *g, struct stmt *s)
{
	struct rounds r;

	open_rounds(g, s, &r);
	gen_branch(g, s->e, false, r.end);
	gen_nested(g, s->body);
	gen_scope_close(g);
	set_rounds(g, s, &r);
	ir_put(g->ir, r.again);
	close_loop(g, s, 0, &r);
	leave(g, r.outer);
}

/* Are the bounds constant, and does the body not change the variable? */
static bool is_plain_range(const struct stmt *s)
{
	return s->e->kind == EX_INT && s->e2->kind == EX_INT &&
	       !stmt_any(s->body, assigns, s->local) && !s->local->in_memory &&
	       !s->local->has_address;
}

/* The verifier forgets the loop's variable when it is lent to an inner loop whose rounds are
 * called. */
static bool may_forget(const struct gen *g, const struct stmt *s)
{
	return s->has_loop && s->local->is_lent && g->p->calls_rounds;
}

/* Makes all rounds of a plain range in place, if they weigh little enough or can't be called.
 * Then drops the counter's test, if the verifier sees from the variable that the loop ends. */
static bool takes_all(struct gen *g, const struct stmt *s, const struct rounds *r)
{
	u64 body = weight_of(g, r), n = (u64)(ex_num(s->e2) - ex_num(s->e));

	if (ex_num(s->e2) <= ex_num(s->e))
		n = 1;
	if (calls(g, s) && (n > LOOP_CAP || n * body > most_weight(g)))
		return false;
	g->ir->insns.v[r->test].imm = (s64)n;
	if (!may_forget(g, s)) {
		ir_nop(&g->ir->insns.v[r->test]);
		ir_nop(&g->ir->insns.v[r->test + 1]);
	}
	g->loop_weight += (n - 1) * body;
	return true;
}

/*
 *	$i = a; n = 0;
 *   top:
 *	if (n == rounds_here) goto rest;
 *	n++;				(neither if takes_all() drops them)
 *	if ($i >= b) goto end;
 *	body
 *   again:
 *	$i++;
 *	…close_loop…
 */
static void gen_range(struct gen *g, struct stmt *s)
{
	vreg b = ir_vreg(g->ir);
	bool plain = is_plain_range(s);
	struct operand o, i;
	struct rounds r;

	gen_expr(g, s->e, &o);
	gen_local_store(g, s->local, &o, s->e->type);
	ir_mov(g->ir, b, gen_reg(g, s->e2));
	open_rounds(g, s, &r);
	gen_local_load(g, s->local, &i);
	if (plain)
		ir_jcci(g->ir, COND_SGE, i.reg, ex_num(s->e2), r.end);
	else
		ir_jcc(g->ir, COND_SGE, i.reg, b, r.end);
	gen_nested(g, s->body);
	gen_scope_close(g);
	ir_put(g->ir, r.again);
	gen_next_round(g, s->local);
	if (plain && takes_all(g, s, &r)) {
		ir_jmp(g->ir, r.top);
		ir_put(g->ir, r.rest);
		ir_put(g->ir, r.end);
	} else {
		set_rounds(g, s, &r);
		close_loop(g, s, b, &r);
	}
	leave(g, r.outer);
}

static void gen_unroll(struct gen *g, struct stmt *s)
{
	label end = ir_label(g->ir);

	/* 1 << 20 instructions are too long anyway, which code_make() reports */
	for (s64 i = 0; i < ex_num(s->e) && g->ir->insns.n < 1 << 20; i++) {
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
	g->read.gl = NULL;	/* a later statement of the loop may write it */
	g->p->has_rounds |= s->kind != ST_UNROLL;
	g->loop_depth++;
	if (s->kind == ST_WHILE)
		gen_while(g, s);
	else if (s->kind == ST_FOR_RANGE)
		gen_range(g, s);
	else
		gen_unroll(g, s);
	g->loop_depth--;
	g->read.gl = NULL;
}
