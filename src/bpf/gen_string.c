/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_string.c - strings compared, in the widest pieces that can be loaded.
 *
 * A literal is compared up to its NUL.  Two strings that are both read are
 * padded with zeros to one size first, so whole words can be compared.
 */
#include <string.h>

#include "bpf/gen_impl.h"

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
