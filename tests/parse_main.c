/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parse_main.c - parses a file and prints its tree or its errors.
 *
 *     parse_main FILE		exit 1 after errors
 *
 * With AWL_FUZZ_QUIET set nothing is printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/parse.h"

static char *slurp(const char *path, size_t *len)
{
	FILE *f = strcmp(path, "-") ? fopen(path, "rb") : stdin;
	struct strbuf sb = { 0 };
	char buf[4096];
	size_t n;

	if (!f)
		return NULL;
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		sb_put(&sb, buf, n);
	if (f != stdin)
		fclose(f);
	sb_str(&sb);
	*len = sb.n;
	return sb.s ? sb.s : mem_alloc(1);
}

int main(int argc, char **argv)
{
	struct arena arena = { 0 };
	struct diag diag = { 0 };
	struct intern names = { .arena = &arena };
	struct unit unit = { 0 };
	struct parse p = { &arena, &diag, &names, &unit, .have_btf = true };
	struct strbuf out = { 0 };
	const char *base;
	size_t len;
	char *text;
	int rc;

	if (argc < 2 || !(text = slurp(argv[1], &len)))
		return 2;
	base = strrchr(argv[1], '/') ? strrchr(argv[1], '/') + 1 : argv[1];
	rc = parse_source(&p, base, text, len);
	for (struct clause *c = unit.clauses; c; c = c->next)
		c->body = stmt_clone(&arena, c->body);
	ast_dump(&out, &unit);
	if (!getenv("AWL_FUZZ_QUIET")) {
		if (rc)
			fputs(sb_str(&diag.out), stdout);
		else
			fputs(sb_str(&out), stdout);
	}
	sb_free(&out);
	diag_free(&diag);
	intern_free(&names);
	arena_free(&arena);
	mem_free(text);
	return rc ? 1 : 0;
}
