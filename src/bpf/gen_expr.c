/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_expr.c - values: constants, variables, members, calls, branches.
 *
 * A scalar in a register is always extended to 64 bits by its own type's
 * sign, so that widening costs nothing and only narrowing does.
 */
#include <string.h>

#include "bpf/gen.h"
#include "builtin/builtin.h"
#include "provider/provider.h"

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

static void extend(struct gen *g, vreg r, u32 size, bool is_signed)
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
	if (to->size == 8 || type_same(from, to))
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
		extend(g, c, to->size, to->is_signed);
	return c;
}

/* ---- memory ---- */

enum space gen_space(struct gen *g, const struct type *ptr)
{
	if (ptr->kind == TY_PTR && ptr->space != SPACE_NONE)
		return ptr->space;
	return g->p->provider->offers & OFFERS_USER_CTX ? SPACE_USER : SPACE_KERNEL;
}

/* A tracepoint's __data_loc: a u32 whose low half says where the bytes are. */
static struct place loc_place(struct gen *g, const struct member *m, struct place at)
{
	vreg loc = ir_vreg(g->ir), p = ir_vreg(g->ir);

	place_load(g, loc, 4, at);
	ir_alui(g->ir, ALU_AND, loc, 0xffff);
	if (m->is_rel_loc)
		ir_alui(g->ir, ALU_ADD, loc, at.off + 4);
	ir_mov(g->ir, p, at.id);
	ir_alu(g->ir, ALU_ADD, p, loc);
	return place_reg(p, 0, SPACE_KERNEL);
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
	return e->member->is_loc ? loc_place(g, e->member, p) : p;
}

/* base + index * size */
static struct place element_place(struct gen *g, struct expr *e)
{
	const struct type *t = e->a->type;
	u32 size = e->type->size;
	struct operand index;
	struct place p;
	vreg r;

	if (t->kind == TY_PTR)
		p = place_reg(gen_reg(g, e->a), 0, gen_space(g, t));
	else
		p = gen_place(g, e->a);
	gen_expr(g, e->args[0], &index);
	if (index.kind == OPERAND_IMM)
		return place_at(p, (s32)(index.imm * size));
	r = gen_convert(g, &index, e->args[0]->type, &type_s64, true);
	if (size > 1)
		ir_alui(g->ir, ALU_MUL, r, size);
	ir_alu(g->ir, ALU_ADD, r, place_addr(g, p));
	/* an unknown offset into our own memory: as kernel memory, checked */
	return place_reg(r, 0, p.space == SPACE_USER ? SPACE_USER : SPACE_KERNEL);
}

struct place gen_place(struct gen *g, struct expr *e)
{
	struct operand o;

	switch (e->kind) {
	case EX_MEMBER:
		return member_place(g, e);
	case EX_INDEX:
		return element_place(g, e);
	case EX_UNARY:
		if (e->op == OP_DEREF)
			return place_reg(gen_reg(g, e->a), 0, gen_space(g, e->a->type));
		break;
	default:
		break;
	}
	gen_expr(g, e, &o);
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

/* Bytes to load for a value: a bitfield may reach beyond its type's. */
static u32 load_size(const struct type *t, const struct member *m)
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

static void load_scalar(struct gen *g, struct place p, const struct type *t,
			const struct member *m, struct operand *out)
{
	u32 size = load_size(t, m);
	vreg r = ir_vreg(g->ir);

	if (!is_direct(&p, size)) {
		struct place tmp = place_slot(gen_slot(g, size), 0);
		enum space space = p.space == SPACE_CTX ? SPACE_KERNEL : p.space;

		gen_probe_read(g, tmp, size, p.id, p.off, space);
		p = tmp;
	}
	place_load(g, r, size, p);
	if (m && m->bit_size)
		extract_bits(g, r, m);
	else if (t->is_signed)
		extend(g, r, t->size, true);
	operand_set(out, r);
}

static void gen_lvalue(struct gen *g, struct expr *e, struct operand *out)
{
	struct place p = gen_place(g, e);

	if (type_fits_reg(e->type))
		load_scalar(g, p, e->type, e->kind == EX_MEMBER ? e->member : NULL, out);
	else
		*out = (struct operand){ .kind = OPERAND_MEM, .mem = p };
}

/* Bytes into dst, padded with zeros if the source is shorter. */
static void store_bytes(struct gen *g, struct place dst, const struct type *t,
			struct place src, const struct type *from)
{
	u32 n = from->size < t->size ? from->size : t->size;
	bool str = t->kind == TY_STRING;

