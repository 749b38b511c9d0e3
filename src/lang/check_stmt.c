/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_stmt.c - statements: conditions, loops, declarations.
 *
 * The session runs loops over maps that are at the top level of BEGIN, END and interval, once
 * per entry (struct prog's parts).  These work on every kernel.  The body of any other loop
 * over a map becomes a function that the kernel calls.
 */
#include <string.h>

#include "base/text.h"
#include "builtin/builtin.h"
#include "lang/check_impl.h"
#include "provider/provider.h"

void check_nested(struct check *c, struct stmt *s)
{
	c->depth++;
	check_stmts(c, s);
	c->depth--;
}

static void check_loop_body(struct check *c, struct stmt *s)
{
	c->n_loops++;
	c->loops++;
	check_nested(c, s);
	c->loops--;
}

void check_condition(struct check *c, struct expr *e)
{
	check_truth(c, e, check_expr(c, e));
}

/* Declares the variable of a loop or let, as if it were assigned there. */
static struct local *declare(struct check *c, struct stmt *s, const struct type *t,
			     bool fixed)
{
	struct expr *e = expr_new(c->s->arena, EX_LOCAL, s->span);

	e->name = s->name;
	if (fixed) {
		infer_local_use(c, e);
		ex_local(e)->type = t;
		ex_local(e)->is_declared = true;
	} else {
		infer_local_store(c, e, t, false);
	}
	s->decl = expr_pair(c->s->arena, EX_ASSIGN, e, NULL, s->span);
	return s->local = ex_local(e);
}

static void check_let(struct check *c, struct stmt *s)
{
	bool is_text = s->tn && !s->tn->stars && !strcmp(s->tn->name, "string");
	const struct type *t = s->tn && !is_text ? check_type_name(c, s->tn) : NULL;

	if (is_text)	/* as long as its values */
		declare(c, s, type_string(c->s->arena, 8), false)->needs_init = true;
	if (t && (t->kind == TY_ERROR || t->kind == TY_UNKNOWN))
		return;
	if (t && type_is_chars(t))	/* room for all characters and a NUL */
		t = type_string(c->s->arena, t->count + 1);
	if (s->e) {
		const struct type *v = check_expr(c, s->e);

		if (!t) {
			declare(c, s, v, false);
			if (expr_is_literal(s->e))
				s->local->is_literal = true;
		}
	}
	if (t)
		declare(c, s, t, true);
}

/* ---- if ---- */

/* In a branch that is never taken fail() and static_assert() report nothing. */
static void check_branch(struct check *c, struct stmt *s, bool dead)
{
	c->dead += dead;
	check_nested(c, s);
	c->dead -= dead;
}

static void check_if(struct check *c, struct stmt *s)
{
	bool comptime, waits, is_known;
	const struct type *t = check_choice(c, s->e, &comptime, &waits);

	check_truth(c, s->e, t);
	is_known = s->e->kind == EX_INT;
	if (waits)
		return;
	if (comptime && is_known) {
		s->kind = ST_BLOCK;
		s->body = ex_num(s->e) ? s->body : s->other;
		s->other = NULL;	/* the branch left out is never checked */
		check_stmts(c, s->body);
		return;
	}
	check_branch(c, s->body, is_known && !ex_num(s->e));
	check_branch(c, s->other, is_known && ex_num(s->e));
}

/* ---- loops of many rounds ---- */

#define LENT_BYTES 240		/* bytes of locals that fit into the frame on the stack; if
				 * there are more, only numbers are lent */

/* Has the loop so few rounds that they are only a few more instructions? */
static bool is_short(const struct stmt *s)
{
	return s->kind == ST_FOR_RANGE && s->e->kind == EX_INT && s->e2->kind == EX_INT &&
	       ex_num(s->e2) - ex_num(s->e) <= 4;
}

/* Does e assign to the range's variable, which decides when the loop ends? */
static bool sets_range(void *arg, const struct expr *e)
{
	const struct stmt *s = arg;

	return (e->kind == EX_ASSIGN || e->kind == EX_INCDEC) && s->kind == ST_FOR_RANGE &&
	       e->a->kind == EX_LOCAL && ex_local(e->a) == s->local;
}

static bool is_no_number(void *arg, const struct expr *e)
{
	(void)arg;
	return e->kind == EX_LOCAL && (!ex_local(e) || !ex_local(e)->type ||
				       !type_is_scalar(ex_local(e)->type));
}

/* Does the kernel call its later rounds?  That is decided when all types are known. */
static bool is_called(struct check *c, struct stmt *s)
{
	u32 all = 0, numbers = 0;

	if (!c->final || c->s->arch->word != 8 || is_short(s) ||
	    stmt_any(s->body, sets_range, s))
		return false;
	for (const struct local *l = c->p->source->locals; l; l = l->next) {
		all += l->type ? ALIGN_UP(l->type->size, 8) : 8;
		numbers += 8;
	}
	if (all > LENT_BYTES && (numbers > LENT_BYTES || expr_any(s->e, is_no_number, NULL) ||
				 stmt_any(s->body, is_no_number, NULL)))
		return false;
	return image_calls_back(&c->s->image, FEATURE_LOOP);
}

/* Variables that are mentioned from here to check_rounds() can be lent to the called rounds. */
static void open_rounds(struct check *c, struct stmt *s)
{
	s->is_called = is_called(c, s);
	c->p->calls_rounds |= s->is_called;
	c->called += s->is_called;
}

static void check_rounds(struct check *c, struct stmt *s)
{
	u32 n = c->n_loops + 1;

	check_loop_body(c, s->body);
	s->has_loop = c->n_loops != n;
	c->called -= s->is_called;
}

static void check_while(struct check *c, struct stmt *s)
{
	open_rounds(c, s);
	check_condition(c, s->e);
	check_rounds(c, s);
}

static void check_range(struct check *c, struct stmt *s)
{
	struct expr *bounds[] = { s->e, s->e2 };

	for (u32 i = 0; i < 2; i++) {
		const struct type *t = check_expr(c, bounds[i]);

		if (!type_is_scalar(t) && t->kind != TY_UNKNOWN && t->kind != TY_ERROR)
			check_fail(c, E_ARG_TYPE, bounds[i]->span, "a range", "a number",
				   type_name(t));
	}
	open_rounds(c, s);
	declare(c, s, &type_s64, false);
	check_rounds(c, s);
}

/* The type of $kv.1.  An aggregation of one number is that number. */
static const struct type *loop_value(struct check *c, struct stmt *s, struct global *g)
{
	if (!g->value)
		return &type_unknown;
	if (g->value->kind != TY_AGG)
		return g->value;
	if (!g->value->agg->ops->is_number)
		return check_fail(c, E_FOR_VALUE, s->e->span, g->name,
				  g->value->agg->ops->name);
	return g->value->agg->is_signed ? &type_s64 : &type_u64;
}

/* Checks a loop whose body becomes a function that the kernel calls, unless it never runs. */
static void check_callback(struct check *c, struct stmt *s, struct global *g)
{
	g->uses->is_read = true;
	c->p->source->has_callbacks = true;
	if (c->dead)
		return;
	if (c->s->arch->word != 8)
		check_fail(c, E_FOR_MAP, s->e->span, g->name, text_of(T_64_BITS));
	else if (!image_calls_back(&c->s->image, FEATURE_FOR_EACH))
		check_fail(c, E_FOR_MAP, s->e->span, g->name, text_of(T_CALLS_BACK));
}

static void check_entries(struct check *c, struct stmt *s, struct global *g)
{
	const struct type *kv[2];

	g->uses->key_wide = true;
	kv[0] = check_key_type(c, g);
	kv[1] = loop_value(c, s, g);
	if (kv[1]->kind == TY_ERROR || (c->final && !kv[0]))	/* reported elsewhere */
		return;
	if (kv[0] && kv[0]->kind != TY_UNKNOWN && kv[1]->kind != TY_UNKNOWN)
		declare(c, s, type_tuple(c->s->arena, kv, 2), false);
	else if (c->final)
		check_fail(c, E_NEVER_SET, s->e->span, g->name);
	check_loop_body(c, s->body);
}

static void check_for_map(struct check *c, struct stmt *s)
{
	struct global *g = check_map_arg(c, s->e);
	bool in_kernel = c->depth || c->blocks || c->p->provider->runs <= RUN_ITER;
	struct local *hidden;

	if (!g || !check_is_map(c, s->e)) {
		if (c->final) {		/* no entries, or an error was reported */
			s->kind = ST_BLOCK;
			s->body = NULL;
		}
		return;
	}
	if (in_kernel)
		check_callback(c, s, g);
	c->p->source->has_map_loop |= !in_kernel;
	c->callbacks += in_kernel;
	hidden = infer_scope(c, &s->local, s->name);
	check_entries(c, s, g);
	infer_unscope(s->local, hidden);
	c->callbacks -= in_kernel;
}

static void check_unroll(struct check *c, struct stmt *s)
{
	s64 n;

	if (!check_const(c, s->e, &n))
		return;
	if (n < 1 || n > 100)
		check_fail(c, E_UNROLL, s->e->span);
	check_loop_body(c, s->body);
}

static void check_stmt(struct check *c, struct stmt *s)
{
	switch (s->kind) {
	case ST_EXPR:
		s->e->is_unused = true;
		check_expr(c, s->e);
		break;
	case ST_BLOCK:
		c->blocks++;
		check_stmts(c, s->body);
		c->blocks--;
		break;
	case ST_IF:
		check_if(c, s);
		break;
	case ST_WHILE:
		check_while(c, s);
		break;
	case ST_UNROLL:
		check_unroll(c, s);
		break;
	case ST_FOR_RANGE:
		check_range(c, s);
		break;
	case ST_FOR_MAP:
		check_for_map(c, s);
		break;
	case ST_BREAK:
	case ST_CONTINUE:
		if (!c->loops)
			check_fail(c, E_BREAK_PLACE, s->span);
		break;
	case ST_RETURN:
		if (s->e)
			check_expr(c, s->e);
		break;
	case ST_LET:
		check_let(c, s);
		break;
	default:
		bug("statement %d", s->kind);
	}
}

static const struct stmt *last_of(const struct stmt *s)
{
	while (s && s->next)
		s = s->next;
	return s;
}

/* Does nothing of the same block run after the statement? */
static bool is_end(const struct stmt *s)
{
	if (!s)
		return false;
	switch (s->kind) {
	case ST_BREAK:
	case ST_CONTINUE:
	case ST_RETURN:
		return true;
	case ST_EXPR:
		return s->e->kind == EX_BUILTIN && ex_builtin(s->e) && ex_builtin(s->e)->is_last;
	case ST_BLOCK:
		return is_end(last_of(s->body));
	case ST_IF:
		return is_end(last_of(s->body)) && is_end(last_of(s->other));
	default:
		return false;
	}
}

void check_stmts(struct check *c, struct stmt *s)
{
	for (; s; s = s->next) {
		check_stmt(c, s);
		if (c->final && !c->s->diag->errors && s->next && is_end(s))
			diag_say(c->s->diag, W_UNREACHABLE, s->next->span);
	}
}

/* { statements; value } */
const struct type *check_block(struct check *c, struct expr *e)
{
	const struct type *t = &type_void;

	c->p->source->pred_binds |= c->in_pred;
	c->blocks++;
	check_stmts(c, ex_body(e));
	if (e->a) {
		e->a->is_unused = e->is_unused;
		t = check_expr(c, e->a);
	}
	c->blocks--;
	return t;
}

/* Replaces a block in a list of statements by its statements, and its value by one more. */
static struct stmt *dissolve(struct check *c, struct stmt *s)
{
	struct expr *e = s->kind == ST_EXPR && s->e->kind == EX_BLOCK ? s->e : NULL;
	struct stmt **head = e ? &ex_body(e) : &s->body, **tail = head;

	if (!e && s->kind != ST_BLOCK)
		return s;
	while (*tail)
		tail = &(*tail)->next;
	if (e && e->a) {
		struct stmt *value = arena_memdup(c->s->arena, s, sizeof(*s));

		value->e = e->a;
		*tail = value;
		tail = &value->next;
	}
	*tail = s->next;
	return *head;
}

void check_body(struct check *c, struct stmt *body)
{
	struct stmt **s = body && body->kind == ST_BLOCK ? &body->body : NULL;

	while (s && *s) {
		struct stmt *flat = dissolve(c, *s);

		if (flat == *s)
			s = &flat->next;
		else
			*s = flat;
	}
	if (s)
		check_stmts(c, body->body);
	else
		check_stmts(c, body);
}
