/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_map.c - globals: cells of the vars map, hashes, aggregations.
 *
 * A hash value that exists is updated in place.  Insertions that fail because the map is full are
 * counted per global.
 */
#include <linux/bpf.h>
#include <string.h>

#include "gen/gen_impl.h"
#include "builtin/builtin.h"

static vreg update(struct gen *g, struct global *gl, slot key, struct place value, u64 flags)
{
	struct ir_arg args[] = { ARG_M(gl->map), ARG_S(key, 0), place_arg(value),
				 ARG_I((s64)flags) };
	vreg r = ir_vreg(g->ir);

	gen_call(g, r, HELPER_map_update_elem, args, 4);
	return r;
}

/* Inserts the entry if it doesn't exist, and counts it for len().  Returns the helper's result. */
static vreg insert(struct gen *g, struct global *gl, slot key, struct place value)
{
	vreg r = update(g, gl, key, value, BPF_NOEXIST);

	if (gl->uses->takes_len || gl->by_thread)
		gen_add_unless(g, COND_NE, r, gl->len_off, 1);
	return r;
}

/* Marks a value as that of an entry that is there, or of one that was deleted. */
static void mark(struct gen *g, const struct global *gl, struct place value, bool is_there)
{
	if (gl->by_thread)
		place_storei(g, 8, place_at(value, (s32)global_mark(gl)), is_there);
}

/* The cell of a global without keys: the shared one, or this CPU's. */
static struct place cell(struct gen *g, struct global *gl)
{
	bool per_cpu = gl->storage == STORE_CPU_CELL;
	vreg r;

	if (per_cpu && !gl->has_turns)
		return place_reg(gen_shared(g, SHARED_CPU_BLOCK), (s32)gl->off, SPACE_BPF);
	r = ir_vreg(g->ir);
	if (per_cpu)
		ir_mov(g->ir, r, gen_shared(g, SHARED_CPU_BLOCK));
	else
		ir_mapval(g->ir, r, g->s->image.vars_map, gl->off);
	if (gl->has_turns)
		gen_add_turn(g, gl, r);
	return place_reg(r, per_cpu ? (s32)gl->off : 0, SPACE_BPF);
}

static void load_value(struct gen *g, struct place p, const struct type *t, vreg dst)
{
	place_load(g, dst, t->size, p);
	if (t->is_signed)
		gen_extend(g, dst, t->size, true);
}

/*
 *	r = 0 (or zeroed room);
 *	p = lookup(key);
 *	if (!p) goto missing;
 *	r = *p;
 *   missing:
 */
static void read_hash(struct gen *g, struct expr *e, struct operand *out)
{
	struct global *gl = ex_global(e);
	const struct type *t = gl->is_agg ? &type_u64 : gl->value;
	label missing = ir_label(g->ir);
	bool fits = type_fits_reg(t);
	struct place dst;
	slot key;
	vreg p, r = 0;

	if (fits && gen_was_read(g, gl, e->args)) {
		operand_set(out, g->read.reg);
		return;
	}
	key = gen_key(g, gl, e->args);
	if (fits) {
		r = ir_vreg(g->ir);
		ir_imm(g->ir, r, 0);
		p = gen_entry_find(g, gl, key, missing);
		load_value(g, place_reg(p, 0, SPACE_BPF), t, r);
		operand_set(out, r);
		g->shared.at[SHARED_READ] = g->read.reg = r;
		g->read.gl = gl;
		g->read.keys = e->args;
		g->read.key = key;
		g->read.at = p;
	} else {
		dst = gen_dest(g, out->dest, t->size);
		place_zero(g, dst, t->size);
		p = gen_entry_find(g, gl, key, missing);
		place_copy(g, dst, place_reg(p, 0, SPACE_BPF), t->size);
		operand_mem(out, dst);
	}
	ir_put(g->ir, missing);
}

