/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demangle_expr.c - parse expressions of C++; see demangle_impl.h.
 *
 *	L type number E, L_Z encoding E	literals
 *	fp_, fL0p_			parameters of the function
 *	sr type name, gs		names in what isn't known yet, and global ones
 *	cv, cl, il, tl, nw, fl, ...	those with forms of their own
 *	two letters			other operators, from the table
 */
#include <stdio.h>
#include <string.h>

#include "base/demangle_impl.h"

/* Each operator's letters, its number of operands, and its text. */
static const char operators[] =
	"aN2&=\0aS2=\0aa2&&\0ad1&\0an2&\0at1alignof \0aw1co_await \0az1alignof \0"
	"cc4const_cast\0cl2()\0cm2,\0co1~\0dV2/=\0da1delete[] \0dc4dynamic_cast\0de1*\0"
	"dl1delete \0ds2.*\0dt2.\0dv2/\0eO2^=\0eo2^\0eq2==\0ge2>=\0gt2>\0ix2[]\0lS2<<=\0"
	"le2<=\0ls2<<\0lt2<\0mI2-=\0mL2*=\0mi2-\0ml2*\0mm1--\0na3new[]\0ne2!=\0ng1-\0nt1!\0"
	"nw3new\0nx1noexcept\0oR2|=\0oo2||\0or2|\0pL2+=\0pl2+\0pm2->*\0pp1++\0ps1+\0pt2->\0"
	"qu3?\0rM2%=\0rS2>>=\0rc4reinterpret_cast\0rm2%\0rs2>>\0sc4static_cast\0ss2<=>\0"
	"st1sizeof \0sz1sizeof \0te1typeid \0ti1typeid \0tr0throw\0tw1throw \0";

const char *dm_operator(struct demangler *d, u32 *n)
{
	for (const char *o = operators; *o; o += strlen(o) + 1)
		if (o[0] == dm_peek(d, 0) && o[1] == dm_peek(d, 1)) {
			d->p += 2;
			*n = (u32)(o[2] - '0');
			return o + 3;
		}
	return NULL;
}

/* An operand: in parentheses, unless it is a name. */
static struct node *operand(struct demangler *d, struct node *n)
{
	if (n->kind == N_NAME || n->kind == N_SCOPED)
		return n;
	return dm_text(d, "(", n, ")", NULL, NULL);
}

static struct node *next_operand(struct demangler *d)
{
	return operand(d, dm_expr(d));
}

static struct node *exprs(struct demangler *d)
{
	struct node *args = dm_node(d, N_ARGS, NULL, NULL);

	while (dm_more(d))
		dm_append(d, args, dm_expr(d));
	args->c = NULL;
	return args;
}

/* ---- literals ---- */

/* The suffixes of integers, by the letter of the type. */
static const char *suffix_of(char type)
{
	static const char *const suffixes[] = { "i", "ju", "ll", "mul", "xll", "yull" };

	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++)
		if (suffixes[i][0] == type)
			return suffixes[i] + 1;
	return NULL;
}

struct node *dm_literal(struct demangler *d)
{
	char letter = dm_peek(d, 0);
	bool is_float = letter && strchr("fdeg", letter), minus;
	struct node *type, *value;
	const char *start;

	if (dm_eat(d, "_Z") || dm_eat(d, "Z")) {
		type = dm_encoding(d);
		return dm_eat(d, "E") ? type : dm_fail(d);
	}
	type = dm_type(d);
	if (letter == 'D' && dm_eat(d, "E"))
		return type;			/* nullptr */
	minus = dm_eat(d, "n");
	start = d->p;
	while (d->p < d->end && *d->p != 'E')
		d->p++;
	value = dm_name_node(d, arena_strndup(&d->arena, start, (size_t)(d->p - start)));
	if (!dm_eat(d, "E") || !*value->s)
		return dm_fail(d);
	if (letter == 'b' && !minus && (*value->s == '0' || *value->s == '1') && !value->s[1])
		return dm_text(d, *value->s == '1' ? "true" : "false", NULL, NULL, NULL, NULL);
	if (suffix_of(letter))
		return dm_text(d, minus ? "-" : "", value, suffix_of(letter), NULL, NULL);
	value = dm_text(d, is_float ? "[" : NULL, value, is_float ? "]" : NULL, NULL, NULL);
	return dm_text(d, "(", type, minus ? ")-" : ")", value, NULL);
}

/* ---- names ---- */

