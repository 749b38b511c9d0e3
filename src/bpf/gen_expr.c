/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_expr.c - values: constants, members, calls; where each is put.
 *
 * A scalar in a register is always extended to 64 bits by its own type's
 * sign, so that widening costs nothing and only narrowing does.
 */
#include <string.h>

#include "bpf/gen_impl.h"
#include "builtin/builtin.h"
#include "lang/names.h"
#include "provider/provider.h"

void operand_set(struct operand *o, vreg r)
{
	*o = (struct operand){ .kind = OPERAND_REG, .reg = r };
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
		bug("operand %d is no scalar", o->kind);
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

/* Do all values of `from` have the same 64 bits as a `to`? */
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

/* ---- memory ---- */

enum space gen_space(struct gen *g, const struct type *ptr)
{
	if (ptr->kind == TY_PTR && ptr->space != SPACE_NONE)
		return ptr->space;
	return g->p->provider->offers & OFFERS_USER_CTX ? SPACE_USER : SPACE_NONE;
}

/* A tracepoint's __data_loc: a u32 whose low half says where the bytes are, its upper
 * half how many. */
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

/* A field of a tracepoint's record, from the argument that it is or that has it. */
static void event_field(struct gen *g, struct place *p, const struct type *t)
{
	const struct event_field *f = g->p->targets.v[0]->fields;
	vreg r;

	while (f->off != (u32)p->off)
		f++;
	p->off = (s32)f->arg;
	if (f->member < 0)
		return;
	r = ir_vreg(g->ir);
	ir_load(g->ir, 8, r, p->id, p->off);
	*p = type_is_scalar(t) ? place_reg(r, f->member, SPACE_BPF) :
				 gen_task_name(g, r, f->member);
}

/* The verifier lets a trampoline's program load its context from the beginning of a
 * slot only: what lies elsewhere is loaded from a copy of the slots it is in. */
static struct place copy_slots(struct gen *g, struct place p, u32 size)
{
	s32 from = p.off & ~7, off = p.off - from;
	u32 n = ALIGN_UP((u32)off + size, 8);
	struct place copy = place_slot(gen_slot(g, n), 0);

	place_copy(g, copy, place_at(p, -off), n);
	return place_at(copy, off);
}

static struct place member_place(struct gen *g, struct expr *e)
{
	const struct type *t = e->a->type;
	struct place p;

	if (t->kind == TY_PTR)
		p = place_reg(gen_reg(g, e->a), 0, gen_space(g, t));
	else
		p = gen_place(g, e->a);
	p = place_at(p, (s32)e->off);
	if (g->p->ctx_form && p.space == SPACE_CTX)
		event_field(g, &p, e->type);
	else if (p.space == SPACE_CTX && p.off % 8 &&
		 g->p->provider->offers & OFFERS_CTX_ARGS)
		return copy_slots(g, p, gen_load_size(e->type, e->member));
	return e->member->is_loc ? loc_place(g, e->member, p) : p;
}

/* How many elements e has where that bounds an index, as a register; 0: nothing does. */
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
 *	if (r < bound) goto fits;	-- the verifier wants to see that, in a record
 *	r = 0;			-- nothing is there: the read fails, and is counted
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
	if (t->kind == TY_STRING && !t->count)	/* beyond its end there is nothing */
		gen_clip(g, r, t->size - 1);
	if (expr_is_dynamic(e->a))
		gen_clip(g, r, LOC_MOST);
	if (bound) {
		ir_jcc(g->ir, COND_LT, r, bound, fits);
		ir_imm(g->ir, r, 0);
		ir_jmp(g->ir, end);
	}
	ir_put(g->ir, fits);
	if (size > 1)
		ir_alui(g->ir, ALU_MUL, r, size);
	ir_alu(g->ir, ALU_ADD, r, place_addr(g, p));
	ir_put(g->ir, end);
	/* an unknown offset into our own memory: as kernel memory, checked */
	return place_reg(r, 0, space_is_foreign(p.space) ? p.space : SPACE_KERNEL);
}

struct place gen_place(struct gen *g, struct expr *e)
{
	struct operand o;

	switch (e->kind) {
	case EX_MEMBER:
		return member_place(g, e);
	case EX_INDEX:
		return element_place(g, e);
	case EX_LOCAL:
		if (e->local->has_address)
			return gen_local_place(g, e->local);
		break;
	case EX_UNARY:
		if (e->op == OP_DEREF)
			return place_reg(gen_reg(g, e->a), (s32)e->off,
					 gen_space(g, e->a->type));
		break;
	default:
		break;
	}
	g->want_pad = e->type->kind == TY_STRING;
	gen_expr(g, e, &o);
	g->want_pad = false;
	if (o.kind != OPERAND_MEM)
		bug("expression %d has no place", e->kind);
	return o.mem;
}

