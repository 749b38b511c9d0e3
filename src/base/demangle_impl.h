/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demangle_impl.h - shared by the files of demangle.h.
 *
 * A C++ name is parsed to a tree and then printed, because parts of a declaration are on both
 * sides of its name, and because a part that was mangled once can occur several times.
 */
#ifndef AWL_DEMANGLE_IMPL_H
#define AWL_DEMANGLE_IMPL_H

#include "base/demangle.h"

#define DEMANGLE_NAME 16384	/* bytes of the longest mangled name */
#define DEMANGLE_TEXT 65536	/* bytes of the longest result */
#define DEMANGLE_DEPTH 500	/* of parts that are inside of others */
#define DEMANGLE_STEPS (1 << 18)	/* parts that are printed */

enum node_kind {
	N_NAME,		/* s */
	N_TEXT,		/* s a t b u: texts with parts between them */
	N_SCOPED,	/* the same: a is a scope, and b a name in it */
	N_CTOR,		/* the same: a constructor, destructor or conversion */
	N_TAG,		/* the same: a is a name with an ABI tag */
	N_LAMBDA,	/* the same */
	N_TEMPLATE,	/* a: name, b: arguments, a N_ARGS */
	N_ARGS,		/* a: the first N_ARG or NULL; parameters, arguments or a pack */
	N_ARG,		/* a: itself, b: the next one or NULL */
	N_PARAM,	/* a: what it is, NULL: unknown; num: its number */
	N_FUNCTION,	/* a: name, b: N_PROTO */
	N_PROTO,	/* a: result or NULL, b: parameters, s c t: what follows these */
	N_SUFFIX,	/* a: type, s: what follows it */
	N_REF,		/* the same: & or && */
	N_QUAL,		/* the same: const, volatile, restrict */
	N_ARRAY,	/* a: type of elements, b: their number or NULL */
	N_MEMBER,	/* pointer to a member, a: type, b: class */
	N_PACK_EXPANSION,	/* a: printed for each element of the pack in it */
	N_PACK_LENGTH,	/* a: has a pack */
};

/* A part of a name.  Members that are not mentioned above are NULL. */
struct node {
	u8 kind;
	u32 num;
	const char *s, *t, *u;
	struct node *a, *b, *c;
};

struct demangler {
	const char *p, *end;		/* not parsed yet */
	struct arena arena;
	VEC(struct node *) subs;	/* parts that can be mentioned again */
	VEC(struct node *) later;	/* N_PARAMs whose arguments follow */
	struct node *args;		/* of the template whose parameters are mentioned */
	const char *quals;		/* of the function whose name was parsed last */
	u32 depth;
	bool in_lambda;
	bool in_conversion;
	bool failed;
};

/* ---- demangle_cxx.c: to read, and to make nodes ---- */

/* Gives up: nothing is left to parse.  Returns a node, so that callers need no special case. */
struct node *dm_fail(struct demangler *d);
/* The next character but i.  The last one is a NUL. */
static inline char dm_peek(const struct demangler *d, u32 i)
{
	return (size_t)(d->end - d->p) > i ? d->p[i] : '\0';
}
bool dm_eat(struct demangler *d, const char *text);
/* Is there more of a list?  It ends with an E, which is eaten. */
bool dm_more(struct demangler *d);
u32 dm_number(struct demangler *d);	/* decimal; 0 if there is none */
u32 dm_seq(struct demangler *d, u32 base);	/* _ is 0, 0_ is 1, ... */
struct node *dm_node(struct demangler *d, enum node_kind kind, struct node *a, struct node *b);
struct node *dm_name_node(struct demangler *d, const char *text);
/* s a t b u; strings are not copied. */
struct node *dm_text(struct demangler *d, const char *s, struct node *a, const char *t,
		     struct node *b, const char *u);
struct node *dm_scoped(struct demangler *d, struct node *scope, struct node *name);
struct node *dm_add_sub(struct demangler *d, struct node *n);	/* returns n */

/* ---- what can be parsed; the head of each file says its letters ---- */

struct node *dm_encoding(struct demangler *d);
/* tag: it is the name of a function, whose template's arguments its type mentions. */
struct node *dm_name(struct demangler *d, bool tag);
struct node *dm_unqualified(struct demangler *d, const struct node *scope);
struct node *dm_substitution(struct demangler *d);
struct node *dm_args(struct demangler *d, bool tag);	/* after the I */
/* An argument of the template whose parameters are mentioned.  NULL: there is none yet. */
struct node *dm_arg(const struct demangler *d, u32 at);
struct node *dm_source_name(struct demangler *d);
struct node *dm_type(struct demangler *d);
struct node *dm_types(struct demangler *d);	/* up to an E or the end; void: none */
struct node *dm_param(struct demangler *d);	/* T_ */
struct node *dm_expr(struct demangler *d);
struct node *dm_literal(struct demangler *d);	/* after the L */
/* Returns the text of the operator and how many operands it has, or NULL. */
const char *dm_operator(struct demangler *d, u32 *n);
void dm_append(struct demangler *d, struct node *args, struct node *arg);

/* ---- */

bool dm_print(const struct node *n, struct strbuf *out);
bool dm_rust(const char *name, struct strbuf *out);
#define PUNY_MOST 128		/* characters of a decoded name */
/* Decodes Punycode to PUNY_MOST characters at most.  Returns false if there are more, or if it is
 * damaged. */
bool dm_puny(const char *s, const char *end, u32 *chars, u32 *count);
bool dm_rust_legacy(const char *name, struct strbuf *out);

#endif
