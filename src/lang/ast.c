/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ast.c - makes, copies, compares and prints trees.
 *
 * The text has one statement per line and expressions in prefix form: "(+ 1 x)".  It has
 * everything that the parser knew.  The tests in tests/parse compare it.
 */
#include "lang/ast.h"

#include <inttypes.h>
#include <string.h>

const char op_text[OP_COUNT][3] = {
#define X(op, text, prec) [op] = text,
	OPERATORS(X)
#undef X
};

/* ---- making and changing ---- */

void expr_mistaken(const struct expr *e)
{
	bug("expression %d has no such part", e->kind);
}

struct expr *expr_new(struct arena *a, enum expr_kind kind, struct span at)
{
	struct expr *e = arena_new(a, struct expr);

	e->kind = kind;
	e->span = at;
	e->depth = 1;
	return e;
}

struct expr *expr_name(struct arena *a, const char *name, struct span at)
{
	struct expr *e = expr_new(a, EX_NAME, at);

	e->name = name;
	return e;
}

struct expr *expr_int(struct arena *a, s64 num, struct span at)
{
	struct expr *e = expr_new(a, EX_INT, at);

	ex_num(e) = num;
	return e;
}

struct expr *expr_pair(struct arena *arena, enum expr_kind kind, struct expr *a, struct expr *b,
		       struct span at)
{
	struct expr *e = expr_new(arena, kind, at);

	e->a = a;
	e->b = b;
	return e;
}

struct expr *expr_arrow(struct arena *arena, struct expr *a, const char *name, struct span at)
{
	struct expr *e = expr_new(arena, EX_MEMBER, at);

	expr_become_arrow(e, a, name);
	return e;
}

void expr_one_arg(struct arena *a, struct expr *e, struct expr *arg)
{
	e->args = arena_memdup(a, &arg, sizeof(arg));
	e->n_args = 1;
}

void expr_become(struct expr *e, enum expr_kind kind)
{
	e->kind = kind;
	memset(&e->part, 0, sizeof(e->part));
}

void expr_become_int(struct expr *e, s64 num)
{
	expr_become(e, EX_INT);
	ex_num(e) = num;
}

void expr_become_string(struct expr *e, const char *text, size_t len)
{
	expr_become(e, EX_STRING);
	e->name = text;
	ex_len(e) = (u32)len;
}

void expr_become_arrow(struct expr *e, struct expr *a, const char *name)
{
	expr_become(e, EX_MEMBER);
	ex_is_arrow(e) = true;
	e->a = a;
	e->name = name;
}

struct span expr_name_at(const struct expr *e)
{
	return e->kind == EX_MEMBER && ex_name_span(e).end ? ex_name_span(e) : e->span;
}

/* ---- copying ---- */

static struct typename *type_clone(struct arena *a, const struct typename *tn)
{
	struct typename *copy = tn ? arena_memdup(a, tn, sizeof(*tn)) : NULL;

	if (tn)
		copy->of = expr_clone(a, tn->of);
	return copy;
}

struct expr *expr_clone(struct arena *a, const struct expr *e)
{
	struct expr *copy;

	if (!e)
		return NULL;
	copy = arena_memdup(a, e, sizeof(*e));
	copy->next = NULL;
	copy->a = expr_clone(a, e->a);
	copy->b = expr_clone(a, e->b);
	if (e->kind == EX_COND)
		ex_else(copy) = expr_clone(a, ex_else(e));
	else if (e->kind == EX_BLOCK)
		ex_body(copy) = stmt_clone(a, ex_body(e));
	else if (EX_BIT(e->kind) & EX_WITH_TN)
		ex_tn(copy) = type_clone(a, ex_tn(e));
	if (e->n_args)
		copy->args = arena_array(a, struct expr *, e->n_args);
	for (u32 i = 0; i < e->n_args; i++)
		copy->args[i] = expr_clone(a, e->args[i]);
	return copy;
}

static struct stmt *one_clone(struct arena *a, const struct stmt *s)
{
	struct stmt *copy = arena_memdup(a, s, sizeof(*s));

	copy->e = expr_clone(a, s->e);
	copy->e2 = expr_clone(a, s->e2);
	copy->body = stmt_clone(a, s->body);
	copy->other = stmt_clone(a, s->other);
	copy->tn = type_clone(a, s->tn);
	copy->next = NULL;
	return copy;
}

