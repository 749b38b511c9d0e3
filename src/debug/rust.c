/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rust.c - the modules and types around functions of Rust, from their linkage names.
 *
 * Facts: Rust RFC 2603 (the v0 mangling).  Generic arguments, traits and where an impl is are left
 * out: <geo::Shape as geo::Scale>::scale is geo::Shape::scale.
 */
#include <string.h>

#include "base/find.h"
#include "base/number.h"
#include "debug/debug_impl.h"

/* References to earlier parts may multiply them: the most parts that are read, and the most bytes
 * before the last name. */
#define STEPS 4096
#define LONGEST 4096

struct name {
	const char *start, *p;	/* what references count from */
	struct strbuf *out;	/* NULL: what is left out */
	u32 depth, steps;
};

static bool path(struct name *n);
static bool type(struct name *n);
static bool constant(struct name *n);

/* Digits of a number to base 62 and the _ after them.  The _ alone is 0, 0_ is 1. */
static bool number(struct name *n, u64 *out)
{
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz"
				     "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const char *at;

	*out = 0;
	if (*n->p == '_')
		return n->p++;
	for (; *n->p && (at = strchr(digits, *n->p)); n->p++)
		*out = *out * 62 + (u64)(at - digits);
	++*out;
	return *n->p++ == '_';
}

/* What tells names apart that are the same in the source. */
static bool disambiguator(struct name *n)
{
	u64 k;

	if (*n->p != 's')
		return true;
	n->p++;
	return number(n, &k);
}

static bool identifier(struct name *n)
{
	u64 len;

	if (!disambiguator(n))
		return false;
	n->p += *n->p == 'u';
	if (!number_decimal(&n->p, &len))
		return false;
	n->p += *n->p == '_';
	if (len > strlen(n->p) || (n->out && n->out->n > LONGEST))
		return false;
	if (n->out)
		sb_printf(n->out, n->out->n ? "::%.*s" : "%.*s", (int)len, n->p);
	n->p += len;
	return true;
}

typedef bool part_fn(struct name *n);

/* Reads a part whose text is left out. */
static bool quietly(struct name *n, part_fn *part)
{
	struct strbuf *out = n->out;
	bool ok;

	n->out = NULL;
	ok = part(n);
	n->out = out;
	return ok;
}

/* Reads an earlier part again. */
static bool again(struct name *n, part_fn *part)
{
	const char *here = n->p;
	u64 at;
	bool ok;

	if (!number(n, &at) || at >= (u64)(here - 1 - n->start))
		return false;
	here = n->p;
	n->p = n->start + at;
	ok = part(n);
	n->p = here;
	return ok;
}

/* A constant: its type, a sign and hexadecimal digits. */
static bool one_constant(struct name *n)
{
	if (*n->p == 'p')
		return n->p++;
	if (*n->p == 'B') {
		n->p++;
		return again(n, constant);
	}
	if (!type(n))
		return false;
	n->p += strspn(n->p, "n0123456789abcdef");
	return *n->p++ == '_';
}

static bool argument(struct name *n)
{
	u64 k;

	if (*n->p == 'L') {			/* a lifetime */
		n->p++;
		return number(n, &k);
	}
	if (*n->p != 'K')
		return type(n);
	n->p++;
	return constant(n);
}

/* Parts up to an E. */
static bool all(struct name *n, part_fn *part)
{
	while (*n->p != 'E')
		if (!part(n))
			return false;
	n->p++;
	return true;
}

static bool arguments(struct name *n)
{
	return all(n, argument);
}

static bool types(struct name *n)
{
	return all(n, type);
}

/* Types of functions and of traits are not read. */
static bool one_type(struct name *n)
{
	u64 k;

	if (*n->p >= 'a' && *n->p <= 'z')
		return n->p++;
	switch (*n->p++) {
	case 'A':
		return type(n) && quietly(n, constant);
	case 'R':
	case 'Q':
		if (*n->p == 'L' && (n->p++, !number(n, &k)))
			return false;
		return type(n);
	case 'S':
	case 'P':
	case 'O':
		return type(n);
	case 'T':
		return quietly(n, types);
	case 'B':
		return again(n, type);
	case 'F':
	case 'D':
		return false;
	}
	n->p--;
	return path(n);
}

static bool one_path(struct name *n)
{
	switch (*n->p++) {
	case 'C':
		return identifier(n);
	case 'M':
		return disambiguator(n) && quietly(n, path) && type(n);
	case 'X':
		return disambiguator(n) && quietly(n, path) && type(n) && quietly(n, path);
	case 'Y':
		return type(n) && quietly(n, path);
	case 'N':
		return *n->p++ && path(n) && identifier(n);
	case 'I':
		return path(n) && quietly(n, arguments);
	case 'B':
		return again(n, path);
	}
	return false;
}

static bool nested(struct name *n, part_fn *part)
{
	bool ok = n->depth < 32 && n->steps++ < STEPS;

	n->depth++;
	ok = ok && part(n);
	n->depth--;
	return ok;
}

static bool constant(struct name *n)
{
	return nested(n, one_constant);
}

static bool path(struct name *n)
{
	return nested(n, one_path);
}

static bool type(struct name *n)
{
	return nested(n, one_type);
}

bool rust_scopes(const char *linkage, struct strbuf *out)
{
	struct name n = { .start = linkage + 2, .p = linkage + 2, .out = out };

	return starts_with(linkage, "_R") && path(&n);
}