/* Computes the number of an aggregation in a hash that all CPUs share. */
static void read_number(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r = ir_vreg(g->ir), p;
	label missing = ir_label(g->ir);

	ir_imm(g->ir, r, 0);
	p = gen_entry_find(g, ex_global(e), gen_key(g, ex_global(e), e->args), missing);
	ir_mov(g->ir, r, gen_agg_number(g, ex_global(e)->value->agg, place_reg(p, 0, SPACE_BPF)));
	ir_put(g->ir, missing);
	operand_set(out, r);
}

void gen_global_read(struct gen *g, struct expr *e, struct operand *out)
{
	struct global *gl = ex_global(e);
	vreg r;

	if (gl->storage == STORE_CPU_CELL) {
		operand_set(out, gen_agg_cpus(g, gl->value->agg, ARG_M(g->s->image.vars_map),
					      ARG_I(0), gl->off, gl->has_turns ? gl : NULL));
	} else if (gl->storage == STORE_CPU_HASH) {
		operand_set(out, gen_agg_cpus(g, gl->value->agg, ARG_M(gl->map),
					      ARG_S(gen_key(g, gl, e->args), 0), 0, NULL));
	} else if (gl->is_agg && (gl->value->agg->ops->number || gl->value->agg->div)) {
		read_number(g, e, out);
	} else if (gl->n_keys) {
		read_hash(g, e, out);
	} else if (type_fits_reg(gl->value)) {
		r = ir_vreg(g->ir);
		load_value(g, cell(g, gl), gl->value, r);
		operand_set(out, r);
	} else {
		operand_mem(out, cell(g, gl));
	}
}

/* ---- aggregations ---- */

/* size bytes of zeros, to be inserted. */
static struct place zeros(struct gen *g, u32 size)
{
	vreg r = ir_vreg(g->ir);
	slot s;

	if (size > 64) {
		ir_mapval(g->ir, r, g->s->image.zero_map, 0);
		return place_reg(r, 0, SPACE_BPF);
	}
	s = gen_slot(g, size);
	place_zero(g, place_slot(s, 0), ALIGN_UP(size, 8));
	return place_slot(s, 0);
}

/*
 * The place of a key's value.  If the key doesn't exist it is inserted with zeros.  p is what a
 * lookup has found:
 *
 *	if (p) goto have;
 *	update(key, zeros, NOEXIST);	-- fails if another CPU was first, which is fine
 *	p = lookup(key);
 *	if (p) goto have;
 *	full[cpu]++;
 *	goto full;
 *   have:
 *
 * The caller puts the label `full` after its use of the value.
 */
static struct place find_or_insert(struct gen *g, struct global *gl, slot key, vreg p, label full)
{
	struct ir_arg args[] = { ARG_M(gl->map), ARG_S(key, 0) };
	label have = ir_label(g->ir);

	gen_scope_open(g);
	ir_jcci(g->ir, COND_NE, p, 0, have);
	insert(g, gl, key, zeros(g, g->s->image.maps.v[gl->map].value_size));
	gen_call(g, p, HELPER_map_lookup_elem, args, 2);
	ir_jcci(g->ir, COND_NE, p, 0, have);
	gen_count_at(g, gl->map_full_off);
	ir_jmp(g->ir, full);
	gen_scope_close(g);	/* code that ran only for a missing key */
	ir_put(g->ir, have);
	return place_reg(p, 0, SPACE_BPF);
}

/* The same in the front of the map or, if that has no place for the key, in the hash. */
static struct place find_in_front(struct gen *g, struct global *gl, struct expr **keys, label full)
{
	label none = ir_label(g->ir), have = ir_label(g->ir);
	slot key = gen_entry_key(g, gl, keys);
	vreg p = gen_front(g, gl, key, none);

