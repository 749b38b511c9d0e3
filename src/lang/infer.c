/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * infer.c - types of globals and locals from their uses.
 *
 * Every use merges its type into what is known.  A literal integer fits any integer or pointer
 * that the other uses have; other integers widen to 64 bits.  Types that can't be merged are a
 * clash, which is reported with both places.
 */
#include <string.h>

#include "base/find.h"
#include "builtin/builtin.h"
#include "lang/check_impl.h"
#include "lang/names.h"

/* Is it a number that fits signed and unsigned integers?  A negative one needs a signed type. */
bool expr_is_literal(const struct expr *e)
{
	return e->kind == EX_INT && !ex_is_unsigned(e) && ex_num(e) >= 0 && e->type != &type_bool &&
	       (!e->type || e->type->kind != TY_ENUM);
}

/* Does its type adapt to that of other values in the same place?  All literals do. */
static bool is_fitting(const struct expr *e)
{
	return expr_is_literal(e) || e->kind == EX_STRING;
}

void infer_fit(struct check *c, struct expr *e, const struct type *t)
{
	if (!c->final || !t || !names_is(t) || e->kind != EX_STRING)
		return;
	expr_become_int(e, names_id(&c->s->image, t, e->name));
	e->type = t;
}

/* Fetches the members of what is stored, because its reader no longer has BTF. */
static void complete(const struct type *t)
{
	while (t->kind == TY_ARRAY && t->elem)
		t = t->elem;
	type_complete(t);
}

const struct type *check_stored(struct check *c, const struct type *t)
{
	if (t->kind == TY_INT && t->size < 8 && t->show != SHOW_WORD)
		return &type_s64;	/* holds the values of all narrower types */
	if (t->kind == TY_STRING && !t->size)
		return type_string(c->s->arena, c->s->image.opt.strlen);
	complete(t);
	return t;
}

/* ---- learning ---- */

/* Merges t into *type; false on a clash. */
static bool learn_exact(struct check *c, const struct type **type, bool *literal,
			const struct type *t, bool is_literal)
{
	const struct type *m = infer_merge(c, (struct seen){ *type, *literal },
					   (struct seen){ t, is_literal });

	if (!m)
		return false;
	if (!*type || (*type)->kind == TY_UNKNOWN) {
		*literal = is_literal;
		c->changed |= m->kind != TY_UNKNOWN && m->kind != TY_ERROR;
	} else {
		c->changed |= !type_same(*type, m);
		if (t->kind != TY_UNKNOWN && t->kind != TY_ERROR)
			*literal = *literal && is_literal;
	}
	if (m->kind != TY_ERROR)
		*type = m;
	return true;
}

/* The same for the type that t has when stored. */
static bool learn(struct check *c, const struct type **type, bool *literal,
		  const struct type *t, bool is_literal)
{
	return learn_exact(c, type, literal, check_stored(c, t), is_literal);
}

/* ---- globals ---- */

struct global *script_global(struct script *s, const char *name)
{
	for (size_t i = 0; i < s->image.globals.n; i++)
		if (s->image.globals.v[i]->name == name)
			return s->image.globals.v[i];
	return NULL;
}

struct global *infer_global(struct check *c, const char *name, struct span at)
{
	struct global *g = script_global(c->s, name);

	if (g) {
		g->uses->is_mentioned = true;
		return g;
	}
	g = arena_new(c->s->arena, struct global);
	g->uses = arena_new(c->s->arena, struct global_uses);
	g->name = name;
	g->first = at;
	g->uses->is_mentioned = true;
	g->index = (u32)c->s->image.globals.n;
	g->map = NO_MAP;
	vec_push(&c->s->image.globals, g);
	c->changed = true;
	return g;
}

struct global *check_map_arg(struct check *c, struct expr *e)
{
	if (e->kind == EX_NAME && script_global(c->s, e->name))
		expr_become(e, EX_GLOBAL);
	if (e->kind != EX_GLOBAL || e->n_args) {
		check_fail(c, E_WANT_MAP, e->span);
		return NULL;
	}
	ex_global(e) = infer_global(c, e->name, e->span);
	e->type = &type_void;
	return ex_global(e);
}

