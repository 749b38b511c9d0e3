/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demangle_type.c - parse types of C++; see demangle_impl.h.
 *
 *	a letter, D and a letter, u name	fundamental
 *	P, R, O, C, G and r, V, K, U name	of a type: pointer to it, ...
 *	F [Y] types [RO] E		function
 *	A [number] _ type		array
 *	M class type			pointer to a member
 *	T_, T0_				parameter of a template
 *	Dt or DT expression E		decltype
 *	Dp type				expansion of a pack
 *	S.., N.., Z.., digits		names
 */
#include <string.h>

#include "base/demangle_impl.h"

static const char *const letters[26] = {
	"signed char", "bool", "char", "double", "long double", "float", "__float128",
	"unsigned char", "int", "unsigned int", NULL, "long", "unsigned long", "__int128",
	"unsigned __int128", NULL, NULL, NULL, "short", "unsigned short", NULL, "void",
	"wchar_t", "long long", "unsigned long long", "...",
};

static const struct { char letter; const char *name; } d_letters[] = {
	{ 'd', "decimal64" }, { 'e', "decimal128" }, { 'f', "decimal32" }, { 'h', "half" },
	{ 's', "char16_t" }, { 'i', "char32_t" }, { 'u', "char8_t" }, { 'a', "auto" },
	{ 'c', "decltype(auto)" }, { 'n', "decltype(nullptr)" },
};

static struct node *suffix(struct demangler *d, struct node *type, const char *text)
{
	struct node *n = dm_node(d, N_SUFFIX, type, NULL);

	n->s = text;
	return n;
}

static struct node *of_kind(struct node *n, enum node_kind kind)
{
	n->kind = (u8)kind;
	return n;
}

struct node *dm_param(struct demangler *d)
{
	struct node *n = dm_node(d, N_PARAM, NULL, NULL);

	if (!dm_eat(d, "T"))
		return dm_fail(d);
	n->num = dm_seq(d, 10);
	if (!d->in_lambda)
		n->a = dm_arg(d, n->num);
	if (!n->a && !d->in_lambda && !d->in_conversion)
		return dm_fail(d);
	if (!n->a)
		vec_push(&d->later, n);
	return n;
}

/* ---- functions ---- */

struct node *dm_types(struct demangler *d)
{
	struct node *types = dm_node(d, N_ARGS, NULL, NULL);
	char next = dm_peek(d, 1);

	if (dm_peek(d, 0) == 'v' && (!next || strchr(".ERO", next))) {
		d->p++;
		return types;
	}
	while (d->p < d->end && *d->p != 'E' && *d->p != '.' &&
	       !((*d->p == 'R' || *d->p == 'O') && dm_peek(d, 1) == 'E'))
		dm_append(d, types, dm_type(d));
	types->c = NULL;
	return types;
}

static struct node *exceptions(struct demangler *d)
{
	struct node *n, *types;

	if (dm_eat(d, "Do"))
		return dm_name_node(d, " noexcept");
	if (dm_eat(d, "DO")) {
		n = dm_text(d, " noexcept(", dm_expr(d), ")", NULL, NULL);
	} else if (dm_eat(d, "Dw")) {
		types = dm_types(d);
		n = dm_text(d, " throw(", types, ")", NULL, NULL);
	} else {
		return NULL;
	}
	if (!dm_eat(d, "E"))
		dm_fail(d);
	return n;
}

static struct node *function(struct demangler *d, const char *quals)
{
	struct node *throws = exceptions(d), *n;
	bool safe = dm_eat(d, "Dx");

	if (!dm_eat(d, "F"))
		return dm_fail(d);
	dm_eat(d, "Y");		/* extern "C" */
	n = dm_node(d, N_PROTO, dm_type(d), NULL);
	n->b = dm_types(d);
	n->c = throws;
	n->s = safe ? arena_printf(&d->arena, "%s transaction_safe", quals) : quals;
	n->t = dm_eat(d, "R") ? " &" : dm_eat(d, "O") ? " &&" : NULL;
	if (!dm_eat(d, "E"))
		dm_fail(d);
	return n;
}

static bool at_function(const struct demangler *d)
{
	return dm_peek(d, 0) == 'F' || (dm_peek(d, 0) == 'D' && dm_peek(d, 1) &&
					strchr("oOwx", dm_peek(d, 1)));
}

/* r, V and K, which together make one type that can be mentioned again. */
static struct node *qualified(struct demangler *d)
{
	bool r = dm_eat(d, "r"), v = dm_eat(d, "V"), k = dm_eat(d, "K");
	struct node *n;

	if (at_function(d))
		return dm_add_sub(d, function(d, arena_printf(&d->arena, "%s%s%s",
			k ? " const" : "", v ? " volatile" : "", r ? " restrict" : "")));
	n = dm_type(d);
	if (k)
		n = of_kind(suffix(d, n, " const"), N_QUAL);
	if (v)
		n = of_kind(suffix(d, n, " volatile"), N_QUAL);
	if (r)
		n = of_kind(suffix(d, n, " restrict"), N_QUAL);
	return dm_add_sub(d, n);
}

/* ---- others ---- */

static struct node *array(struct demangler *d)
{
	struct node *n = dm_node(d, N_ARRAY, NULL, NULL);
	const char *start = d->p;

