/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gen_typed.c - loads through pointers whose types the verifier knows.
 *
 * If the verifier knows that a register points to a structure of the kernel, the program may load
 * the structure's members without a helper, which costs a tenth.  It knows that of the arguments of
 * a trampoline's program, of the current task, and of pointers that are loaded from these.  From
 * 6.2 on a program can tell it the type of any value (bpf_rdonly_cast).  From 6.17 on it can also
 * say that a value points to memory, which serves for structures that the script declares.
 *
 * A load can't tell that it failed: the kernel then makes the value 0.  So a value of 0 is read
 * again by a helper, which counts failed reads.  Helpers also read what is at an address outside of
 * the kernel, which may be memory of a program:
 *
 *	v = root;
 *	if (v is no kernel address) goto helper_0;
 *	w = v->first; if (!w) goto helper_0; v = w;
 *	if (v is no kernel address) goto helper_1;
 *	w = v->second; if (!w) goto helper_1; v = w;
 *	goto end;
 *   helper_0:
 *	v = read(&v->first);
 *   helper_1:
 *	v = read(&v->second);
 *   end:
 *
 * The current task itself is always there.
 *
 * What this file believes of a type need not be what the verifier finds.  If a program is refused,
 * it is compiled again without such loads (AGAIN_PLAIN).
 */
#include "builtin/builtin.h"
#include "gen/gen_impl.h"
#include "provider/provider.h"

#define MOST 16			/* pointers in a row */

struct chain {
	struct expr *root;	/* the first pointer */
	bool is_told;		/* the verifier is told what it points to: */
	u32 told;		/* … the id of that type; 0, which is void: memory of any kind */
	bool is_task;		/* it is the current task */
	u32 n;
	struct hop { s32 off; u32 size; enum space space; } hops[MOST];
	bool ends_in_pointer;	/* the last value is a pointer, as the verifier sees it */
	const struct type *to;	/* … to this structure; or NULL */
};

/* ---- what the verifier knows ---- */

static bool is_known(const struct type *t)
{
	return t && t->kind == TY_PTR && t->space == SPACE_KERNEL && t->elem &&
	       t->elem->kind == TY_STRUCT && t->elem->size;
}

/* Notes what a load of `size` bytes gives at `at` of a member of type m, or of its elements. */
static bool ends_here(struct chain *c, const struct type *m, u32 at, u32 size)
{
	const struct type *t = m;

	while (t->kind == TY_ARRAY)
		t = t->elem;
	if (t->kind != TY_PTR)
		return at + size <= m->size;
	c->ends_in_pointer = true;
	c->to = is_known(t) ? t->elem : NULL;
	return size == t->size && at % size == 0;
}

/*
 * Does the verifier allow a load of `size` bytes at off of t?  Its rules are those of
 * btf_struct_walk() in kernel/bpf/btf.c: the first member decides that has some of the bytes.
 */
static bool may_load(struct chain *c, const struct type *t, u32 off, u32 size)
{
	const struct type *inner = type_complete(t);

	c->to = NULL;
	c->ends_in_pointer = false;
	while (inner) {
		t = inner;
		inner = NULL;
		for (u32 i = 0; i < t->count && !inner; i++) {
			const struct member *m = &t->members[i];
			u32 from = m->off + m->bit_off / 8;

			if (off + size <= from || (!m->bit_size && off < from))
				return false;
			if (m->bit_size && off <= from &&
			    m->off * 8 + m->bit_off + m->bit_size <= (off + size) * 8)
				return true;
			if (m->bit_size || off >= from + m->type->size)
				continue;
			off -= from;
			for (inner = m->type; inner->kind == TY_ARRAY; )
				inner = inner->elem;
			if (inner->kind != TY_STRUCT)
				return ends_here(c, m->type, off, size);
			off %= inner->size;
			inner = type_complete(inner);
		}
	}
	return false;
}

/* The slot of a trampoline's context that e is; -1: it is none. */
static s64 slot_of(const struct gen *g, const struct expr *e)
{
	const struct target *t = g->p->targets.v[0];

	if (e->kind == EX_ARG && e->n_args == 1)
		e = e->args[0];
	if (g->p->ctx_form || !(g->p->provider->offers & OFFERS_CTX_ARGS))
		return -1;
	if (e->kind == EX_MEMBER && e->a->kind == EX_BUILTIN && ex_off(e) % 8 == 0 &&
	    ex_builtin(e->a)->flags & (SEES_RECORD | SEES_PARAMS))
		return ex_off(e) / 8;
	if (e->kind != EX_BUILTIN)
		return -1;
	if (ex_builtin(e)->flags & SEES_ARG)
		return ex_num(e->args[0]);
	return ex_builtin(e)->flags & SEES_RETVAL ? (s64)t->n_slots : -1;
}

/* Makes e the root of the chain if the verifier knows what it points to. */
static bool begins(struct gen *g, struct chain *c, struct expr *e)
{
	s64 at = slot_of(g, e);
	const struct type *t = NULL;

	c->is_task = e->kind == EX_BUILTIN && ex_builtin(e)->is_task &&
		     g->s->image.has(FEATURE_TASK_BTF);
	if (c->is_task)
		t = e->type;
	else if (at >= 0)
		t = g->s->slot_type(g->s, g->p, (u32)at);
	c->root = e;
	c->is_told = false;
	c->n = 0;
	c->to = is_known(t) ? t->elem : NULL;
	return c->to != NULL;
}

/* Casts keep all bits of a pointer. */
static struct expr *skip_casts(struct expr *e)
{
	while (e->kind == EX_CAST && type_is_scalar(e->type) && type_is_scalar(e->a->type) &&
	       e->type->size == 8 && e->a->type->size == 8)
		e = e->a;
	return e;
}