static struct node *with_args(struct demangler *d, struct node *n)
{
	return dm_eat(d, "I") ? dm_node(d, N_TEMPLATE, n, dm_args(d, false)) : n;
}

static struct node *simple_name(struct demangler *d)
{
	if (dm_eat(d, "dn"))
		return dm_text(d, "~", dm_peek(d, 0) >= '0' && dm_peek(d, 0) <= '9' ?
			       with_args(d, dm_source_name(d)) : dm_type(d), NULL, NULL, NULL);
	dm_eat(d, "on");
	return dm_unqualified(d, NULL);
}

/*
 * The end of a list of scopes: "sr3std7is_sameIT_T0_EE5value" has an E after the scopes.  Older
 * compilers leave it out, and have a type instead of scopes.
 */
static struct node *scopes(struct demangler *d, struct node *n)
{
	while (dm_more(d)) {
		struct node *part = with_args(d, dm_source_name(d));

		n = n ? dm_scoped(d, n, part) : part;
	}
	return n ? with_args(d, dm_scoped(d, n, simple_name(d))) : dm_fail(d);
}

static struct node *resolved_later(struct demangler *d)
{
	struct demangler before = *d;
	struct node *n;

	if (dm_eat(d, "N")) {
		n = dm_type(d);
		return scopes(d, with_args(d, n));
	}
	if (dm_peek(d, 0) >= '0' && dm_peek(d, 0) <= '9') {
		n = scopes(d, NULL);
		if (!d->failed)
			return n;
		d->p = before.p;
		d->failed = before.failed;
		d->subs.n = before.subs.n;
	}
	n = dm_type(d);
	return with_args(d, dm_scoped(d, n, simple_name(d)));
}

static struct node *function_param(struct demangler *d)
{
	if (dm_eat(d, "fpT"))
		return dm_name_node(d, "this");
	d->p += 2;
	if (d->p[-1] == 'L') {
		dm_number(d);
		if (!dm_eat(d, "p"))
			return dm_fail(d);
	}
	while (dm_peek(d, 0) && strchr("rVK", dm_peek(d, 0)))
		d->p++;
	return dm_name_node(d, arena_printf(&d->arena, "{parm#%u}", dm_seq(d, 10) + 1));
}

/* ---- forms of their own ---- */

/* (args op ...), with init also (init op ... op args) */
static struct node *fold(struct demangler *d, char kind)
{
	bool is_left = kind == 'l' || kind == 'L';
	struct node *a, *b;
	const char *op;
	u32 n;

	op = dm_operator(d, &n);
	if (!op)
		return dm_fail(d);
	a = next_operand(d);
	if (kind == 'l' || kind == 'r')
		return is_left ? dm_text(d, arena_printf(&d->arena, "(...%s", op), a, ")", NULL,
					 NULL) :
		       dm_text(d, "(", a, arena_printf(&d->arena, "%s...)", op), NULL, NULL);
	b = next_operand(d);
	return dm_text(d, "(", a, arena_printf(&d->arena, "%s...%s", op, op), b, ")");
}

static struct node *conversion(struct demangler *d)
{
	struct node *type = dm_type(d);

	if (dm_eat(d, "_"))
		return dm_text(d, "(", type, ")(", exprs(d), ")");
	return dm_text(d, "(", type, ")", next_operand(d), NULL);
}

static struct node *call(struct demangler *d)
{
	struct node *f = dm_expr(d);

	if (f->kind == N_FUNCTION)
		f = f->a;
	f = operand(d, f);
	return dm_text(d, NULL, f, "(", exprs(d), ")");
}

/* new (where) type(arguments) */
static struct node *new_object(struct demangler *d, const char *text)
{
	struct node *where = dm_node(d, N_ARGS, NULL, NULL), *type, *n;

	while (!d->failed && !dm_eat(d, "_"))
		dm_append(d, where, dm_expr(d));
	where->c = NULL;
	type = dm_type(d);
	n = where->a ? dm_text(d, text, dm_text(d, " (", where, ")", NULL, NULL), " ", type, NULL) :
	    dm_text(d, text, NULL, " ", type, NULL);
	if (dm_eat(d, "pi"))
		return dm_text(d, NULL, n, "(", exprs(d), ")");
	if (dm_eat(d, "il"))
		return dm_text(d, NULL, n, "{", exprs(d), "}");
	return dm_eat(d, "E") ? n : dm_fail(d);
}

/* ---- operators ---- */

static struct node *unary(struct demangler *d, const char *code, const char *text)
{
	struct node *a;

