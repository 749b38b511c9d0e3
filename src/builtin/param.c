/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * param.c - the script's own options, which are known when it is compiled.
 */
#include <string.h>

#include "gen/gen.h"
#include "builtin/builtin.h"
#include "lang/check.h"
#include "tables.h"

/* The value of the last --name=value, "" for --name alone; NULL if there is none. */
static const char *find_among(const char **words, u32 n_words, const char *name)
{
	size_t n = strlen(name);

	for (u32 i = n_words; i-- > 0; ) {
		const char *p = words[i] + strlen("--");

		if (strncmp(p, name, n))
			continue;
		if (!p[n])
			return "";
		if (p[n] == '=')
			return p + n + 1;
	}
	return NULL;
}

static const char *find_option(const struct script_options *o, const char *name)
{
	const char *given = find_among(o->own[0], o->n_own[0], name);

	return given ? given : find_among(o->own[1], o->n_own[1], name);
}

static bool is_yes(const char *s)
{
	return !*s || !strcmp(s, "true") || !strcmp(s, "1") || !strcmp(s, "yes");
}

static const struct type *become_number(struct expr *e, s64 n, const struct type *t)
{
	expr_become_int(e, n);
	return e->type = t;
}

static const struct type *become_string(struct check *c, struct expr *e, const char *s)
{
	expr_become_string(e, s, strlen(s));
	return type_string(c->s->arena, ex_len(e) + 1);
}

/*
 * getopt(name, default): the option has the type of the default.  Without a default it is a
 * flag.
 */
static const struct type *check_getopt(struct check *c, struct expr *e)
{
	const char *given = find_option(&c->s->opt, e->args[0]->name);
	struct expr *def = e->n_args > 1 ? e->args[1] : NULL;
	s64 n;

	if (!def)
		return become_number(e, given != NULL && is_yes(given), &type_bool);
	if (def->kind == EX_STRING)
		return become_string(c, e, given ? given : def->name);
	if (def->kind == EX_BUILTIN && def->type->kind == TY_BOOL)
		return become_number(e, given ? is_yes(given) :
				     (ex_builtin(def)->flags & IS_TRUE) != 0, &type_bool);
	if (!check_const(c, def, &n))
		return &type_error;
	if (given && !check_param_number(given, &n))
		return check_fail(c, E_GETOPT, e->span, e->args[0]->name, given);
	return become_number(e, n, &type_s64);
}

static void never(struct gen *g, struct expr *e, struct operand *out)
{
	(void)g;
	(void)out;
	bug("%s reached gen", ex_builtin(e)->name);
}

static const struct builtin rows[] = {
	{ PROTO("getopt", "any", "(literal name [, any default, literal help])"),
	  .check = check_getopt, .gen = never, .is_constant = true,
	  .flags = IS_OPTION | IS_CHOICE },
};
const struct builtin_table builtin_param = { rows, ARRAY_SIZE(rows) };
