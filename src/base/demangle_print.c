/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demangle_print.c - print the tree of a C++ name; see demangle_impl.h.
 *
 * A type is printed in two halves, because what it is the type of is between them: the left
 * half of "int (*)[3]" is "int (*".
 */
#include <stdio.h>
#include <string.h>

#include "base/demangle_impl.h"

#define NO_PACK UINT32_MAX

struct printer {
	struct strbuf *out;
	size_t start;		/* where the name begins in out */
	size_t cut;		/* length of out when an empty pack was left out */
	u32 depth, steps;
	u32 at;			/* the element of packs to print; NO_PACK: all */
	bool in_lambda, failed;
};

static void left(struct printer *p, const struct node *n);
static void right(struct printer *p, const struct node *n);

static void put(struct printer *p, const char *text)
{
	if (!text)
		return;
	sb_puts(p->out, text);
	if (p->out->n - p->start > DEMANGLE_TEXT)
		p->failed = true;
}

static void print(struct printer *p, const struct node *n)
{
	left(p, n);
	right(p, n);
}

/* After an empty pack it is the blank that was put for it, as in c++filt. */
static char last(const struct printer *p)
{
	return p->out->n == p->cut ? ' ' : p->out->n > p->start ? p->out->s[p->out->n - 1] : '\0';
}

/* ---- packs ---- */

static const struct node *element(const struct node *args, u32 at)
{
	const struct node *arg = args->a;

	while (arg && at--)
		arg = arg->b;
	return arg ? arg->a : NULL;
}

/* What a template's parameter means: of a pack the element that is printed now. */
static const struct node *meant(struct printer *p, const struct node *n)
{
	u32 depth = 0;

	while (n && n->kind == N_PARAM && n->a && !p->in_lambda && depth++ < DEMANGLE_DEPTH) {
		n = n->a;
		if (n->kind == N_ARGS && p->at != NO_PACK)
			n = element(n, p->at);
	}
	return n;
}

/* Begins to look at a part.  Returns false if it is too much. */
static bool enter(struct printer *p)
{
	if (++p->depth > DEMANGLE_DEPTH || ++p->steps > DEMANGLE_STEPS)
		p->failed = true;
	return !p->failed;
}

static const struct node *find_pack(struct printer *p, const struct node *n)
{
	const struct node *found = NULL;

	if (!n || n->kind == N_LAMBDA || n->kind == N_PACK_EXPANSION)
		return NULL;
	if (n->kind == N_PARAM)
		return n->a && !p->in_lambda && n->a->kind == N_ARGS ? n->a : NULL;
	if (enter(p)) {
		found = find_pack(p, n->a);
		found = found ? found : find_pack(p, n->b);
		found = found ? found : find_pack(p, n->c);
	}
	p->depth--;
	return found;
}

static u32 length(const struct node *args)
{
	u32 n = 0;

	for (const struct node *arg = args->a; arg; arg = arg->b)
		n++;
	return n;
}

static void print_expansion(struct printer *p, const struct node *n)
{
	const struct node *pack = find_pack(p, n->a);
	u32 at = p->at, count;

	if (!pack) {
		put(p, "(");
		print(p, n->a);
		put(p, ")...");
		return;
	}
	count = length(pack);
	for (u32 i = 0; i < count; i++) {
		if (i)
			put(p, ", ");
		p->at = i;
		print(p, n->a);
	}
	p->at = at;
}

static void print_length(struct printer *p, const struct node *n)
{
	const struct node *pack = find_pack(p, n->a);
	char text[16];

	if (!pack && n->a->kind == N_ARGS)
		pack = n->a;
	snprintf(text, sizeof(text), "%u", pack ? length(pack) : 0);
	put(p, text);
}

/* Puts arguments with commas, without those that are empty packs. */
static void print_args(struct printer *p, const struct node *n)
{
	bool any = false;

	for (const struct node *arg = n->a; arg; arg = arg->b) {
		size_t before = p->out->n, then;

		if (any)
			put(p, ", ");
		then = p->out->n;
		print(p, arg->a);
		if (p->out->n > then)
			any = true;
		else if (then > before)
			p->out->n = p->cut = before;
	}
}

/* ---- types ---- */

static bool is_outer(const struct node *n)
{
	return n->kind == N_PROTO || n->kind == N_ARRAY;
}

/* Does the type have a right half? */
static bool has_right(struct printer *p, const struct node *n)
{
	u32 depth = 0;

	while ((n = meant(p, n)) && depth++ < DEMANGLE_DEPTH) {
		if (is_outer(n))
			return true;
		if (n->kind != N_SUFFIX && n->kind != N_REF && n->kind != N_QUAL &&
		    n->kind != N_MEMBER)
			return false;
		n = n->a;
	}
	return false;
}

/* The type before a suffix.  A reference to a reference is one, && only if both are.  So *text is
 * the suffix of that.  What is const twice is said to be once. */
static const struct node *before_suffix(struct printer *p, const struct node *n,
					const char **text)
{
	const struct node *type = meant(p, n->a);
	u32 depth = 0;

	*text = n->s;
	while (type && type->kind == n->kind && n->kind != N_SUFFIX && depth++ < DEMANGLE_DEPTH) {
		if (n->kind == N_QUAL && strcmp(type->s, n->s))
			break;
		if (n->kind == N_REF && strlen(type->s) < strlen(*text))
			*text = type->s;
		type = meant(p, type->a);
	}
	return type ? type : n->a;
}

