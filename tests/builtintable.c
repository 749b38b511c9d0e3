/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * builtintable.c - prints which builtins can be used with which provider, as Markdown.
 *
 * With --names it prints the names of providers and builtins, one a line, for contrib/editors.
 *
 * All of it comes from the tables that the compiler itself uses: a builtin can be used where the
 * provider offers all that it needs (check_needs() in lang/check.c).
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "tables.h"

static bool fits(const struct builtin *b, const struct provider *pv)
{
	return !(b->needs & ~pv->offers);
}

static void print_provider(const struct provider *pv)
{
	printf("| `%s` | %s | `", pv->name, pv->aliases);
	for (const char *s = text_of(pv->usage); *s; s++) {
		if (*s == '|')		/* the end of a cell, unless escaped */
			putchar('\\');
		putchar(*s);
	}
	printf("` |\n");
}

/* How a row is written in the manual: "u64 log2(int x)". */
static void print_proto(const struct builtin *b)
{
	printf("`%s %s%s%s`", builtin_result(b), b->name, b->is_numbered ? "N" : "",
	       builtin_params(b));
}

/* A row of the table of those that need something: the prototype and a mark per provider. */
static void print_needy(const struct builtin *b)
{
	printf("| ");
	print_proto(b);
	for (const struct provider *const *pv = registry.providers; *pv; pv++)
		printf(" | %s", fits(b, *pv) ? "yes" : "");
	printf(" |\n");
}

static void print_builtins(bool needy, void (*print)(const struct builtin *b))
{
	for (const struct builtin_table *const *t = registry.builtins; *t; t++)
		for (size_t i = 0; i < (*t)->n; i++)
			if (!(*t)->rows[i].needs == !needy)
				print(&(*t)->rows[i]);
}

static void print_everywhere(const struct builtin *b)
{
	printf("* ");
	print_proto(b);
	printf("%s\n", b->is_unsafe ? ", with `--unsafe`" : b->is_agg ? ", an aggregation" : "");
}

static void print_of_provider(const struct provider *pv)
{
	printf("\n### %s\n\n", pv->name);
	for (const struct builtin_table *const *t = registry.builtins; *t; t++)
		for (size_t i = 0; i < (*t)->n; i++)
			if ((*t)->rows[i].needs && fits(&(*t)->rows[i], pv))
				printf("`%s` ", (*t)->rows[i].name);
	printf("\n");
}

/* An alias is "k" of "k, kp". */
static void print_provider_names(const struct provider *pv)
{
	printf("provider %s\n", pv->name);
	for (const char *s = pv->aliases; *s; s += strspn(s, ", ")) {
		size_t n = strcspn(s, ",");

		printf("provider %.*s\n", (int)n, s);
		s += n;
	}
}

static void print_name(const struct builtin *b)
{
	bool is_called = builtin_wants_args(b) || !strcmp(builtin_result(b), "void");

	printf("%s %s\n", is_called && !b->is_numbered ? "function" : "value", b->name);
}

static int print_names(void)
{
	for (const struct provider *const *pv = registry.providers; *pv; pv++)
		print_provider_names(*pv);
	print_builtins(true, print_name);
	print_builtins(false, print_name);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--names"))
		return print_names();
	printf("# Builtins by provider\n\n"
	       "This page is made from the compiler's own tables.  [awl-lang(7)](man/awl-lang.7) "
	       "explains each name; where a builtin has further conditions, it says so.\n\n"
	       "## Providers\n\n| provider | also | form |\n|---|---|---|\n");
	for (const struct provider *const *pv = registry.providers; *pv; pv++)
		print_provider(*pv);
	printf("\n## Builtins that need something of the probe\n\n| builtin");
	for (const struct provider *const *pv = registry.providers; *pv; pv++)
		printf(" | %s", (*pv)->name);
	printf(" |\n|---");
	for (const struct provider *const *pv = registry.providers; *pv; pv++)
		printf("|---");
	printf("|\n");
	print_builtins(true, print_needy);
	printf("\n## The same by provider\n");
	for (const struct provider *const *pv = registry.providers; *pv; pv++)
		print_of_provider(*pv);
	printf("\n## Builtins that work in every probe\n\n");
	print_builtins(false, print_everywhere);
	return 0;
}
