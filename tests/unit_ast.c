/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_ast.c - members that an expression's kind does not have can't be read or written.
 */
#include <string.h>

#include "lang/ast.h"
#include "tests/lib/unit.h"

static struct arena arena;

/* Each member, and the kinds that have it according to the table in ast.h. */
#define PARTS(X)								\
	X(ex_num, EX_BIT(EX_INT)) X(ex_is_unsigned, EX_BIT(EX_INT))		\
	X(ex_len, EX_BIT(EX_STRING)) X(ex_local, EX_BIT(EX_LOCAL))		\
	X(ex_global, EX_BIT(EX_GLOBAL)) X(ex_param, EX_BIT(EX_PARAM))		\
	X(ex_common, EX_BIT(EX_BINARY)) X(ex_is_post, EX_BIT(EX_INCDEC))	\
	X(ex_else, EX_BIT(EX_COND)) X(ex_body, EX_BIT(EX_BLOCK))		\
	X(ex_is_arrow, EX_BIT(EX_MEMBER)) X(ex_index, EX_BIT(EX_MEMBER))	\
	X(ex_name_span, EX_BIT(EX_MEMBER)) X(ex_member, EX_BIT(EX_MEMBER))	\
	X(ex_off, EX_BIT(EX_UNARY) | EX_BIT(EX_MEMBER) | EX_BIT(EX_CONTAINER_OF)) \
	X(ex_tn, EX_BIT(EX_CAST) | EX_BIT(EX_SIZEOF) | EX_BIT(EX_OFFSETOF) |	\
	  EX_BIT(EX_CONTAINER_OF) | EX_BIT(EX_TYPE))				\
	X(ex_builtin, EX_BIT(EX_BUILTIN)) X(ex_action, EX_BIT(EX_BUILTIN))	\
	X(ex_value, EX_BIT(EX_BUILTIN)) X(ex_variant, EX_BIT(EX_BUILTIN))

#define X(part, kinds) static void use_##part(struct expr *e) { part(e) = part(e); }
PARTS(X)
#undef X

static const struct part { void (*use)(struct expr *e); u32 kinds; const char *name; } parts[] = {
#define X(part, kinds) { use_##part, kinds, #part },
	PARTS(X)
#undef X
};

struct use { const struct part *part; struct expr *e; };

static void use_part(void *arg)
{
	const struct use *u = arg;

	u->part->use(u->e);
}

static void test_parts(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		for (u32 kind = 0; kind < EX_KINDS; kind++) {
			struct expr *e = expr_new(&arena, kind, (struct span){ 0 });

			CHECK(is_mistake(use_part, &(struct use){ &parts[i], e }) ==
			      !(parts[i].kinds >> kind & 1));
		}
}

/* After expr_become() members of the old kind are gone. */
static void test_become(void)
{
	struct expr *e = expr_int(&arena, 7, (struct span){ 3, 4 });

	ex_is_unsigned(e) = true;
	expr_become(e, EX_STRING);
	CHECK(ex_len(e) == 0 && e->span.beg == 3);
	expr_become_int(e, 0);
	CHECK(!ex_is_unsigned(e) && ex_num(e) == 0);
}

int main(void)
{
	test_parts();
	test_become();
	arena_free(&arena);
	return unit_end();
}
