/* SPDX-License-Identifier: GPL-2.0-or-later */
/* proto.c - checks calls against the prototypes of builtins; see proto.h. */
#include "lang/proto.h"

#include <string.h>

#include "builtin/builtin.h"
#include "lang/check_impl.h"

static const struct { char word[8]; u8 kind; } kinds[] = {
	{ "any", PARAM_ANY }, { "int", PARAM_INT }, { "ptr", PARAM_PTR },
	{ "string", PARAM_STRING }, { "const", PARAM_CONST }, { "literal", PARAM_LITERAL },
	{ "map", PARAM_MAP }, { "raw", PARAM_RAW }, { "...", PARAM_MANY },
	{ "columns", PARAM_COLUMNS },
};

static const struct { char word[8]; const struct type *type; } results[] = {
	{ "bool", &type_bool }, { "func", &type_func }, { "ksym", &type_ksym },
	{ "probe", &type_probe }, { "s32", &type_s32 }, { "s64", &type_s64 },
	{ "u16", &type_u16 }, { "u32", &type_u32 }, { "u64", &type_u64 },
	{ "usym", &type_usym }, { "void", &type_void },
};

static enum param_kind find_kind(const char *word, size_t n)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strncmp(kinds[i].word, word, n) && !kinds[i].word[n])
			return kinds[i].kind;
	bug("prototype: unknown parameter '%s'", word);
}

u32 proto_params(const char *s, struct param out[MAX_PARAMS])
{
	bool is_optional = false;
	u32 n = 0;

	for (s += strspn(s, "("); *s && *s != ')'; n++) {
		if (n == MAX_PARAMS)
			bug("prototype: too many parameters");
		for (; *s == ' ' || *s == ',' || *s == '['; s++)
			is_optional |= *s == '[';
		out[n].kind = find_kind(s, strcspn(s, " ])"));
		out[n].is_optional = is_optional || out[n].kind >= PARAM_MANY;
		s += strcspn(s, ",[)]");	/* the parameter's name is for people */
		s += strspn(s, "]");
	}
	return n;
}

const struct type *proto_type(const char *result)
{
	for (size_t i = 0; i < ARRAY_SIZE(results); i++)
		if (!strcmp(results[i].word, result))
			return results[i].type;
	bug("prototype: unknown result '%s'", result);
}

static bool wrong_arg(struct check *c, struct expr *arg, const struct builtin *b,
		      const char *want)
{
	check_fail(c, E_ARG_TYPE, arg->span, b->name, want, type_name(arg->type));
	return false;
}

/* Checks an argument that is any value, not a map, a constant or raw. */
static bool check_value(struct check *c, struct expr *arg, const struct builtin *b,
			enum param_kind kind)
{
	const struct type *t = check_expr(c, arg);

	if (t->kind == TY_ERROR)
		return false;
	if (t->kind == TY_UNKNOWN)
		return true;
	switch (kind) {
	case PARAM_STRING:
		check_as_string(c, arg);
		return arg->type->kind == TY_STRING || wrong_arg(c, arg, b, "a string");
	case PARAM_INT:
	case PARAM_PTR:
		return type_is_scalar(t) || wrong_arg(c, arg, b, "a number");
	default:
		return t->kind == TY_ARRAY || !check_no_value(c, t, arg->span);
	}
}

static bool check_arg(struct check *c, struct expr *arg, const struct builtin *b,
		      enum param_kind kind)
{
	const char *text;
	s64 number;

	switch (kind) {
	case PARAM_MAP:
		return check_map_arg(c, arg) != NULL;
	case PARAM_LITERAL:
		return check_literal(c, arg, &text);
	case PARAM_CONST:
		return check_const(c, arg, &number);
	case PARAM_RAW:
	case PARAM_COLUMNS:
		return true;
	default:
		return check_value(c, arg, b, kind);
	}
}

bool proto_check_args(struct check *c, struct expr *e)
{
	const struct builtin *b = ex_builtin(e);
	struct param params[MAX_PARAMS];
	u32 n = proto_params(builtin_params(b), params), at = 0, i = 0;

	for (; i < e->n_args && at < n; i++) {
		if (!check_arg(c, e->args[i], b, params[at].kind))
			return false;
		at += params[at].kind < PARAM_MANY;
	}
	if (i == e->n_args && (at == n || params[at].is_optional))
		return true;
	check_fail(c, E_ARG_COUNT, e->span, b->name, builtin_result(b), b->name,
		   builtin_params(b));
	return false;
}
