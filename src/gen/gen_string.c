/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_string.c - comparing strings, in the widest pieces that can be loaded.
 *
 * A comparison with a literal ends at its NUL.  Other strings are padded with zeros to one
 * size, so that whole words can be compared.  Of two words that differ, the first byte in
 * memory decides the order, so little-endian words are byte-swapped for that.
 */
#include <string.h>

#include "base/order.h"
#include "gen/gen_impl.h"

/* A copy has room for one byte more, so that a string that is cut off doesn't look equal. */
struct place gen_string_place(struct gen *g, struct expr *e, u32 size)
{
	u32 room = ALIGN_UP(size + 1, 8);
	struct operand o;
	const struct type *t = e->type;
	struct place p;

	if (e->kind == EX_STRING) {
		p = place_slot(gen_slot(g, room), 0);
		gen_into(g, p, type_string(g->s->arena, room), e);
		return p;
	}
	gen_expr(g, e, &o);
	if (o.kind == OPERAND_MEM && o.mem.space == SPACE_BPF && t->size >= size && !t->count)
		return o.mem;
	p = place_slot(gen_slot(g, room), 0);
	operand_store(g, p, type_string(g->s->arena, room), &o, t);
	return p;
}

static void compare_literal(struct gen *g, struct place p, const char *s, u32 n,
			    label differ)
{
	for (u32 done = 0; done < n; ) {
		u32 size = place_piece(p, p, done, n);
		u64 want = order_num(s + done, size, g->s->arch->is_big);
		vreg r = ir_vreg(g->ir), w;

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

/* At `differ`, ra and rb are the pieces that differ. */
static void compare_places(struct gen *g, struct place a, struct place b, u32 n,
			   vreg ra, vreg rb, label differ)
{
	for (u32 done = 0; done < n; ) {
		u32 size = place_piece(a, b, done, n);

		place_load(g, ra, size, place_at(a, (s32)done));
		place_load(g, rb, size, place_at(b, (s32)done));
		ir_jcc(g->ir, COND_NE, ra, rb, differ);
		done += size;
	}
}

/* Compares n bytes with a literal; 0: all, with the NUL. */
static void branch_literal(struct gen *g, struct expr *e, struct expr *lit, u32 n,
			   label differ)
{
	u32 len = ex_len(lit) + 1, size = e->type->size;

	if (n && n < len)
		len = n;
	if (len > size)
		ir_jmp(g->ir, differ);
	else
		compare_literal(g, gen_string_place(g, e, size),
				arena_memdup(g->s->arena, lit->name, ex_len(lit) + 1), len,
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
		struct place pa = gen_string_place(g, a, size);
		struct place pb = gen_string_place(g, b, size);

		compare_places(g, pa, pb, n && n < size ? n : size, ir_vreg(g->ir),
			       ir_vreg(g->ir), differ);
	}
	if (sense) {
		ir_jmp(g->ir, target);
		ir_put(g->ir, differ);
	}
}

/* The number of bytes to compare: n at most (0: all), and no more than a literal has. */
static u32 decisive(const struct expr *a, const struct expr *b, u32 n)
{
	u32 size = a->type->size > b->type->size ? a->type->size : b->type->size;

	if (n && n < size)
		size = n;
	if (a->kind == EX_STRING && ex_len(a) + 1 < size)
		size = ex_len(a) + 1;
	if (b->kind == EX_STRING && ex_len(b) + 1 < size)
		size = ex_len(b) + 1;
	return size;
}

/* Makes the first byte in memory the highest one of a word, or back. */
static void big_first(struct gen *g, vreg r)
{
	if (!g->s->arch->is_big)
		ir_bswap(g->ir, r, 64);
}

/* The reverse. */
static void little_first(struct gen *g, vreg r)
{
	if (g->s->arch->is_big)
		ir_bswap(g->ir, r, 64);
}

/*
 *	…compare, if they differ goto differ…
 *	r = 0; goto end;
 *   differ:
 *	ra = bswap64(ra); rb = bswap64(rb);	-- if they are little-endian
 *	r = 1; if (ra > rb) goto end;
 *	r = -1;
 *   end:
 */
vreg gen_bytes_order(struct gen *g, struct place a, struct place b, u32 n)
{
	label differ = ir_label(g->ir), end = ir_label(g->ir);
	vreg r = ir_vreg(g->ir), ra = ir_vreg(g->ir), rb = ir_vreg(g->ir);

	compare_places(g, a, b, n, ra, rb, differ);
	ir_imm(g->ir, r, 0);
	ir_jmp(g->ir, end);
	ir_put(g->ir, differ);
	big_first(g, ra);
	big_first(g, rb);
	ir_imm(g->ir, r, 1);
	ir_jcc(g->ir, COND_GT, ra, rb, end);
	ir_imm(g->ir, r, -1);
	ir_put(g->ir, end);
	return r;
}

vreg gen_string_order(struct gen *g, struct expr *a, struct expr *b, u32 n)
{
	u32 size = decisive(a, b, n);
	struct place pa = gen_string_place(g, a, size), pb = gen_string_place(g, b, size);

	return gen_bytes_order(g, pa, pb, size);
}

void gen_branch_bytes(struct gen *g, struct expr *e, bool sense, label target)
{
	label differ = sense ? ir_label(g->ir) : target;
	const struct type *t = ex_common(e) ? ex_common(e) : e->a->type;
	u32 size = t->size;
	struct place pa = place_slot(gen_slot(g, size), 0), pb = place_slot(gen_slot(g, size), 0);

	gen_into(g, pa, t, e->a);
	gen_into(g, pb, ex_common(e) ? t : e->b->type, e->b);
	compare_places(g, pa, pb, size, ir_vreg(g->ir), ir_vreg(g->ir), differ);
	if (sense) {
		ir_jmp(g->ir, target);
		ir_put(g->ir, differ);
	}
}

/*
 * Zeros the bytes of w after a NUL.  *end is 0 if there is no NUL.
 *
 *	end = (w - 0x0101…) & ~w & 0x8080…;
 *	m = -end; m &= end; m >>= 7; m -= 1;	-- all below the lowest bit's byte
 *	w &= m;
 */
static vreg cut_word(struct gen *g, vreg w, vreg *end)
{
	vreg not = ir_vreg(g->ir), bits = ir_vreg(g->ir), m = ir_vreg(g->ir);

	little_first(g, w);
	ir_imm(g->ir, *end = ir_vreg(g->ir), -0x0101010101010101);
	ir_alu(g->ir, ALU_ADD, *end, w);
	ir_mov(g->ir, not, w);
	ir_alui(g->ir, ALU_XOR, not, -1);
	ir_alu(g->ir, ALU_AND, *end, not);
	ir_imm(g->ir, bits, (s64)0x8080808080808080);
	ir_alu(g->ir, ALU_AND, *end, bits);
	ir_mov(g->ir, m, *end);
	ir_alui(g->ir, ALU_NEG, m, 0);
	ir_alu(g->ir, ALU_AND, m, *end);
	ir_alui(g->ir, ALU_RSH, m, 7);
	ir_alui(g->ir, ALU_SUB, m, 1);
	ir_alu(g->ir, ALU_AND, w, m);
	little_first(g, w);
	return w;
}

/*
 * Reads the name from the task, which costs a third of get_current_comm().  Before 5.17, and
 * while the name changes, there may be other bytes after the NUL.
 *
 *	dst[1] = 0;
 *	dst[0] = cut(task->comm[0]);
 *	if (there was a NUL) goto out;
 *	dst[1] = cut(task->comm[1]);
 *   out:
 */
struct place gen_task_name(struct gen *g, const struct dest *dest, vreg task, s32 off)
{
	struct place dst = gen_dest(g, dest, TASK_NAME);
	vreg w = ir_vreg(g->ir), end;
	label out = ir_label(g->ir);

	if (dst.off % 8)
		dst = place_slot(gen_slot(g, TASK_NAME), 0);
	if (dest_any_tail(dest, TASK_NAME)) {
		place_copy(g, dst, place_reg(task, off, SPACE_BPF), TASK_NAME);
		return dst;
	}
	place_storei(g, 8, place_at(dst, 8), 0);
	ir_load(g->ir, 8, w, task, off);
	place_store(g, 8, dst, cut_word(g, w, &end));
	ir_jcci(g->ir, COND_NE, end, 0, out);
	w = ir_vreg(g->ir);
	ir_load(g->ir, 8, w, task, off + 8);
	place_store(g, 8, place_at(dst, 8), cut_word(g, w, &end));
	ir_put(g->ir, out);
	return dst;
}
