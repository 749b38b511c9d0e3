/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_base.c - operands, conversions and scopes, for all files of the generator.
 *
 * Rules generate their parts only through gen_expr() and gen_stmts(), so that their files
 * don't depend on gen_expr.c and gen.c, which call every rule.
 *
 * A scalar in a register is always extended to 64 bits by the sign of its own type, so that
 * widening costs nothing and only narrowing does.
 */
#include "gen/gen_impl.h"
#include "provider/provider.h"

/* ---- calling the rules ---- */

void gen_expr_to(struct gen *g, struct expr *e, const struct dest *dest, struct operand *out)
{
	struct span outer = g->at;

	*out = (struct operand){ .kind = OPERAND_NONE, .dest = dest };
	g->at = e->span;
	g->visit(g, e, out);
	g->at = outer;
}

void gen_expr(struct gen *g, struct expr *e, struct operand *out)
{
	gen_expr_to(g, e, NULL, out);
}

void gen_stmts(struct gen *g, struct stmt *s)
{
	for (; s; s = s->next)
		g->visit_stmt(g, s);
}

/* ---- operands ---- */

void operand_set(struct operand *o, vreg r)
{
	*o = (struct operand){ .kind = OPERAND_REG, .reg = r };
}

void operand_unless(struct gen *g, struct operand *o, enum cond cond, vreg r, s64 value)
{
	vreg result = ir_vreg(g->ir);
	label end = ir_label(g->ir);

	ir_imm(g->ir, result, 0);
	ir_jcci(g->ir, cond, r, value, end);
	ir_imm(g->ir, result, 1);
	ir_put(g->ir, end);
	operand_set(o, result);
}

void operand_mem(struct operand *o, struct place p)
{
	*o = (struct operand){ .kind = OPERAND_MEM, .mem = p };
}

void operand_imm(struct operand *o, s64 imm)
{
	*o = (struct operand){ .kind = OPERAND_IMM, .imm = imm };
}

vreg operand_reg(struct gen *g, const struct operand *o)
{
	vreg r;

	if (o->kind == OPERAND_REG)
		return o->reg;
	r = ir_vreg(g->ir);
	if (o->kind == OPERAND_IMM)
		ir_imm(g->ir, r, o->imm);
	else
		bug("operand %d is not a scalar", o->kind);
	return r;
}

vreg gen_reg(struct gen *g, struct expr *e)
{
	struct operand o;

	gen_expr(g, e, &o);
	return operand_reg(g, &o);
}

vreg gen_fresh(struct gen *g, struct expr *e)
{
	struct operand o;
	vreg r;

	gen_expr(g, e, &o);
	if (o.kind == OPERAND_IMM)
		return operand_reg(g, &o);
	r = ir_vreg(g->ir);
	ir_mov(g->ir, r, operand_reg(g, &o));
	return r;
}

void gen_extend(struct gen *g, vreg r, u32 size, bool is_signed)
{
	u32 drop = 64 - size * 8;

	if (!drop)
		return;
	if (!is_signed && size == 4) {
		ir_alu32i(g->ir, ALU_AND, r, -1);
		return;
	}
	ir_alui(g->ir, ALU_LSH, r, drop);
	ir_alui(g->ir, is_signed ? ALU_ARSH : ALU_RSH, r, drop);
}

/* Does a conversion leave all 64 bits of a register as they are? */
static bool same_bits(const struct type *from, const struct type *to)
{
	if (to->size == 8 || type_same(from, to) ||
	    (from->kind == TY_PTR && to->kind == TY_PTR))
		return true;
	if (from->size < to->size)
		return !from->is_signed || to->is_signed;
	return false;
}

vreg gen_convert(struct gen *g, const struct operand *o, const struct type *from,
		 const struct type *to, bool fresh)
{
	vreg r = operand_reg(g, o), c;

	if (same_bits(from, to) && (!fresh || o->kind == OPERAND_IMM))
		return r;
	c = ir_vreg(g->ir);
	ir_mov(g->ir, c, r);
	if (!same_bits(from, to))
		gen_extend(g, c, to->size, to->is_signed);
	return c;
}

void gen_converted(struct gen *g, struct expr *e, const struct type *t,
		   struct operand *out)
{
	struct operand o;

	gen_expr(g, e, &o);
	if (o.kind == OPERAND_IMM && t->size == 8)
		*out = o;
	else
		operand_set(out, gen_convert(g, &o, e->type, t, false));
}

enum space gen_space(struct gen *g, const struct type *ptr)
{
	if (ptr->kind == TY_PTR && ptr->space != SPACE_NONE)
		return ptr->space;
	return g->p->provider->offers & OFFERS_USER_CTX ? SPACE_USER : SPACE_NONE;
}

void gen_keep(struct gen *g)
{
	g->ir->insns.v[g->ir->insns.n - 1].keeps = true;
}

/*
 *	if (r <= max) goto fits;
 *	r = max;
 *   fits:
 */
void gen_clip(struct gen *g, vreg r, u32 max)
{
	label fits = ir_label(g->ir);

	ir_jcci(g->ir, COND_LE, r, max, fits);
	gen_keep(g);
	ir_imm(g->ir, r, max);
	ir_put(g->ir, fits);
}

/* ---- scopes ---- */

void gen_scope_open(struct gen *g)
{
	vec_push(&g->scopes, g->shared);
}

void gen_scope_back(struct gen *g)
{
	g->shared = g->scopes.v[g->scopes.n - 1];
}

void gen_scope_close(struct gen *g)
{
	gen_scope_back(g);
	g->scopes.n--;
}

/* Forgets the shared values in `of` that are not the same in `and`. */
static void keep_common(struct shared_values *of, const struct shared_values *and)
{
	for (u32 i = 0; i < SHARED_KINDS; i++)
		if (of->at[i] != and->at[i])
			of->at[i] = 0;
}

void gen_leave(struct gen *g, label to)
{
	if (to != g->done)
		return;
	if (!g->leaves)
		g->at_done = g->shared;
	keep_common(&g->at_done, &g->shared);
	g->leaves = true;
}

void gen_arrive(struct gen *g)
{
	ir_put(g->ir, g->done);
	if (g->leaves)
		keep_common(&g->shared, &g->at_done);
	g->leaves = false;
	g->shared.at[SHARED_READ] = g->shared.at[SHARED_PIECE] = 0;
}

void gen_nested(struct gen *g, struct stmt *s)
{
	gen_scope_open(g);
	gen_stmts(g, s);
	gen_scope_close(g);
}
