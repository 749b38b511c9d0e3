/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * printf.c - checks format strings against their arguments.
 *
 * All builtins with a format use it.  It has no rows itself.
 */
#include <string.h>

#include "builtin/printf.h"

#include "base/find.h"
#include "gen/gen.h"
#include "builtin/field.h"
#include "lang/check.h"

static bool format_fits(char conv, const struct type *t)
{
	switch (conv) {
	case 's':
	case 'v':
		return true;
	case 'r':
		return t->kind == TY_BUF || t->kind == TY_STRING || t->kind == TY_ARRAY;
	default:
		return type_fits_reg(t) || t->kind == TY_USYM;
	}
}

/* Arrays of signed and unsigned bytes that are shown as text are sent as text. */
static const struct type *as_text(struct check *c, const struct type *t)
{
	bool bytes = t->kind == TY_ARRAY && t->elem->kind == TY_INT && t->elem->size == 1;

	return bytes && t->size ? type_string(c->s->arena, t->size) : t;
}

/*
 * The type as which the number *e is sent for its conversion.  In C a narrower number becomes an
 * int, or on a 32-bit machine a long, so that %x of a negative number has eight digits.  %d of
 * a register needs the type that BTF has for it.
 */
static const struct type *fit_number(struct check *c, const struct format_item *it,
				     struct expr **e)
{
	const struct type *t = (*e)->type, *to = NULL;
	bool cuts = !it->bytes || (it->is_long && c->s->arch->word == 4);
	struct expr *cast;

	if (!c->final || !type_is_int(t) || !cuts)
		return t;
	if (strchr("uoxX", it->conv) && t->is_signed && t->size <= 4)
		to = &type_u32;
	else if (strchr("di", it->conv) && !it->bytes && t->show == SHOW_WORD)
		to = check_word_type(c, *e);
	if (!to || !type_is_int(to))
		return t;
	cast = expr_pair(c->s->arena, EX_CAST, *e, NULL, (*e)->span);
	cast->type = to;
	*e = cast;
	return to;
}

static bool names_field(const struct expr *e)
{
	return e->kind == EX_MEMBER && ex_member(e) && ex_member(e)->names;
}

static void check_conversions(struct check *c, struct expr *e, const struct format *f,
			      const struct type **types)
{
	u32 arg = 1;

	for (u32 i = 0; i < f->n; i++) {
		struct format_item *it = &f->items[i];

		if (!it->conv)
			continue;
		arg += it->star_width + it->star_prec;
		if (arg < e->n_args && !format_fits(it->conv, e->args[arg]->type) &&
		    e->args[arg]->type->kind != TY_ERROR)
			check_fail(c, E_FORMAT_TYPE, e->args[arg]->span, it->conv,
				   type_name(e->args[arg]->type));
		if (arg < e->n_args && it->conv == 's' && names_field(e->args[arg]))
			types[arg - 1] = field_text_type(c, ex_member(e->args[arg]));
		else if (arg < e->n_args && it->conv == 's')
			types[arg - 1] = as_text(c, types[arg - 1]);
		else if (arg < e->n_args)
			types[arg - 1] = fit_number(c, it, &e->args[arg]);
		if (arg < e->n_args)
			it->is_own = e->args[arg]->kind == EX_STRING;
		arg++;
	}
}

static bool is_common(const struct member *m)
{
	return starts_with(m->name, "common_");
}

static void name_type(struct check *c, struct member *m)
{
	const struct type *t = field_text_type(c, m);

	m->type = t ? t : m->type;
}

/* The record without the common_* fields, which programs can't read, and without the fields
 * before the arguments of a system call. */
static const struct type *own_fields(struct check *c, const struct type *record)
{
	struct type *t = arena_memdup(c->s->arena, record, sizeof(*t));
	struct member *m = arena_array(c->s->arena, struct member, record->count + 1);
	u32 n = 0, first = 0;

	for (u32 i = c->p->targets.v[0]->first_arg; i < record->count; i++) {
		if (is_common(&record->members[i]))
			continue;
		if (!n)
			first = record->members[i].off / 8 * 8;
		m[n] = record->members[i];
		name_type(c, &m[n]);
		m[n++].off -= first;
	}
	t->members = m;
	t->count = n;
	t->size = record->size - first;
	return t;
}

/* Has the record only the offsets of some fields, or are some elsewhere?  Then it can't be copied
 * as a whole. */
static bool has_places(const struct type *record)
{
	for (u32 i = 0; i < record->count; i++)
		if (record->members[i].is_loc || record->members[i].in_task)
			return true;
	return false;
}

/* The type of a record as it is sent.  Fields that are shown by name keep their size. */
static const struct type *with_names(struct check *c, const struct type *t, struct expr **parts)
{
	struct type *named = arena_memdup(c->s->arena, t, sizeof(*t));
	struct member *m = arena_memdup(c->s->arena, t->members, t->count * sizeof(*m));

	for (u32 i = 0; i < t->count; i++) {
		m[i].names = parts[i]->b->kind == EX_MEMBER ? ex_member(parts[i]->b)->names : NULL;
		name_type(c, &m[i]);
	}
	named->members = m;
	return named;
}

