/* SPDX-License-Identifier: GPL-2.0-or-later */
/* build.c - the nodes of the tree, as the grammar makes them; see build.h. */
#include "lang/build.h"

#include <string.h>

struct expr *expr_new(struct lexer *lx, enum expr_kind kind, struct span at)
{
	struct expr *e = arena_new(lx->p->arena, struct expr);

	e->kind = kind;
	e->span = at;
	e->depth = 1;
	return e;
}

struct expr *expr_named(struct lexer *lx, enum expr_kind kind, struct span at, const char *name)
{
	struct expr *e = expr_new(lx, kind, at);

	e->name = name;
	e->name_span = at;
	return e;
}

static u32 deeper(u32 depth, const struct expr *e)
{
	return e && e->depth > depth ? e->depth : depth;
}

static bool too_deep(struct lexer *lx, u32 depth, struct span at)
{
	if (depth <= MAX_DEPTH)
		return false;
	lex_fail(lx, E_TOO_DEEP, (struct span){ at.beg, at.beg + 1 });
	lx->at_end = lx->closing = true;
	return true;
}

struct expr *expr_done(struct lexer *lx, struct expr *e)
{
	u32 depth = deeper(deeper(deeper(0, e->a), e->b), e->c);

	for (u32 i = 0; i < e->n_args; i++)
		depth = deeper(depth, e->args[i]);
	for (struct stmt *s = e->body; s; s = s->next)
		depth = s->depth > depth ? s->depth : depth;
	e->depth = depth + 1;
	if (too_deep(lx, e->depth, e->span))
		return expr_new(lx, EX_INT, e->span);
	return e;
}

struct expr *expr_op(struct lexer *lx, enum expr_kind kind, enum op op, struct span at,
		     struct expr *a, struct expr *b)
{
	struct expr *e = expr_new(lx, kind, at);

	e->op = op;
	e->a = a;
	e->b = b;
	return expr_done(lx, e);
}

struct expr_list list_add(struct expr_list list, struct expr *e)
{
	e->next = NULL;
	if (list.last)
		list.last->next = e;
	else
		list.first = e;
	list.last = e;
	list.n++;
	return list;
}

struct expr *expr_list_of(struct lexer *lx, struct expr *e, struct expr_list list)
{
	struct expr *next;
	u32 i = 0;

	e->n_args = list.n;
	e->args = list.n ? arena_array(lx->p->arena, struct expr *, list.n) : NULL;
	for (struct expr *x = list.first; x; x = next) {
		next = x->next;
		x->next = NULL;
		e->args[i++] = x;
	}
	return expr_done(lx, e);
}

static bool is_place(const struct expr *e)
{
	return e->kind == EX_GLOBAL || e->kind == EX_LOCAL || e->kind == EX_NAME ||
		e->kind == EX_INDEX || e->kind == EX_MEMBER ||
		(e->kind == EX_UNARY && e->op == OP_DEREF);
}

static void need_place(struct lexer *lx, const struct expr *e, const char *what)
{
	if (!is_place(e))
		lex_fail(lx, E_SYNTAX, e->span, what);
}

struct expr *expr_assign(struct lexer *lx, enum op op, struct span at,
			 struct expr *a, struct expr *b)
{
	need_place(lx, a, "only a variable or a map's entry can be assigned to");
	return expr_op(lx, EX_ASSIGN, op, at, a, b);
}

struct expr *expr_step(struct lexer *lx, enum op op, bool post, struct span at, struct expr *a)
{
	struct expr *e;

	need_place(lx, a, "only a variable or a map's entry can be counted up or down");
	e = expr_op(lx, EX_INCDEC, op, at, a, NULL);
	e->is_post = post;
	return e;
}

struct expr *expr_index(struct lexer *lx, struct span at, struct expr *a, struct expr_list keys)
{
	struct expr *e = a;

	if (a->kind == EX_GLOBAL && !a->n_args && !a->has_parens) {
		e->span = at;
	} else {
		e = expr_new(lx, EX_INDEX, at);
		e->a = a;
	}
	return expr_list_of(lx, e, keys);
}

static bool is_field(const struct expr *e)
{
	return e->kind == EX_ASSIGN && e->op == OP_NONE && e->a->kind == EX_NAME &&
		!e->has_parens && e->b->kind != EX_NIL;
}

/* (x) is x; (x, y) and (x,) are tuples; (a = x, b = y) is a record. */
struct expr *expr_parens(struct lexer *lx, struct span at, struct expr_list list)
{
	struct expr *e = list.first;
	u32 fields = 0;

	for (; e; e = e->next)
		fields += is_field(e);
	e = list.first;
	if (list.n == 1 && !list.comma && !fields) {
		e->has_parens = true;
		if (e->kind != EX_CALL)
			e->span = at;
		return e;
	}
	if (fields && fields < list.n)
		lex_fail(lx, E_SYNTAX, at, "either all fields of a record have names, or none");
	return expr_list_of(lx, expr_new(lx, fields ? EX_RECORD : EX_TUPLE, at), list);
}

