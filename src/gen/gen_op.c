/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_op.c - operators: arithmetic with C's types, pointer arithmetic, unary operators.
 *
 * Results are computed with 64 bits and then narrowed to their type.  Before its version 4,
 * eBPF has only unsigned division.
 */
#include "gen/gen_impl.h"

static void shift(struct gen *g, enum op op, const struct type *t, vreg dst,
		  const struct operand *b)
{
	enum alu alu = op == OP_SHL ? ALU_LSH : t->is_signed ? ALU_ARSH : ALU_RSH;

	if (b->kind == OPERAND_IMM)
		ir_alui(g->ir, alu, dst, b->imm & (t->size * 8 - 1));
	else
		ir_alu(g->ir, alu, dst, operand_reg(g, b));
}

static enum alu alu_of(enum op op)
{
	switch (op) {
	case OP_ADD: return ALU_ADD;
	case OP_SUB: return ALU_SUB;
	case OP_MUL: return ALU_MUL;
	case OP_DIV: return ALU_DIV;
	case OP_MOD: return ALU_MOD;
	case OP_BOR: return ALU_OR;
	case OP_BXOR: return ALU_XOR;
	case OP_BAND: return ALU_AND;
	default: bug("operator %d", op);
	}
}

/* if (sign < 0) r = -r; */
static void negate_by(struct ir *ir, vreg r, vreg sign)
{
	label end = ir_label(ir);

	ir_jcci(ir, COND_SGE, sign, 0, end);
	ir_alui(ir, ALU_NEG, r, 0);
	ir_put(ir, end);
}

static void unsigned_divide(struct gen *g, enum op op, const struct type *t, vreg a,
			    const struct operand *b)
{
	enum alu alu = alu_of(op);

	if (b->kind == OPERAND_IMM)
		ir_alui(g->ir, alu, a, b->imm);
	else
		ir_alu(g->ir, alu, a, operand_reg(g, b));
	/* 32 bits are cheaper, and 32-bit arm may have no other division */
	g->ir->insns.v[g->ir->insns.n - 1].is32 = t->size < 8;
}

/*
 * a = a op b for signed division and modulo, which eBPF lacks before version 4: divides the
 * magnitudes and then sets the sign.  The order of the instructions lets opt.c compute the
 * magnitude of a constant.
 */
static void signed_divide(struct gen *g, enum op op, const struct type *t, vreg a,
			  const struct operand *b)
{
	struct ir *ir = g->ir;
	vreg sign = ir_vreg(ir);
	struct operand by;

	ir_mov(ir, sign, a);
	negate_by(ir, a, a);
	operand_set(&by, ir_vreg(ir));
	ir_mov(ir, by.reg, operand_reg(g, b));
	if (op == OP_DIV)
		ir_alu(ir, ALU_XOR, sign, by.reg);
	negate_by(ir, by.reg, by.reg);
	unsigned_divide(g, op, t, a, &by);
	negate_by(ir, a, sign);
}

void gen_divide(struct gen *g, enum op op, const struct type *t, vreg a, const struct operand *b)
{
	(t->is_signed ? signed_divide : unsigned_divide)(g, op, t, a, b);
}

/* A division by 0 has a result (0, or a for a % 0), but is hardly meant. */
static void count_if_zero(struct gen *g, const struct operand *b)
{
	if (b->kind != OPERAND_IMM)
		gen_add_unless(g, COND_NE, operand_reg(g, b), g->s->image.zeros_off, 1);
}

/* dst = dst op b in type t; both already converted to t. */
void gen_arith(struct gen *g, enum op op, const struct type *t, vreg dst,
	       const struct operand *b)
{
	if (b->kind == OPERAND_IMM && !b->imm && (op == OP_DIV || op == OP_MOD)) {
		if (op == OP_DIV)	/* the kernel refuses instructions that divide by 0 */
			ir_imm(g->ir, dst, 0);
		return;
	}
	if (op == OP_SHL || op == OP_SHR) {
		shift(g, op, t, dst, b);
	} else if (op == OP_DIV || op == OP_MOD) {
		count_if_zero(g, b);
		gen_divide(g, op, t, dst, b);
	} else if (b->kind == OPERAND_IMM) {
		ir_alui(g->ir, alu_of(op), dst, b->imm);
	} else {
		ir_alu(g->ir, alu_of(op), dst, operand_reg(g, b));
	}
	if (t->size < 8 && (op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_SHL ||
			    (op == OP_DIV && t->is_signed)))
		gen_extend(g, dst, t->size, t->is_signed);
}

