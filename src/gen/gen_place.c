/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_place.c - the places of members, of elements, and of what pointers point to.
 */
#include "gen/gen_impl.h"
#include "provider/provider.h"

/* A tracepoint's __data_loc: a u32 with the offset of the bytes in its lower half and their
 * number in its upper half. */
static struct place loc_place(struct gen *g, const struct member *m, struct place at)
{
	vreg loc = ir_vreg(g->ir), p = ir_vreg(g->ir);

	g->loc_bytes = ir_vreg(g->ir);
	place_load(g, loc, 4, at);
	ir_mov(g->ir, g->loc_bytes, loc);
	ir_alui(g->ir, ALU_RSH, g->loc_bytes, 16);
	ir_alui(g->ir, ALU_AND, loc, 0xffff);
	if (m->is_rel_loc)
		ir_alui(g->ir, ALU_ADD, loc, at.off + 4);
	ir_mov(g->ir, p, at.id);
	ir_alu(g->ir, ALU_ADD, p, loc);
	return place_reg(p, 0, SPACE_KERNEL);
}

/* A field of a tracepoint's record in a raw tracepoint's program: *p becomes the place of the
 * argument that is the field, or of a member of the argument. */
static void event_field(struct gen *g, struct place *p, const struct type *t,
			const struct dest *dest)
{
	const struct event_field *f = g->p->targets.v[0]->fields;
	vreg r;

	while (f->off != (u32)p->off)
		f++;
	if (g->p->ctx_form == CTX_CALL) {
		*p = place_reg(gen_call_regs(g), f->member, SPACE_KERNEL);
		return;
	}
	p->off = (s32)f->arg;
	if (f->member < 0)
		return;
	r = ir_vreg(g->ir);
	ir_load(g->ir, 8, r, p->id, p->off);
	*p = type_is_scalar(t) ? place_reg(r, f->member, SPACE_BPF) :
				 gen_task_name(g, dest, r, f->member);
}

/* The verifier lets a trampoline's program load only whole slots of its context.  Values that
 * don't begin at a slot are loaded from a copy. */
static struct place copy_slots(struct gen *g, struct place p, u32 size)
{
	s32 from = p.off & ~7, off = p.off - from;
	u32 n = ALIGN_UP((u32)off + size, 8);
	struct place copy = place_slot(gen_slot(g, n), 0);

	place_copy(g, copy, place_at(p, -off), n);
	return place_at(copy, off);
}

static struct place member_place(struct gen *g, struct expr *e, const struct dest *dest)
{
	const struct type *t = e->a->type;
	struct place p;

	if (t->kind == TY_PTR)
		p = place_reg(gen_reg(g, e->a), 0, gen_space(g, t));
	else
		p = gen_place(g, e->a);
	p = place_at(p, (s32)ex_off(e));
	if (g->p->ctx_form && p.space == SPACE_CTX)
		event_field(g, &p, e->type, dest);
	else if (p.space == SPACE_CTX && p.off % 8 &&
		 g->p->provider->offers & OFFERS_CTX_ARGS)
		return copy_slots(g, p, gen_load_size(e->type, ex_member(e)));
	return ex_member(e)->is_loc ? loc_place(g, ex_member(e), p) : p;
}

vreg gen_dynamic_len(struct gen *g, const struct expr *e)
{
	ir_alui(g->ir, ALU_DIV, g->loc_bytes, e->type->elem->size);
	return g->loc_bytes;
}

/* A register with the number of elements of e; 0 if that is not known. */
static vreg bound_of(struct gen *g, const struct expr *e)
{
	const struct type *t = e->type;
	vreg n = 0;

	if (expr_is_dynamic(e))
		return gen_dynamic_len(g, e);
	if ((t->kind == TY_ARRAY || t->kind == TY_STRING) && t->count > 1) {
		n = ir_vreg(g->ir);
		ir_imm(g->ir, n, t->count);
	}
	return n;
}

#define LOC_MOST 0xffff		/* bytes of a __data_loc field */

/*
 *	r = index;
 *	if (r < bound) goto fits;	-- the verifier must see that, in a record
 *	r = 0;			-- an address where the read fails, which is counted
 *	goto end;
 *   fits:
 *	r = base + r * size;
 *   end:
 */
static struct place element_place(struct gen *g, struct expr *e)
{
	const struct type *t = e->a->type;
	label fits = ir_label(g->ir), end = ir_label(g->ir);
	u32 size = e->type->size;
	struct operand index;
	struct place p;
	vreg r, bound;

	if (t->kind == TY_PTR)
		p = place_reg(gen_reg(g, e->a), 0, gen_space(g, t));
	else
		p = gen_place(g, e->a);
	bound = bound_of(g, e->a);
	gen_expr(g, e->args[0], &index);
	if (index.kind == OPERAND_IMM && !expr_is_dynamic(e->a))
		return place_at(p, (s32)(index.imm * size));
	r = gen_convert(g, &index, e->args[0]->type, &type_s64, true);
	if (t->kind == TY_STRING && !t->count)	/* after its end there are only zeros */
		gen_clip(g, r, t->size - 1);
	if (expr_is_dynamic(e->a))
		gen_clip(g, r, LOC_MOST);
	if (bound) {
		ir_jcc(g->ir, COND_LT, r, bound, fits);
		gen_keep(g);
		ir_imm(g->ir, r, 0);
		ir_jmp(g->ir, end);
	}
	ir_put(g->ir, fits);
	if (size > 1)
		ir_alui(g->ir, ALU_MUL, r, size);
	ir_alu(g->ir, ALU_ADD, r, place_addr(g, p));
	gen_keep(g);
	ir_put(g->ir, end);
	/* our own memory at an unknown offset is read like kernel memory, which is safe */
	return place_reg(r, 0, space_is_foreign(p.space) ? p.space : SPACE_KERNEL);
}

/* dest (or NULL): a place for the value if it has to be built in memory first. */
static struct place place_to(struct gen *g, struct expr *e, const struct dest *dest)
{
	struct operand o;

	switch (e->kind) {
	case EX_MEMBER:
		return member_place(g, e, dest);
	case EX_INDEX:
		return element_place(g, e);
	case EX_LOCAL:
		if (ex_local(e)->has_address)
			return gen_local_place(g, ex_local(e));
		break;
	case EX_UNARY:
		if (e->op == OP_DEREF)
			return place_reg(gen_reg(g, e->a), (s32)ex_off(e),
					 gen_space(g, e->a->type));
		break;
	default:
		break;
	}
	gen_expr(g, e, &o);
	if (o.kind != OPERAND_MEM)
		bug("expression %d has no place", e->kind);
	return o.mem;
}

struct place gen_place(struct gen *g, struct expr *e)
{
	return place_to(g, e, NULL);
}

void gen_lvalue(struct gen *g, struct expr *e, struct operand *out)
{
	const struct member *m = e->kind == EX_MEMBER ? ex_member(e) : NULL;
	struct place p;
	vreg r;

	if (gen_typed(g, e, &r)) {
		gen_loaded(g, r, e->type, m, out);
		return;
	}
	if (!gen_piece_place(g, e, &p))
		p = place_to(g, e, out->dest);
	if (type_fits_reg(e->type))
		gen_load_scalar(g, p, e->type, m, out);
	else
		operand_mem(out, p);
}

void gen_bytes(struct gen *g, struct place dst, struct expr *e, u32 n)
{
	struct place from = gen_place(g, e);

	if (space_is_foreign(from.space))
		gen_probe_read(g, dst, n, from.id, from.off, from.space);
	else
		place_copy(g, dst, from, n);
}
