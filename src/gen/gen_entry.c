/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_entry.c - keys of maps, and finding their entries.
 *
 * A key is built in a slot, part by part.  What a program read last is remembered (g->read), so
 * that its key is not built again and its entry not looked up again.
 */
#include "gen/gen_impl.h"
#include "builtin/builtin.h"

void gen_key_into(struct gen *g, struct place dst, struct global *gl, struct expr **keys)
{
	u32 end = 0;

	for (u32 i = 0; i < gl->n_keys; i++) {
		const struct member *m = &gl->key->members[i];

		if (m->off > end)
			place_zero(g, place_at(dst, (s32)end), m->off - end);
		gen_into(g, place_at(dst, (s32)m->off), m->type, keys[i]);
		end = m->off + m->type->size;
	}
	if (gl->key->size > end)
		place_zero(g, place_at(dst, (s32)end), gl->key->size - end);
}

slot gen_key(struct gen *g, struct global *gl, struct expr **keys)
{
	slot s = gen_slot(g, gl->key_bytes);
	s32 turn = (s32)gl->key_bytes - 4;
	struct place p = place_slot(s, 0);

	gen_key_into(g, p, gl, keys);
	if (!gl->has_turns)
		return s;
	place_zero(g, place_at(p, (s32)gl->key->size), gl->key_bytes - gl->key->size);
	place_store(g, 4, place_at(p, turn), gen_turn(g, gl));
	return s;
}

/* Does the key have one value while a program runs, as tid and pid do? */
static bool is_steady(const struct expr *key)
{
	return key->kind == EX_BUILTIN && ex_builtin(key)->flags & SAME_IN_PROGRAM;
}

static bool same_keys(const struct global *gl, struct expr **a, struct expr **b)
{
	for (u32 i = 0; i < gl->n_keys; i++)
		if (!is_steady(a[i]) || !expr_same(a[i], b[i]))
			return false;
	return true;
}

bool gen_was_read(const struct gen *g, const struct global *gl, struct expr **keys)
{
	return g->read.gl == gl && g->shared.at[SHARED_READ] == g->read.reg &&
	       same_keys(gl, g->read.keys, keys);
}

void gen_forget_read(struct gen *g, const struct global *gl)
{
	if (g->read.gl == gl)
		g->read.gl = NULL;
}

slot gen_entry_key(struct gen *g, struct global *gl, struct expr **keys)
{
	return gen_was_read(g, gl, keys) ? g->read.key : gen_key(g, gl, keys);
}

vreg gen_lookup(struct gen *g, const struct global *gl, slot key)
{
	struct ir_arg args[] = { ARG_M(gl->map), ARG_S(key, 0) };
	vreg r = ir_vreg(g->ir);

	gen_call(g, r, HELPER_map_lookup_elem, args, 2);
	return r;
}

/* Has the map a front by thread, in which all its users look first? */
static bool has_thread_front(const struct global *gl)
{
	return gl->by_thread && gl->front_off;
}

/* Looks the entry up in the front by thread, if the map has one, and then in the hash. */
static vreg lookup_own(struct gen *g, struct global *gl, slot key, bool takes)
{
	label none = ir_label(g->ir), have = ir_label(g->ir);
	vreg p;

	if (!has_thread_front(gl))
		return gen_lookup(g, gl, key);
	p = gen_thread_front(g, gl, key, takes, none);
	ir_jmp(g->ir, have);
	ir_put(g->ir, none);
	gen_scope_open(g);
	ir_mov(g->ir, p, gen_lookup(g, gl, key));
	gen_scope_close(g);
	ir_put(g->ir, have);
	return p;
}

/* If entries come and go, an address is not kept: the kernel gives a deleted entry to another key
 * at once. */
vreg gen_entry_at(struct gen *g, struct global *gl, struct expr **keys, slot key)
{
	vreg p;

	if (!gen_was_read(g, gl, keys) || (gl->uses->loses_entries && !gl->by_thread))
		return lookup_own(g, gl, key, false);
	p = ir_vreg(g->ir);
	ir_mov(g->ir, p, g->read.at);
	return p;
}

vreg gen_entry_to_set(struct gen *g, struct global *gl, struct expr **keys, slot key)
{
	label have = ir_label(g->ir);
	vreg p;

	if (!has_thread_front(gl))
		return gen_entry_at(g, gl, keys, key);
	if (!gen_was_read(g, gl, keys))
		return lookup_own(g, gl, key, true);
	p = ir_vreg(g->ir);
	ir_mov(g->ir, p, g->read.at);
	ir_jcci(g->ir, COND_NE, p, 0, have);
	gen_scope_open(g);
	ir_mov(g->ir, p, lookup_own(g, gl, key, true));
	gen_scope_close(g);
	ir_put(g->ir, have);
	return p;
}

vreg gen_entry_find(struct gen *g, struct global *gl, slot key, label missing)
{
	vreg p = lookup_own(g, gl, key, false);

	gen_failure_unless(g, COND_NE, p, HELPER_map_lookup_elem);
	ir_jcci(g->ir, COND_EQ, p, 0, missing);
	return p;
}
