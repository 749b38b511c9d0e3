/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parse.h - text in, tree out.
 *
 * grammar/parser.y and grammar/lexer.l implement it.  Errors are reported through diag.  Parsing
 * goes on after an error where it can; the tree then has what could be read, and must not be
 * used (diag.errors).
 */
#ifndef AWL_PARSE_H
#define AWL_PARSE_H

#include "base/intern.h"
#include "lang/ast.h"
#include "lang/registry.h"

struct parse {
	struct arena *arena;
	struct diag *diag;
	struct intern *names;
	struct unit *unit;	/* receives what is parsed, after what it has */
	const struct registry *registry;	/* of providers; NULL: no probe needs one */
	const char *arch;	/* for #ifdef __arm__: the target's name; NULL: none */
	/* Is there a file for #include "name"?  NULL: files are not looked for. */
	bool (*has_header)(void *ctx, const char *name);
	/* #ifdef HAVE_BTF: are the kernel's types known?  NULL: no. */
	bool (*has_types)(void *ctx);
	void *ctx;
	const struct hash *prep_names;	/* internal: the #defines so far */
};

/* Parses one source of len bytes, which messages call `name`.  Both must live until the diag is
 * freed.  Returns 0, or -1 after at least one error. */
int parse_source(struct parse *p, const char *name, const char *text, size_t len);
/* Does the text look like a program rather than a file name? */
bool parse_looks_like_program(const char *text);

#endif