static bool is_direct(const struct place *p, u32 size)
{
	if (p->space == SPACE_BPF)
		return true;
	return p->space == SPACE_CTX && p->off % (s32)size == 0;
}

u32 gen_load_size(const struct type *t, const struct member *m)
{
	u32 n = t->size;

	if (m && m->bit_size)
		while (n < 8 && m->bit_off + m->bit_size > n * 8)
			n *= 2;
	return n;
}

static void extract_bits(struct gen *g, vreg r, const struct member *m)
{
	u32 left = 64 - m->bit_off - m->bit_size;

	if (left)
		ir_alui(g->ir, ALU_LSH, r, left);
	if (m->bit_size < 64)
		ir_alui(g->ir, m->type->is_signed ? ALU_ARSH : ALU_RSH, r, 64 - m->bit_size);
}

void gen_load_scalar(struct gen *g, struct place p, const struct type *t,
			const struct member *m, struct operand *out)
{
	u32 size = gen_load_size(t, m);
	vreg r = ir_vreg(g->ir);

	if (!is_direct(&p, size)) {
		struct place tmp = place_slot(gen_slot(g, size), 0);
		enum space space = p.space == SPACE_CTX ? SPACE_KERNEL : p.space;

		gen_probe_read(g, tmp, size, p.id, p.off, space);
		p = tmp;
	} else if (p.is_slot && p.off % (s32)size) {	/* a packed member, in pieces */
		struct place tmp = place_slot(gen_slot(g, size), 0);

		place_copy(g, tmp, p, size);
		p = tmp;
	}
	place_load(g, r, size, p);
	if (m && m->bit_size)
		extract_bits(g, r, m);
	else if (t->is_signed)
		gen_extend(g, r, t->size, true);
	operand_set(out, r);
}

void gen_lvalue(struct gen *g, struct expr *e, struct operand *out)
{
	struct place p;

	if (!gen_piece_place(g, e, &p))
		p = gen_place(g, e);
	if (type_fits_reg(e->type))
		gen_load_scalar(g, p, e->type, e->kind == EX_MEMBER ? e->member : NULL, out);
	else
		operand_mem(out, p);
}

/* Bytes into dst, padded with zeros if the source is shorter. */
static void store_bytes(struct gen *g, struct place dst, const struct type *t,
			struct place src, const struct type *from)
{
	u32 size = from->kind == TY_STRING && from->count ? from->count : from->size;
	bool str = t->kind == TY_STRING;
	u32 n = size < t->size ? size : t->size;

	if (space_is_foreign(src.space)) {
		if (str)
			gen_read_text(g, dst, t->size, src, from);
		else
			gen_probe_read(g, dst, t->size, src.id, src.off, src.space);
		return;
	}
	if (src.space == SPACE_CTX && str) {
		/* what lies behind the NUL in a char array is anybody's guess */
		gen_read_text(g, dst, t->size, place_reg(place_addr(g, src), 0, SPACE_KERNEL),
			      from);
		return;
	}
	if (dst.is_slot != src.is_slot || dst.id != src.id || dst.off != src.off)
		place_copy(g, dst, src, n);
	if (n < t->size)
		place_zero(g, place_at(dst, (s32)n), t->size - n);
}

/* Where in `from` is what t has as part i: a record's by its name. */
static u32 part_of(const struct type *t, u32 i, const struct type *from)
{
	u32 at = 0;

	if (!t->is_record)
		return i;
	while (at < from->count && strcmp(from->members[at].name, t->members[i].name))
		at++;
	return at;
}

/* A tuple or record of which another has wider parts, or in another order. */
static void store_parts(struct gen *g, struct place dst, const struct type *t,
			struct place src, const struct type *from)
{
	place_zero(g, dst, t->size);
	for (u32 i = 0; i < t->count; i++) {
		const struct member *m = &from->members[part_of(t, i, from)];
		struct operand o = { .kind = OPERAND_MEM, .mem = place_at(src, (s32)m->off) };

		if (type_fits_reg(m->type))
			gen_load_scalar(g, o.mem, m->type, NULL, &o);
		operand_store(g, place_at(dst, (s32)t->members[i].off), t->members[i].type, &o,
			      m->type);
	}
}

