/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gen_store.c - loading values from places and storing them. */
#include <string.h>

#include "base/order.h"
#include "gen/gen_impl.h"
#include "lang/names.h"
#include "provider/provider.h"

/* ---- loads ---- */

/*
 * May the verifier refuse a load of this type from the context?  It lets a trampoline's program
 * load pointers only to structures, to void and to char; since 5.17, which FEATURE_LOOP
 * implies, also to other integers (btf_ctx_access(), kernel/bpf/btf.c).
 */
static bool is_closed(struct gen *g, const struct type *t)
{
	const struct type *to;

	if (g->p->provider->prog_type != BPF_PROG_TYPE_TRACING || !t || t->kind != TY_PTR)
		return false;
	to = t->elem;
	if (!to)
		return t->to_code;
	if (to->kind == TY_STRUCT)
		return !to->size;
	return to->kind != TY_INT || (to->size > 1 && !g->s->image.has(FEATURE_LOOP));
}

static bool is_direct(struct gen *g, const struct place *p, u32 size, const struct type *t)
{
	if (p->space == SPACE_BPF)
		return true;
	return p->space == SPACE_CTX && p->off % (s32)size == 0 && !is_closed(g, t);
}

u32 gen_load_size(const struct type *t, const struct member *m)
{
	u32 n = t->size;

	if (m && m->bit_size)
		while (n < 8 && m->bit_off + m->bit_size > n * 8)
			n *= 2;
	return n;
}

/* Takes the bits of m out of the `size` bytes in r.  bit_off counts as the architecture does: from
 * the lowest bit, or from the highest one if that comes first in memory. */
static void extract_bits(struct gen *g, vreg r, const struct member *m, u32 size)
{
	u32 left = g->s->arch->is_big ? 64 - size * 8 + m->bit_off :
					64u - m->bit_off - m->bit_size;

	if (left)
		ir_alui(g->ir, ALU_LSH, r, left);
	if (m->bit_size < 64)
		ir_alui(g->ir, m->type->is_signed ? ALU_ARSH : ALU_RSH, r, 64 - m->bit_size);
}

/* Is the value the low part of a whole slot, of which a big-endian machine has the high part
 * first? */
static bool is_low_part(struct gen *g, const struct place *p, const struct type *t)
{
	return g->s->arch->is_big && p->space == SPACE_CTX && p->off % 8 == 0 && t->size < 8 &&
	       (g->p->ctx_form || g->p->provider->offers & OFFERS_CTX_ARGS);
}

void gen_loaded(struct gen *g, vreg r, const struct type *t, const struct member *m,
		struct operand *out)
{
	if (m && m->bit_size)
		extract_bits(g, r, m, gen_load_size(t, m));
	else if (t->is_signed)
		gen_extend(g, r, t->size, true);
	operand_set(out, r);
}

void gen_load_scalar(struct gen *g, struct place p, const struct type *t,
		     const struct member *m, struct operand *out)
{
	bool low = is_low_part(g, &p, t);
	u32 size = low ? 8 : gen_load_size(t, m);
	vreg r = ir_vreg(g->ir);

	if (!is_direct(g, &p, size, t)) {
		struct place tmp = place_slot(gen_slot(g, size), 0);
		enum space space = p.space == SPACE_CTX ? SPACE_KERNEL : p.space;

		gen_probe_read(g, tmp, size, p.id, p.off, space);
		p = tmp;
	} else if (p.is_slot && p.off % (s32)size) {	/* an unaligned member is copied first */
		struct place tmp = place_slot(gen_slot(g, size), 0);

		place_copy(g, tmp, p, size);
		p = tmp;
	}
	place_load(g, r, size, p);
	if (low && !t->is_signed)
		gen_extend(g, r, t->size, false);
	gen_loaded(g, r, t, m, out);
}

void gen_load_slot(struct gen *g, u32 off, const struct type *as, struct operand *out)
{
	const struct type *r = g->p->source->record;
	const struct type *own = g->p->source->returns;	/* the last slot */
	struct place p = place_reg(g->ir->ctx, (s32)off, SPACE_CTX);

	for (u32 i = 0; r && i < r->count; i++)
		if (r->members[i].off == off)
			own = r->members[i].type;
	if (is_closed(g, own))
		p.space = SPACE_KERNEL;
	gen_load_scalar(g, p, as, NULL, out);
}