	ir_jmp(g->ir, have);
	ir_put(g->ir, none);
	gen_scope_open(g);
	ir_mov(g->ir, p, find_or_insert(g, gl, key, gen_entry_at(g, gl, keys, key), full).id);
	gen_scope_close(g);
	ir_put(g->ir, have);
	return place_reg(p, 0, SPACE_BPF);
}

static struct place place_of_entry(struct gen *g, struct global *gl, struct expr **keys, label full)
{
	slot key;

	if (gl->front_off && !gl->by_thread && gen_may_use_front(g))
		return find_in_front(g, gl, keys, full);
	key = gen_entry_key(g, gl, keys);
	return find_or_insert(g, gl, key, gen_entry_to_set(g, gl, keys, key), full);
}

static void aggregate_hash(struct gen *g, struct global *gl, struct expr **keys, vreg x)
{
	label full = ir_label(g->ir);
	struct place value = place_of_entry(g, gl, keys, full);

	gen_scope_open(g);
	gl->value->agg->ops->update(g, gl->value->agg, value, x);
	ir_put(g->ir, full);
	gen_scope_close(g);
}

/* Adds the value x; 0 for count(). */
static void aggregate(struct gen *g, struct expr *target, vreg x)
{
	struct global *gl = ex_global(target);

	if (gl->n_keys)
		aggregate_hash(g, gl, target->args, x);
	else
		gl->value->agg->ops->update(g, gl->value->agg, cell(g, gl), x);
}

/* ---- plain values ---- */

/*
 * Can values be stored into existing entries?  Not if entries come and go: the kernel gives a
 * deleted or replaced entry to another key at once, even while a program writes to it.  Nor if
 * others could see half of a value.
 */
static bool may_store_in_place(const struct gen *g, const struct global *gl)
{
	return gl->by_thread ||
	       (!gl->uses->loses_entries && !gl->has_turns && type_fits_reg(gl->value) &&
		gl->value->size <= g->s->arch->word &&
		g->s->image.maps.v[gl->map].type == BPF_MAP_TYPE_HASH);
}

/*
 *	p = lookup(key);
 *	if (p) goto have;
 *	if (!update(key, value, NOEXIST)) goto end;
 *	p = lookup(key);		-- another CPU was first
 *	if (p) goto have;
 *	full[cpu]++;
 *	goto end;
 *   have:
 *	*p = value;
 *   end:
 */
static void store_in_place(struct gen *g, struct expr *e)
{
	struct global *gl = ex_global(e->a);
	slot key = gen_entry_key(g, gl, e->a->args);
	struct place value = place_slot(gen_slot(g, gl->by_thread ? 16 : 8), 0);
	struct ir_arg args[] = { ARG_M(gl->map), ARG_S(key, 0) };
	label have = ir_label(g->ir), end = ir_label(g->ir);
	struct operand o;
	vreg p;

	gen_expr(g, e->b, &o);
	p = gen_entry_to_set(g, gl, e->a->args, key);
	gen_scope_open(g);
	ir_jcci(g->ir, COND_NE, p, 0, have);
	if (gl->value->size < 8)
		place_zero(g, value, 8);
	operand_store(g, value, gl->value, &o, e->b->type);
	mark(g, gl, value, true);
	ir_jcci(g->ir, COND_EQ, insert(g, gl, key, value), 0, end);
	gen_call(g, p, HELPER_map_lookup_elem, args, 2);
	ir_jcci(g->ir, COND_NE, p, 0, have);
	gen_count_at(g, gl->map_full_off);
	ir_jmp(g->ir, end);
	gen_scope_close(g);
	ir_put(g->ir, have);
	operand_store(g, place_reg(p, 0, SPACE_BPF), gl->value, &o, e->b->type);
	mark(g, gl, place_reg(p, 0, SPACE_BPF), true);
	ir_put(g->ir, end);
}