struct stmt *stmt_clone(struct arena *a, const struct stmt *s)
{
	struct stmt *first = NULL, **tail = &first;

	for (; s; s = s->next) {
		*tail = one_clone(a, s);
		tail = &(*tail)->next;
	}
	return first;
}

/* ---- comparing ---- */

/* Compares what check has set in the part that belongs to the kind. */
static bool part_same(const struct expr *a, const struct expr *b)
{
	switch (a->kind) {
	case EX_INT:
		return ex_num(a) == ex_num(b);
	case EX_LOCAL:
		return ex_local(a) == ex_local(b);
	case EX_MEMBER:
		return ex_member(a) == ex_member(b) && ex_off(a) == ex_off(b) &&
		       expr_same(a->a, b->a);
	case EX_CAST:
		return type_same(a->type, b->type) && expr_same(a->a, b->a);
	case EX_ARG:
		return type_same(a->type, b->type);
	case EX_BUILTIN:
		return ex_builtin(a) == ex_builtin(b);
	default:
		return false;
	}
}

bool expr_is_dynamic(const struct expr *e)
{
	return e->kind == EX_MEMBER && ex_member(e) && ex_member(e)->is_loc &&
	       e->type->kind == TY_ARRAY;
}

/* Expressions of a kind that part_same() doesn't list are never the same. */
bool expr_same(const struct expr *a, const struct expr *b)
{
	if (!a->type || !b->type)
		bug("expression %d is compared before it is checked", a->kind);
	if (a->kind != b->kind || a->n_args != b->n_args || !part_same(a, b))
		return false;
	for (u32 i = 0; i < a->n_args; i++)
		if (!expr_same(a->args[i], b->args[i]))
			return false;
	return true;
}

/* ---- printing ---- */

static void dump_stmts(struct strbuf *out, const struct stmt *s, u32 indent);
static void dump_expr(struct strbuf *out, const struct expr *e, u32 indent);

static void line(struct strbuf *out, u32 indent)
{
	if (out->n && out->s[out->n - 1] != '\n')
		sb_putc(out, '\n');
	sb_pad(out, ' ', 2 * (size_t)indent);
}

static void dump_string(struct strbuf *out, const char *s, size_t n)
{
	sb_putc(out, '"');
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '"' || c == '\\')
			sb_printf(out, "\\%c", c);
		else if (c >= ' ' && c < 127)
			sb_putc(out, (char)c);
		else
			sb_printf(out, "\\x%02x", c);
	}
	sb_putc(out, '"');
}

static void dump_one(struct strbuf *out, const struct expr *e, u32 indent);

static void dump_type(struct strbuf *out, const struct typename *tn)
{
	static const char *const tags[] = { "", "struct ", "union ", "enum " };

	sb_printf(out, "<%s%s", tags[tn->tag], tn->name ? tn->name : "?");
	if (tn->of)
		dump_one(out, tn->of, 0);
	if (tn->stars)
		sb_putc(out, ' ');
	sb_pad(out, '*', tn->stars);
	for (u32 i = 0; i < tn->dims; i++)
		sb_printf(out, "[%" PRIu32 "]", tn->dim[i]);
	sb_putc(out, '>');
}

static void dump_args(struct strbuf *out, const struct expr *e, u32 indent)
{
	for (u32 i = 0; i < e->n_args; i++) {
		sb_putc(out, ' ');
		dump_expr(out, e->args[i], indent);
	}
}

static void dump_one(struct strbuf *out, const struct expr *e, u32 indent)
{
	if (!e)
		return;
	sb_putc(out, ' ');
	dump_expr(out, e, indent);
}

static void dump_int(struct strbuf *out, const struct expr *e)
{
	if (ex_is_unsigned(e))
		sb_printf(out, "%" PRIu64, (u64)ex_num(e));
	else
		sb_printf(out, "%" PRId64, ex_num(e));
}

/* Prints an expression that needs no parentheses; false if e needs them. */
static bool dump_leaf(struct strbuf *out, const struct expr *e)
{
	switch (e->kind) {
	case EX_INT:
		dump_int(out, e);
		return true;
	case EX_STRING:
		dump_string(out, e->name, ex_len(e));
		return true;
	case EX_NAME:
		sb_puts(out, e->name);
		return true;
	case EX_LOCAL:
		sb_printf(out, "$%s", e->name);
		return true;
	case EX_PARAM:
		if (ex_param(e) < 0)
			sb_puts(out, "$#");
		else
			sb_printf(out, "$%" PRId64, ex_param(e));
		return true;
	case EX_NIL:
		sb_puts(out, "nil");
		return true;
	case EX_GLOBAL:
		if (!e->n_args)
			sb_printf(out, "@%s", e->name);
		return !e->n_args;
	default:
		return false;
	}
}

