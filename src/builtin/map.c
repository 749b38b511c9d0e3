/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * map.c - questions about maps that the program answers: has_key, find, len.
 */
#include <linux/bpf.h>
#include "base/text.h"
#include "gen/gen.h"
#include "builtin/builtin.h"
#include "builtin/stack.h"
#include "lang/check.h"
#include "tables.h"

/* has_key(@m, k) becomes has_key(@m[k]). */
static const struct type *check_has_key(struct check *c, struct expr *e)
{
	struct expr *m = e->args[0];

	if (m->kind == EX_NAME && script_global(c->s, m->name))
		expr_become(m, EX_GLOBAL);
	if (m->kind == EX_GLOBAL && !m->n_args) {
		m->args = e->args + 1;
		m->n_args = e->n_args - 1;
		e->n_args = 1;
	}
	if (m->kind != EX_GLOBAL || !m->n_args)
		return check_fail(c, E_WANT_MAP, m->span);
	check_keys(c, m);
	return &type_bool;
}

/* find(@m, k, $v) is has_key(@m, k) && { $v = @m[k]; true }. */
static const struct type *check_find(struct check *c, struct expr *e)
{
	struct expr *v = e->args[e->n_args - 1], *m = e->args[0], *b;
	struct global *g = m->kind == EX_GLOBAL ? script_global(c->s, m->name) : NULL;
	struct stmt *s;

	if (e->n_args < 3 || v->kind != EX_LOCAL ||
	    (g && g->n_keys == e->n_args - 1 && e->args[1]->kind != EX_TUPLE))
		return check_has_key(c, e);
	e->n_args--;
	check_has_key(c, e);
	b = expr_pair(c->s->arena, EX_ASSIGN, v, expr_clone(c->s->arena, m), e->span);
	s = arena_new(c->s->arena, struct stmt);
	s->kind = ST_EXPR;
	s->e = b;
	b = expr_new(c->s->arena, EX_BLOCK, e->span);
	ex_body(b) = s;
	b->a = expr_int(c->s->arena, 1, e->span);
	m = arena_memdup(c->s->arena, e, sizeof(*e));
	expr_become(e, EX_BINARY);
	e->op = OP_AND;
	e->a = m;
	e->b = b;
	return check_expr(c, e);
}

static void gen_has_key(struct gen *g, struct expr *e, struct operand *out)
{
	gen_has_entry(g, e->args[0], out);
}

/* The program can't count entries that the kernel evicts, so len() walks over the map. */
static const struct type *check_len_lru(struct check *c, struct expr *e)
{
	const char *needs = c->s->arch->word != 8 ? text_of(T_64_BITS) :
			    !image_calls_back(&c->s->image, FEATURE_FOR_EACH) ?
			    text_of(T_CALLS_BACK) : NULL;

	return needs ? check_fail(c, E_KERNEL_LACKS, e->span, "len() of an lruhash", needs,
				  "use hash()") : &type_s64;
}

/* No kernel tells programs how many entries a map has, so programs count them. */
static const struct type *check_len(struct check *c, struct expr *e)
{
	struct expr *m = e->args[0];
	struct global *g;

	if (m->kind != EX_GLOBAL && !(m->kind == EX_NAME && script_global(c->s, m->name)))
		return check_stack_len(c, m);
	g = check_map_arg(c, m);
	if (!g)
		return &type_error;
	if (!check_is_map(c, m)) {
		if (c->final)
			expr_become_int(e, 0);
		return &type_s64;
	}
	if (g->uses->map_kind == BPF_MAP_TYPE_LRU_HASH)
		return check_len_lru(c, e);
	g->uses->takes_len = true;
	return &type_s64;
}

static void gen_len(struct gen *g, struct expr *e, struct operand *out)
{
	struct expr *of = e->args[0];
	const struct global *gl;

	if (of->kind == EX_GLOBAL) {
		gl = ex_global(of);
		operand_set(out, gl->uses->takes_len ? gen_sum_cpus(g, gl->len_off) :
						       gen_walk(g, gl));
	} else if (expr_is_dynamic(of)) {
		gen_place(g, of);
		operand_set(out, gen_dynamic_len(g, of));
	} else {
		gen_stack_len(g, of, out);
	}
}

static const struct builtin rows[] = {
	{ PROTO("find", "bool", "(raw m [, ...])"), .check = check_find, .gen = gen_has_key },
	{ PROTO("has_key", "bool", "(raw m [, ...])"), .check = check_has_key,
	  .gen = gen_has_key },
	{ PROTO("len", "s64", "(raw map_or_stack)"), .check = check_len, .gen = gen_len },
};
const struct builtin_table builtin_map = { rows, ARRAY_SIZE(rows) };
