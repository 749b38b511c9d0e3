/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_local.c - $variables.  They are in registers or slots; in the vars map if the program is
 * cut into parts; or in the frame that a program shares with its functions.
 */
#include "gen/gen_impl.h"

bool gen_in_function(const struct gen *g)
{
	return g->frame_size && !g->frame.is_slot;
}

/* A function has its own registers and slots, so it finds variables only in memory. */
static void check_reach(const struct gen *g, const struct local *l)
{
	if (gen_in_function(g) && !l->in_memory)
		bug("the variable of a program is in a register, where its function can't find it");
}

struct place gen_local_place(struct gen *g, const struct local *l)
{
	vreg r;

	check_reach(g, l);
	if (l->in_frame)
		return place_at(g->frame, (s32)l->off);
	if (!l->in_memory)
		return place_slot(l->slot, 0);
	r = ir_vreg(g->ir);
	ir_mapval(g->ir, r, g->s->image.vars_map, l->off);
	return place_reg(r, 0, SPACE_BPF);
}

/* Is the scalar in memory? */
static bool is_stored(const struct local *l)
{
	return l->in_memory || l->has_address;
}

void gen_local_load(struct gen *g, struct local *l, struct operand *out)
{
	check_reach(g, l);
	if (!type_fits_reg(l->type))
		operand_mem(out, gen_local_place(g, l));
	else if (is_stored(l))
		gen_load_scalar(g, gen_local_place(g, l), l->type, NULL, out);
	else
		operand_set(out, l->reg);
}

void gen_local_store(struct gen *g, struct local *l, const struct operand *o,
		     const struct type *from)
{
	check_reach(g, l);
	if (is_stored(l))
		operand_store(g, gen_local_place(g, l), l->type, o, from);
	else if (o->kind == OPERAND_IMM && l->type->size == 8)
		ir_imm(g->ir, l->reg, o->imm);
	else
		ir_mov(g->ir, l->reg, gen_convert(g, o, from, l->type, false));
}

static void compound_local(struct gen *g, struct expr *e, const struct operand *b)
{
	struct local *l = ex_local(e->a);
	struct operand now;
	vreg r = l->reg;

	if (is_stored(l)) {
		gen_local_load(g, l, &now);
		r = now.reg;
	}
	gen_arith(g, e->op, l->type, r, b);
	if (is_stored(l))
		gen_local_store(g, l, &now, l->type);
}

void gen_local_assign(struct gen *g, struct expr *e, struct operand *out)
{
	struct local *l = ex_local(e->a);
	struct operand b;

	if (!type_fits_reg(l->type)) {
		gen_into(g, gen_local_place(g, l), l->type, e->b);
	} else if (e->op == OP_NONE) {
		gen_expr(g, e->b, &b);
		gen_local_store(g, l, &b, e->b->type);
	} else {
		if (l->type->kind == TY_PTR)
			operand_set(&b, gen_steps(g, l->type, e->op, e->b));
		else
			gen_expr(g, e->b, &b);
		compound_local(g, e, &b);
	}
	gen_local_load(g, l, out);
}

void gen_local_incdec(struct gen *g, struct expr *e, struct operand *out)
{
	struct local *l = ex_local(e->a);
	struct operand now;
	vreg before, r;

	gen_local_load(g, l, &now);
	before = r = now.reg;
	if (ex_is_post(e) && !e->is_unused) {
		before = ir_vreg(g->ir);
		ir_mov(g->ir, before, r);
	}
	ir_alui(g->ir, e->op == OP_ADD ? ALU_ADD : ALU_SUB, r, gen_pointee_size(l->type));
	if (is_stored(l))
		gen_local_store(g, l, &now, l->type);
	operand_set(out, before);
}

void gen_next_round(struct gen *g, struct local *i)
{
	struct operand now;

	gen_local_load(g, i, &now);
	ir_alui(g->ir, ALU_ADD, now.reg, 1);
	gen_local_store(g, i, &now, i->type);
}
