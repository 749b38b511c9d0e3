/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * demangle_rust.c - names of Rust; see demangle.h.
 *
 * They begin with _R (RFC 2603), and are read and printed at the same time.  What B mentions
 * again is read again.  demangle_legacy.c has the older ones.
 */
#include <stdio.h>
#include <string.h>

#include "base/demangle_impl.h"

struct rust {
	const char *start, *p, *end;	/* start: what B counts from */
	struct strbuf *out;
	size_t from;			/* where the name begins in out */
	u32 depth, steps, lifetimes;
	bool quiet, failed;
};

static void fail(struct rust *r)
{
	r->failed = true;
	r->p = r->end;
}

static char peek(const struct rust *r)
{
	return r->p < r->end ? *r->p : '\0';
}

static bool eat(struct rust *r, char c)
{
	if (peek(r) != c || !c)
		return false;
	r->p++;
	return true;
}

static char next(struct rust *r)
{
	char c = peek(r);

	if (!c)
		fail(r);
	else
		r->p++;
	return c;
}

static void put_n(struct rust *r, const char *s, size_t n)
{
	if (r->quiet || r->failed)
		return;
	sb_put(r->out, s, n);
	if (r->out->n - r->from > DEMANGLE_TEXT)
		fail(r);
}

static void put(struct rust *r, const char *s)
{
	put_n(r, s, strlen(s));
}

static void put_number(struct rust *r, u64 n)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)n);
	put(r, text);
}

/* Is there more of a list?  It ends with an E. */
static bool more(struct rust *r)
{
	if (eat(r, 'E'))
		return false;
	if (!peek(r))
		fail(r);
	return !r->failed;
}

/* _ is 0, 0_ is 1, and so on with the digits 0-9a-zA-Z.  Hashes may have more than 64 bits. */
static u64 base62(struct rust *r)
{
	u64 n = 0;

	if (eat(r, '_'))
		return 0;
	while (!r->failed && !eat(r, '_')) {
		char c = next(r);

		n = n * 62 + (c >= '0' && c <= '9' ? (u64)(c - '0') :
			      c >= 'a' && c <= 'z' ? (u64)(c - 'a') + 10 :
			      c >= 'A' && c <= 'Z' ? (u64)(c - 'A') + 36 : (fail(r), 0));
	}
	return n + 1;
}

static u64 tagged(struct rust *r, char tag)
{
	return eat(r, tag) ? base62(r) + 1 : 0;
}

/* ---- identifiers ---- */

struct ident { const char *s; size_t n; bool is_puny; u64 disambiguator; };

static u64 decimal(struct rust *r)
{
	u64 n = 0;

	if (eat(r, '0'))
		return 0;
	if (peek(r) < '1' || peek(r) > '9')
		fail(r);
	while (peek(r) >= '0' && peek(r) <= '9' && n < DEMANGLE_NAME)
		n = n * 10 + (u64)(*r->p++ - '0');
	return n;
}

static struct ident ident(struct rust *r)
{
	struct ident id = { .disambiguator = tagged(r, 's') };

	id.is_puny = eat(r, 'u');
	id.n = (size_t)decimal(r);
	eat(r, '_');
	id.s = r->p;
	if ((size_t)(r->end - r->p) < id.n) {
		fail(r);
		id.n = 0;
	}
	r->p += id.n;
	return id;
}

/* In UTF-8. */
static void put_char(struct rust *r, u32 c)
{
	u32 more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
	static const u8 first[] = { 0, 0xc0, 0xe0, 0xf0 };
	char text[4];

	text[0] = (char)(first[more] | c >> 6 * more);
	for (u32 i = 1; i <= more; i++)
		text[i] = (char)(0x80 | (c >> 6 * (more - i) & 0x3f));
	put_n(r, text, more + 1);
}

static void put_ident(struct rust *r, const struct ident *id)
{
	u32 chars[PUNY_MOST + 1], n;

	if (!id->is_puny) {
		put_n(r, id->s, id->n);
	} else if (dm_puny(id->s, id->s + id->n, chars, &n)) {
		for (u32 i = 0; i < n; i++)
			put_char(r, chars[i]);
	} else {
		put(r, "punycode{");
		put_n(r, id->s, id->n);
		put(r, "}");
	}
}

/* ---- lifetimes ---- */

/* 0 is '_; others count outwards from the innermost one that is bound. */
static void put_lifetime(struct rust *r, u64 n)
{
	u64 depth = r->lifetimes - n;

	put(r, "'");
	if (!n)
		put(r, "_");
	else if (n > r->lifetimes)
		fail(r);
	else if (depth < 26)
		put_n(r, (char[]){ (char)('a' + depth) }, 1);
	else
		put(r, "_"), put_number(r, depth);
}

