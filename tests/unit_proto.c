/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_proto.c - the prototypes of builtins: those of all rows can be parsed, lists are parsed
 * correctly, and unknown words end in bug().
 */
#include <regex.h>
#include <stdio.h>
#include <string.h>

#include "builtin/builtin.h"
#include "lang/proto.h"
#include "tables.h"
#include "tests/lib/unit.h"

static struct param params[MAX_PARAMS];

static void parse_list(void *list) { proto_params(list, params); }
static void parse_result(void *result) { proto_type(result); }

static bool is_wrong_list(const char *list)
{
	return is_mistake(parse_list, (void *)list);
}

static bool is_wrong_result(const char *result)
{
	return is_mistake(parse_result, (void *)result);
}

static bool is_param(u32 i, enum param_kind kind, bool is_optional)
{
	return params[i].kind == kind && params[i].is_optional == is_optional;
}

static void test_lists(void)
{
	CHECK(proto_params("", params) == 0);
	CHECK(proto_params("()", params) == 0);
	CHECK(proto_params("(ptr p)", params) == 1 && is_param(0, PARAM_PTR, false));
	CHECK(proto_params("(int x, const min [, const step])", params) == 3 &&
	      is_param(0, PARAM_INT, false) && is_param(1, PARAM_CONST, false) &&
	      is_param(2, PARAM_CONST, true));
	CHECK(proto_params("([raw mode, literal how])", params) == 2 &&
	      is_param(0, PARAM_RAW, true) && is_param(1, PARAM_LITERAL, true));
	CHECK(proto_params("(map m, string s, any x, ...)", params) == 4 &&
	      is_param(0, PARAM_MAP, false) && is_param(1, PARAM_STRING, false) &&
	      is_param(2, PARAM_ANY, false) && is_param(3, PARAM_MANY, true));
	CHECK(proto_params("(raw m [, ...])", params) == 2 && is_param(1, PARAM_MANY, true));
	CHECK(is_wrong_list("(integer x)"));
	CHECK(is_wrong_list("(in x)"));
	CHECK(is_wrong_list("(int x, strin y)"));
	CHECK(is_wrong_list("(x)"));
	CHECK(is_wrong_list("(any a, any b, any c, any d, any e, any f, any g, any h, any i)"));
	CHECK(!is_wrong_list("(any a, any b, any c, any d, any e, any f, any g, any h)"));
	CHECK(proto_type("u64") == &type_u64 && proto_type("void") == &type_void);
	CHECK(is_wrong_result("u63") && is_wrong_result(""));
}

/* Counts the parameters of a list in another way: one more than there are commas. */
static u32 count(const char *list)
{
	u32 n = strpbrk(list, "abcdefghijklmnopqrstuvwxyz.") != NULL;

	for (const char *s = list; *s; s++)
		n += *s == ',';
	return n;
}

/* The whole syntax of a list: required parameters, then one bracket, or "..." or "columns" at
 * the end. */
static const char syntax[] =
	"^(\\((([a-z]+ [a-z0-9_]+)(, [a-z]+ [a-z0-9_]+)*(, (\\.\\.\\.|columns))?)?"
	"( ?\\[(, )?([a-z]+ [a-z0-9_]+(, [a-z]+ [a-z0-9_]+)*|\\.\\.\\.)\\])?\\))?$";

static bool is_right(const struct builtin *b, const regex_t *list)
{
	const char *text = builtin_params(b);

	return !regexec(list, text, 0, NULL, 0) && !is_wrong_list(text) &&
	       proto_params(text, params) == count(text) &&
	       (b->check || !is_wrong_result(builtin_result(b))) && (b->check || b->gen);
}

static void test_row(const struct builtin *b, const regex_t *list)
{
	if (!is_right(b, list))
		printf("%s: its prototype is '%s' '%s'\n", b->name, builtin_result(b),
		       builtin_params(b));
	CHECK(is_right(b, list));
}

static void test_rows(void)
{
	regex_t list;
	u32 n = 0;

	CHECK(!regcomp(&list, syntax, REG_EXTENDED | REG_NOSUB));
	for (const struct builtin_table *const *t = registry.builtins; *t; t++)
		for (size_t i = 0; i < (*t)->n; i++, n++)
			test_row(&(*t)->rows[i], &list);
	CHECK(n > 100);
	regfree(&list);
}

int main(void)
{
	test_lists();
	test_rows();
	return unit_end();
}
