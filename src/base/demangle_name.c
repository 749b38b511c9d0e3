/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demangle_name.c - parse names of C++; see demangle_impl.h.
 *
 *	N [rVK] [RO] part... E		nested
 *	Z function E name		local in a function; Zs: a string, Zd: a default argument
 *	[St] part [I arguments E]	else; St: in std
 *	S_, S0_, Sa			parts that were mentioned before, and common ones of std
 */
#include <stdio.h>
#include <string.h>

#include "base/demangle_impl.h"
#include "base/find.h"

/* ---- parts ---- */

struct node *dm_source_name(struct demangler *d)
{
	u32 n = dm_number(d);
	const char *s = d->p;

	if (!n || (size_t)(d->end - s) < n)
		return dm_fail(d);
	d->p += n;
	if (n >= 10 && !memcmp(s, "_GLOBAL_", 8) && s[8] && strchr("._$", s[8]) && s[9] == 'N')
		return dm_name_node(d, "(anonymous namespace)");
	return dm_name_node(d, arena_strndup(&d->arena, s, n));
}

static const char *base_of(const struct node *n);

/* The class that a constructor's name repeats. */
static struct node *class_name(struct demangler *d, const struct node *scope)
{
	const char *name = scope ? base_of(scope) : NULL;

	return name ? dm_name_node(d, name) : dm_fail(d);
}

/* C1, D0, CI1 and the class that the constructor is inherited from. */
static struct node *ctor(struct demangler *d, const struct node *scope)
{
	bool is_dtor = *d->p++ == 'D';
	struct node *n;

	if (is_dtor && dm_eat(d, "C")) {	/* DC: a structured binding */
		struct node *names = dm_node(d, N_ARGS, NULL, NULL);

		while (dm_more(d))
			dm_append(d, names, dm_source_name(d));
		names->c = NULL;
		return dm_text(d, "[", names, "]", NULL, NULL);
	}
	if (!is_dtor && dm_eat(d, "I")) {
		d->p += dm_peek(d, 0) != '\0';
		scope = dm_type(d);
	} else if (dm_peek(d, 0) < '0' || dm_peek(d, 0) > '5') {
		return dm_fail(d);
	} else {
		d->p++;
	}
	n = dm_node(d, N_CTOR, class_name(d, scope), NULL);
	n->s = is_dtor ? "~" : NULL;
	return n;
}

/* What is unnamed is numbered: _ is 1, 0_ is 2. */
static const char *numbered(struct demangler *d, const char *fmt)
{
	const char *s;
	u32 n = dm_seq(d, 10);

	s = arena_printf(&d->arena, "%s%u}", fmt, n + 1);
	return s;
}

static struct node *lambda(struct demangler *d)
{
	bool outer = d->in_lambda;
	struct node *n, *params;

	d->in_lambda = true;
	params = dm_types(d);
	d->in_lambda = outer;
	if (!dm_eat(d, "E"))
		return dm_fail(d);
	n = dm_node(d, N_LAMBDA, params, NULL);
	n->s = "{lambda(";
	n->t = numbered(d, ")#");
	return n;
}

static struct node *operator_name(struct demangler *d)
{
	const char *text;
	struct node *n;
	bool outer;
	u32 args;

	if (dm_eat(d, "li"))
		return dm_text(d, "operator\"\" ", dm_source_name(d), NULL, NULL, NULL);
	if (dm_eat(d, "cv")) {
		outer = d->in_conversion;
		d->in_conversion = true;
		n = dm_node(d, N_CTOR, dm_type(d), NULL);
		n->s = "operator ";
		d->in_conversion = outer;
		return n;
	}
	if (dm_peek(d, 0) == 'v' && dm_peek(d, 1) >= '0' && dm_peek(d, 1) <= '9') {
		d->p += 2;
		return dm_text(d, "operator ", dm_source_name(d), NULL, NULL, NULL);
	}
	text = dm_operator(d, &args);
	if (!text)
		return dm_fail(d);
	args = (u32)strlen(text);
	args -= text[args - 1] == ' ';
	return dm_text(d, *text >= 'a' && *text <= 'z' ? "operator " : "operator",
		       dm_name_node(d, arena_strndup(&d->arena, text, args)), NULL, NULL, NULL);
}

static struct node *tags(struct demangler *d, struct node *n)
{
	while (dm_eat(d, "B")) {
		struct node *tag = dm_source_name(d);

		n = dm_node(d, N_TAG, n, tag);
		n->t = "[abi:";
		n->u = "]";
	}
	return n;
}

struct node *dm_unqualified(struct demangler *d, const struct node *scope)
{
	char c = dm_peek(d, 0);
	struct node *n;

	if (c == 'L') {		/* static */
		d->p++;
		c = dm_peek(d, 0);
	}
	if (c >= '0' && c <= '9')
		n = dm_source_name(d);
	else if (c >= 'a' && c <= 'z')
		n = operator_name(d);
	else if (c == 'C' || c == 'D')
		n = ctor(d, scope);
	else if (dm_eat(d, "Ut"))
		n = dm_name_node(d, numbered(d, "{unnamed type#"));
	else if (dm_eat(d, "Ul"))
		n = lambda(d);
	else
		return dm_fail(d);
	return tags(d, n);
}

/* ---- what was mentioned before ---- */

static const struct standard { char code; const char *text, *whole, *base; } standards[] = {
	{ 'a', "std::allocator", NULL, "allocator" },
	{ 'b', "std::basic_string", NULL, "basic_string" },
	{ 's', "std::string", "std::basic_string<char, std::char_traits<char>, "
	       "std::allocator<char> >", "basic_string" },
	{ 'i', "std::istream", "std::basic_istream<char, std::char_traits<char> >",
	  "basic_istream" },
	{ 'o', "std::ostream", "std::basic_ostream<char, std::char_traits<char> >",
	  "basic_ostream" },
	{ 'd', "std::iostream", "std::basic_iostream<char, std::char_traits<char> >",
	  "basic_iostream" },
};

