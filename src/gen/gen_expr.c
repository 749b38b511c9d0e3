/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gen_expr.c - which rule generates which kind of expression; casts and literals. */
#include "gen/gen_impl.h"
#include "builtin/builtin.h"
#include "provider/provider.h"

static void gen_container_of(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r = gen_fresh(g, e->a);

	if (ex_off(e))
		ir_alui(g->ir, ALU_SUB, r, ex_off(e));
	if (e->type->size == 4)
		gen_extend(g, r, 4, false);
	operand_set(out, r);
}

/* Casts to and from arrays keep the bytes. */
static void cast_bytes(struct gen *g, struct expr *e, struct operand *out)
{
	const struct type *to = e->type, *from = e->a->type;
	u32 size = from->size > to->size ? from->size : to->size;
	struct place p = place_slot(gen_slot(g, size), 0);
	vreg r;

	if (type_is_scalar(from) && g->s->arch->is_big) {	/* its low bytes come last */
		r = gen_fresh(g, e->a);
		ir_alui(g->ir, ALU_LSH, r, 64 - 8 * to->size);
		place_store(g, 8, p, r);
	} else if (type_is_scalar(from)) {
		place_store(g, 8, p, gen_reg(g, e->a));
	} else {
		gen_into(g, p, from, e->a);
	}
	if (type_is_scalar(to))
		gen_load_scalar(g, p, to, NULL, out);
	else
		operand_mem(out, p);
}

static void gen_cast(struct gen *g, struct expr *e, struct operand *out)
{
	struct operand o;

	if (e->type->kind == TY_ARRAY || e->a->type->kind == TY_ARRAY) {
		cast_bytes(g, e, out);
		return;
	}
	gen_expr(g, e->a, &o);
	if (e->type->kind == TY_STRING) {
		struct place p = place_slot(gen_slot(g, e->type->size), 0);

		operand_store(g, p, e->type, &o, e->a->type);
		operand_mem(out, p);
		return;
	}
	if (e->type->kind == TY_BOOL) {
		gen_condition_value(g, e->a, out);
		return;
	}
	if (o.kind == OPERAND_IMM && e->type->size == 8) {
		*out = o;
		return;
	}
	operand_set(out, gen_convert(g, &o, e->a->type, e->type, false));
}

/* A parameter by name, made of the words (args) that it was passed in. */
static void gen_arg_words(struct gen *g, struct expr *e, struct operand *out)
{
	u32 word = g->s->arch->word;
	struct place p;

	if (e->n_args == 1 && type_fits_reg(e->type)) {
		gen_expr(g, e->args[0], out);
		operand_set(out, gen_convert(g, out, e->args[0]->type, e->type, false));
		return;
	}
	p = place_slot(gen_slot(g, ALIGN_UP(e->n_args * word, 8)), 0);
	for (u32 i = 0; i < e->n_args; i++)
		place_store(g, word, place_at(p, (s32)(i * word)), gen_reg(g, e->args[i]));
	if (!arch_func(g->s->arch, g->p->provider->offers & OFFERS_USER_CTX)->left)
		p = place_at(p, (s32)arch_low_part(g->s->arch, e->type->size));
	if (type_fits_reg(e->type))
		gen_load_scalar(g, p, e->type, NULL, out);
	else
		operand_mem(out, p);
}

static void gen_literal(struct gen *g, struct expr *e, struct operand *out)
{
	struct place p = place_slot(gen_slot(g, ex_len(e) + 1), 0);

	gen_store_literal(g, p, ALIGN_UP(ex_len(e) + 1, 8), e->name, ex_len(e));
	operand_mem(out, p);
}

static void gen_tuple(struct gen *g, struct expr *e, struct operand *out)
{
	struct place p = place_slot(gen_slot(g, e->type->size), 0);

	gen_into(g, p, e->type, e);
	operand_mem(out, p);
}

void gen_visit(struct gen *g, struct expr *e, struct operand *out)
{
	switch (e->kind) {
	case EX_INT:
		operand_imm(out, ex_num(e));
		break;
	case EX_STRING:	gen_literal(g, e, out); break;
	case EX_LOCAL:	gen_local_load(g, ex_local(e), out); break;
	case EX_GLOBAL:	gen_global_read(g, e, out); break;
	case EX_UNARY:	gen_unary(g, e, out); break;
	case EX_BINARY:	gen_binary(g, e, out); break;
	case EX_COND:	gen_cond(g, e, out); break;
	case EX_ARG:	gen_arg_words(g, e, out); break;
	case EX_CAST:	gen_cast(g, e, out); break;
	case EX_CONTAINER_OF: gen_container_of(g, e, out); break;
	case EX_TUPLE:	gen_tuple(g, e, out); break;
	case EX_MEMBER:
	case EX_INDEX:	gen_lvalue(g, e, out); break;
	case EX_RECORD:	gen_tuple(g, e, out); break;
	case EX_BLOCK:
		gen_stmts(g, ex_body(e));
		if (e->a)
			gen_expr_to(g, e->a, out->dest, out);
		break;
	case EX_DELETE:	gen_delete(g, e, out); break;
	case EX_BUILTIN: ex_builtin(e)->gen(g, e, out); break;
	case EX_ASSIGN:
		if (e->a->kind == EX_LOCAL)
			gen_local_assign(g, e, out);
		else
			gen_global_assign(g, e, out);
		break;
	case EX_INCDEC:
		if (e->a->kind == EX_LOCAL)
			gen_local_incdec(g, e, out);
		else
			gen_global_incdec(g, e, out);
		break;
	default:
		bug("expression %d reached gen", e->kind);
	}
}
