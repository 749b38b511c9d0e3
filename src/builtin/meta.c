/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * meta.c - facts about the script that are known when it is compiled: types, settings.
 *
 * These calls become constants, or make the compilation fail.
 */
#include <string.h>

#include "base/strbuf.h"
#include "base/demangle.h"
#include "builtin/builtin.h"
#include "kernel/kern.h"
#include "lang/check.h"
#include "tables.h"

static const struct type *become_bool(struct expr *e, bool is_true)
{
	expr_become_int(e, is_true);
	return e->type = &type_bool;
}

/* ---- types ---- */

static bool is_array(const struct expr *e)
{
	return e->type->kind == TY_ARRAY;
}

static bool is_integer(const struct expr *e)
{
	return e->type->kind == TY_INT || e->type->kind == TY_ENUM;
}

static bool is_literal(const struct expr *e)
{
	return e->kind == EX_INT || e->kind == EX_STRING;
}

static bool is_ptr(const struct expr *e)
{
	return e->type->kind == TY_PTR;
}

static bool is_str(const struct expr *e)
{
	return e->type->kind == TY_STRING;
}

static bool is_unsigned_integer(const struct expr *e)
{
	return is_integer(e) && !e->type->is_signed;
}

/* The answer is not known before the type is. */
static const struct type *check_is(struct check *c, struct expr *e,
				   bool (*is)(const struct expr *e))
{
	(void)c;
	if (e->args[0]->type->kind == TY_UNKNOWN)
		return &type_unknown;
	return become_bool(e, is(e->args[0]));
}

#define CHECK_IS(what)								\
	static const struct type *check_##what(struct check *c, struct expr *e)	\
	{									\
		return check_is(c, e, what);					\
	}
CHECK_IS(is_array)
CHECK_IS(is_integer)
CHECK_IS(is_literal)
CHECK_IS(is_ptr)
CHECK_IS(is_str)
CHECK_IS(is_unsigned_integer)

/* comptime x is x, which must be known when compiling. */
static const struct type *check_comptime(struct check *c, struct expr *e)
{
	struct expr *x = e->args[0];

	if (x->type->kind == TY_UNKNOWN || x->type->kind == TY_ERROR)
		return x->type;
	if (!is_literal(x))
		return check_fail(c, E_WANT_CONST, x->span);
	*e = *x;
	return e->type;
}

/* ---- ends of the compilation ---- */

/* The formatted text; arguments that are not known become '?'. */
static const char *known_text(struct check *c, const struct expr *e)
{
	struct strbuf text = { 0 };
	const char *result;
	u32 arg = 1;

	for (const char *s = e->args[0]->name; *s; s++) {
		const struct expr *a = arg < e->n_args ? e->args[arg] : NULL;

		if (*s != '%' || s[1] == '%') {
			s += *s == '%';
			sb_putc(&text, *s);
			continue;
		}
		s += 1 + strspn(s + 1, "-+ #0123456789.hlLjzt");
		arg++;
		if (a && a->kind == EX_STRING)
			sb_puts(&text, a->name);
		else if (a && a->kind == EX_INT)
			sb_printf(&text, *s == 'x' ? "%llx" : "%lld", (long long)ex_num(a));
		else
			sb_putc(&text, '?');
		if (!*s)
			break;
	}
	result = arena_strdup(c->s->arena, sb_str(&text));
	sb_free(&text);
	return result;
}

static const struct type *check_fail_call(struct check *c, struct expr *e)
{
	if (!c->dead)
		return check_fail(c, E_FAIL, e->span, known_text(c, e));
	expr_become(e, EX_INT);
	return &type_void;
}

static const struct type *check_static_assert(struct check *c, struct expr *e)
{
	s64 is_true;

	if (e->args[0]->type->kind == TY_UNKNOWN)
		return &type_void;
	if (!check_const(c, e->args[0], &is_true))
		return &type_error;
	if (!is_true && !c->dead)
		return check_fail(c, E_FAIL, e->span, e->args[1]->name);
	expr_become(e, EX_INT);
	return &type_void;
}

/* ---- the kernel's functions ---- */

static const struct type *check_kfunc_exist(struct check *c, struct expr *e)
{
	struct btf_func f;

	return become_bool(e, kern_has_btf(c->s->kern) &&
			   kern_func(c->s->kern, "", e->args[0]->name, &f));
}

/* awl's programs call no functions of the kernel. */
static const struct type *check_kfunc_allowed(struct check *c, struct expr *e)
{
	(void)c;
	return become_bool(e, false);
}

/* ---- settings ---- */

static struct expr *number_part(struct check *c, const struct expr *at, const char *name, s64 n)
{
	struct expr *left = expr_name(c->s->arena, intern_s(&c->s->names, name), at->span);

	return expr_pair(c->s->arena, EX_ASSIGN, left, expr_int(c->s->arena, n, at->span),
			 at->span);
}

static struct expr *text_part(struct check *c, const struct expr *at, const char *name,
			      const char *text)
{
	struct expr *e = number_part(c, at, name, 0);

	expr_become_string(e->b, text, strlen(text));
	return e;
}

/* config() is a record of the settings. */
static const struct type *check_config(struct check *c, struct expr *e)
{
	const struct image_options *o = &c->s->image.opt;
	struct expr *parts[] = {
		number_part(c, e, "print_maps_on_exit", !c->s->image.no_final_maps),
		number_part(c, e, "cpp_demangle", HAS_DEMANGLE && !c->s->image.mangled),
		text_part(c, e, "license", "GPL"),
		number_part(c, e, "max_map_keys", o->map_size),
		number_part(c, e, "max_probes", o->max_probes),
		number_part(c, e, "max_strlen", o->strlen),
		text_part(c, e, "stack_mode", stack_modes[c->s->opt.stack_mode]),
		number_part(c, e, "timeline", c->s->opt.is_timeline),
	};

	parts[0]->b->type = parts[1]->b->type = &type_bool;
	parts[ARRAY_SIZE(parts) - 1]->b->type = &type_bool;
	expr_become(e, EX_RECORD);
	e->n_args = ARRAY_SIZE(parts);
	e->args = arena_memdup(c->s->arena, parts, sizeof(parts));
	return check_expr(c, e);
}

#define KNOWN(n, result, params, ck) \
	{ PROTO(n, result, params), .check = ck }

static const struct builtin rows[] = {
	{ PROTO("comptime", "any", "(any x)"), .check = check_comptime, .flags = IS_CHOICE },
	KNOWN("config", "record", "", check_config),
	KNOWN("fail", "void", "(literal format, ...)", check_fail_call),
	KNOWN("is_array", "bool", "(any x)", check_is_array),
	KNOWN("is_integer", "bool", "(any x)", check_is_integer),
	KNOWN("is_literal", "bool", "(any x)", check_is_literal),
	KNOWN("is_ptr", "bool", "(any x)", check_is_ptr),
	KNOWN("is_str", "bool", "(any x)", check_is_str),
	KNOWN("is_unsigned_integer", "bool", "(any x)", check_is_unsigned_integer),
	KNOWN("kfunc_allowed", "bool", "(literal name)", check_kfunc_allowed),
	KNOWN("kfunc_exist", "bool", "(literal name)", check_kfunc_exist),
	KNOWN("static_assert", "void", "(any is_true, literal text)", check_static_assert),
};
const struct builtin_table builtin_meta = { rows, ARRAY_SIZE(rows) };