static const char *const heads[EX_KINDS] = {
	[EX_COND] = "?", [EX_CALL] = "call", [EX_METHOD] = "method", [EX_INDEX] = "index",
	[EX_CAST] = "cast", [EX_SIZEOF] = "sizeof", [EX_OFFSETOF] = "offsetof",
	[EX_CONTAINER_OF] = "container_of", [EX_TUPLE] = "tuple", [EX_RECORD] = "record",
	[EX_DELETE] = "delete", [EX_BLOCK] = "block", [EX_BUILTIN] = "builtin",
	[EX_ARG] = "arg", [EX_TYPE] = "typeof",
};

static void dump_head(struct strbuf *out, const struct expr *e)
{
	const char *op = op_text[e->op];

	switch (e->kind) {
	case EX_UNARY:
	case EX_BINARY:
		sb_puts(out, op);
		break;
	case EX_ASSIGN:
		sb_printf(out, "%s=", op);
		break;
	case EX_INCDEC:
		sb_printf(out, ex_is_post(e) ? "_%s%s" : "%s%s_", op, op);
		break;
	case EX_MEMBER:
		sb_puts(out, ex_is_arrow(e) ? "->" : ".");
		break;
	case EX_GLOBAL:
		sb_printf(out, "@%s", e->name);
		break;
	default:
		sb_puts(out, heads[e->kind] ? heads[e->kind] : "?");
	}
}

static void dump_tn(struct strbuf *out, const struct expr *e)
{
	if (!(EX_BIT(e->kind) & EX_WITH_TN) || !ex_tn(e))
		return;
	sb_putc(out, ' ');
	dump_type(out, ex_tn(e));
}

static void dump_expr(struct strbuf *out, const struct expr *e, u32 indent)
{
	if (dump_leaf(out, e))
		return;
	sb_putc(out, '(');
	dump_head(out, e);
	if (e->kind == EX_CALL)
		sb_printf(out, " %s", e->name);
	if (e->kind == EX_BLOCK && ex_body(e)) {
		dump_stmts(out, ex_body(e), indent + 1);
		line(out, indent + 1);
	}
	if (e->kind != EX_CONTAINER_OF)
		dump_tn(out, e);
	dump_one(out, e->a, indent);
	if (e->kind == EX_CONTAINER_OF)
		dump_tn(out, e);
	if ((e->kind == EX_MEMBER || e->kind == EX_METHOD) && e->name)
		sb_printf(out, " %s", e->name);
	else if (e->kind == EX_MEMBER)
		sb_printf(out, " %" PRId64, ex_index(e));
	dump_one(out, e->b, indent);
	if (e->kind == EX_COND)
		dump_one(out, ex_else(e), indent);
	dump_args(out, e, indent);
	sb_putc(out, ')');
}

static const char words[ST_KINDS][9] = {
	[ST_IF] = "if", [ST_WHILE] = "while", [ST_UNROLL] = "unroll", [ST_FOR_MAP] = "for",
	[ST_FOR_RANGE] = "for", [ST_BREAK] = "break", [ST_CONTINUE] = "continue",
	[ST_RETURN] = "return", [ST_BLOCK] = "block", [ST_LET] = "let",
};

static void dump_stmt(struct strbuf *out, const struct stmt *s, u32 indent)
{
	line(out, indent);
	if (s->kind != ST_EXPR)
		sb_puts(out, words[s->kind]);
	if (s->name)
		sb_printf(out, " $%s", s->name);
	if (s->tn)
		sb_putc(out, ' '), dump_type(out, s->tn);
	if (s->e) {
		if (s->kind != ST_EXPR)
			sb_putc(out, ' ');
		dump_expr(out, s->e, indent);
	}
	if (s->e2)
		sb_puts(out, " .."), dump_one(out, s->e2, indent);
	sb_putc(out, '\n');
	if (s->kind == ST_BLOCK)
		dump_stmts(out, s->body, indent + 1);
	else if (s->body)
		dump_stmts(out, s->body->kind == ST_BLOCK && !s->body->next ?
			   s->body->body : s->body, indent + 1);
	if (s->other) {
		line(out, indent);
		sb_puts(out, "else\n");
		dump_stmts(out, s->other->kind == ST_BLOCK ? s->other->body : s->other, indent + 1);
	}
}