	if (src.space == SPACE_KERNEL || src.space == SPACE_USER) {
		if (str)
			gen_probe_read_str(g, dst, t->size, src.id, src.off, src.space, true);
		else
			gen_probe_read(g, dst, t->size, src.id, src.off, src.space);
		return;
	}
	if (src.space == SPACE_CTX && str) {
		/* what lies behind the NUL in a char array is anybody's guess */
		vreg r = place_addr(g, src);

		gen_probe_read_str(g, dst, t->size, r, 0, SPACE_KERNEL, true);
		return;
	}
	if (dst.is_slot != src.is_slot || dst.id != src.id || dst.off != src.off)
		place_copy(g, dst, src, n);
	if (n < t->size)
		place_zero(g, place_at(dst, (s32)n), t->size - n);
}

void operand_store(struct gen *g, struct place dst, const struct type *t,
		   const struct operand *o, const struct type *from)
{
	switch (o->kind) {
	case OPERAND_IMM:
		place_storei(g, t->size, dst, o->imm);
		break;
	case OPERAND_REG:
		place_store(g, t->size, dst, o->reg);
		break;
	case OPERAND_MEM:
		store_bytes(g, dst, t, o->mem, from);
		break;
	default:
		place_zero(g, dst, t->size);
	}
}

static void store_literal(struct gen *g, struct place dst, u32 size, const char *s, u32 len)
{
	u32 done = 0;

	if (len >= size)
		len = size - 1;
	while (done < len) {
		u64 piece = 0;
		u32 n = size - done >= 8 && (dst.off + (s32)done) % 8 == 0 ? 8 : 1;

		memcpy(&piece, s + done, len - done < n ? len - done : n);
		place_storei(g, n, place_at(dst, (s32)done), (s64)piece);
		done += n;
	}
	if (done < size)
		place_zero(g, place_at(dst, (s32)done), size - done);
}

static void tuple_into(struct gen *g, struct place dst, const struct type *t,
		       struct expr *e)
{
	u32 end = 0;

