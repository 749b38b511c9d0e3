/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scope.c - functions of C++ and Rust by the classes and namespaces around them.
 *
 * A linkage name has all of them: _ZN3geo5Shape4areaEi is geo::Shape::area(int).  Facts: the
 * Itanium C++ ABI, 5.1 (Mangling); Rust adds a part with a hash.  Template arguments are left out.
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

/* Writes geo::Shape::area for a linkage name; false if it is none with scopes. */
static bool read_nested(const char *s, struct strbuf *out)
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
				sb_printf(out, out->n ? "::%.*s" : "%.*s", (int)n, s);
			s += n;
		} else {
			return false;
		}
	}
	return *s;
}

bool scope_has(const char *linkage, const char *name)
{
	struct strbuf text = { 0 };
	bool has = read_nested(linkage, &text);
	size_t n = strlen(name);

	has = has && text.n >= n && !strcmp(text.s + text.n - n, name) &&
	      (text.n == n || text.s[text.n - n - 1] == ':');
	sb_free(&text);
	return has;
}

bool entry_is_function(const struct entry *e, const struct debug_query *q)
{
	const char *name = entry_name(e);
	size_t n = strlen(q->func);
	/* work<int> is found as work */
	bool has_name = !strncmp(name, q->func, n) && (!name[n] || name[n] == '<');
	struct entry of;
	struct attr a;

	if (has_name && !q->scoped)
		return true;
	if ((q->scoped && !has_name) || !entry_inherits(e, DW_AT_linkage_name, &a, &of))
		return false;
	return q->scoped ? scope_has(attr_text(of.u, &a), q->scoped) :
			   !strcmp(attr_text(of.u, &a), q->func);
}

void debug_split_scope(struct debug_query *q)
{
	const char *last = NULL;

	for (const char *p = q->func; p && (p = strstr(p, "::")); )
		last = p += 2;
	if (!last || !*last)
		return;
	q->scoped = q->func;
	q->func = last;
}