void check_keys(struct check *c, struct expr *e)
{
	infer_keys(c, e);
	e->type = ex_global(e)->value ? ex_global(e)->value : &type_unknown;
}

static void clash(struct check *c, enum diag_tag tag, struct global *g, struct span at,
		  struct span before, const char *is, const char *was)
{
	if (!c->final)
		return;
	(diag_say)(c->s->diag, tag, at, g->name, is, was);
	if (before.beg && before.beg != at.beg)
		diag_note(c->s->diag, before, "first used that way here");
}

#define clash(c, tag, g, at, before, is, was) \
	(FORMAT_CHECK(tag, (g)->name, is, was), clash(c, tag, g, at, before, is, was))

/* Is it a cast, or a call whose first argument is a value?  That of ustack(perf, 1) is a word. */
static bool wraps_value(const struct registry *r, const struct expr *e)
{
	const struct builtin *b;
	const char *params;

	if (e->kind != EX_CALL || !e->n_args)
		return e->kind == EX_CAST && e->a;
	b = registry_builtin(r, e->name);
	params = b ? builtin_params(b) : "";
	return !starts_with(params + strspn(params, "(["), "raw ");
}

/* The name of a column or label for this key: the name that the script writes, possibly within
 * casts and calls; NULL if there is none, or if outputs use that name themselves. */
static const char *key_name(const struct registry *r, const struct global *g,
			    const struct expr *e)
{
	static const char *const taken[] = { "le", "value", "entry", "map", "quantile",
					    "script" };

	while (wraps_value(r, e))
		e = e->kind == EX_CALL ? e->args[0] : e->a;
	if ((e->kind != EX_NAME && e->kind != EX_MEMBER && e->kind != EX_LOCAL &&
	     e->kind != EX_CALL) || !e->name || e->name[0] == '_')
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(taken); i++)
		if (!strcmp(e->name, taken[i]))
			return NULL;
	for (u32 i = 0; i < g->n_keys; i++)
		if (g->key_names[i] && !strcmp(e->name, g->key_names[i]))
			return NULL;
	return e->name;
}

static void first_keys(struct check *c, struct global *g, struct expr *e)
{
	g->n_keys = e->n_args;
	g->uses->used_keyed = e->n_args > 0;
	g->uses->used_plain = !e->n_args;
	g->uses->keys_at = e->span;
	g->uses->keys = arena_array(c->s->arena, const struct type *, e->n_args + 1);
	g->uses->key_literal = arena_array(c->s->arena, bool, e->n_args + 1);
	g->key_names = arena_array(c->s->arena, const char *, e->n_args + 1);
	for (u32 i = 0; i < e->n_args; i++)
		g->key_names[i] = key_name(c->s->registry, g, e->args[i]);
}

bool check_is_map(struct check *c, struct expr *e)
{
	struct global *g = ex_global(e);

	if (c->s->lacks_clauses && !g->value && !g->uses->used_plain) {
		if (c->final && !g->uses->used_keyed) {
			expr_one_arg(c->s->arena, e, expr_int(c->s->arena, 0, e->span));
			first_keys(c, g, e);
		}
		return false;
	}
	if (!g->uses->used_keyed)
		check_fail(c, E_WANT_MAP, e->span);
	return g->uses->used_keyed;
}

/* @m[(a, b)] is @m[a, b], and so is @m[$t] with a tuple $t.  False if that is not yet known. */
static bool flatten_key(struct check *c, struct expr *e)
{
	struct expr *only = e->n_args == 1 ? e->args[0] : NULL;
	const struct type *t;

	if (only && only->kind == EX_TUPLE) {
		e->args = only->args;
		e->n_args = only->n_args;
	}
	if (!only || (only->kind != EX_LOCAL && only->kind != EX_MEMBER &&
		      only->kind != EX_GLOBAL))
		return true;
	t = check_expr(c, only);
	if (t->kind == TY_TUPLE && t->count) {
		e->n_args = t->count;
		e->args = arena_array(c->s->arena, struct expr *, t->count);
		for (u32 i = 0; i < t->count; i++) {
			e->args[i] = expr_pair(c->s->arena, EX_MEMBER,
					       expr_clone(c->s->arena, only), NULL, only->span);
			ex_index(e->args[i]) = i;
		}
	}
	return c->final || t->kind != TY_UNKNOWN;
}