static void dump_stmts(struct strbuf *out, const struct stmt *s, u32 indent)
{
	for (; s; s = s->next)
		dump_stmt(out, s, indent);
}

static void dump_clause(struct strbuf *out, const struct clause *c)
{
	sb_puts(out, "clause\n");
	for (const struct probe_spec *p = c->probes; p; p = p->next)
		sb_printf(out, "  probe %s\n", p->text);
	if (c->pred) {
		sb_puts(out, "  when");
		dump_one(out, c->pred, 1);
		sb_putc(out, '\n');
	}
	if (c->body) {
		sb_puts(out, "  do\n");
		dump_stmts(out, c->body->body, 2);
	}
}

static void dump_decl(struct strbuf *out, const struct type_decl *d, u32 indent);

static void dump_field(struct strbuf *out, const struct field_decl *f, u32 indent)
{
	if (f->tn->inner)
		dump_decl(out, f->tn->inner, indent);
	line(out, indent);
	sb_printf(out, "field %s ", f->name ? f->name : "-");
	dump_type(out, f->tn);
	if (f->bits)
		sb_printf(out, " : %" PRIu32, f->bits);
	sb_putc(out, '\n');
}

static void dump_decl(struct strbuf *out, const struct type_decl *d, u32 indent)
{
	static const char *const kinds[] = { "typedef", "struct", "union", "enum" };

	line(out, indent);
	sb_printf(out, "%s %s%s\n", kinds[d->kind], d->name ? d->name : "-",
		  d->packed ? " packed" : "");
	for (const struct field_decl *f = d->fields; f; f = f->next)
		dump_field(out, f, indent + 1);
	for (const struct expr *e = d->enumerators; e; e = e->next) {
		line(out, indent + 1);
		sb_puts(out, e->name);
		dump_one(out, e->b, indent);
		sb_putc(out, '\n');
	}
}

static void dump_macro(struct strbuf *out, const struct macro *m)
{
	sb_printf(out, "macro %s", m->name);
	for (u32 i = 0; i < m->n_params; i++)
		dump_one(out, m->params[i], 0);
	dump_one(out, m->value, 0);
	sb_putc(out, '\n');
}

void ast_dump(struct strbuf *out, const struct unit *u)
{
	for (const struct expr *e = u->imports; e; e = e->next) {
		sb_puts(out, "import");
		dump_one(out, e, 0);
		sb_putc(out, '\n');
	}
	for (const struct define *d = u->defines; d; d = d->next) {
		sb_printf(out, "define %s", d->name);
		dump_one(out, d->value, 0);
		sb_putc(out, '\n');
	}
	for (const struct setting *s = u->settings; s; s = s->next) {
		sb_printf(out, "set %s%s", s->is_map ? "@" : "", s->name);
		dump_one(out, s->value, 0);
		sb_putc(out, '\n');
	}
	for (const struct type_decl *d = u->types; d; d = d->next)
		dump_decl(out, d, 0);
	for (const struct macro *m = u->macros; m; m = m->next)
		dump_macro(out, m);
	for (const struct clause *c = u->clauses; c; c = c->next)
		dump_clause(out, c);
}

/* ---- walking ---- */

bool expr_any(const struct expr *e, bool (*fn)(void *arg, const struct expr *e), void *arg)
{
	if (!e)
		return false;
	if (fn(arg, e))
		return true;
	for (u32 i = 0; i < e->n_args; i++)
		if (expr_any(e->args[i], fn, arg))
			return true;
	return expr_any(e->a, fn, arg) || expr_any(e->b, fn, arg) ||
	       (e->kind == EX_COND && expr_any(ex_else(e), fn, arg)) ||
	       (e->kind == EX_BLOCK && stmt_any(ex_body(e), fn, arg));
}

bool stmt_any(const struct stmt *s, bool (*fn)(void *arg, const struct expr *e), void *arg)
{
	for (; s; s = s->next)
		if (expr_any(s->e, fn, arg) || expr_any(s->e2, fn, arg) ||
		    expr_any(s->decl, fn, arg) ||
		    stmt_any(s->body, fn, arg) || stmt_any(s->other, fn, arg))
			return true;
	return false;
}