/* Makes (name = args->name, ...) of the same fields. */
static struct expr *field_by_field(struct check *c, struct expr *args, const struct type *record)
{
	struct arena *arena = c->s->arena;
	struct expr *e = expr_new(arena, EX_RECORD, args->span);

	e->args = arena_array(arena, struct expr *, record->count);
	for (u32 i = c->p->targets.v[0]->first_arg; i < record->count; i++) {
		const struct member *m = &record->members[i];

		if (is_common(m) || (m->is_loc && m->type->kind != TY_STRING))
			continue;
		e->args[e->n_args++] = expr_pair(arena, EX_ASSIGN,
			expr_name(arena, m->name, args->span),
			expr_arrow(arena, expr_clone(arena, args), m->name, args->span),
			args->span);
	}
	e->type = check_expr(c, e);
	if (e->type->kind == TY_STRUCT)
		e->type = with_names(c, e->type, e->args);
	return e;
}

void check_whole_record(struct check *c, struct expr **e)
{
	const struct type *t = (*e)->type;
	struct expr *d;

	if ((*e)->kind != EX_BUILTIN || t->kind != TY_PTR || t->space != SPACE_CTX || !t->elem ||
	    t->elem->kind != TY_STRUCT || !c->final)
		return;
	if (has_places(t->elem)) {
		*e = field_by_field(c, *e, t->elem);
		return;
	}
	d = expr_pair(c->s->arena, EX_UNARY, *e, NULL, (*e)->span);
	d->op = OP_DEREF;
	d->type = own_fields(c, t->elem);
	ex_off(d) = t->elem->size - d->type->size;
	*e = d;
}

struct expr *printf_literal(struct check *c, const struct strbuf *text, struct span span)
{
	struct expr *e = expr_new(c->s->arena, EX_STRING, span);

	expr_become_string(e, arena_strndup(c->s->arena, text->s, text->n), text->n);
	return e;
}

/* Is it a plain %s of a literal?  A string ends at a 0 byte, but a format does not. */
static bool may_fold(const struct format_item *it, const char *format, const struct expr *arg)
{
	return it->conv == 's' && format[it->off + 1] == 's' && arg->kind == EX_STRING &&
	       !memchr(arg->name, 0, ex_len(arg));
}

static void put_quoted(struct strbuf *text, const char *s, u32 len)
{
	for (u32 i = 0; i < len; i++) {
		if (s[i] == '%')
			sb_putc(text, '%');
		sb_putc(text, s[i]);
	}
}

static bool has_literal(const struct expr *e)
{
	for (u32 i = 1; i < e->n_args; i++)
		if (e->args[i]->kind == EX_STRING)
			return true;
	return false;
}

void printf_fold(struct check *c, struct expr *e)
{
	struct expr *lit = e->args[0];
	struct strbuf text = { 0 };
	u32 off, from = 0, arg = 1, kept = 1;
	const struct format *f = NULL;
	const char *what;

	if (has_literal(e))
		f = format_parse(c->s->arena, lit->name, ex_len(lit), &what, &off);
	if (!f || f->n_args != e->n_args - 1)
		return;		/* check_printf() reports what is wrong */
	for (u32 i = 0; i < f->n; i++) {
		const struct format_item *it = &f->items[i];
		u32 n = it->conv ? 1 + it->star_width + it->star_prec : 0;

		if (n == 1 && may_fold(it, lit->name, e->args[arg])) {
			sb_put(&text, lit->name + from, it->off - from);
			put_quoted(&text, e->args[arg]->name, ex_len(e->args[arg]));
			from = it->off + 2;
			arg++;
			continue;
		}
		while (n--)
			e->args[kept++] = e->args[arg++];
	}
	if (from) {
		sb_put(&text, lit->name + from, ex_len(lit) - from);
		e->args[0] = printf_literal(c, &text, lit->span);
		e->n_args = kept;
	}
	sb_free(&text);
}

const struct type *check_printf(struct check *c, struct expr *e, action_handler *handle)
{
	const struct type *types[32];
	const char *what;
	struct format *f;
	struct expr *lit = e->args[0];
	u32 off;

	f = format_parse(c->s->arena, lit->name, ex_len(lit), &what, &off);
	if (!f)
		return check_fail(c, E_FORMAT, lit->span, what,
				  lit->name[off] < '0' ? '%' : lit->name[off]);
	if (f->n_args != e->n_args - 1)
		return check_fail(c, E_FORMAT_COUNT, e->span, f->n_args, e->n_args - 1);
	if (e->n_args > ARRAY_SIZE(types))
		return check_fail(c, E_TOO_MANY_ARGS, e->span, (u32)ARRAY_SIZE(types) - 1);
	for (u32 i = 1; i < e->n_args; i++) {
		check_whole_record(c, &e->args[i]);
		types[i - 1] = e->args[i]->type;
		if (check_no_value(c, types[i - 1], e->args[i]->span))
			return &type_error;
	}
	check_conversions(c, e, f, types);
	check_action(c, e, types, e->n_args - 1, handle)->format = f;
	return &type_void;
}

void gen_printf(struct gen *g, struct expr *e, struct operand *out)
{
	(void)out;
	gen_record(g, ex_action(e), e->args + 1, e->n_args - 1);
}