/* ---- stores ---- */

void gen_store_literal(struct gen *g, struct place dst, u32 size, const char *s, u32 len)
{
	u32 done = 0;

	if (len >= size)
		len = size - 1;
	while (done < len) {
		u8 piece[8] = "";
		u32 n = size - done >= 8 && (dst.off + (s32)done) % 8 == 0 ? 8 : 1;

		memcpy(piece, s + done, len - done < n ? len - done : n);
		place_storei(g, n, place_at(dst, (s32)done),
			     (s64)order_num(piece, n, g->s->arch->is_big));
		done += n;
	}
	if (done < size)
		place_zero(g, place_at(dst, (s32)done), size - done);
}

/*
 * probe or func as a string:
 *	if (id != 0) goto next; *dst = "name of 0"; goto end;
 *   next:
 *	…
 *   end:
 */
void gen_store_name(struct gen *g, struct place dst, u32 size, const struct operand *o,
		    const struct type *from)
{
	struct script *s = g->s;
	label end = ir_label(g->ir), next;
	const char *name;

	for (u32 i = 0; i < s->image.targets.n + s->image.other_names.n; i++) {
		name = names_text(&s->image, from, i);
		if (o->kind == OPERAND_IMM ? o->imm != i : names_id(&s->image, from, name) != i)
			continue;
		next = ir_label(g->ir);
		if (o->kind == OPERAND_REG)
			ir_jcci(g->ir, COND_NE, o->reg, i, next);
		gen_store_literal(g, dst, size, name, (u32)strlen(name));
		if (o->kind == OPERAND_REG)
			ir_jmp(g->ir, end);
		ir_put(g->ir, next);
	}
	if (o->kind == OPERAND_REG)
		place_zero(g, dst, size);
	ir_put(g->ir, end);
}

static bool has_closed(struct gen *g, const struct type *t)
{
	for (u32 i = 0; t->kind == TY_STRUCT && i < t->count; i++)
		if (is_closed(g, t->members[i].type))
			return true;
	return false;
}

/* Copies the bytes at src to dst, padded with zeros if they are fewer. */
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
		/* the bytes after the NUL of a char array are undefined */
		gen_read_text(g, dst, t->size, place_reg(place_addr(g, src), 0, SPACE_KERNEL),
			      from);
		return;
	}
	if (src.space == SPACE_CTX && has_closed(g, from))
		gen_probe_read(g, dst, n, src.id, src.off, SPACE_KERNEL);
	else if (dst.is_slot != src.is_slot || dst.id != src.id || dst.off != src.off)
		place_copy(g, dst, src, n);
	if (n < t->size)
		place_zero(g, place_at(dst, (s32)n), t->size - n);
}

/* The index in `from` of part i of t.  Parts of records go by name. */
static u32 part_of(const struct type *t, u32 i, const struct type *from)
{
	u32 at = 0;

	if (!t->is_record)
		return i;
	while (at < from->count && strcmp(from->members[at].name, t->members[i].name))
		at++;
	return at;
}

/* Stores a tuple or record whose parts differ in width or order from those of t. */
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

	for (u32 i = 0; i < e->n_args; i++) {	/* in the order of the script */
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

void gen_into_dest(struct gen *g, const struct dest *dest, const struct type *t, struct expr *e)
{
	struct operand o;

	if (e->kind == EX_STRING) {
		gen_store_literal(g, dest->at, t->size, e->name, ex_len(e));
		return;
	}
	if (e->kind == EX_TUPLE || e->kind == EX_RECORD) {
		tuple_into(g, dest->at, t, e);
		return;
	}
	gen_expr_to(g, e, type_fits_reg(t) ? NULL : dest, &o);
	operand_store(g, dest->at, t, &o, e->type);
}

void gen_into(struct gen *g, struct place dst, const struct type *t, struct expr *e)
{
	struct dest dest = { dst, t->size, false };

	gen_into_dest(g, &dest, t, e);
}