static void store_hash(struct gen *g, struct expr *e)
{
	struct global *gl = ex_global(e->a);
	slot key = gen_key(g, gl, e->a->args);
	slot value = gen_slot(g, gl->value->size);
	u32 size = ALIGN_UP(gl->value->size, 8);
	label end = ir_label(g->ir);
	vreg r;

	if (size > gl->value->size)
		place_zero(g, place_slot(value, (s32)size - 8), 8);
	gen_into(g, place_slot(value, 0), gl->value, e->b);
	if (gl->uses->takes_len)
		ir_jcci(g->ir, COND_EQ, insert(g, gl, key, place_slot(value, 0)), 0, end);
	r = update(g, gl, key, place_slot(value, 0), gl->uses->takes_len ? BPF_EXIST : BPF_ANY);
	gen_add_unless(g, COND_EQ, r, gl->map_full_off, 1);
	ir_put(g->ir, end);
}

static bool can_xadd(struct gen *g, enum op op, const struct type *t)
{
	return arch_has_atomics(g->s->arch) && (op == OP_ADD || op == OP_SUB) && t->size == 8;
}

/* *p op= x, atomically if the target can do that */
static void modify(struct gen *g, enum op op, const struct type *t, struct place p, vreg x)
{
	struct operand o;
	vreg r = ir_vreg(g->ir);

	if (can_xadd(g, op, t)) {
		if (op == OP_SUB) {
			ir_mov(g->ir, r, x);
			ir_alui(g->ir, ALU_NEG, r, 0);
			x = r;
		}
		ir_xadd(g->ir, 8, p.id, p.off, x);
		return;
	}
	load_value(g, p, t, r);
	operand_set(&o, x);
	gen_arith(g, op, t, r, &o);
	place_store(g, t->size, p, r);
}

static void modify_hash(struct gen *g, struct expr *target, enum op op, vreg x)
{
	struct global *gl = ex_global(target);
	label full = ir_label(g->ir);
	struct place value = place_of_entry(g, gl, target->args, full);

	gen_scope_open(g);
	modify(g, op, gl->value, value, x);
	mark(g, gl, value, true);
	ir_put(g->ir, full);
	gen_scope_close(g);
}

static void compound(struct gen *g, struct expr *target, enum op op, vreg x)
{
	struct global *gl = ex_global(target);

	if (gl->n_keys)
		modify_hash(g, target, op, x);
	else
		modify(g, op, gl->value, cell(g, gl), x);
}

/* @x += v, @x++ and the like of a global that is kept per CPU, like sum(). */
static void add_to_sum(struct gen *g, struct expr *target, enum op op, vreg x)
{
	vreg r = x;

	if (op == OP_SUB) {
		r = ir_vreg(g->ir);
		ir_mov(g->ir, r, x);
		ir_alui(g->ir, ALU_NEG, r, 0);
	}
	aggregate(g, target, r);
}

/* Do values of this type have at most 32 bits in agg, where signed ones may be unsigned? */
static bool is_narrow(const struct type *t, const struct agg *agg)
{
	return t->size <= 4 && (!t->is_signed || agg->is_signed);
}

void gen_global_assign(struct gen *g, struct expr *e, struct operand *out)
{
	struct global *gl = ex_global(e->a);
	struct expr *b = e->b;
	struct operand o;

	if (b->type->kind == TY_AGG) {
		g->adds_narrow = b->n_args && is_narrow(b->args[0]->type, gl->value->agg);
		aggregate(g, e->a, b->n_args ? gen_reg(g, b->args[0]) : 0);
		g->adds_narrow = false;
		gen_forget_read(g, gl);
		return;
	}
	if (gl->only_added)
		add_to_sum(g, e->a, e->op, gen_reg(g, b));
	else if (e->op != OP_NONE)
		compound(g, e->a, e->op, gen_steps(g, gl->value, e->op, b));
	else if (gl->n_keys && may_store_in_place(g, gl))
		store_in_place(g, e);
	else if (gl->n_keys)
		store_hash(g, e);
	else if (type_fits_reg(gl->value)) {
		gen_expr(g, b, &o);
		operand_store(g, cell(g, gl), gl->value, &o, b->type);
	} else
		gen_into(g, cell(g, gl), gl->value, b);
	gen_forget_read(g, gl);
	if (!e->is_unused)
		gen_global_read(g, e->a, out);
}