/* The last name of a scope; NULL: there is none. */
static const char *base_of(const struct node *n)
{
	while (n && n->kind != N_NAME)
		n = n->kind == N_SCOPED ? n->b :
		    n->kind == N_TEMPLATE || n->kind == N_TAG ? n->a : NULL;
	for (size_t i = 0; n && i < ARRAY_SIZE(standards); i++)
		if (n->s == standards[i].text || n->s == standards[i].whole)
			return standards[i].base;
	return n ? n->s : NULL;
}

static struct node *standard(struct demangler *d)
{
	char c = dm_peek(d, 0), next = dm_peek(d, 1);

	for (size_t i = 0; i < ARRAY_SIZE(standards); i++) {
		const struct standard *s = &standards[i];

		if (c != s->code)
			continue;
		d->p++;
		return dm_name_node(d, (next == 'C' || next == 'D') && s->whole ? s->whole :
				    s->text);
	}
	return dm_fail(d);
}

struct node *dm_substitution(struct demangler *d)
{
	u32 n;

	if (!dm_eat(d, "S"))
		return dm_fail(d);
	if (dm_peek(d, 0) >= 'a' && dm_peek(d, 0) <= 'z') {
		struct node *s = standard(d);

		return dm_peek(d, 0) == 'B' ? dm_add_sub(d, tags(d, s)) : s;
	}
	n = dm_seq(d, 36);
	return n < d->subs.n ? d->subs.v[n] : dm_fail(d);
}

/* ---- names ---- */

static struct node *in_std(struct demangler *d)
{
	return dm_scoped(d, dm_name_node(d, "std"), dm_unqualified(d, NULL));
}

/* The next part of a nested name.  is_new: can be mentioned again. */
static struct node *next_part(struct demangler *d, struct node *scope, bool tag, bool *is_new)
{
	struct node *n;

	*is_new = true;
	if (dm_eat(d, "I"))
		return scope ? dm_node(d, N_TEMPLATE, scope, dm_args(d, tag)) : dm_fail(d);
	if (dm_peek(d, 0) == 'T' && !scope)
		return dm_param(d);
	if (dm_peek(d, 0) == 'D' && (dm_peek(d, 1) | 0x20) == 't' && !scope) {
		*is_new = false;	/* the type did that */
		return dm_type(d);
	}
	if (dm_peek(d, 0) == 'S' && !scope) {
		*is_new = false;
		if (dm_eat(d, "St"))
			return dm_name_node(d, "std");
		return dm_substitution(d);
	}
	n = dm_unqualified(d, scope);
	return scope ? dm_scoped(d, scope, n) : n;
}

static const char *qualifiers(struct demangler *d)
{
	bool r = dm_eat(d, "r"), v = dm_eat(d, "V"), k = dm_eat(d, "K");
	const char *ref = dm_eat(d, "R") ? " &" : dm_eat(d, "O") ? " &&" : "";

	return arena_printf(&d->arena, "%s%s%s%s", k ? " const" : "", v ? " volatile" : "",
			    r ? " restrict" : "", ref);
}

static struct node *nested(struct demangler *d, bool tag)
{
	const char *quals = qualifiers(d);
	struct node *n = NULL;
	bool is_new = false;

	while (dm_more(d)) {
		if (n && dm_eat(d, "M"))	/* of a lambda that initializes a member */
			continue;
		n = next_part(d, n, tag, &is_new);
		if (is_new && dm_peek(d, 0) != 'E')
			dm_add_sub(d, n);
	}
	if (tag)
		d->quals = quals;
	return n ? n : dm_fail(d);
}

static void discriminator(struct demangler *d)
{
	if (dm_eat(d, "__"))
		dm_number(d), dm_eat(d, "_");
	else if (dm_eat(d, "_"))
		d->p += dm_peek(d, 0) != '\0';
}

static struct node *local(struct demangler *d, bool tag)
{
	struct node *n = dm_encoding(d), *entity, *arg = NULL;

	if (!dm_eat(d, "E"))
		return dm_fail(d);
	if (n->kind == N_FUNCTION)
		n->b->a = NULL;		/* no type of the result */
	if (dm_eat(d, "s")) {
		discriminator(d);
		return dm_scoped(d, n, dm_name_node(d, "string literal"));
	}
	if (dm_eat(d, "d"))
		arg = dm_name_node(d, numbered(d, "{default arg#"));
	entity = dm_name(d, tag);
	discriminator(d);
	return dm_scoped(d, n, arg ? dm_scoped(d, arg, entity) : entity);
}

static struct node *name(struct demangler *d, bool tag)
{
	bool is_known = false;
	struct node *n;

	if (dm_eat(d, "N"))
		return nested(d, tag);
	if (dm_eat(d, "Z"))
		return local(d, tag);
	if (dm_eat(d, "St")) {
		n = in_std(d);
	} else if (dm_peek(d, 0) == 'S') {
		n = dm_substitution(d);
		is_known = true;
	} else {
		n = dm_unqualified(d, NULL);
	}
	if (dm_peek(d, 0) != 'I')
		return n;
	d->p++;
	if (!is_known)
		dm_add_sub(d, n);
	return dm_node(d, N_TEMPLATE, n, dm_args(d, tag));
}

struct node *dm_name(struct demangler *d, bool tag)
{
	struct node *n;

	if (d->depth++ > DEMANGLE_DEPTH)
		return dm_fail(d);
	n = name(d, tag);
	d->depth--;
	return n;
}