	if (!strcmp(text, "++") || !strcmp(text, "--"))
		return dm_eat(d, "_") ? dm_text(d, text, next_operand(d), NULL, NULL, NULL) :
		       dm_text(d, NULL, next_operand(d), text, NULL, NULL);
	if (code[1] == 't' || (code[0] == 't' && code[1] == 'i')) {	/* of a type */
		if (code[0] != 'n')
			return dm_text(d, text, dm_text(d, "(", dm_type(d), ")", NULL, NULL),
				       NULL, NULL, NULL);
	}
	a = dm_expr(d);
	if (code[1] == 'd' && a->kind == N_FUNCTION && a->a->kind == N_SCOPED)
		a = a->a;
	if (code[0] == 'n' && code[1] == 'x')
		return dm_text(d, "noexcept(", a, ")", NULL, NULL);
	return dm_text(d, text, operand(d, a), NULL, NULL, NULL);
}

static struct node *binary(struct demangler *d, const char *code, const char *text)
{
	struct node *a = next_operand(d), *n;

	if (!strcmp(text, "[]"))
		return dm_text(d, NULL, a, "[", dm_expr(d), "]");
	if (*code == 'd' && code[1] == 't')
		return dm_text(d, NULL, a, ".", operand(d, with_args(d, simple_name(d))), NULL);
	if (*code == 'p' && code[1] == 't')
		return dm_text(d, NULL, a, "->", operand(d, with_args(d, simple_name(d))), NULL);
	n = dm_text(d, NULL, a, text, next_operand(d), NULL);
	return strcmp(text, ">") ? n : dm_text(d, "(", n, ")", NULL, NULL);
}

static struct node *operation(struct demangler *d)
{
	struct node *a;
	const char *code = d->p, *text;
	u32 n;

	text = dm_operator(d, &n);
	if (!text)
		return dm_fail(d);
	if (n == 0)
		return dm_name_node(d, text);
	if (n == 1)
		return unary(d, code, text);
	if (!strcmp(text, "()"))
		return call(d);
	if (n == 2)
		return binary(d, code, text);
	if (n == 4) {
		a = dm_type(d);
		return dm_text(d, arena_printf(&d->arena, "%s<", text), a, ">(", dm_expr(d), ")");
	}
	if (*text != '?')
		return new_object(d, text);
	a = next_operand(d);
	a = dm_text(d, NULL, a, "?", next_operand(d), " : ");
	return dm_text(d, NULL, a, NULL, next_operand(d), NULL);
}

static struct node *pack_length(struct demangler *d)
{
	struct node *n;

	if (dm_eat(d, "sP"))
		n = exprs(d);
	else if (dm_eat(d, "sZ") && dm_peek(d, 0) == 'T')
		n = dm_param(d);
	else
		n = dm_expr(d);
	return dm_node(d, N_PACK_LENGTH, n, NULL);
}

static struct node *expr(struct demangler *d)
{
	char c = dm_peek(d, 0), next = dm_peek(d, 1);
	struct node *type = NULL;

	if (dm_eat(d, "L"))
		return dm_literal(d);
	if (c == 'T')
		return dm_param(d);
	if (dm_eat(d, "sr"))
		return resolved_later(d);
	if (dm_eat(d, "sp"))
		return dm_node(d, N_PACK_EXPANSION, dm_expr(d), NULL);
	if (c == 's' && (next == 'Z' || next == 'P'))
		return pack_length(d);
	if (c == 'f' && (next == 'p' || (next == 'L' && dm_peek(d, 2) >= '0' &&
					 dm_peek(d, 2) <= '9')))
		return function_param(d);
	if (c == 'f' && next && strchr("lrLR", next)) {
		d->p += 2;
		return fold(d, next);
	}
	if ((c >= '0' && c <= '9') || (c == 'o' && next == 'n') || (c == 'd' && next == 'n'))
		return with_args(d, simple_name(d));
	if (dm_eat(d, "gs"))
		return dm_text(d, "::", dm_expr(d), NULL, NULL, NULL);
	if (dm_eat(d, "cv"))
		return conversion(d);
	if (dm_eat(d, "il") || dm_eat(d, "tl")) {
		if (next == 'l' && c == 't')
			type = dm_type(d);
		return dm_text(d, NULL, type, "{", exprs(d), "}");
	}
	return operation(d);
}

struct node *dm_expr(struct demangler *d)
{
	struct node *n;

	if (d->depth++ > DEMANGLE_DEPTH)
		return dm_fail(d);
	n = expr(d);
	d->depth--;
	return n;
}
