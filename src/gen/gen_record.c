/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_record.c - records for user space: the action's id and typed fields.
 *
 * Fields are written straight into the ring buffer's memory.  If there is no room, the record
 * is counted as lost.
 */
#include "gen/gen.h"
#include "provider/provider.h"

#define MAX_FIELDS 32
#define RB_FORCE_WAKEUP 2	/* BPF_RB_FORCE_WAKEUP */

struct record {			/* what it consists of */
	struct action *action;
	struct expr **args;
	u32 n;
	struct operand done[MAX_FIELDS];	/* computed already; or OPERAND_NONE */
	/* writes the only field; NULL: gen_into_dest() does */
	void (*fill)(struct gen *g, struct place dst, struct expr *e);
};

static bool is_effect(void *arg, const struct expr *e)
{
	(void)arg;
	return e->kind == EX_ASSIGN || e->kind == EX_INCDEC || e->kind == EX_DELETE;
}

static bool any_effect(const struct record *r)
{
	for (u32 i = 0; i < r->n; i++)
		if (expr_any(r->args[i], is_effect, NULL))
			return true;
	return false;
}

/* Side effects must happen even if the record is lost, and earlier arguments must not see them.
 * So if there are any, all arguments are computed before the record is reserved. */
static void compute_effects(struct gen *g, struct record *r)
{
	if (!any_effect(r))
		return;
	for (u32 i = 0; i < r->n && i < MAX_FIELDS; i++) {
		const struct type *t = r->action->record->members[i + 1].type;
		struct place p;

		if (type_fits_reg(t)) {
			operand_set(&r->done[i], gen_fresh(g, r->args[i]));
			continue;
		}
		p = place_slot(gen_slot(g, t->size), 0);
		gen_into(g, p, t, r->args[i]);
		operand_mem(&r->done[i], p);
	}
}

static void fill_field(struct gen *g, const struct record *r, u32 i, struct place at,
		       const struct type *t)
{
	/* the verifier insists that all of a slot has been written */
	struct dest dest = { at, t->size, .any_tail = !at.is_slot };

	if (r->fill)
		r->fill(g, at, r->args[i]);
	else if (r->done[i].kind != OPERAND_NONE)
		operand_store(g, at, t, &r->done[i], t);
	else
		gen_into_dest(g, &dest, t, r->args[i]);
}

static void fill_record(struct gen *g, const struct record *r, struct place rec)
{
	const struct member *m = r->action->record->members;
	u32 end = 4;

	if (r->n && m[1].off == 8 && !g->s->arch->is_big)	/* with the zeros after it */
		end = 8;
	place_storei(g, end, rec, r->action->id);
	for (u32 i = 0; i < r->n; i++) {
		const struct member *f = &m[i + 1];

		if (f->off > end)
			place_zero(g, place_at(rec, (s32)end), f->off - end);
		fill_field(g, r, i, place_at(rec, (s32)f->off), f->type);
		end = f->off + f->type->size;
	}
	if (r->action->size > end)
		place_zero(g, place_at(rec, (s32)end), r->action->size - end);
}

static void set_urgent(struct gen *g)
{
	vreg r = ir_vreg(g->ir);

	ir_mapval(g->ir, r, g->s->image.vars_map, VARS_URGENT);
	ir_storei(g->ir, 8, r, 0, 1);
}

/*
 *	r = ringbuf_reserve(ring, size, 0);
 *	if (!r) { lost[cpu]++; goto end; }
 *	…fill…
 *	vars[URGENT] = 1 and
 *	ringbuf_submit(r, FORCE_WAKEUP if it is urgent);
 *   end:
 */
static void ring_record(struct gen *g, const struct record *rec)
{
	struct ir_arg reserve[] = { ARG_M(g->s->image.ring_map), ARG_I(rec->action->size),
				    ARG_I(0) };
	label full = ir_label(g->ir), end = ir_label(g->ir);
	vreg r = ir_vreg(g->ir);
	struct ir_arg submit[2];

	gen_call(g, r, HELPER_ringbuf_reserve, reserve, 3);
	ir_jcci(g->ir, COND_EQ, r, 0, full);
	fill_record(g, rec, place_reg(r, 0, SPACE_BPF));
	if (rec->action->is_urgent && g->p->provider->runs == RUN_ATTACHED)
		set_urgent(g);
	submit[0] = ARG_R(r);
	submit[1] = ARG_I(rec->action->is_urgent ? RB_FORCE_WAKEUP : 0);
	gen_call(g, 0, HELPER_ringbuf_submit, submit, 2);
	ir_jmp(g->ir, end);
	ir_put(g->ir, full);
	gen_scope_back(g);	/* the values computed for the fields aren't known here */
	gen_count_at(g, g->p->lost_off);
	ir_put(g->ir, end);
}

/* The helper fails if the buffer is full, or if the CPU has none because it came up later.
 * Before 5.0 it returns no error for full buffers.  All kernels also note that in the buffer. */
static void perf_record(struct gen *g, const struct record *rec)
{
	slot s = gen_slot(g, rec->action->size);
	u32 map = rec->action->copies_stack ? g->s->image.copy_map : g->s->image.ring_map;
	struct ir_arg out[] = { ARG_R(g->ir->ctx), ARG_M(map),
				ARG_I(0xffffffff /* BPF_F_CURRENT_CPU */),
				ARG_S(s, 0), ARG_I(rec->action->size) };
	vreg r = ir_vreg(g->ir);

	if (rec->fill)		/* it may not write all bytes */
		place_zero(g, place_slot(s, 0), rec->action->size);
	fill_record(g, rec, place_slot(s, 0));
	gen_call(g, r, HELPER_perf_event_output, out, 5);
	gen_add_unless(g, COND_EQ, r, g->p->lost_off, 1);
}

static void send(struct gen *g, struct record *r)
{
	gen_scope_open(g);
	if (image_has_ring(&g->s->image))
		ring_record(g, r);
	else
		perf_record(g, r);
	gen_scope_close(g);
}

void gen_record(struct gen *g, struct action *a, struct expr **args, u32 n)
{
	struct record r = { .action = a, .args = args, .n = n };

	compute_effects(g, &r);
	send(g, &r);
}

void gen_record_with(struct gen *g, struct action *a,
		     void (*fill)(struct gen *g, struct place dst, struct expr *e),
		     struct expr *e)
{
	struct record r = { .action = a, .args = &e, .n = 1, .fill = fill };

	send(g, &r);
}
