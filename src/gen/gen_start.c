/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_start.c - what a program does before its clauses: it leaves if the event is not for them.
 */
#include "gen/gen_impl.h"
#include "provider/provider.h"

/* Is this a program for single system calls that 32-bit processes may reach as well?  The kernel's
 * events of single calls leave these out, but its functions serve both, at least for calls without
 * arguments, and a number means another call there. */
static bool may_be_compat(const struct gen *g)
{
	const struct prog *p = g->p;

	return g->s->arch->compat && (p->ctx_form == CTX_SYSCALL || p->ctx_form == CTX_CALL ||
				      (p->targets.n && p->targets.v[0]->by_number));
}

static void leave_compat(struct gen *g)
{
	label own = ir_label(g->ir);

	if (!may_be_compat(g))
		return;
	gen_unless_compat(g, own);
	ir_jmp(g->ir, g->done);
	ir_put(g->ir, own);
}

/*
 *	if (vars[VARS_STOPPED]) goto done;
 */
static void leave_stopped(struct gen *g)
{
	vreg r = ir_vreg(g->ir);

	if (!g->s->image.many_places || g->p->provider->runs != RUN_ATTACHED)
		return;
	ir_mapval(g->ir, r, g->s->image.vars_map, VARS_STOPPED);
	ir_load(g->ir, 8, r, r, 0);
	ir_jcci(g->ir, COND_NE, r, 0, g->done);
}

/*
 * If the program is running already, an interrupt has run it again: counts the hit and leaves.
 *
 *	if (!cpu->running) goto free;
 *	cpu->skipped++; goto done;
 *   free:
 *	cpu->running = 1;
 */
static void leave_nested(struct gen *g)
{
	label free = ir_label(g->ir);
	vreg r = ir_vreg(g->ir), block;

	if (!g->p->skips_nested)
		return;
	block = gen_shared(g, SHARED_CPU_BLOCK);	/* now, for the whole program */
	ir_load(g->ir, 8, r, block, (s32)g->p->nested_off);
	ir_jcci(g->ir, COND_EQ, r, 0, free);
	gen_count_at(g, g->p->nested_off + 8);
	ir_jmp(g->ir, g->done);
	ir_put(g->ir, free);
	ir_storei(g->ir, 8, block, (s32)g->p->nested_off, 1);
}

void gen_start(struct gen *g)
{
	leave_stopped(g);
	leave_compat(g);
	leave_nested(g);
}

void gen_end(struct gen *g, const struct prog *p)
{
	if (p->skips_nested)
		ir_storei(g->ir, 8, gen_shared(g, SHARED_CPU_BLOCK), (s32)p->nested_off, 0);
}

/*
 * Leaves the program for events of other processes, if lang/filter.c says so.
 *
 *	r = pid;
 *	if (r != of_pid) goto done;
 *	if (r == not_of_pid) goto done;
 */
void gen_filter(struct gen *g)
{
	vreg r;

	if (!g->p->source->of_pid && !g->p->source->not_of_pid)
		return;
	r = ir_vreg(g->ir);
	ir_mov(g->ir, r, gen_shared(g, SHARED_PID_TGID));
	ir_alui(g->ir, ALU_RSH, r, 32);
	if (g->p->source->of_pid)
		ir_jcci(g->ir, COND_NE, r, g->p->source->of_pid, g->done);
	if (g->p->source->not_of_pid)
		ir_jcci(g->ir, COND_EQ, r, g->p->source->not_of_pid, g->done);
	gen_leave(g, g->done);
}