struct expr *expr_delete(struct lexer *lx, struct span at, struct expr *what)
{
	struct expr *e = expr_new(lx, EX_DELETE, at);

	if (what->kind == EX_TUPLE) {
		e->args = what->args;
		e->n_args = what->n_args;
		return expr_done(lx, e);
	}
	if (what->kind != EX_GLOBAL && what->kind != EX_INDEX && what->kind != EX_NAME)
		lex_fail(lx, E_SYNTAX, what->span, "only an entry of a map can be deleted");
	what->has_parens = false;
	return expr_list_of(lx, e, list_add((struct expr_list){ 0 }, what));
}

/* The last expression, if no ';' follows it, is the block's value. */
struct expr *expr_block(struct lexer *lx, struct span at, struct stmt_list body)
{
	struct expr *e = expr_new(lx, EX_BLOCK, at);
	struct stmt **at_last = &e->body;

	e->body = body.first;
	if (body.last && body.last == lx->tail && body.last->kind == ST_EXPR) {
		while (*at_last != body.last)
			at_last = &(*at_last)->next;
		*at_last = NULL;
		e->a = body.last->e;
	}
	return expr_done(lx, e);
}

struct stmt *stmt_done(struct lexer *lx, struct stmt *s)
{
	u32 depth = deeper(deeper(0, s->e), s->e2);

	for (struct stmt *b = s->body; b; b = b->next)
		depth = b->depth > depth ? b->depth : depth;
	if (s->other && s->other->depth > depth)
		depth = s->other->depth;
	s->depth = depth + 1;
	if (too_deep(lx, s->depth, s->span))
		return stmt_new(lx, ST_BLOCK, s->span, NULL);
	return s;
}

struct stmt *stmt_new(struct lexer *lx, enum stmt_kind kind, struct span at, struct expr *e)
{
	struct stmt *s = arena_new(lx->p->arena, struct stmt);

	s->kind = kind;
	s->span = at;
	s->e = e;
	s->depth = 1;
	return e ? stmt_done(lx, s) : s;
}

struct stmt *stmt_block(struct lexer *lx, struct span at, struct stmt_list list)
{
	struct stmt *s = stmt_new(lx, ST_BLOCK, at, NULL);

	s->body = list.first;
	return stmt_done(lx, s);
}

/* Bodies are blocks everywhere, so that later passes need not care. */
static struct stmt *as_block(struct lexer *lx, struct stmt *s)
{
	if (!s)
		return stmt_new(lx, ST_BLOCK, (struct span){ 0 }, NULL);
	if (s->kind == ST_BLOCK)
		return s;
	return stmt_block(lx, s->span, (struct stmt_list){ s, s });
}

struct stmt *stmt_loop(struct lexer *lx, enum stmt_kind kind, struct span at,
		       struct expr *e, struct stmt *body)
{
	struct stmt *s = stmt_new(lx, kind, at, e);

	s->body = as_block(lx, body);
	return stmt_done(lx, s);
}

struct stmt *stmt_if(struct lexer *lx, struct span at, struct expr *e, struct stmt *body)
{
	return stmt_loop(lx, ST_IF, at, e, body);
}

struct stmt *stmt_else(struct lexer *lx, struct stmt *head, struct stmt *other)
{
	if (!other || (other->kind != ST_IF && other->kind != ST_BLOCK))
		other = as_block(lx, other);
	head->other = other;
	head->span = span_join(head->span, other->span);
	return stmt_done(lx, head);
}

struct stmt *stmt_for(struct lexer *lx, struct span at, const char *name,
		      struct expr *e, struct expr *e2, struct stmt *body)
{
	struct stmt *s = stmt_loop(lx, e2 ? ST_FOR_RANGE : ST_FOR_MAP, at, e, body);

	s->name = name;
	s->e2 = e2;
	return stmt_done(lx, s);
}

struct stmt_list stmts_add(struct stmt_list list, struct stmt *s)
{
	if (!s)
		return list;
	if (list.last)
		list.last->next = s;
	else
		list.first = s;
	list.last = s;
	return list;
}

struct typename *type_new(struct lexer *lx, int tag, struct span at, const char *name)
{
	struct typename *tn = arena_new(lx->p->arena, struct typename);

	tn->tag = tag;
	tn->span = at;
	tn->name = name;
	return tn;
}

struct typename *type_word(struct lexer *lx, struct typename *tn, struct span at, const char *name)
{
	char text[64];
	size_t n = strlen(tn->name), m = strlen(name);

	tn->span = span_join(tn->span, at);
	if (n + m + 2 > sizeof(text)) {
		lex_fail(lx, E_SYNTAX, at, "too many words in a type");
		return tn;
	}
	memcpy(text, tn->name, n);
	text[n] = ' ';
	memcpy(text + n + 1, name, m);
	tn->name = intern_n(lx->p->names, text, n + m + 1);
	return tn;
}