void infer_keys(struct check *c, struct expr *e)
{
	struct global *g = ex_global(e) = infer_global(c, e->name, e->span);

	g->uses->in_loop |= c->loops || c->callbacks;
	if (!flatten_key(c, e))
		return;
	if (!g->uses->used_keyed && !g->uses->used_plain)
		first_keys(c, g, e);
	for (u32 i = 0; i < e->n_args; i++) {
		const struct type *t = check_kept(c, e->args[i], check_expr(c, e->args[i]));

		if (e->n_args != g->n_keys)
			continue;
		g->uses->key_wide |= t->kind != TY_UNKNOWN && t != &type_u32;
		if (check_no_value(c, t, e->args[i]->span) ||
		    check_passing(c, t, e->args[i]->span))
			continue;
		if (!learn(c, &g->uses->keys[i], &g->uses->key_literal[i], t,
				is_fitting(e->args[i])))
			clash(c, E_KEY_TYPE, g, e->args[i]->span, g->uses->keys_at,
			      type_name(t), type_name(g->uses->keys[i]));
		infer_fit(c, e->args[i], g->uses->keys[i]);
	}
	if (e->n_args != g->n_keys && c->final) {
		diag_say(c->s->diag, E_KEY_COUNT, e->span, g->name, e->n_args, g->n_keys);
		diag_note(c->s->diag, g->uses->keys_at, "first used that way here");
	}
}

static void suggest_global(struct check *c, const char *name)
{
	struct near n;

	near_init(&n, name);
	for (size_t i = 0; i < c->s->image.globals.n; i++)
		if (c->s->image.globals.v[i]->value)
			near_offer(&n, c->s->image.globals.v[i]->name);
	diag_suggest(c->s->diag, "@", n.best);
}

const struct type *infer_global_use(struct check *c, struct expr *e)
{
	struct global *g;

	infer_keys(c, e);
	g = ex_global(e);
	g->uses->is_read = true;
	if (g->is_agg && !g->value->agg->ops->is_number)
		return check_fail(c, E_AGG_READ, e->span, g->name, g->value->agg->ops->name);
	if (g->is_agg)	/* one number, or one per CPU: put together when it is read */
		return g->value->agg->is_signed ? &type_s64 : &type_u64;
	if (!g->value) {
		if (!c->final)
			return &type_unknown;
		if (c->s->lacks_clauses)	/* those may assign it */
			return g->value = &type_s64;
		check_fail(c, E_NEVER_SET, e->span, g->name);
		suggest_global(c, g->name);
		return &type_error;
	}
	return g->value;
}

void infer_store(struct check *c, struct global *g, const struct type *t, bool literal,
		 struct span at)
{
	if (check_no_value(c, t, at) || check_passing(c, t, at))
		return;
	if (g->is_agg) {
		clash(c, E_AGG_CLASH, g, at, g->uses->agg_at, type_name(t), "an aggregation");
		return;
	}
	if (!g->value)
		g->uses->value_at = at;
	if (!learn(c, &g->value, &g->uses->value_literal, t, literal))
		clash(c, E_VALUE_TYPE, g, at, g->uses->value_at, type_name(t), type_name(g->value));
}