/* Can the verifier be told what b points to, so that it allows a load of `size` bytes at off? */
static bool may_tell(struct gen *g, struct chain *c, struct expr *b, u32 off, u32 size)
{
	const struct type *t = b->type->elem;

	c->root = b;
	c->is_told = true;
	c->is_task = false;
	c->n = 0;
	c->told = t->size ? g->s->type_id(g->s, t) : 0;
	if (c->told && g->s->image.has(FEATURE_RDONLY_CAST) && may_load(c, t, off, size))
		return true;
	c->told = 0;
	c->to = NULL;
	c->ends_in_pointer = false;
	return space_is_foreign(gen_space(g, b->type)) && g->s->image.has(FEATURE_RDONLY_MEM);
}

/* Is e a value that is loaded by its type?  Then *c says how. */
static bool find_chain(struct gen *g, struct chain *c, struct expr *e)
{
	struct expr *b, *p;
	u32 size;
	s32 off;

	if ((e->kind != EX_MEMBER && e->kind != EX_UNARY) || !type_fits_reg(e->type))
		return false;
	b = gen_object_of(e, &off);
	if (!b || b->type->kind != TY_PTR || !b->type->elem)
		return false;
	size = gen_load_size(e->type, e->kind == EX_MEMBER ? ex_member(e) : NULL);
	if (off < 0 || off % (s32)size || gen_space(g, b->type) == SPACE_USER)
		return false;
	p = skip_casts(b);
	if (!g->s->type_id(g->s, b->type->elem) ||
	    !(begins(g, c, p) || (find_chain(g, c, p) && c->to)) || c->n == MOST ||
	    !may_load(c, c->to, (u32)off, size))
		if (!may_tell(g, c, b, (u32)off, size))
			return false;
	c->hops[c->n++] = (struct hop){ off, size, gen_space(g, b->type) };
	return true;
}

/* Not in parts of programs, which are never compiled again. */
bool gen_may_use_types(const struct gen *g)
{
	return g->s->type_id && !g->p->is_plain && !g->p->source->has_map_loop &&
	       g->s->arch->word == 8;
}

bool gen_is_typed(struct gen *g, struct expr *e)
{
	struct chain c;

	return gen_may_use_types(g) && find_chain(g, &c, e);
}

/* ---- code ---- */

/* v = v, which the verifier then believes to point to the type with this id. */
static void tell_type(struct gen *g, vreg v, u32 id)
{
	struct ir_arg args[] = { ARG_R(v), ARG_I(id) };

	gen_call(g, v, HELPER_rdonly_cast, args, ARRAY_SIZE(args));
}

/*
 * The verifier allows little with a pointer but loads.  It takes the result of a negation for a
 * number.
 */
static void make_number(struct gen *g, vreg v)
{
	ir_alui(g->ir, ALU_NEG, v, 0);
	ir_alui(g->ir, ALU_NEG, v, 0);
}

static void read_by_helper(struct gen *g, vreg v, const struct hop *h)
{
	struct place tmp = place_slot(gen_slot(g, h->size), 0);

	gen_probe_read(g, tmp, h->size, v, h->off, h->space);
	place_load(g, v, h->size, tmp);
}

/* v = what is at hop h of v.  Goes to `again`, with the old v, if that is 0. */
static void load_hop(struct gen *g, const struct hop *h, vreg v, label again)
{
	vreg w = ir_vreg(g->ir);

	ir_load(g->ir, h->size, w, v, h->off);
	ir_jcci(g->ir, COND_EQ, w, 0, again);
	ir_mov(g->ir, v, w);
}

static void emit_chain(struct gen *g, const struct chain *c, vreg v)
{
	enum cond no_address = g->s->arch->spaces_overlap ? COND_EQ : COND_SGE;
	label helper[MOST], end = ir_label(g->ir);

	for (u32 i = 0; i < c->n; i++) {
		bool is_task = !i && c->is_task;

		helper[i] = ir_label(g->ir);
		if (!is_task)
			ir_jcci(g->ir, no_address, v, 0, helper[i]);
		if (!i && c->is_told)
			tell_type(g, v, c->told);
		if (is_task)
			ir_load(g->ir, c->hops[i].size, v, v, c->hops[i].off);
		else
			load_hop(g, &c->hops[i], v, helper[i]);
	}
	if (c->ends_in_pointer)
		make_number(g, v);
	if (c->n > 1 || !c->is_task)
		ir_jmp(g->ir, end);
	for (u32 i = c->is_task; i < c->n; i++) {
		ir_put(g->ir, helper[i]);
		read_by_helper(g, v, &c->hops[i]);
	}
	ir_put(g->ir, end);
}

bool gen_typed(struct gen *g, struct expr *e, vreg *out)
{
	struct chain c;
	vreg v, root;

	if (!gen_may_use_types(g) || !find_chain(g, &c, e))
		return false;
	g->uses_types = true;
	g->uses_slots |= slot_of(g, c.root) >= 0 && !c.is_told;
	v = ir_vreg(g->ir);
	root = c.is_task ? gen_shared(g, SHARED_TASK_BTF) : gen_reg(g, c.root);
	/* members of the task may be pointers that the kernel wants compared with NULL */
	if (c.is_task && c.n > 1 && g->s->image.has(FEATURE_RDONLY_CAST)) {
		c.is_told = true;
		c.told = g->s->type_id(g->s, c.root->type->elem);
	}
	ir_mov(g->ir, v, root);
	emit_chain(g, &c, v);
	*out = v;
	return true;
}
