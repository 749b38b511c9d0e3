/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demangle_cxx.c - parse the name of a C++ symbol; see demangle_impl.h.
 *
 *	_Z encoding [.clone]
 *	encoding	T.. or G..: special; else a name, and for functions types
 *
 * After a failure nothing is left to parse, so that all loops end.
 */
#include <stdio.h>
#include <string.h>

#include "base/demangle_impl.h"
#include "base/find.h"

/* ---- to read ---- */

struct node *dm_fail(struct demangler *d)
{
	static struct node nothing = { .kind = N_TEXT };

	d->failed = true;
	d->p = d->end;
	return &nothing;
}

bool dm_eat(struct demangler *d, const char *text)
{
	size_t n = strlen(text);

	if ((size_t)(d->end - d->p) < n || memcmp(d->p, text, n))
		return false;
	d->p += n;
	return true;
}

bool dm_more(struct demangler *d)
{
	if (dm_eat(d, "E"))
		return false;
	if (d->p == d->end)
		dm_fail(d);
	return !d->failed;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

u32 dm_number(struct demangler *d)
{
	u32 n = 0;

	while (is_digit(dm_peek(d, 0)) && n < UINT32_MAX / 20)
		n = n * 10 + (u32)(*d->p++ - '0');
	return n;
}

u32 dm_seq(struct demangler *d, u32 base)
{
	u32 n = 0;

	if (dm_eat(d, "_"))
		return 0;
	while (n < UINT32_MAX / 80) {
		char c = dm_peek(d, 0);

		if (is_digit(c))
			n = n * base + (u32)(c - '0');
		else if (base > 10 && c >= 'A' && c <= 'Z')
			n = n * base + (u32)(c - 'A') + 10;
		else
			break;
		d->p++;
	}
	if (!dm_eat(d, "_"))
		dm_fail(d);
	return n + 1;
}

/* ---- to make nodes ---- */

struct node *dm_node(struct demangler *d, enum node_kind kind, struct node *a, struct node *b)
{
	struct node *n = arena_new(&d->arena, struct node);

	n->kind = (u8)kind;
	n->a = a;
	n->b = b;
	return n;
}

struct node *dm_text(struct demangler *d, const char *s, struct node *a, const char *t,
		     struct node *b, const char *u)
{
	struct node *n = dm_node(d, N_TEXT, a, b);

	n->s = s;
	n->t = t;
	n->u = u;
	return n;
}

struct node *dm_name_node(struct demangler *d, const char *text)
{
	struct node *n = dm_node(d, N_NAME, NULL, NULL);

	n->s = text;
	return n;
}

struct node *dm_scoped(struct demangler *d, struct node *scope, struct node *name)
{
	struct node *n = dm_node(d, N_SCOPED, scope, name);

	n->t = "::";
	return n;
}

void dm_append(struct demangler *d, struct node *args, struct node *arg)
{
	struct node **end = args->num ? &args->c->b : &args->a;

	/* The last one is kept in c only while parsing: printing looks into it. */
	*end = args->c = dm_node(d, N_ARG, arg, NULL);
	args->num++;
}

struct node *dm_add_sub(struct demangler *d, struct node *n)
{
	vec_push(&d->subs, n);
	return n;
}

/* ---- special names ---- */

/* Skips the offsets of a thunk. */
static void call_offset(struct demangler *d)
{
	bool is_virtual = dm_eat(d, "v");

	if (!is_virtual && !dm_eat(d, "h"))
		dm_fail(d);
	for (u32 i = 0; i < (is_virtual ? 2 : 1); i++) {
		dm_eat(d, "n");
		dm_number(d);
		if (!dm_eat(d, "_"))
			dm_fail(d);
	}
}

static struct node *construction(struct demangler *d)
{
	struct node *in = dm_type(d);

	dm_number(d);
	if (!dm_eat(d, "_"))
		dm_fail(d);
	return dm_text(d, "construction vtable for ", dm_type(d), "-in-", in, NULL);
}

static struct node *temporary(struct demangler *d)
{
	struct node *name = dm_name(d, false);
	u32 n = 0;

	if (is_digit(dm_peek(d, 0)) || dm_peek(d, 0) == '_')
		n = dm_seq(d, 36);
	return dm_text(d, arena_printf(&d->arena, "reference temporary #%u for ", n), name,
		       NULL, NULL, NULL);
}

enum special_of { OF_TYPE, OF_NAME, OF_ENCODING, OF_ARG, OF_THUNK };

static const struct special { char code[4]; u8 of; const char *text; } specials[] = {
	{ "TV", OF_TYPE, "vtable for " },
	{ "TT", OF_TYPE, "VTT for " },
	{ "TI", OF_TYPE, "typeinfo for " },
	{ "TS", OF_TYPE, "typeinfo name for " },
	{ "TF", OF_TYPE, "typeinfo fn for " },
	{ "TJ", OF_TYPE, "java Class for " },
	{ "TH", OF_NAME, "TLS init function for " },
	{ "TW", OF_NAME, "TLS wrapper function for " },
	{ "TA", OF_ARG, "template parameter object for " },
	{ "GV", OF_NAME, "guard variable for " },
	{ "GA", OF_ENCODING, "hidden alias for " },
	{ "GTn", OF_ENCODING, "non-transaction clone for " },
	{ "GTt", OF_ENCODING, "transaction clone for " },
	{ "GT", OF_ENCODING, "transaction clone for " },
	{ "Tc", OF_THUNK, "covariant return thunk to " },
};

static struct node *template_arg(struct demangler *d);

static struct node *special_of(struct demangler *d, const struct special *s)
{
	switch (s->of) {
	case OF_TYPE:
		return dm_type(d);
	case OF_NAME:
		return dm_name(d, false);
	case OF_ARG:
		return template_arg(d);
	case OF_THUNK:
		call_offset(d);
		call_offset(d);
	}
	return dm_encoding(d);
}

static struct node *special(struct demangler *d)
{
	const char *text;

	for (size_t i = 0; i < ARRAY_SIZE(specials); i++)
		if (dm_eat(d, specials[i].code))
			return dm_text(d, specials[i].text, special_of(d, &specials[i]), NULL,
				       NULL, NULL);
	if (dm_eat(d, "TC"))
		return construction(d);
	if (dm_eat(d, "GR"))
		return temporary(d);
	if (!dm_eat(d, "T"))
		return dm_fail(d);
	text = dm_peek(d, 0) == 'h' ? "non-virtual thunk to " : "virtual thunk to ";
	call_offset(d);
	return dm_text(d, text, dm_encoding(d), NULL, NULL, NULL);
}

/* ---- functions and variables ---- */

static bool is_ctor(const struct node *n)
{
	while (n->kind == N_SCOPED || n->kind == N_TAG)
		n = n->kind == N_TAG ? n->a : n->b;
	return n->kind == N_CTOR;
}

/* Is the type of a function's result in its name?  It is in those of templates. */
static bool has_result(const struct node *n)
{
	while (n->kind == N_SCOPED)
		n = n->b;
	return n->kind == N_TEMPLATE && !is_ctor(n->a);
}

/* Looks up the arguments of parameters that were mentioned before them. */
static void resolve_later(struct demangler *d, u32 from)
{
	for (u32 i = from; i < d->later.n; i++)
		d->later.v[i]->a = dm_arg(d, d->later.v[i]->num);
	d->later.n = from;
}

static struct node *function(struct demangler *d)
{
	u32 later = d->later.n;
	struct node *name = dm_name(d, true), *proto, *result = NULL;
	const char *quals = d->quals;
	char c = dm_peek(d, 0);

	resolve_later(d, later);
	if (!c || c == 'E' || c == '.')
		return name;
	if (has_result(name))
		result = dm_type(d);
	proto = dm_node(d, N_PROTO, result, dm_types(d));
	proto->s = quals;
	return dm_node(d, N_FUNCTION, name, proto);
}

struct node *dm_encoding(struct demangler *d)
{
	const char *quals = d->quals;
	struct node *n, *args = d->args;

	if (d->depth++ > DEMANGLE_DEPTH)
		return dm_fail(d);
	d->quals = "";
	n = dm_peek(d, 0) == 'T' || dm_peek(d, 0) == 'G' ? special(d) : function(d);
	d->quals = quals;
	d->args = args;
	d->depth--;
	return n;
}

/* ---- arguments of templates ---- */

struct node *dm_arg(const struct demangler *d, u32 at)
{
	const struct node *arg = d->args ? d->args->a : NULL;

	while (arg && at--)
		arg = arg->b;
	return arg ? arg->a : NULL;
}

static struct node *template_arg(struct demangler *d)
{
	struct node *n;

	if (dm_eat(d, "L"))
		return dm_literal(d);
	if (dm_eat(d, "I") || dm_eat(d, "J"))
		return dm_args(d, false);
	if (!dm_eat(d, "X"))
		return dm_type(d);
	n = dm_expr(d);
	if (!dm_eat(d, "E"))
		dm_fail(d);
	return n;
}

struct node *dm_args(struct demangler *d, bool tag)
{
	struct node *args = dm_node(d, N_ARGS, NULL, NULL);

	if (d->depth++ > DEMANGLE_DEPTH)
		return dm_fail(d);
	if (tag)
		d->args = args;
	while (dm_more(d))
		dm_append(d, args, template_arg(d));
	args->c = NULL;
	d->depth--;
	return args;
}

/* ---- all ---- */

/* Puts names that optimizations gave to copies: f.part.0.cold. */
static struct node *clones(struct demangler *d, struct node *n)
{
	while (dm_peek(d, 0) == '.') {
		const char *start = d->p;

		if (is_lower(d->p[1]) || is_digit(d->p[1]) || d->p[1] == '_')
			d->p += 2;
		while (start != d->p && (is_lower(*d->p) || is_digit(*d->p) || *d->p == '_'))
			d->p++;
		while (*d->p == '.' && is_digit(d->p[1])) {
			d->p += 2;
			while (is_digit(*d->p))
				d->p++;
		}
		if (d->p == start)
			return dm_fail(d);
		n = dm_text(d, NULL, n, " [clone ", dm_name_node(d, arena_strndup(&d->arena,
			    start, (size_t)(d->p - start))), "]");
	}
	return n;
}

/* The name of a function alone. */
static const struct node *name_of(const struct node *n)
{
	while (n->kind == N_TEXT && n->u && n->t && !n->s)	/* a clone */
		n = n->a;
	return n->kind == N_FUNCTION ? n->a : n;
}

static bool cxx(const char *name, size_t n, bool only_name, struct strbuf *out)
{
	struct demangler d = { .p = name + 2, .end = name + n, .quals = "" };
	struct node *root = clones(&d, dm_encoding(&d));
	bool ok = !d.failed && d.p == d.end && dm_print(only_name ? name_of(root) : root, out);

	vec_free(&d.subs);
	vec_free(&d.later);
	arena_free(&d.arena);
	return ok;
}

/* _GLOBAL__I_name: a function that runs the constructors of a file. */
static bool constructors(const char *name, struct strbuf *out)
{
	if (!starts_with(name, "_GLOBAL_") || !name[8] || !strchr("._$", name[8]) ||
	    (name[9] != 'I' && name[9] != 'D') || name[10] != '_')
		return false;
	sb_printf(out, "global %s keyed to ", name[9] == 'I' ? "constructors" : "destructors");
	if (!demangle(name + 11, out))
		sb_puts(out, name + 11);
	return true;
}

static bool any(const char *mangled, bool only_name, struct strbuf *out)
{
	size_t n = strnlen(mangled, DEMANGLE_NAME + 1);

	if (mangled[0] != '_' || n > DEMANGLE_NAME)
		return false;
	if (mangled[1] == 'Z')
		return dm_rust_legacy(mangled, out) || cxx(mangled, n, only_name, out);
	return mangled[1] == 'R' ? dm_rust(mangled, out) :
	       mangled[1] == 'G' && constructors(mangled, out);
}

bool demangle(const char *mangled, struct strbuf *out)
{
	return any(mangled, false, out);
}

bool demangle_name(const char *mangled, struct strbuf *out)
{
	return any(mangled, true, out);
}