void infer_agg(struct check *c, struct global *g, const struct type *t, struct span at)
{
	if (t->kind != TY_AGG)
		return;
	if (!g->is_agg && (g->uses->is_stored || g->uses->is_added)) {
		clash(c, E_AGG_CLASH, g, at, g->uses->value_at, t->agg->ops->name,
		      g->value ? type_name(g->value) : "a plain value");
		return;
	}
	if (!g->is_agg) {
		g->is_agg = true;
		g->uses->agg_at = at;
		g->value = t;
		c->changed = true;
		return;
	}
	if (!type_same_agg(g->value->agg, t->agg)) {
		const char *name = g->value->agg->ops->name;

		clash(c, E_AGG_CLASH, g, at, g->uses->agg_at, t->agg->ops->name,
		      strcmp(name, t->agg->ops->name) ? name :
		      arena_printf(c->s->arena, "another %s", name));
	} else if (t->agg->is_signed && !g->value->agg->is_signed) {
		g->value = t;	/* if any value is signed, the aggregation is */
		c->changed = true;
	}
}

/* ---- locals ---- */

static struct local *find_local(struct check *c, const char *name)
{
	for (struct local *l = c->p->source->locals; l; l = l->next)
		if (l->name == name)
			return l;
	return NULL;
}

bool infer_is_local(struct check *c, const char *name)
{
	const struct local *l = find_local(c, name);

	return l && l->type;
}

static struct local *new_local(struct check *c, const char *name)
{
	struct local *l = arena_new(c->s->arena, struct local);

	l->name = name;
	l->next = c->p->source->locals;
	c->p->source->locals = l;
	c->changed = true;
	return l;
}

struct local *infer_scope(struct check *c, struct local **own, const char *name)
{
	struct local *hidden = find_local(c, name);

	if (hidden)
		hidden->name = "";
	if (!*own)
		*own = new_local(c, name);
	(*own)->name = name;
	return hidden;
}

void infer_unscope(struct local *own, struct local *hidden)
{
	if (hidden)
		hidden->name = own->name;
	own->name = "";
}

static struct local *local_of(struct check *c, struct expr *e, bool is_store)
{
	struct local *l = find_local(c, e->name);

	if (!l) {
		l = new_local(c, e->name);
		l->needs_init = !is_store || c->depth > 0;
	}
	l->is_shared |= c->callbacks > 0;
	l->is_lent |= c->called > 0;
	ex_local(e) = l;
	return l;
}

static void suggest_local(struct check *c, const char *name)
{
	struct near n;

	near_init(&n, name);
	for (const struct local *l = c->p->source->locals; l; l = l->next)
		if (l->type && *l->name)
			near_offer(&n, l->name);
	diag_suggest(c->s->diag, "$", n.best);
}

const struct type *infer_local_use(struct check *c, struct expr *e)
{
	struct local *l = local_of(c, e, false);

	if (l->type)
		return l->type;
	if (!c->final)
		return &type_unknown;
	check_fail(c, E_NO_LOCAL, e->span, e->name);
	suggest_local(c, e->name);
	return &type_error;
}

/* A $variable keeps a narrow integer type if all its values have that type, so that
 * bswap($port) stays 16 bits wide.  Otherwise it has 64 bits. */
static const struct type *local_type(struct check *c, const struct local *l,
				     const struct type *t)
{
	if (!l->type || l->type->kind == TY_UNKNOWN || type_same(l->type, t))
		return t->kind == TY_STRING && !t->size ? check_stored(c, t) : t;
	return check_stored(c, t);
}

void infer_local_store(struct check *c, struct expr *e, const struct type *t, bool literal)
{
	struct local *l = local_of(c, e, true);

	if (check_no_value(c, t, e->span) || check_copied(c, t, e->span))
		return;
	if (!l->type)
		l->first = e->span;
	if (l->is_declared) {
		if (type_is_scalar(l->type) != type_is_scalar(t) && c->final &&
		    t->kind != TY_UNKNOWN && t->kind != TY_ERROR)
			diag_say(c->s->diag, E_LOCAL_TYPE, e->span, l->name, type_name(t),
				 type_name(l->type));
		return;
	}
	if (!learn_exact(c, &l->type, &l->is_literal, local_type(c, l, t), literal) &&
	    c->final) {
		diag_say(c->s->diag, E_LOCAL_TYPE, e->span, l->name, type_name(t),
			 type_name(l->type));
		diag_note(c->s->diag, l->first, "first assigned here");
	}
}
