/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_front.c - the front of a map: a small table in each CPU's block of the vars map, in which
 * programs find an aggregation's entries without a helper.
 *
 * The kernel's hash takes 150 to 250 instructions for a lookup.  The front takes about 25.  A key
 * has two places in it.  If other keys are there, its value is in the hash:
 *
 *	p = front + hash(key); if (p->key == key && p->is_ready) goto have;
 *	q = the place beside p; if (q->key == key && q->is_ready) { p = q; goto have; }
 *	if (p->tickets) { p = q; if (p->tickets) goto hash; }
 *	p->tickets++;			-- atomically
 *	if (p->tickets != 1) goto hash;
 *	p->key = key; p->value = zeros; p->is_ready = 1;
 *   have:
 *
 * A program that interrupts another one between these steps sees that the place is taken, as its
 * own ticket is not the first.  So only one program writes a key.  The same key may be in both of
 * its places and in the hash: run/mapread.c adds these up.
 */
#include "gen/gen_impl.h"

/* An odd number whose bits have no pattern: 2^32 divided by the golden ratio. */
#define SPREAD ((s32)0x9e3779b1)

static u32 word_at(const struct global *gl, u32 off)
{
	return gl->key_bytes - off >= 8 ? 8 : 4;
}

/* The number of the key's place.  Each word has a factor of its own, so that the CPU need not wait
 * for one product before it computes the next one. */
static vreg hash(struct gen *g, const struct global *gl, slot key)
{
	vreg h = ir_vreg(g->ir), w = ir_vreg(g->ir);
	u32 n = word_at(gl, 0);

	place_load(g, h, n, place_slot(key, 0));
	for (u32 off = n; off < gl->key_bytes; off += n) {
		n = word_at(gl, off);
		place_load(g, w, n, place_slot(key, (s32)off));
		ir_alui(g->ir, ALU_MUL, w, (s32)((u32)SPREAD * (off / 2 + 1)));
		ir_alu(g->ir, ALU_ADD, h, w);
	}
	if (gl->key_bytes > 4) {
		ir_mov(g->ir, w, h);
		ir_alui(g->ir, ALU_RSH, w, 32);
		ir_alu(g->ir, ALU_XOR, h, w);
	}
	ir_alu32i(g->ir, ALU_MUL, h, SPREAD);
	ir_alu32i(g->ir, ALU_RSH, h, (s32)(32 - gl->front_bits));
	ir_alui(g->ir, ALU_AND, h, (1 << gl->front_bits) - 1);	/* for verifiers before 5.13 */
	return h;
}

static vreg place_of(struct gen *g, const struct global *gl, vreg number)
{
	vreg p = ir_vreg(g->ir), off = ir_vreg(g->ir);

	ir_mov(g->ir, off, number);
	ir_alui(g->ir, ALU_MUL, off, (s32)front_size(gl));
	ir_alui(g->ir, ALU_ADD, off, (s32)gl->front_off);
	ir_mov(g->ir, p, gen_shared(g, SHARED_CPU_BLOCK));
	ir_alu(g->ir, ALU_ADD, p, off);
	return p;
}

static vreg thread_place(struct gen *g, const struct global *gl, slot tid)
{
	vreg p = ir_vreg(g->ir), off = ir_vreg(g->ir);

	place_load(g, off, 4, place_slot(tid, 0));
	ir_alui(g->ir, ALU_AND, off, (1 << gl->front_bits) - 1);
	ir_alui(g->ir, ALU_MUL, off, (s32)front_size(gl));
	ir_mapval(g->ir, p, g->s->image.vars_map, gl->front_off);
	ir_alu(g->ir, ALU_ADD, p, off);
	return p;
}

static struct place at(vreg p, u32 off)
{
	return place_reg(p, (s32)off, SPACE_BPF);
}

