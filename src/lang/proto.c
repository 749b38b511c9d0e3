/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * proto.c - builtin prototypes, read as text: "(ptr p [, int n])".
 *
 * The prototype in the table is what the manual shows and what calls are
 * checked against, so that the two cannot differ.
 */
#include <ctype.h>
#include <string.h>

#include "builtin/builtin.h"
#include "lang/check_impl.h"

struct param { char kind[12]; bool optional, many; };

/* Next word of the parameter list into p; false at the end. */
static bool next_param(const char **s, bool *optional, struct param *p)
{
	size_t n = 0;

	while (**s == ' ' || **s == ',' || **s == '(' || **s == '[' || **s == ']') {
		*optional |= **s == '[';
		(*s)++;
	}
	if (**s == ')' || !**s)
		return false;
	for (; **s && !strchr(" ,)]", **s); (*s)++)
		if (n + 1 < sizeof(p->kind))
			p->kind[n++] = **s;
	p->kind[n] = '\0';
	p->optional = *optional;
	p->many = !strcmp(p->kind, "...");
	while (**s && !strchr(",)[]", **s))	/* the parameter's name */
		(*s)++;
	return true;
}

static bool wrong_arg(struct check *c, struct expr *arg, const struct builtin *b,
		      const char *want)
{
	check_fail(c, E_ARG_TYPE, arg->span, b->name, want, type_name(arg->type));
	return false;
}

static bool check_arg(struct check *c, struct expr *arg, const struct builtin *b,
		      const char *kind)
{
	const struct type *t;
	const char *s;
	u32 len;
	s64 v;

	if (!strcmp(kind, "map"))
		return check_map_arg(c, arg) != NULL;
	if (!strcmp(kind, "literal"))
		return check_literal(c, arg, &s, &len);
	if (!strcmp(kind, "const"))
		return check_const(c, arg, &v);
	if (!strcmp(kind, "raw"))	/* the row looks at it itself */
		return true;
	t = check_expr(c, arg);
	if (t->kind == TY_ERROR)
		return false;
	if (t->kind == TY_UNKNOWN)
		return true;
	if (!strcmp(kind, "string")) {
		check_as_string(c, arg);
		t = arg->type;
		return t->kind == TY_STRING || wrong_arg(c, arg, b, "a string");
	}
	if (!strcmp(kind, "int") || !strcmp(kind, "ptr"))
		return type_is_scalar(t) || wrong_arg(c, arg, b, "a number");
	return t->kind == TY_ARRAY || !check_no_value(c, t, arg->span);
}

bool proto_check_args(struct check *c, struct expr *e)
{
	const struct builtin *b = ex_builtin(e);
	const char *params = builtin_params(b), *s = params;
	struct param p = { 0 };
	bool optional = false, ok = true;
	u32 i = 0;

	while (next_param(&s, &optional, &p)) {
		do {
			if (i == e->n_args) {
				ok = ok && (p.optional || p.many);
				break;
			}
			if (!check_arg(c, e->args[i], b, p.many ? "any" : p.kind))
				return false;
			i++;
		} while (p.many);
	}
	if (!ok || i < e->n_args)
		check_fail(c, E_ARG_COUNT, e->span, b->name, builtin_result(b), b->name, params);
	return ok && i == e->n_args;
}

static const struct { char word[8]; const struct type *type; } results[] = {
	{ "bool", &type_bool }, { "func", &type_func }, { "ksym", &type_ksym },
	{ "probe", &type_probe }, { "s32", &type_s32 }, { "s64", &type_s64 },
	{ "u32", &type_u32 }, { "u64", &type_u64 }, { "usym", &type_usym },
	{ "void", &type_void },
};

const struct type *proto_result(struct check *c, const struct builtin *b)
{
	const char *result = builtin_result(b);

	(void)c;
	for (size_t i = 0; i < ARRAY_SIZE(results); i++)
		if (!strcmp(results[i].word, result))
			return results[i].type;
	bug("prototype of %s", b->name);
}