	for (u32 i = 0; i < e->n_args; i++) {
		const struct member *m = &t->members[i];

		if (m->off > end)
			place_zero(g, place_at(dst, (s32)end), m->off - end);
		gen_into(g, place_at(dst, (s32)m->off), m->type,
			 e->kind == EX_RECORD ? e->args[i]->b : e->args[i]);
		end = m->off + m->type->size;
	}
	if (t->size > end)
		place_zero(g, place_at(dst, (s32)end), t->size - end);
}

void gen_into(struct gen *g, struct place dst, const struct type *t, struct expr *e)
{
	struct operand o;

	if (e->kind == EX_STRING) {
		store_literal(g, dst, t->size, e->name, e->len);
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
	}
	gen_expr(g, e, &o);
	g->want_size = 0;
	g->want_pad = false;
	operand_store(g, dst, t, &o, e->type);
}

/* ---- operators ---- */

/* r = a op b for signed division and modulo, which eBPF lacks before v4:
 * on magnitudes, then the sign put back. */
static void signed_divide(struct gen *g, enum op op, vreg a, vreg b)
{
	struct ir *ir = g->ir;
	label a_pos = ir_label(ir), b_pos = ir_label(ir), end = ir_label(ir);
	vreg sign = ir_vreg(ir), ub = ir_vreg(ir);

	ir_mov(ir, sign, a);
	ir_mov(ir, ub, b);
	if (op == OP_DIV)
		ir_alu(ir, ALU_XOR, sign, b);
	ir_jcci(ir, COND_SGE, a, 0, a_pos);
	ir_alui(ir, ALU_NEG, a, 0);
	ir_put(ir, a_pos);
	ir_jcci(ir, COND_SGE, ub, 0, b_pos);
	ir_alui(ir, ALU_NEG, ub, 0);
	ir_put(ir, b_pos);
	ir_alu(ir, op == OP_DIV ? ALU_DIV : ALU_MOD, a, ub);
	ir_jcci(ir, COND_SGE, sign, 0, end);
	ir_alui(ir, ALU_NEG, a, 0);
	ir_put(ir, end);
}

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

static bool power_of_two(s64 n)
{
	return n > 0 && !(n & (n - 1));
}

static void divide(struct gen *g, enum op op, const struct type *t, vreg dst,
		   const struct operand *b)
{
	if (t->is_signed) {
		signed_divide(g, op, dst, operand_reg(g, b));
	} else if (b->kind == OPERAND_IMM && power_of_two(b->imm)) {
		if (op == OP_DIV)
			ir_alui(g->ir, ALU_RSH, dst, __builtin_ctzll((u64)b->imm));
		else
			ir_alui(g->ir, ALU_AND, dst, b->imm - 1);
	} else if (b->kind == OPERAND_IMM) {
		ir_alui(g->ir, alu_of(op), dst, b->imm);
	} else {
		ir_alu(g->ir, alu_of(op), dst, operand_reg(g, b));
	}
}

/* dst = dst op b in type t; both already converted to t. */
void gen_arith(struct gen *g, enum op op, const struct type *t, vreg dst,
	       const struct operand *b)
{
	if (op == OP_SHL || op == OP_SHR)
		shift(g, op, t, dst, b);
	else if (op == OP_DIV || op == OP_MOD)
		divide(g, op, t, dst, b);
	else if (b->kind == OPERAND_IMM)
		ir_alui(g->ir, alu_of(op), dst, b->imm);
	else
		ir_alu(g->ir, alu_of(op), dst, operand_reg(g, b));
	if (t->size < 8 && (op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_SHL ||
			    op == OP_DIV))
		extend(g, dst, t->size, t->is_signed);
}

/* b as an operand of type t: constants stay constants. */
static void converted(struct gen *g, struct expr *e, const struct type *t,
		      struct operand *out)
{
	struct operand o;

	gen_expr(g, e, &o);
	if (o.kind == OPERAND_IMM && t->size == 8)
		*out = o;
	else
		operand_set(out, gen_convert(g, &o, e->type, t, false));
}

static u32 pointee_size(const struct type *t)
{
	return t->kind == TY_PTR && t->elem && t->elem->size ? t->elem->size : 1;
}

/* p + n, p - n in units of the pointee; p - q in units as well */
static void pointer_math(struct gen *g, struct expr *e, struct operand *out)
{
	struct expr *p = e->a, *n = e->b;
	u32 size;
	vreg r, m;

	if (p->type->kind != TY_PTR) {
		p = e->b;
		n = e->a;
	}
	size = pointee_size(p->type);
	if (n->type->kind == TY_PTR) {
		struct operand by = { .kind = OPERAND_IMM, .imm = size };

		r = gen_fresh(g, e->a);
		ir_alu(g->ir, ALU_SUB, r, gen_reg(g, e->b));
		divide(g, OP_DIV, &type_s64, r, &by);
		operand_set(out, r);
		return;
	}
	r = gen_fresh(g, p);
	m = gen_fresh(g, n);
	if (size > 1)
		ir_alui(g->ir, ALU_MUL, m, size);
	ir_alu(g->ir, e->op == OP_ADD ? ALU_ADD : ALU_SUB, r, m);
	if (p->type->size == 4)
		extend(g, r, 4, false);
	operand_set(out, r);
}

static const struct type *promoted(const struct type *t)
{
	if (t->kind == TY_PTR || t->kind == TY_KSYM || t->kind == TY_FUNC)
		return &type_u64;
	if (t->size < 4 || t->kind == TY_BOOL)
		return &type_s32;
	return type_int(t->size, t->is_signed);
}

static const struct type *common(const struct type *a, const struct type *b)
{
	a = promoted(a);
	b = promoted(b);
	if (a->size == b->size)
		return a->is_signed ? b : a;
	return a->size > b->size ? a : b;
}

static void gen_condition_value(struct gen *g, struct expr *e, struct operand *out)
{
	label no = ir_label(g->ir);
	vreg r = ir_vreg(g->ir);

	ir_imm(g->ir, r, 0);
	gen_branch(g, e, false, no);
	ir_imm(g->ir, r, 1);
	ir_put(g->ir, no);
	operand_set(out, r);
}

static void gen_binary(struct gen *g, struct expr *e, struct operand *out)
{
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
		converted(g, e->b, e->type, &b);
	gen_arith(g, e->op, e->type, r, &b);
	operand_set(out, r);
}

static void gen_unary(struct gen *g, struct expr *e, struct operand *out)
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
		operand_set(out, place_addr(g, gen_place(g, e->a)));
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
		extend(g, r, e->type->size, e->type->is_signed);
	operand_set(out, r);
}