u32 gen_pointee_size(const struct type *t)
{
	return t->kind == TY_PTR && t->elem && t->elem->size ? t->elem->size : 1;
}

vreg gen_steps(struct gen *g, const struct type *t, enum op op, struct expr *x)
{
	u32 size = op == OP_ADD || op == OP_SUB ? gen_pointee_size(t) : 1;
	vreg r;

	if (size == 1)
		return gen_reg(g, x);
	r = gen_fresh(g, x);
	ir_alui(g->ir, ALU_MUL, r, size);
	return r;
}

/* p + n and p - n in units of the pointee's size; p - q in such units, too. */
static void pointer_math(struct gen *g, struct expr *e, struct operand *out)
{
	struct expr *p = e->a, *n = e->b;
	u32 size;
	vreg r, m;

	if (p->type->kind != TY_PTR) {
		p = e->b;
		n = e->a;
	}
	size = gen_pointee_size(p->type);
	if (n->type->kind == TY_PTR) {
		struct operand by = { .kind = OPERAND_IMM, .imm = size };

		r = gen_fresh(g, e->a);
		ir_alu(g->ir, ALU_SUB, r, gen_reg(g, e->b));
		gen_arith(g, OP_DIV, &type_s64, r, &by);
		operand_set(out, r);
		return;
	}
	r = gen_fresh(g, p);
	m = gen_fresh(g, n);
	if (size > 1)
		ir_alui(g->ir, ALU_MUL, m, size);
	ir_alu(g->ir, e->op == OP_ADD ? ALU_ADD : ALU_SUB, r, m);
	if (p->type->size == 4)
		gen_extend(g, r, 4, false);
	operand_set(out, r);
}

/* Does its value fit 32 bits, unsigned? */
static bool is_narrow(const struct expr *e)
{
	if (e->kind == EX_INT)
		return (u64)ex_num(e) <= UINT32_MAX;
	return e->type->size <= 4 && !e->type->is_signed;
}

void gen_binary(struct gen *g, struct expr *e, struct operand *out)
{
	const struct type *t = e->type;
	struct operand a, b;
	vreg r;

	if (e->type->kind == TY_BOOL) {
		gen_condition_value(g, e, out);
		return;
	}
	if ((e->op == OP_ADD || e->op == OP_SUB) &&
	    (e->a->type->kind == TY_PTR || e->b->type->kind == TY_PTR)) {
		pointer_math(g, e, out);
		return;
	}
	gen_expr(g, e->a, &a);
	r = gen_convert(g, &a, e->a->type, e->type, true);
	if (e->op == OP_SHL || e->op == OP_SHR)
		gen_expr(g, e->b, &b);
	else
		gen_converted(g, e->b, e->type, &b);
	if ((e->op == OP_DIV || e->op == OP_MOD) && is_narrow(e->a) && is_narrow(e->b))
		t = &type_u32;
	gen_arith(g, e->op, t, r, &b);
	operand_set(out, r);
}

/* In a function the address of a variable is a number, which forget_frame() has made of a pointer.
 * The verifier lets no function store a pointer to the frame in the frame. */
static vreg address(struct gen *g, struct place p)
{
	vreg r = ir_vreg(g->ir);

	if (!gen_in_function(g) || p.is_slot || p.id != g->frame.id)
		return place_addr(g, p);
	place_load(g, r, 8, place_at(g->frame, (s32)g->self_off));
	ir_alui(g->ir, ALU_ADD, r, p.off);
	return r;
}

void gen_unary(struct gen *g, struct expr *e, struct operand *out)
{
	struct operand a;
	vreg r;

	switch (e->op) {
	case OP_DEREF:
		gen_lvalue(g, e, out);
		return;
	case OP_NOT:
		gen_condition_value(g, e, out);
		return;
	case OP_ADDR:
		operand_set(out, address(g, gen_place(g, e->a)));
		return;
	default:
		break;
	}
	gen_expr(g, e->a, &a);
	r = gen_convert(g, &a, e->a->type, e->type, true);
	if (e->op == OP_NEG)
		ir_alui(g->ir, ALU_NEG, r, 0);
	else if (e->op == OP_COMPL)
		ir_alui(g->ir, ALU_XOR, r, -1);
	if (e->op != OP_PLUS)
		gen_extend(g, r, e->type->size, e->type->is_signed);
	operand_set(out, r);
}
