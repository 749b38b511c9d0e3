/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parse.h - text in, tree out.
 *
 * Implemented by grammar/parser.y and grammar/lexer.l.  Errors are said
 * through diag and parsing goes on where it can: the tree then holds what
 * could be read, and diag.errors says it must not be used.
 */
#ifndef AWL_PARSE_H
#define AWL_PARSE_H

#include "base/intern.h"
#include "lang/ast.h"

struct parse {
	struct arena *arena;
	struct diag *diag;
	struct intern *names;
	struct unit *unit;	/* what was parsed is appended here */
	bool have_btf;		/* #ifdef BPFTRACE_HAVE_BTF */
	const char *arch;	/* #ifdef __arm__: the target's name; NULL: none */
	/* Is there a file for #include "name"?  NULL: nobody asks. */
	bool (*has_header)(void *ctx, const char *name);
	void *ctx;
	const struct hash *prep_names;	/* internal: #defines in force */
};

/* Parses one source; `name` is what messages call it.  The text must stay
 * until the diag is freed.  Returns 0, or -1 after at least one error. */
int parse_source(struct parse *p, const char *name, const char *text, size_t len);
/* True if the text looks like a program rather than a file name. */
bool parse_looks_like_program(const char *text);

#endif