/* Goes to `other` unless the key is at p. */
static void compare(struct gen *g, const struct global *gl, vreg p, slot key, label other)
{
	vreg is = ir_vreg(g->ir), want = ir_vreg(g->ir);
	u32 n;

	for (u32 off = 0; off < gl->key_bytes; off += n) {
		n = word_at(gl, off);
		place_load(g, is, n, at(p, FRONT_KEY + off));
		place_load(g, want, n, place_slot(key, (s32)off));
		ir_jcc(g->ir, COND_NE, is, want, other);
	}
	place_load(g, is, 4, at(p, FRONT_READY));
	ir_jcci(g->ir, COND_EQ, is, 0, other);
}

/* Goes to `other` if a key is at p, or will be. */
static void want_free(struct gen *g, vreg p, label other)
{
	vreg tickets = ir_vreg(g->ir);

	place_load(g, tickets, 4, at(p, FRONT_TICKETS));
	ir_jcci(g->ir, COND_NE, tickets, 0, other);
}

static void take(struct gen *g, const struct global *gl, vreg p, slot key, label other)
{
	vreg r = ir_vreg(g->ir);

	ir_imm(g->ir, r, 1);
	ir_xadd(g->ir, 4, p, FRONT_TICKETS, r);
	place_load(g, r, 4, at(p, FRONT_TICKETS));
	ir_jcci(g->ir, COND_NE, r, 1, other);
	place_copy(g, at(p, FRONT_KEY), place_slot(key, 0), gl->key_bytes);
	place_zero(g, at(p, front_value(gl)), global_room(gl));
	place_storei(g, 4, at(p, FRONT_READY), 1);
}

/* The verifier follows each round of a loop, and all ways through the front in each. */
bool gen_may_use_front(const struct gen *g)
{
	return !g->loop_depth && !g->p->is_plain;
}

vreg gen_front(struct gen *g, const struct global *gl, slot key, label none)
{
	label second = ir_label(g->ir), free = ir_label(g->ir), have = ir_label(g->ir);
	label taken = ir_label(g->ir), is_free = ir_label(g->ir);
	vreg h = hash(g, gl, key), p = place_of(g, gl, h), q;

	g->uses_front = true;
	compare(g, gl, p, key, second);
	ir_jmp(g->ir, have);
	ir_put(g->ir, second);
	ir_alui(g->ir, ALU_XOR, h, 1);
	q = place_of(g, gl, h);
	compare(g, gl, q, key, free);
	ir_mov(g->ir, p, q);
	ir_jmp(g->ir, have);
	ir_put(g->ir, free);
	want_free(g, p, taken);
	ir_jmp(g->ir, is_free);
	ir_put(g->ir, taken);
	want_free(g, q, none);
	ir_mov(g->ir, p, q);
	ir_put(g->ir, is_free);
	take(g, gl, p, key, none);
	ir_put(g->ir, have);
	ir_alui(g->ir, ALU_ADD, p, (s32)front_value(gl));
	return p;
}

/* Moves the thread's entry from the hash to its new place p. */
static void move_entry(struct gen *g, const struct global *gl, vreg p, slot tid)
{
	u32 mark = global_mark(gl), value = front_value(gl);
	label none = ir_label(g->ir);
	vreg old = gen_lookup(g, gl, tid), is = ir_vreg(g->ir);

	ir_jcci(g->ir, COND_EQ, old, 0, none);
	place_load(g, is, 8, at(old, mark));
	ir_jcci(g->ir, COND_EQ, is, 0, none);
	place_copy(g, at(p, value), at(old, 0), ALIGN_UP(gl->value->size, 8));
	place_storei(g, 8, at(p, value + mark), 1);
	place_storei(g, 8, at(old, mark), 0);
	ir_put(g->ir, none);
}

vreg gen_thread_front(struct gen *g, const struct global *gl, slot tid, bool takes, label none)
{
	label other = ir_label(g->ir), have = ir_label(g->ir);
	vreg p = thread_place(g, gl, tid);

	compare(g, gl, p, tid, takes ? other : none);
	if (takes) {
		ir_jmp(g->ir, have);
		ir_put(g->ir, other);
		want_free(g, p, none);
		take(g, gl, p, tid, none);
		move_entry(g, gl, p, tid);
		ir_put(g->ir, have);
	}
	ir_alui(g->ir, ALU_ADD, p, (s32)front_value(gl));
	return p;
}