/* ---- branches ---- */

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
		gen_branch_strings(g, e->a, e->b, 0, op == OP_EQ, target);
		return;
	}
	t = common(e->a->type, e->b->type);
	converted(g, e->a, t, &a);
	converted(g, e->b, t, &b);
	ra = operand_reg(g, &a);
	if (b.kind == OPERAND_IMM)
		ir_jcci(g->ir, cond_of(op, t->is_signed), ra, b.imm, target);
	else
		ir_jcc(g->ir, cond_of(op, t->is_signed), ra, operand_reg(g, &b), target);
}

/* a && b, a || b: jumps as soon as it is known.  What b computed stays in b: no
 * caller may find it at the target. */
static void branch_lazy(struct gen *g, struct expr *e, bool sense, label target)
{
	bool is_or = e->op == OP_OR;
	label past = ir_label(g->ir);
	vreg shared[SHARED_KINDS];

	gen_branch(g, e->a, is_or, is_or == sense ? target : past);
	memcpy(shared, g->shared, sizeof(shared));
	gen_branch(g, e->b, sense, target);
	/* b may not have run: neither where it jumps nor where it doesn't */
	memcpy(g->shared, shared, sizeof(shared));
	ir_put(g->ir, past);
}

static void branch_xor(struct gen *g, struct expr *e, bool sense, label target)
{
	struct operand a, b;

	gen_condition_value(g, e->a, &a);
	gen_condition_value(g, e->b, &b);
	ir_jcc(g->ir, sense ? COND_NE : COND_EQ, a.reg, b.reg, target);
}

static void branch_string(struct gen *g, struct expr *e, bool sense, label target)
{
	struct place p = place_slot(gen_slot(g, e->type->size), 0);
	vreg r = ir_vreg(g->ir);

	gen_into(g, p, e->type, e);
	place_load(g, r, 1, p);
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
		if (o.kind == OPERAND_IMM) {
			if ((o.imm != 0) == sense)
				ir_jmp(g->ir, target);
			return;
		}
		ir_jcci(g->ir, sense ? COND_NE : COND_EQ, operand_reg(g, &o), 0, target);
	}
}

/* ---- strings ---- */

/* Where the bytes of a string can be loaded from directly. */
static struct place readable_string(struct gen *g, struct expr *e, u32 size)
{
	struct operand o;
	const struct type *t = e->type;
	struct place p;

	g->want_pad = true;
	gen_expr(g, e, &o);
	g->want_pad = false;
	if (o.kind == OPERAND_MEM && o.mem.space == SPACE_BPF && t->size >= size)
		return o.mem;
	p = place_slot(gen_slot(g, size), 0);
	operand_store(g, p, type_string(g->s->arena, size), &o, t);
	return p;
}

static void compare_literal(struct gen *g, struct place p, const char *s, u32 n,
			    label differ)
{
	for (u32 done = 0; done < n; ) {
		u32 size = 8;
		u64 want = 0;
		vreg r = ir_vreg(g->ir), w;

		while (size > n - done || (u32)(p.off + (s32)done) % size)
			size /= 2;
		memcpy(&want, s + done, size);
		place_load(g, r, size, place_at(p, (s32)done));
		if (size == 8) {
			w = ir_vreg(g->ir);
			ir_imm(g->ir, w, (s64)want);
			ir_jcc(g->ir, COND_NE, r, w, differ);
		} else {
			ir_jcci(g->ir, COND_NE, r, (s64)want, differ);
		}
		done += size;
	}
}