static u32 small_value(struct lexer *lx, struct expr *e, s64 max)
{
	s64 v = 0;

	if (!const_value(lx->p->unit, e, &v))
		lex_fail(lx, E_SYNTAX, e->span, "this has to be a number known here");
	else if (v < 0 || v > max)
		lex_fail(lx, E_SYNTAX, e->span, "this number is out of range");
	else
		return (u32)v;
	return 0;
}

void type_dim(struct lexer *lx, struct typename *tn, struct expr *e)
{
	if (tn->dims == ARRAY_SIZE(tn->dim))
		lex_fail(lx, E_SYNTAX, e ? e->span : tn->span, "too many array dimensions");
	else
		tn->dim[tn->dims++] = e ? small_value(lx, e, 1 << 20) : 0;
}

struct type_decl *decl_new(struct lexer *lx, int kind, struct span at, const char *name)
{
	struct type_decl *d = arena_new(lx->p->arena, struct type_decl);

	d->kind = kind;
	d->span = at;
	d->name = name;
	return d;
}

struct field_decl *field_new(struct lexer *lx, struct span at, const char *name, u32 stars)
{
	struct field_decl *f = arena_new(lx->p->arena, struct field_decl);

	f->span = at;
	f->name = name;
	f->tn = type_new(lx, TN_PLAIN, at, NULL);
	f->tn->stars = stars;
	return f;
}

void field_bits(struct lexer *lx, struct field_decl *f, struct expr *e)
{
	if (e)
		f->bits = small_value(lx, e, 64);
}

struct field_list fields_add(struct field_list list, struct field_decl *f)
{
	if (list.last)
		list.last->next = f;
	else
		list.first = f;
	list.last = f;
	return list;
}

struct field_list fields_type(struct lexer *lx, struct span at, struct base_type base,
			      struct field_list list)
{
	if (!list.first)
		list = fields_add(list, field_new(lx, at, NULL, 0));
	for (struct field_decl *f = list.first; f; f = f->next) {
		f->tn->tag = base.tn->tag;
		f->tn->name = base.tn->name;
		f->tn->span = base.tn->span;
		f->inner = base.inner;
	}
	return list;
}

void unit_clause(struct lexer *lx, struct span at, struct probe_list probes,
		 struct expr *pred, struct stmt *body)
{
	struct clause *c = arena_new(lx->p->arena, struct clause);

	c->span = at;
	c->probes = probes.first;
	c->pred = pred;
	c->body = body ? as_block(lx, body) : NULL;
	*lx->tails.clauses = c;
	lx->tails.clauses = &c->next;
}

void unit_type(struct lexer *lx, struct type_decl *d)
{
	*lx->tails.types = d;
	lx->tails.types = &d->next;
	if (d->kind == TD_TYPEDEF && d->name)
		hash_put(&lx->typedefs, d->name, strlen(d->name), d);
}

void unit_typedef(struct lexer *lx, struct span at, struct field_list fields)
{
	struct field_decl *next;

	for (struct field_decl *f = fields.first; f; f = next) {
		struct type_decl *d = decl_new(lx, TD_TYPEDEF, at, f->name);

		next = f->next;
		f->next = NULL;
		d->fields = f;
		unit_type(lx, d);
	}
}

void unit_macro(struct lexer *lx, struct span at, const char *name,
		struct expr_list params, struct expr *value)
{
	struct macro *m = arena_new(lx->p->arena, struct macro);
	struct expr *list = expr_list_of(lx, expr_new(lx, EX_TUPLE, at), params);

	m->span = at;
	m->name = name;
	m->params = list->args;
	m->n_params = list->n_args;
	m->value = value;
	*lx->tails.macros = m;
	lx->tails.macros = &m->next;
}

void unit_setting(struct lexer *lx, struct span at, const char *name, bool is_map,
		  struct expr *value)
{
	struct setting *s = arena_new(lx->p->arena, struct setting);

	if (is_map && value->kind != EX_CALL)
		lex_fail(lx, E_SYNTAX, value->span,
			 "expected a kind of map and its size, such as hash(1000)");
	s->span = at;
	s->name = name;
	s->is_map = is_map;
	s->value = value;
	*lx->tails.settings = s;
	lx->tails.settings = &s->next;
}

void unit_import(struct lexer *lx, struct expr *name)
{
	*lx->tails.imports = name;
	lx->tails.imports = &name->next;
}

struct probe_list probes_add(struct lexer *lx, struct probe_list list, struct span at,
			     const char *text)
{
	struct probe_spec *p = arena_new(lx->p->arena, struct probe_spec);

	p->span = at;
	p->text = text;
	if (list.last)
		list.last->next = p;
	else
		list.first = p;
	list.last = p;
	return list;
}
