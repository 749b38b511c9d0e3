/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mangled.h - functions of C++ and Rust by the names that their symbols demangle to.
 *
 *	cpp:geo::Shape::area		all functions of that name
 *	cpp:geo::Shape::area(int)	the one with these parameters, as awl -l lists it
 *	cpp:geo::*			a pattern
 *	Shape::area			the same without cpp:, and with the inner scopes only
 */
#ifndef AWL_MANGLED_H
#define AWL_MANGLED_H

#include "base/demangle.h"

struct mangled {
	const char *want;	/* NULL: symbols are meant as they are in the file */
	bool is_inner;		/* outer scopes may be left out */
	bool is_glob;		/* false after mangled_parse() */
};

/* What the text after the file's name means.  Names can have brackets and stars, so look for the
 * name itself before is_glob is set. */
struct mangled mangled_parse(const char *func);
/* Is it a symbol of that function?  *shown becomes its name with all its parameters. */
bool mangled_matches(const struct mangled *m, const char *symbol, struct strbuf *shown);

#endif