static void compare_places(struct gen *g, struct place a, struct place b, u32 n,
			   label differ)
{
	for (u32 done = 0; done < n; ) {
		u32 size = 8;
		vreg ra = ir_vreg(g->ir), rb = ir_vreg(g->ir);

		while (size > n - done)
			size /= 2;
		place_load(g, ra, size, place_at(a, (s32)done));
		place_load(g, rb, size, place_at(b, (s32)done));
		ir_jcc(g->ir, COND_NE, ra, rb, differ);
		done += size;
	}
}

/* Bytes of a string compared with a literal: its NUL too, unless n says less. */
static void branch_literal(struct gen *g, struct expr *e, struct expr *lit, u32 n,
			   label differ)
{
	u32 len = lit->len + 1, size = e->type->size;

	if (n && n < len)
		len = n;
	/* comm and its kind are padded: whole words can be compared */
	if (len > size)
		ir_jmp(g->ir, differ);
	else
		compare_literal(g, readable_string(g, e, size),
				arena_memdup(g->s->arena, lit->name, lit->len + 1), len,
				differ);
}

void gen_branch_strings(struct gen *g, struct expr *a, struct expr *b, u32 n, bool sense,
			label target)
{
	label differ = sense ? ir_label(g->ir) : target;
	u32 size = a->type->size > b->type->size ? a->type->size : b->type->size;

	size = ALIGN_UP(size, 8);
	if (b->kind == EX_STRING) {
		branch_literal(g, a, b, n, differ);
	} else if (a->kind == EX_STRING) {
		branch_literal(g, b, a, n, differ);
	} else {
		struct place pa = readable_string(g, a, size);
		struct place pb = readable_string(g, b, size);

		compare_places(g, pa, pb, n && n < size ? n : size, differ);
	}
	if (sense) {
		ir_jmp(g->ir, target);
		ir_put(g->ir, differ);
	}
}

/* ---- the rest ---- */

static void gen_cond(struct gen *g, struct expr *e, struct operand *out)
{
	label no = ir_label(g->ir), end = ir_label(g->ir);
	bool scalar = type_fits_reg(e->type);
	vreg r = scalar ? ir_vreg(g->ir) : 0, shared[SHARED_KINDS];
	slot s = scalar ? 0 : gen_slot(g, e->type->size);
	struct expr *arms[] = { e->b ? e->b : e->a, e->c };

	gen_branch(g, e->a, false, no);
	memcpy(shared, g->shared, sizeof(shared));
	for (int i = 0; i < 2; i++) {
		struct operand o;

		if (scalar) {
			gen_expr(g, arms[i], &o);
			ir_mov(g->ir, r, gen_convert(g, &o, arms[i]->type, e->type, false));
		} else {
			gen_into(g, place_slot(s, 0), e->type, arms[i]);
		}
		memcpy(g->shared, shared, sizeof(shared));
		if (!i)
			ir_jmp(g->ir, end);
		ir_put(g->ir, i ? end : no);
	}
	if (scalar)
		operand_set(out, r);
	else
		*out = (struct operand){ .kind = OPERAND_MEM, .mem = place_slot(s, 0) };
}

struct place gen_local_place(struct gen *g, const struct local *l)
{
	vreg r;

	if (!l->in_vars)
		return place_slot(l->slot, 0);
	r = ir_vreg(g->ir);
	ir_mapval(g->ir, r, g->s->vars_map, l->off);
	return place_reg(r, 0, SPACE_BPF);
}

void gen_local_load(struct gen *g, struct local *l, struct operand *out)
{
	if (!type_fits_reg(l->type))
		*out = (struct operand){ .kind = OPERAND_MEM, .mem = gen_local_place(g, l) };
	else if (l->in_vars)
		load_scalar(g, gen_local_place(g, l), l->type, NULL, out);
	else
		operand_set(out, l->reg);
}

