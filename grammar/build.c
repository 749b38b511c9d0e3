/* SPDX-License-Identifier: GPL-2.0-or-later */
/* build.c - makes the nodes of the tree; see build.h. */
#include "base/text.h"
#include "grammar/build.h"
#include "lang/fold.h"

#include <string.h>

struct expr *expr_here(struct lexer *lx, enum expr_kind kind)
{
	return expr_new(lx->p->arena, kind, lx->here);
}

struct expr *expr_named(struct lexer *lx, enum expr_kind kind, struct span at, const char *name)
{
	struct expr *e = expr_new(lx->p->arena, kind, at);

	e->name = name;
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
	lex_fail(lx, E_TOO_DEEP, ((struct span){ at.beg, at.beg + 1 }));
	lx->at_end = lx->closing = true;
	return true;
}

/* Removes what is below e.  Its kind stays, so that the grammar's actions can go on with it. */
static void cut(struct lexer *lx, struct expr *e)
{
	struct expr *leaf = expr_here(lx, EX_INT);

	e->a = e->a ? leaf : NULL;
	e->b = e->b ? leaf : NULL;
	if (e->kind == EX_COND)
		ex_else(e) = leaf;
	if (e->kind == EX_BLOCK)
		ex_body(e) = NULL;
	e->n_args = 0;
	e->depth = 2;
}

struct expr *expr_done(struct lexer *lx, struct expr *e)
{
	u32 depth = deeper(deeper(0, e->a), e->b);

	if (e->kind == EX_COND)
		depth = deeper(depth, ex_else(e));
	for (u32 i = 0; i < e->n_args; i++)
		depth = deeper(depth, e->args[i]);
	for (struct stmt *s = e->kind == EX_BLOCK ? ex_body(e) : NULL; s; s = s->next)
		depth = s->depth > depth ? s->depth : depth;
	e->depth = depth + 1;
	if (too_deep(lx, e->depth, e->span))
		cut(lx, e);
	return e;
}

struct expr *expr_op(struct lexer *lx, enum expr_kind kind, enum op op,
		     struct expr *a, struct expr *b)
{
	struct expr *e = expr_here(lx, kind);

	e->op = op;
	e->a = a;
	e->b = b;
	return expr_done(lx, e);
}

static const u8 strength[] = {
#define X(op, text, prec) prec,
	OPERATORS(X)
#undef X
};

struct expr *expr_choice(struct lexer *lx, struct expr *a, struct expr *b, struct expr *otherwise)
{
	struct expr *e = expr_here(lx, EX_COND);

	e->a = a;
	e->b = b;
	ex_else(e) = otherwise;
	return expr_done(lx, e);
}

struct expr *expr_binary(struct lexer *lx, enum op op, struct expr *a, struct expr *b)
{
	struct span at = lx->here;

	if (a->kind != EX_BINARY || a->has_parens || strength[a->op] >= strength[op])
		return expr_op(lx, EX_BINARY, op, a, b);
	lx->here.beg = a->b->span.beg;
	a->b = expr_binary(lx, op, a->b, b);
	lx->here = a->span = at;
	return expr_done(lx, a);
}

/* op is as the lexer read it, so '-' is a binary operator. */
struct expr *expr_unary(struct lexer *lx, enum op op, struct expr *a)
{
	enum op unary = op == OP_SUB ? OP_NEG : op == OP_ADD ? OP_PLUS :
		op == OP_MUL ? OP_DEREF : op == OP_BAND ? OP_ADDR : op;

	return expr_op(lx, EX_UNARY, unary, a, NULL);
}

struct expr *expr_member(struct lexer *lx, enum expr_kind kind, struct expr *a,
			 struct span name_at, const char *name)
{
	struct expr *e = expr_op(lx, kind, OP_NONE, a, NULL);

	e->name = name;
	if (kind == EX_MEMBER)
		ex_name_span(e) = name_at;
	return e;
}

struct expr *list_add(struct expr *list, struct expr *e)
{
	e->next = list ? list->next : e;
	if (list)
		list->next = e;
	return e;
}

struct expr *expr_list_of(struct lexer *lx, struct expr *e, struct expr *list)
{
	struct expr *first = list_first(list), *next;
	u32 i = 0;