/* What a type is a type of, if that is an array: what is const then are its elements. */
static const struct node *array_in(struct printer *p, const struct node *type)
{
	const struct node *in = type;
	u32 depth = 0;

	while (in && in->kind == N_QUAL && depth++ < DEMANGLE_DEPTH)
		in = meant(p, in->a);
	return in && in->kind == N_ARRAY ? in : type;
}

/* The type that is in parentheses with the suffix. */
static const struct node *around(struct printer *p, const struct node *n, const struct node *type)
{
	if (n->kind == N_QUAL)
		return type->kind == N_ARRAY ? n : type;
	return array_in(p, type);
}

/* Opens the parenthesis of a pointer to an array or function. */
static void open(struct printer *p, const struct node *type, bool is_symbol)
{
	char c = last(p);

	if (type->kind == N_ARRAY)
		put(p, " (");
	else if (type->kind == N_PROTO)
		put(p, c == ' ' || (is_symbol && (c == '(' || c == '*')) ? "(" : " (");
}

static void left_suffix(struct printer *p, const struct node *n)
{
	const char *text;
	const struct node *type = before_suffix(p, n, &text);

	left(p, type);
	open(p, around(p, n, type), *text != ' ');
	put(p, text);
}

static void left_member(struct printer *p, const struct node *n)
{
	const struct node *type = meant(p, n->a);

	left(p, type);
	open(p, type, false);
	if (last(p) != '(')
		put(p, " ");
	print(p, n->b);
	put(p, "::*");
}

static void left_proto(struct printer *p, const struct node *n)
{
	if (!n->a)
		return;
	left(p, n->a);
	if (!has_right(p, n->a))
		put(p, " ");
}

static void right_proto(struct printer *p, const struct node *n)
{
	put(p, "(");
	print_args(p, n->b);
	put(p, ")");
	put(p, n->s);
	if (n->c)
		print(p, n->c);
	put(p, n->t);
	if (n->a)
		right(p, n->a);
}

static void right_array(struct printer *p, const struct node *n)
{
	const struct node *type;

	put(p, " ");
	do {
		put(p, "[");
		if (n->b)
			print(p, n->b);
		put(p, "]");
		type = n->a;
		n = meant(p, type);
	} while (n && n->kind == N_ARRAY && ++p->steps < DEMANGLE_STEPS);
	right(p, type);
}

/* ---- all ---- */

static void print_template(struct printer *p, const struct node *n)
{
	print(p, n->a);
	put(p, last(p) == '<' ? " <" : "<");
	print_args(p, n->b);
	put(p, last(p) == '>' ? " >" : ">");
}

static void print_text(struct printer *p, const struct node *n)
{
	put(p, n->s);
	if (n->a)
		print(p, n->a);
	put(p, n->t);
	if (n->b)
		print(p, n->b);
	put(p, n->u);
}

/* The parameters of a lambda's template have no names. */
static void print_auto(struct printer *p, const struct node *n)
{
	char text[32];

	p->failed |= !p->in_lambda;
	snprintf(text, sizeof(text), "auto:%u", n->num + 1);
	put(p, text);
}

static void print_lambda(struct printer *p, const struct node *n)
{
	bool outer = p->in_lambda;

	p->in_lambda = true;
	print_text(p, n);
	p->in_lambda = outer;
}

static void left_kind(struct printer *p, const struct node *n)
{
	switch (n->kind) {
	case N_TEMPLATE:
		return print_template(p, n);
	case N_ARGS:
		return print_args(p, n);
	case N_FUNCTION:
		left(p, n->b);
		print(p, n->a);
		return right(p, n->b);
	case N_PROTO:
		return left_proto(p, n);
	case N_SUFFIX:
	case N_REF:
	case N_QUAL:
		return left_suffix(p, n);
	case N_ARRAY:
		return left(p, n->a);
	case N_MEMBER:
		return left_member(p, n);
	case N_PACK_EXPANSION:
		return print_expansion(p, n);
	case N_PACK_LENGTH:
		return print_length(p, n);
	case N_PARAM:
		return print_auto(p, n);
	case N_LAMBDA:
		return print_lambda(p, n);
	default:
		return print_text(p, n);
	}
}

static void left(struct printer *p, const struct node *n)
{
	n = meant(p, n);
	if (enter(p) && n)
		left_kind(p, n);
	p->depth--;
}

static void right_kind(struct printer *p, const struct node *n)
{
	const struct node *type;
	const char *text;

	switch (n->kind) {
	case N_PROTO:
		return right_proto(p, n);
	case N_ARRAY:
		return right_array(p, n);
	case N_SUFFIX:
	case N_REF:
	case N_QUAL:
	case N_MEMBER:
		type = n->kind == N_MEMBER ? meant(p, n->a) : before_suffix(p, n, &text);
		if (!type)
			return;
		if (is_outer(around(p, n, type)))
			put(p, ")");
		right(p, type);
	}
}

static void right(struct printer *p, const struct node *n)
{
	n = meant(p, n);
	if (enter(p) && n)
		right_kind(p, n);
	p->depth--;
}

bool dm_print(const struct node *n, struct strbuf *out)
{
	struct printer p = { .out = out, .start = out->n, .at = NO_PACK };

	print(&p, n);
	if (p.failed)
		out->n = p.start;
	if (out->s)
		out->s[out->n] = '\0';
	return !p.failed;
}