void gen_local_store(struct gen *g, struct local *l, const struct operand *o,
		     const struct type *from)
{
	if (l->in_vars)
		operand_store(g, gen_local_place(g, l), l->type, o, from);
	else if (o->kind == OPERAND_IMM && l->type->size == 8)
		ir_imm(g->ir, l->reg, o->imm);
	else
		ir_mov(g->ir, l->reg, gen_convert(g, o, from, l->type, false));
}

static void compound_local(struct gen *g, struct expr *e, const struct operand *b)
{
	struct local *l = e->a->local;
	struct operand now;
	vreg r = l->reg;

	if (l->in_vars) {
		gen_local_load(g, l, &now);
		r = now.reg;
	}
	gen_arith(g, e->op, l->type, r, b);
	if (l->in_vars)
		gen_local_store(g, l, &now, l->type);
}

static void assign_local(struct gen *g, struct expr *e, struct operand *out)
{
	struct local *l = e->a->local;
	struct operand b;

	if (!type_fits_reg(l->type)) {
		gen_into(g, gen_local_place(g, l), l->type, e->b);
	} else if (e->op == OP_NONE) {
		gen_expr(g, e->b, &b);
		gen_local_store(g, l, &b, e->b->type);
	} else {
		gen_expr(g, e->b, &b);
		if (l->type->kind == TY_PTR && pointee_size(l->type) > 1) {
			vreg m = gen_fresh(g, e->b);

			ir_alui(g->ir, ALU_MUL, m, pointee_size(l->type));
			operand_set(&b, m);
		}
		compound_local(g, e, &b);
	}
	gen_local_load(g, l, out);
}

static void incdec_local(struct gen *g, struct expr *e, struct operand *out)
{
	struct local *l = e->a->local;
	struct operand now;
	vreg before, r;

	gen_local_load(g, l, &now);
	before = r = now.reg;
	if (e->is_post && !e->is_unused) {
		before = ir_vreg(g->ir);
		ir_mov(g->ir, before, r);
	}
	ir_alui(g->ir, e->op == OP_ADD ? ALU_ADD : ALU_SUB, r, pointee_size(l->type));
	if (l->in_vars)
		gen_local_store(g, l, &now, l->type);
	operand_set(out, before);
}

/* a less the offset of the member it points to */
static void gen_container_of(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r = gen_fresh(g, e->a);

	if (e->off)
		ir_alui(g->ir, ALU_SUB, r, e->off);
	if (e->type->size == 4)
		extend(g, r, 4, false);
	operand_set(out, r);
}

static void gen_cast(struct gen *g, struct expr *e, struct operand *out)
{
	struct operand o;

	gen_expr(g, e->a, &o);
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

static void gen_literal(struct gen *g, struct expr *e, struct operand *out)
{
	struct place p = place_slot(gen_slot(g, e->len + 1), 0);

	store_literal(g, p, ALIGN_UP(e->len + 1, 8), e->name, e->len);
	*out = (struct operand){ .kind = OPERAND_MEM, .mem = p };
}

static void gen_tuple(struct gen *g, struct expr *e, struct operand *out)
{
	struct place p = place_slot(gen_slot(g, e->type->size), 0);

	tuple_into(g, p, e->type, e);
	*out = (struct operand){ .kind = OPERAND_MEM, .mem = p };
}

void gen_expr(struct gen *g, struct expr *e, struct operand *out)
{
	*out = (struct operand){ .kind = OPERAND_NONE };
	switch (e->kind) {
	case EX_INT:
		*out = (struct operand){ .kind = OPERAND_IMM, .imm = e->num };
		break;
	case EX_STRING:	gen_literal(g, e, out); break;
	case EX_LOCAL:	gen_local_load(g, e->local, out); break;
	case EX_GLOBAL:	gen_global_read(g, e, out); break;
	case EX_UNARY:	gen_unary(g, e, out); break;
	case EX_BINARY:	gen_binary(g, e, out); break;
	case EX_COND:	gen_cond(g, e, out); break;
	case EX_ARG:
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
			assign_local(g, e, out);
		else
			gen_global_assign(g, e, out);
		break;
	case EX_INCDEC:
		if (e->a->kind == EX_LOCAL)
			incdec_local(g, e, out);
		else
			gen_global_incdec(g, e, out);
		break;
	default:
		bug("expression %d reached gen", e->kind);
	}
}