void gen_global_incdec(struct gen *g, struct expr *e, struct operand *out)
{
	struct operand one = { .kind = OPERAND_IMM }, before;
	vreg copy;

	one.imm = gen_pointee_size(ex_global(e->a)->value);
	if (!e->is_unused && ex_is_post(e)) {
		gen_global_read(g, e->a, &before);
		copy = ir_vreg(g->ir);
		ir_mov(g->ir, copy, operand_reg(g, &before));
		operand_set(out, copy);
	}
	if (ex_global(e->a)->only_added)
		add_to_sum(g, e->a, e->op, operand_reg(g, &one));
	else
		compound(g, e->a, e->op, operand_reg(g, &one));
	gen_forget_read(g, ex_global(e->a));
	if (!e->is_unused && !ex_is_post(e))
		gen_global_read(g, e->a, out);
}

/* r = is the entry there?  p is its address, or 0. */
static vreg is_marked(struct gen *g, const struct global *gl, vreg p, label missing)
{
	vreg r = ir_vreg(g->ir);

	ir_imm(g->ir, r, 0);
	ir_jcci(g->ir, COND_EQ, p, 0, missing);
	place_load(g, r, 8, place_reg(p, (s32)global_mark(gl), SPACE_BPF));
	return r;
}

void gen_has_entry(struct gen *g, struct expr *e, struct operand *out)
{
	struct global *gl = ex_global(e);
	label missing = ir_label(g->ir);
	vreg p = gen_entry_at(g, gl, e->args, gen_entry_key(g, gl, e->args));

	if (gl->by_thread)
		p = is_marked(g, gl, p, missing);
	ir_put(g->ir, missing);
	operand_unless(g, out, COND_EQ, p, 0);
}

/* Marks the thread's entry as deleted.  Its value is what a missing entry has. */
static void delete_own(struct gen *g, struct expr *e, struct global *gl, vreg p,
		       struct operand *out)
{
	label missing = ir_label(g->ir);
	struct place value = place_reg(p, 0, SPACE_BPF);
	vreg was = is_marked(g, gl, p, missing);

	place_zero(g, value, ALIGN_UP(gl->value->size, 8));
	mark(g, gl, value, false);
	ir_put(g->ir, missing);
	if (!e->is_unused)
		operand_unless(g, out, COND_EQ, was, 0);
}

void gen_delete(struct gen *g, struct expr *e, struct operand *out)
{
	struct expr *m = e->args[0];
	struct global *gl = ex_global(m);
	vreg r = ir_vreg(g->ir);
	slot key;

	if (!gl->n_keys) {
		if (gl->storage == STORE_CPU_CELL)
			gen_zero_cpus(g, gl->off, gl->value->size);
		else
			place_zero(g, cell(g, gl), ALIGN_UP(gl->value->size, 8));
		operand_imm(out, 1);
		return;
	}
	key = gen_entry_key(g, gl, m->args);
	if (gl->by_thread) {
		delete_own(g, e, gl, gen_entry_at(g, gl, m->args, key), out);
		gen_forget_read(g, gl);
		return;
	}
	gen_forget_read(g, gl);
	gen_call(g, r, HELPER_map_delete_elem,
		 (struct ir_arg[]){ ARG_M(gl->map), ARG_S(key, 0) }, 2);
	gen_failure_unless(g, COND_EQ, r, HELPER_map_delete_elem);
	if (gl->uses->takes_len)
		gen_add_unless(g, COND_NE, r, gl->len_off, -1);
	if (!e->is_unused)
		operand_unless(g, out, COND_NE, r, 0);
}
