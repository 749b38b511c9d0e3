/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scope.c - functions of C++ and Rust by the classes and namespaces around them.
 *
 * A linkage name has all of them: _ZN3geo5Shape4areaEi is geo::Shape::area(int).  Facts: the
 * Itanium C++ ABI, 5.1 (Mangling); Rust before its own mangling (rust.c) adds a part with a hash.
 * Template arguments are left out.
 */
#include <string.h>

#include "base/find.h"
#include "base/number.h"
#include "debug/debug_impl.h"

/* Moves past template arguments.  What begins with a letter of `opens` ends with E. */
static bool skip_arguments(const char **s)
{
	static const char opens[] = "INLXJF";
	u32 depth = 0;
	u64 n;

	do {
		const char *p = *s;

		if (number_decimal(&p, &n)) {
			if (n > strlen(p))
				return false;
			*s = p + n;
			continue;
		}
		if (!*p)
			return false;
		depth += strchr(opens, *p) != NULL;
		depth -= *p == 'E';
		p += 1 + (*p == 'S' && p[1] != '\0');
		*s = p;
	} while (depth);
	return true;
}

/* A constructor has its class's name, a destructor the same after ~. */
static void put_structor(struct strbuf *out, char kind)
{
	char *colon = strrchr(sb_str(out), ':'), *name;

	name = mem_alloc(out->n + 1);
	strcpy(name, colon ? colon + 1 : sb_str(out));
	sb_printf(out, kind == 'D' ? "::~%s" : "::%s", name);
	mem_free(name);
}

/* Rust's _$LT$geo..Shape$u20$as$u20$geo..Scale$GT$ is the type geo::Shape. */
static void put_part(struct strbuf *out, const char *s, size_t n)
{
	const char *end = s + n;

	if (starts_with(s, "_$LT$"))
		s += 5;
	sb_puts(out, out->n ? "::" : "");
	for (; s < end && *s != '$'; s++) {
		if (*s == '.' && s[1] == '.')
			sb_puts(out, "::"), s++;
		else
			sb_putc(out, *s);
	}
}

/* Writes geo::Shape::area for a linkage name; false if it is none with scopes.  The name of an
 * operator, which is mangled as two letters, is `last`. */
static bool read_nested(const char *s, const char *last, struct strbuf *out)
{
	u64 n;

	if (!starts_with(s, "_ZN"))
		return false;
	s += 3;
	s += strspn(s, "rVKRO");
	if (starts_with(s, "St")) {
		sb_puts(out, "std");
		s += 2;
	}
	while (*s && *s != 'E') {
		if (*s == 'I') {
			if (!skip_arguments(&s))
				return false;
		} else if ((*s == 'C' || *s == 'D') && s[1] >= '0' && s[1] <= '9' && out->n) {
			put_structor(out, *s);
			s += 2;
		} else if (number_decimal(&s, &n) && n <= strlen(s)) {
			if (!(n == 17 && *s == 'h' && s[n] == 'E'))	/* Rust's hash */
				put_part(out, s, n);
			s += n;
		} else if (*s >= 'a' && *s <= 'z' && out->n) {
			sb_printf(out, "::%s", last);
			return true;
		} else {
			return false;
		}
	}
	return *s;
}

static bool scope_has(const char *linkage, const struct debug_query *q)
{
	struct strbuf text = { 0 };
	bool has = rust_scopes(linkage, &text) || read_nested(linkage, q->func, &text);
	size_t n = strlen(q->scoped);

	has = has && text.n >= n && !strcmp(text.s + text.n - n, q->scoped) &&
	      (text.n == n || text.s[text.n - n - 1] == ':');
	sb_free(&text);
	return has;
}

/* Does "operator" begin the name of a function such as operator<<, operator() or operator int? */
static bool begins_operator(const char *name)
{
	return starts_with(name, "operator") && name[8] && strchr("+-*/%^&|~!=<>,([ ", name[8]);
}

bool debug_is_operator(const char *name)
{
	const char *part = name;

	while (!begins_operator(name) && (part = strstr(name, "::")))
		name = part + 2;
	return part;
}

/* work<int> is found as work, and operator< <int> as operator<. */
static bool is_name(const char *name, const char *want)
{
	size_t n = strlen(want);

	if (strncmp(name, want, n))
		return false;
	name += n;
	return !*name || (begins_operator(want) ? starts_with(name, " <") : *name == '<');
}

bool entry_is_function(const struct entry *e, const struct debug_query *q)
{
	bool has_name = is_name(entry_name(e), q->func);
	struct entry of;
	struct attr a;

	if (has_name && !q->scoped)
		return true;
	if ((q->scoped && !has_name) || !entry_inherits(e, DW_AT_linkage_name, &a, &of))
		return false;
	return q->scoped ? scope_has(attr_text(of.u, &a), q) :
			   !strcmp(attr_text(of.u, &a), q->func);
}

void debug_split_scope(struct debug_query *q)
{
	const char *last = q->func, *next;

	while (last && !begins_operator(last) && (next = strstr(last, "::")))
		last = next + 2;
	if (!last || last == q->func || !*last)
		return;
	q->scoped = q->func;
	q->func = last;
}