/* for<'a, 'b>; returns how many, to be taken from lifetimes afterwards. */
static u32 binder(struct rust *r)
{
	u64 n = tagged(r, 'G');

	if (!n)
		return 0;
	if (n > 1000) {
		fail(r);
		return 0;
	}
	put(r, "for<");
	for (u64 i = 0; i < n; i++) {
		r->lifetimes++;
		put(r, i ? ", " : "");
		put_lifetime(r, 1);
	}
	put(r, "> ");
	return (u32)n;
}

/* ---- paths, types and constants ---- */

static void path(struct rust *r, bool in_value);
static void type(struct rust *r);
static void constant(struct rust *r);

static bool enter(struct rust *r)
{
	if (++r->depth > DEMANGLE_DEPTH || ++r->steps > DEMANGLE_STEPS)
		fail(r);
	return !r->failed;
}

/* Reads again what begins at an offset, which is before the B. */
static const char *back(struct rust *r)
{
	const char *before = r->p - 1;
	u64 at = base62(r);

	if (r->failed || at >= (u64)(before - r->start)) {
		fail(r);
		return NULL;
	}
	before = r->p;
	r->p = r->start + at;
	return before;
}

static void generic_args(struct rust *r)
{
	for (bool first = true; more(r); first = false) {
		put(r, first ? "" : ", ");
		if (eat(r, 'L'))
			put_lifetime(r, base62(r));
		else if (eat(r, 'K'))
			constant(r);
		else
			type(r);
	}
}

/* In namespaces with capital letters things have no names of their own. */
static void nested(struct rust *r, bool in_value)
{
	char space = next(r);
	struct ident id;

	path(r, in_value);
	id = ident(r);
	if (space >= 'A' && space <= 'Z') {
		put(r, "::{");
		if (space == 'C')
			put(r, "closure");
		else if (space == 'S')
			put(r, "shim");
		else
			put_n(r, &space, 1);
		if (id.n) {
			put(r, ":");
			put_ident(r, &id);
		}
		put(r, "#");
		put_number(r, id.disambiguator);
		put(r, "}");
	} else if (space < 'a' || space > 'z') {
		fail(r);
	} else if (id.n) {
		put(r, "::");
		put_ident(r, &id);
	}
}

/* M: <type>::, X: <type as trait>::, Y: the same.  M and X begin with the path of the impl. */
static void impl(struct rust *r, char kind)
{
	if (kind != 'Y') {
		bool quiet = r->quiet;

		tagged(r, 's');
		r->quiet = true;
		path(r, false);
		r->quiet = quiet;
	}
	put(r, "<");
	type(r);
	if (kind != 'M') {
		put(r, " as ");
		path(r, false);
	}
	put(r, ">");
}

static void path_kind(struct rust *r, bool in_value)
{
	const char *after;
	struct ident id;
	char c = next(r);

	switch (c) {
	case 'C':
		id = ident(r);
		return put_ident(r, &id);
	case 'N':
		return nested(r, in_value);
	case 'M':
	case 'X':
	case 'Y':
		return impl(r, c);
	case 'I':
		path(r, in_value);
		put(r, in_value ? "::<" : "<");
		generic_args(r);
		return put(r, ">");
	case 'B':
		after = back(r);
		if (after && !r->quiet)
			path(r, in_value);
		if (!r->failed)
			r->p = after;
		return;
	default:
		fail(r);
	}
}

static void path(struct rust *r, bool in_value)
{
	if (enter(r))
		path_kind(r, in_value);
	r->depth--;
}

/* The path of a trait, whose arguments may go on with what its types are. */
static void dyn_trait(struct rust *r)
{
	const char *after = NULL;
	bool open = false;
	struct ident id;

	if (!enter(r)) {
		r->depth--;
		return;
	}
	if (eat(r, 'B'))
		after = back(r);
	if (eat(r, 'I')) {
		path(r, false);
		put(r, "<");
		generic_args(r);
		open = true;
	} else {
		path(r, false);
	}
	if (after && !r->failed)
		r->p = after;
	while (eat(r, 'p')) {
		put(r, open ? ", " : "<");
		open = true;
		id = ident(r);
		put_ident(r, &id);
		put(r, " = ");
		type(r);
	}
	put(r, open ? ">" : "");
	r->depth--;
}

static void dyn(struct rust *r)
{
	u32 bound;
	u64 lifetime;

	put(r, "dyn ");
	bound = binder(r);
	for (bool first = true; more(r); first = false) {
		put(r, first ? "" : " + ");
		dyn_trait(r);
	}
	r->lifetimes -= bound;
	if (!eat(r, 'L'))
		return fail(r);
	lifetime = base62(r);
	if (lifetime) {
		put(r, " + ");
		put_lifetime(r, lifetime);
	}
}