	for (struct expr *x = first; x; x = x->next)
		e->n_args++;
	e->args = first ? arena_array(lx->p->arena, struct expr *, e->n_args) : NULL;
	for (struct expr *x = first; x; x = next) {
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

static void need_place(struct lexer *lx, const struct expr *e, u32 text)
{
	if (!is_place(e))
		lex_fail(lx, E_SYNTAX, e->span, text_of(text));
}

struct expr *expr_assign(struct lexer *lx, enum op op, struct expr *a, struct expr *b)
{
	need_place(lx, a, T_NOT_A_PLACE);
	return expr_op(lx, EX_ASSIGN, op, a, b);
}

struct expr *expr_step(struct lexer *lx, enum op op, bool post, struct expr *a)
{
	struct expr *e;

	need_place(lx, a, T_NOT_COUNTABLE);
	e = expr_op(lx, EX_INCDEC, op, a, NULL);
	ex_is_post(e) = post;
	return e;
}

struct expr *expr_index(struct lexer *lx, struct expr *a, struct expr *keys)
{
	struct expr *e = a;

	if (a->kind == EX_GLOBAL && !a->n_args && !a->has_parens) {
		e->span = lx->here;
	} else {
		e = expr_here(lx, EX_INDEX);
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
struct expr *expr_parens(struct lexer *lx, struct expr *list, bool comma)
{
	struct expr *e = list->next;
	u32 fields = 0, n = 0;

	do {
		fields += is_field(e);
		n++;
	} while (e != list && (e = e->next));
	if (n == 1 && !comma && !fields) {
		e->has_parens = true;
		e->next = NULL;
		if (e->kind != EX_CALL)
			e->span = lx->here;
		return e;
	}
	if (fields && fields < n)
		lex_fail(lx, E_SYNTAX, lx->here,
			 text_of(T_SOME_NAMES));
	return expr_list_of(lx, expr_here(lx, fields ? EX_RECORD : EX_TUPLE), list);
}

struct expr *expr_delete(struct lexer *lx, struct expr *what)
{
	struct expr *e = expr_here(lx, EX_DELETE);

	if (what->kind == EX_TUPLE) {
		e->args = what->args;
		e->n_args = what->n_args;
		return expr_done(lx, e);
	}
	if (what->kind != EX_GLOBAL && what->kind != EX_INDEX && what->kind != EX_NAME)
		lex_fail(lx, E_SYNTAX, what->span, text_of(T_ONLY_ENTRIES));
	what->has_parens = false;
	return expr_list_of(lx, e, list_add(NULL, what));
}

/* The last expression, if no ';' follows it, is the block's value. */
static struct expr *block_of(struct lexer *lx, struct stmt *body);

/* The value of s if it is the last statement of a block; NULL if it has none. */
static struct expr *last_value(struct lexer *lx, const struct stmt *s)
{
	struct expr *e, *b, *c;

	if (s->kind == ST_EXPR)
		return s->is_value ? s->e : NULL;
	if (s->kind != ST_IF || !s->other)
		return NULL;
	b = block_of(lx, s->body);
	c = block_of(lx, s->other);
	if (!b->a || !c->a)
		return NULL;
	e = expr_choice(lx, s->e, b, c);
	e->span = s->span;
	return e;
}

/* Makes a block of the statements.  The value of the last one, if any, is the block's value. */
static struct expr *block_of(struct lexer *lx, struct stmt *body)
{
	struct expr *e = expr_here(lx, EX_BLOCK);
	struct stmt **last = &ex_body(e);

	*last = body && body->kind == ST_BLOCK && !body->next ? body->body : body;
	if (!*last)
		return expr_done(lx, e);
	while ((*last)->next)
		last = &(*last)->next;
	e->a = last_value(lx, *last);
	if (e->a)
		*last = NULL;
	return expr_done(lx, e);
}

struct expr *expr_block(struct lexer *lx, struct stmt *last)
{
	return block_of(lx, list_first(last));
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

struct stmt *stmt_block(struct lexer *lx, struct stmt *list)
{
	struct stmt *s = stmt_new(lx, ST_BLOCK, lx->here, NULL);

	s->body = list_first(list);
	return stmt_done(lx, s);
}

/* All bodies become blocks, so that later passes know only blocks. */
static struct stmt *as_block(struct lexer *lx, struct stmt *s)
{
	struct stmt *block;

	if (s && s->kind == ST_BLOCK)
		return s;
	block = stmt_new(lx, ST_BLOCK, s ? s->span : (struct span){ 0 }, NULL);
	block->body = s;
	return stmt_done(lx, block);
}

struct stmt *stmt_loop(struct lexer *lx, struct expr *e, struct stmt *body)
{
	struct stmt *s = stmt_new(lx, ST_IF, lx->here, e);

	s->body = as_block(lx, body);
	return s;
}

struct stmt *stmt_kind(struct lexer *lx, struct stmt *s, enum stmt_kind kind)
{
	s->kind = kind;
	s->span = lx->here;
	return stmt_done(lx, s);
}

struct stmt *stmt_else(struct lexer *lx, struct stmt *head, struct stmt *other)
{
	if (!other || other->kind != ST_IF)
		other = as_block(lx, other);
	head->other = other;
	head->span = span_join(head->span, other->span);
	return stmt_done(lx, head);
}

struct stmt *stmt_for(struct lexer *lx, struct stmt *range, struct stmt *body)
{
	range->body = as_block(lx, body);
	return stmt_kind(lx, range, range->kind);
}

struct stmt *stmts_add(struct stmt *list, struct stmt *s)
{
	if (!s)
		return list;
	s->next = list ? list->next : s;
	if (list)
		list->next = s;
	return s;
}

struct typename *type_new(struct lexer *lx, int tag, struct span at, const char *name)
{
	struct typename *tn = arena_new(lx->p->arena, struct typename);

	tn->tag = tag;
	tn->span = at;
	tn->name = name;
	return tn;
}

struct typename *type_of(struct lexer *lx, struct expr *sized)
{
	struct typename *tn = ex_tn(sized);

	if (!tn) {
		tn = type_new(lx, TN_PLAIN, sized->span, "typeof");
		tn->of = sized->a;
	}
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

struct typename *type_inner(struct lexer *lx, struct type_decl *d)
{
	struct typename *tn = type_new(lx, d->kind, lx->here, d->name);

	tn->inner = d;
	return tn;
}

static u32 small_value(struct lexer *lx, struct expr *e, s64 max)
{
	s64 v = 0;

	if (!const_value(lx->p->unit, e, &v))
		lex_fail(lx, E_SYNTAX, e->span, "expected a constant number");
	else if (v < 0 || v > max)
		lex_fail(lx, E_SYNTAX, e->span, "number out of range");
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

struct type_decl *decl_new(struct lexer *lx, int kind, const char *name)
{
	struct type_decl *d = arena_new(lx->p->arena, struct type_decl);

	d->kind = kind;
	d->span = lx->here;
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

struct field_decl *fields_join(struct field_decl *a, struct field_decl *b)
{
	struct field_decl *first;

	if (!a || !b)
		return a ? a : b;
	first = a->next;
	a->next = b->next;
	b->next = first;
	return b;
}

struct field_decl *fields_add(struct field_decl *list, struct field_decl *f)
{
	f->next = f;
	return fields_join(list, f);
}

struct field_decl *fields_type(struct lexer *lx, const struct typename *base,
			       struct field_decl *list)
{
	struct field_decl *f;

	if (!list)
		list = fields_add(NULL, field_new(lx, lx->here, NULL, 0));
	f = list;
	do {
		f->tn->tag = base->tag;
		f->tn->name = base->name;
		f->tn->span = base->span;
		f->tn->inner = base->inner;
		f = f->next;
	} while (f != list);
	return list;
}

void unit_clause(struct lexer *lx, struct probe_spec *probes, struct expr *pred,
		 struct stmt *body)
{
	struct clause *c = arena_new(lx->p->arena, struct clause);

	c->span = lx->here;
	c->probes = list_first(probes);
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

void unit_typedef(struct lexer *lx, struct field_decl *fields)
{
	struct field_decl *next;

	for (struct field_decl *f = list_first(fields); f; f = next) {
		struct type_decl *d = decl_new(lx, TD_TYPEDEF, f->name);

		next = f->next;
		f->next = NULL;
		d->fields = f;
		unit_type(lx, d);
	}
}

void unit_macro(struct lexer *lx, const char *name, struct expr *params, struct expr *value)
{
	struct macro *m = arena_new(lx->p->arena, struct macro);
	struct expr *list = expr_list_of(lx, expr_here(lx, EX_TUPLE), params);

	m->span = lx->here;
	m->name = name;
	m->params = list->args;
	m->n_params = list->n_args;
	m->value = value;
	*lx->tails.macros = m;
	lx->tails.macros = &m->next;
}

void unit_setting(struct lexer *lx, const char *name, bool is_map, struct expr *value)
{
	struct setting *s = arena_new(lx->p->arena, struct setting);

	if (is_map && value->kind != EX_CALL)
		lex_fail(lx, E_SYNTAX, value->span,
			 text_of(T_MAP_KIND));
	s->span = lx->here;
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

struct probe_spec *probes_add(struct lexer *lx, struct probe_spec *list, struct span at,
			      const char *text)
{
	struct probe_spec *p = arena_new(lx->p->arena, struct probe_spec);

	p->span = at;
	p->text = text;
	p->next = list ? list->next : p;
	if (list)
		list->next = p;
	return p;
}
