/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gen_branch.c - conditions.  Where one is tested it becomes jumps instead of a value. */
#include "gen/gen_impl.h"

static enum cond cond_of(enum op op, bool is_signed)
{
	switch (op) {
	case OP_EQ: return COND_EQ;
	case OP_NE: return COND_NE;
	case OP_LT: return is_signed ? COND_SLT : COND_LT;
	case OP_LE: return is_signed ? COND_SLE : COND_LE;
	case OP_GT: return is_signed ? COND_SGT : COND_GT;
	default: return is_signed ? COND_SGE : COND_GE;
	}
}

static enum op opposite(enum op op)
{
	static const enum op not[] = {
		[OP_EQ] = OP_NE, [OP_NE] = OP_EQ, [OP_LT] = OP_GE,
		[OP_GE] = OP_LT, [OP_GT] = OP_LE, [OP_LE] = OP_GT,
	};

	return not[op];
}

static void branch_compare(struct gen *g, struct expr *e, bool sense, label target)
{
	enum op op = sense ? e->op : opposite(e->op);
	struct operand a, b;
	const struct type *t;
	vreg ra;

	if (e->a->type->kind == TY_STRING) {
		if (op == OP_EQ || op == OP_NE) {
			gen_branch_strings(g, e->a, e->b, 0, op == OP_EQ, target);
			gen_leave(g, target);
			return;
		}
		ra = gen_string_order(g, e->a, e->b, 0);
		gen_leave(g, target);
		ir_jcci(g->ir, cond_of(op, true), ra, 0, target);
		return;
	}
	if (!type_fits_reg(e->a->type) || !type_fits_reg(e->b->type)) {
		gen_branch_bytes(g, e, op == OP_EQ, target);
		gen_leave(g, target);
		return;
	}
	t = type_arith(e->a->type, e->b->type);
	gen_converted(g, e->a, t, &a);
	gen_converted(g, e->b, t, &b);
	ra = operand_reg(g, &a);
	gen_leave(g, target);
	if (b.kind == OPERAND_IMM)
		ir_jcci(g->ir, cond_of(op, t->is_signed), ra, b.imm, target);
	else
		ir_jcc(g->ir, cond_of(op, t->is_signed), ra, operand_reg(g, &b), target);
}

/*
 * a && b, a || b: jumps as soon as the result is known.  b may not have run, either at the
 * target or after the jump, so the shared values computed in it are valid only in it.
 */
static void branch_lazy(struct gen *g, struct expr *e, bool sense, label target)
{
	bool is_or = e->op == OP_OR;
	label past = ir_label(g->ir);

	gen_branch(g, e->a, is_or, is_or == sense ? target : past);
	gen_scope_open(g);
	gen_branch(g, e->b, sense, target);
	gen_scope_close(g);
	ir_put(g->ir, past);
}

static void branch_xor(struct gen *g, struct expr *e, bool sense, label target)
{
	struct operand a, b;

	gen_condition_value(g, e->a, &a);
	gen_condition_value(g, e->b, &b);
	gen_leave(g, target);
	ir_jcc(g->ir, sense ? COND_NE : COND_EQ, a.reg, b.reg, target);
}

static void branch_string(struct gen *g, struct expr *e, bool sense, label target)
{
	struct place p = place_slot(gen_slot(g, e->type->size), 0);
	vreg r = ir_vreg(g->ir);

	gen_into(g, p, e->type, e);
	place_load(g, r, 1, p);
	gen_leave(g, target);
	ir_jcci(g->ir, sense ? COND_NE : COND_EQ, r, 0, target);
}

void gen_branch(struct gen *g, struct expr *e, bool sense, label target)
{
	struct operand o;

	if (e->kind == EX_BINARY && (e->op == OP_AND || e->op == OP_OR)) {
		branch_lazy(g, e, sense, target);
	} else if (e->kind == EX_BINARY && e->op == OP_XORL) {
		branch_xor(g, e, sense, target);
	} else if (e->kind == EX_BINARY && e->op >= OP_EQ && e->op <= OP_GE) {
		branch_compare(g, e, sense, target);
	} else if (e->kind == EX_UNARY && e->op == OP_NOT) {
		gen_branch(g, e->a, !sense, target);
	} else if (e->type->kind == TY_STRING) {
		branch_string(g, e, sense, target);
	} else {
		gen_expr(g, e, &o);
		gen_leave(g, target);
		if (o.kind == OPERAND_IMM) {
			if ((o.imm != 0) == sense)
				ir_jmp(g->ir, target);
			return;
		}
		ir_jcci(g->ir, sense ? COND_NE : COND_EQ, operand_reg(g, &o), 0, target);
	}
}

void gen_condition_value(struct gen *g, struct expr *e, struct operand *out)
{
	label no = ir_label(g->ir);
	vreg r = ir_vreg(g->ir);

	ir_imm(g->ir, r, 0);
	gen_branch(g, e, false, no);
	ir_imm(g->ir, r, 1);
	ir_put(g->ir, no);
	operand_set(out, r);
}

void gen_cond(struct gen *g, struct expr *e, struct operand *out)
{
	label no = ir_label(g->ir), end = ir_label(g->ir);
	bool scalar = type_fits_reg(e->type);
	vreg r = scalar ? ir_vreg(g->ir) : 0;
	bool is_void = e->type->kind == TY_VOID;
	slot s = scalar || is_void ? 0 : gen_slot(g, e->type->size);
	struct expr *arms[] = { e->b ? e->b : e->a, ex_else(e) };

	gen_branch(g, e->a, false, no);
	gen_scope_open(g);
	for (int i = 0; i < 2; i++) {
		struct operand o;

		if (is_void) {
			gen_expr(g, arms[i], &o);
		} else if (scalar) {
			gen_expr(g, arms[i], &o);
			ir_mov(g->ir, r, gen_convert(g, &o, arms[i]->type, e->type, false));
		} else {
			gen_into(g, place_slot(s, 0), e->type, arms[i]);
		}
		gen_scope_back(g);
		if (!i)
			ir_jmp(g->ir, end);
		ir_put(g->ir, i ? end : no);
	}
	gen_scope_close(g);
	if (scalar)
		operand_set(out, r);
	else if (!is_void)
		operand_mem(out, place_slot(s, 0));
}