static void function(struct rust *r)
{
	u32 bound = binder(r);
	struct ident id;

	put(r, eat(r, 'U') ? "unsafe " : "");
	if (eat(r, 'K')) {
		put(r, "extern \"");
		if (eat(r, 'C')) {
			put(r, "C");
		} else {
			id = ident(r);
			for (size_t i = 0; i < id.n; i++)
				put_n(r, id.s[i] == '_' ? "-" : id.s + i, 1);
		}
		put(r, "\" ");
	}
	put(r, "fn(");
	for (bool first = true; more(r); first = false) {
		put(r, first ? "" : ", ");
		type(r);
	}
	put(r, ")");
	if (!eat(r, 'u')) {
		put(r, " -> ");
		type(r);
	}
	r->lifetimes -= bound;
}

static const char *basic(char c)
{
	static const char *const names[26] = {
		"i8", "bool", "char", "f64", "str", "f32", NULL, "u8", "isize", "usize", NULL,
		"i32", "u32", "i128", "u128", "_", NULL, NULL, "i16", "u16", "()", "...", NULL,
		"i64", "u64", "!",
	};

	return c >= 'a' && c <= 'z' ? names[c - 'a'] : NULL;
}

static void tuple(struct rust *r)
{
	u32 n = 0;

	put(r, "(");
	while (more(r)) {
		put(r, n++ ? ", " : "");
		type(r);
	}
	put(r, n == 1 ? ",)" : ")");
}

static void reference(struct rust *r, bool is_mut)
{
	u64 lifetime = eat(r, 'L') ? base62(r) : 0;

	put(r, "&");
	if (lifetime) {
		put_lifetime(r, lifetime);
		put(r, " ");
	}
	put(r, is_mut ? "mut " : "");
	type(r);
}

static void type_kind(struct rust *r, char c)
{
	const char *after;

	switch (c) {
	case 'A':
	case 'S':
		put(r, "[");
		type(r);
		if (c == 'A') {
			put(r, "; ");
			constant(r);
		}
		return put(r, "]");
	case 'T':
		return tuple(r);
	case 'R':
	case 'Q':
		return reference(r, c == 'Q');
	case 'P':
	case 'O':
		put(r, c == 'P' ? "*const " : "*mut ");
		return type(r);
	case 'F':
		return function(r);
	case 'D':
		return dyn(r);
	case 'B':
		after = back(r);
		if (after && !r->quiet)
			type(r);
		if (!r->failed)
			r->p = after;
		return;
	default:
		r->p--;
		path(r, false);
	}
}

static void type(struct rust *r)
{
	char c = next(r);

	if (basic(c))
		put(r, basic(c));
	else if (enter(r))
		type_kind(r, c);
	else
		return (void)r->depth--;
	if (!basic(c))
		r->depth--;
}

static void integer(struct rust *r, bool is_char)
{
	const char *start = r->p;
	u64 n = 0;

	while (!r->failed && peek(r) != '_') {
		char c = next(r);

		n = n << 4 | (c >= '0' && c <= '9' ? (u64)(c - '0') :
			      c >= 'a' && c <= 'f' ? (u64)(c - 'a') + 10 : (fail(r), 0));
	}
	if (r->failed)
		return;
	if (is_char) {
		put(r, "'");
		put_char(r, (u32)n);
		put(r, "'");
	} else if (r->p - start > 16) {
		put(r, "0x");
		put_n(r, start, (size_t)(r->p - start));
	} else {
		put_number(r, n);
	}
	r->p++;
}

static void constant(struct rust *r)
{
	const char *after;
	char c = next(r);

	if (!enter(r)) {
		r->depth--;
		return;
	}
	if (c == 'B') {
		after = back(r);
		if (after && !r->quiet)
			constant(r);
		if (!r->failed)
			r->p = after;
	} else if (c == 'p') {
		put(r, "_");
	} else if (c == 'b') {
		put(r, eat(r, '0') ? "false" : eat(r, '1') ? "true" : (fail(r), ""));
		if (!eat(r, '_'))
			fail(r);
	} else if (c && strchr("aslxnihtmyojc", c)) {
		if (strchr("aslxni", c) && eat(r, 'n'))
			put(r, "-");
		integer(r, c == 'c');
	} else {
		fail(r);
	}
	r->depth--;
}

bool dm_rust(const char *name, struct strbuf *out)
{
	struct rust r = { .start = name + 2, .p = name + 2, .out = out, .from = out->n,
			  .end = name + strcspn(name, ".$") };

	if (peek(&r) >= '0' && peek(&r) <= '9')
		return false;		/* a later version */
	path(&r, true);
	if (!r.failed && r.p < r.end) {	/* the crate that made this instance */
		r.quiet = true;
		path(&r, false);
	}
	if (!r.failed && r.p == r.end)
		return true;
	out->n = r.from;
	if (out->s)
		out->s[out->n] = '\0';
	return false;
}