void operand_store(struct gen *g, struct place dst, const struct type *t,
		   const struct operand *o, const struct type *from)
{
	if (t->kind == TY_STRING && names_is(from)) {
		gen_store_name(g, dst, t->size, o, from);
		return;
	}
	switch (o->kind) {
	case OPERAND_IMM:
		place_storei(g, t->size, dst, o->imm);
		break;
	case OPERAND_REG:
		place_store(g, t->size, dst, o->reg);
		break;
	case OPERAND_MEM:
		if ((t->kind == TY_TUPLE || t->is_record) && !type_same(t, from))
			store_parts(g, dst, t, o->mem, from);
		else
			store_bytes(g, dst, t, o->mem, from);
		break;
	default:
		place_zero(g, dst, t->size);
	}
}

static void tuple_into(struct gen *g, struct place dst, const struct type *t,
		       struct expr *e)
{
	const struct member *last = t->members + e->n_args - 1;
	u32 end = last->off + last->type->size;

	for (u32 i = 0; i < e->n_args; i++) {	/* as they are written */
		const struct member *m = &t->members[part_of(e->type, i, t)];
		u32 before = m > t->members ? m[-1].off + m[-1].type->size : 0;
		struct expr *part = e->args[i];

		if (m->off > before)
			place_zero(g, place_at(dst, (s32)before), m->off - before);
		gen_into(g, place_at(dst, (s32)m->off), m->type,
			 e->kind == EX_RECORD ? part->b : part);
	}
	if (t->size > end)
		place_zero(g, place_at(dst, (s32)end), t->size - end);
}

void gen_into(struct gen *g, struct place dst, const struct type *t, struct expr *e)
{
	struct operand o;
	bool as_is = g->as_is;

	g->as_is = false;
	if (e->kind == EX_STRING) {
		gen_store_literal(g, dst, t->size, e->name, e->len);
		return;
	}
	if (e->kind == EX_TUPLE || e->kind == EX_RECORD) {
		tuple_into(g, dst, t, e);
		return;
	}
	if (!type_fits_reg(t)) {
		g->want = dst;
		g->want_size = t->size;
		g->want_pad = true;
		g->want_as_is = as_is;
	}
	gen_expr(g, e, &o);
	g->want_size = 0;
	g->want_pad = false;
	operand_store(g, dst, t, &o, e->type);
}

/* ---- the rest ---- */

static void gen_container_of(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r = gen_fresh(g, e->a);

	if (e->off)
		ir_alui(g->ir, ALU_SUB, r, e->off);
	if (e->type->size == 4)
		gen_extend(g, r, 4, false);
	operand_set(out, r);
}

/* Arrays have the bytes of what they are cast from, and the other way round. */
static void cast_bytes(struct gen *g, struct expr *e, struct operand *out)
{
	const struct type *to = e->type, *from = e->a->type;
	u32 size = from->size > to->size ? from->size : to->size;
	struct place p = place_slot(gen_slot(g, size), 0);

	if (type_is_scalar(from))
		place_store(g, 8, p, gen_reg(g, e->a));
	else
		gen_into(g, p, from, e->a);
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

/* A parameter by name, put together from the words it fills. */
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
	if (type_fits_reg(e->type))
		gen_load_scalar(g, p, e->type, NULL, out);
	else
		operand_mem(out, p);
}

static void gen_literal(struct gen *g, struct expr *e, struct operand *out)
{
	struct place p = place_slot(gen_slot(g, e->len + 1), 0);

	gen_store_literal(g, p, ALIGN_UP(e->len + 1, 8), e->name, e->len);
	operand_mem(out, p);
}

static void gen_tuple(struct gen *g, struct expr *e, struct operand *out)
{
	struct place p = place_slot(gen_slot(g, e->type->size), 0);

	tuple_into(g, p, e->type, e);
	operand_mem(out, p);
}

void gen_expr(struct gen *g, struct expr *e, struct operand *out)
{
	struct span outer = g->at;

	*out = (struct operand){ .kind = OPERAND_NONE };
	g->at = e->span;
	switch (e->kind) {
	case EX_INT:
		operand_imm(out, e->num);
		break;
	case EX_STRING:	gen_literal(g, e, out); break;
	case EX_LOCAL:	gen_local_load(g, e->local, out); break;
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
		gen_stmts(g, e->body);
		if (e->a)
			gen_expr(g, e->a, out);
		break;
	case EX_DELETE:	gen_delete(g, e, out); break;
	case EX_BUILTIN: e->builtin->gen(g, e, out); break;
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
	g->at = outer;
}