	dm_number(d);
	if (d->p > start)
		n->b = dm_name_node(d, arena_strndup(&d->arena, start, (size_t)(d->p - start)));
	else if (dm_peek(d, 0) != '_')
		n->b = dm_expr(d);
	if (!dm_eat(d, "_"))
		return dm_fail(d);
	n->a = dm_type(d);
	return n;
}

static struct node *vector(struct demangler *d)
{
	const char *start = d->p;
	struct node *count;

	if (dm_eat(d, "_")) {
		count = dm_expr(d);
	} else {
		dm_number(d);
		count = dm_name_node(d, arena_strndup(&d->arena, start, (size_t)(d->p - start)));
	}
	if (!dm_eat(d, "_"))
		return dm_fail(d);
	return dm_text(d, NULL, dm_type(d), " __vector(", count, ")");
}

/* DF16_: _Float16; DF16b: bfloat16; DF32x: _Float32x. */
static struct node *fixed_float(struct demangler *d)
{
	u32 bits = dm_number(d);

	if (bits == 16 && dm_eat(d, "b"))
		return dm_name_node(d, "std::bfloat16_t");
	if (dm_eat(d, "x"))
		return dm_name_node(d, arena_printf(&d->arena, "_Float%ux", bits));
	if (!dm_eat(d, "_"))
		return dm_fail(d);
	return dm_name_node(d, arena_printf(&d->arena, "_Float%u", bits));
}

/* DB8_: _BitInt(8); DU: unsigned. */
static struct node *bits(struct demangler *d, const char *text)
{
	u32 n = dm_number(d);

	if (!dm_eat(d, "_"))
		return dm_fail(d);
	return dm_name_node(d, arena_printf(&d->arena, "%s(%u)", text, n));
}

static struct node *d_type(struct demangler *d)
{
	char c = dm_peek(d, 1);
	struct node *n;

	if (at_function(d))
		return dm_add_sub(d, function(d, ""));
	d->p += c ? 2 : 1;
	if (c == 't' || c == 'T') {
		n = dm_text(d, "decltype (", dm_expr(d), ")", NULL, NULL);
		return dm_eat(d, "E") ? dm_add_sub(d, n) : dm_fail(d);
	}
	if (c == 'p')
		return dm_add_sub(d, dm_node(d, N_PACK_EXPANSION, dm_type(d), NULL));
	if (c == 'v')
		return dm_add_sub(d, vector(d));
	if (c == 'F')
		return fixed_float(d);
	if (c == 'B' || c == 'U')
		return bits(d, c == 'B' ? "_BitInt" : "unsigned _BitInt");
	for (size_t i = 0; i < ARRAY_SIZE(d_letters); i++)
		if (c == d_letters[i].letter)
			return dm_name_node(d, d_letters[i].name);
	return dm_fail(d);
}

/* Arguments may follow a name that is known.  Else it is not to be added again. */
static struct node *with_args(struct demangler *d, struct node *n)
{
	if (!dm_eat(d, "I"))
		return n;
	return dm_add_sub(d, dm_node(d, N_TEMPLATE, n, dm_args(d, false)));
}

static struct node *named(struct demangler *d)
{
	struct node *n;

	if (dm_peek(d, 0) == 'S' && dm_peek(d, 1) != 't')
		return with_args(d, dm_substitution(d));
	if (dm_peek(d, 0) != 'T')
		return dm_add_sub(d, dm_name(d, false));
	n = dm_add_sub(d, dm_param(d));
	return d->in_conversion ? n : with_args(d, n);
}

static struct node *vendor_qualified(struct demangler *d)
{
	struct node *name = dm_source_name(d);

	if (dm_eat(d, "I"))
		name = dm_node(d, N_TEMPLATE, name, dm_args(d, false));
	return dm_text(d, NULL, dm_type(d), " ", name, NULL);
}

static struct node *member(struct demangler *d)
{
	struct node *class = dm_type(d);

	return dm_node(d, N_MEMBER, dm_type(d), class);
}

/* Types that are made of another one. */
static struct node *compound(struct demangler *d, char c)
{
	switch (c) {
	case 'P':
		return suffix(d, dm_type(d), "*");
	case 'R':
		return of_kind(suffix(d, dm_type(d), "&"), N_REF);
	case 'O':
		return of_kind(suffix(d, dm_type(d), "&&"), N_REF);
	case 'C':
		return suffix(d, dm_type(d), " _Complex");
	case 'G':
		return suffix(d, dm_type(d), " _Imaginary");
	case 'A':
		return array(d);
	case 'M':
		return member(d);
	case 'U':
		return vendor_qualified(d);
	default:
		return dm_source_name(d);
	}
}

static struct node *type(struct demangler *d)
{
	char c = dm_peek(d, 0);

	if (c && strchr("rVK", c))
		return qualified(d);
	if (c == 'F')
		return dm_add_sub(d, function(d, ""));
	if (c == 'D')
		return d_type(d);
	if (c && strchr("PROCGAMUu", c)) {
		d->p++;
		return dm_add_sub(d, compound(d, c));
	}
	if (c >= 'a' && c <= 'z' && letters[c - 'a']) {
		d->p++;
		return dm_name_node(d, letters[c - 'a']);
	}
	return named(d);
}

struct node *dm_type(struct demangler *d)
{
	struct node *n;

	if (d->depth++ > DEMANGLE_DEPTH)
		return dm_fail(d);
	n = type(d);
	d->depth--;
	return n;
}
