/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scope.c - functions of C++ and Rust by the classes, modules and namespaces around them.
 *
 * A linkage name has all of them: _ZN3geo5Shape4areaEi is geo::Shape::area(int).  Template
 * arguments are left out, and Rust's traits: <geo::Shape as geo::Scale>::scale is
 * geo::Shape::scale.
 */
#include <string.h>

#include "base/demangle.h"
#include "base/find.h"
#include "debug/debug_impl.h"

/* Does "operator" begin the name of a function such as operator<<, operator() or operator int? */
static bool begins_operator(const char *name)
{
	return starts_with(name, "operator") && name[8] && strchr("+-*/%^&|~!=<>,([ ", name[8]);
}

/* Returns what follows the bracket that closes the one at s or, with depth 1, the one before it.
 * The > of -> closes none. */
static const char *skip_brackets(const char *s, u32 depth)
{
	do {
		depth += *s == '<';
		depth -= *s == '>' && s[-1] != '-';
		s++;
	} while (depth && *s);
	return s;
}

/*
 * Writes a demangled name without what is in brackets, but for the type before " as " in brackets
 * that begin a name.  Functions of &T, *mut T and [T] are T's.  The name of an operator is `last`.
 */
static void put_scopes(struct strbuf *out, const char *s, const char *last)
{
	bool is_part = true;	/* here a part of the name begins */
	u32 open = 0;		/* brackets that the name begins with */

	while (*s) {
		if (is_part && begins_operator(s)) {
			sb_puts(out, last);
			return;
		}
		if (*s == '<' && !out->n) {
			open++;
			s++;
		} else if (open && (*s == '>' || starts_with(s, " as "))) {
			s = skip_brackets(s, 1);
			open--;
		} else if (*s == '<' || starts_with(s, "::<")) {
			s = skip_brackets(s + (*s == ':' ? 2 : 0), 0);
		} else if (!out->n && strchr("&*[", *s)) {
			s++;
		} else if (!out->n && (starts_with(s, "mut ") || starts_with(s, "const "))) {
			s += strcspn(s, " ") + 1;
		} else if (*s == '[' || *s == ';') {	/* [abi:cxx11] and [u8; 4] */
			s += strcspn(s, "]");
		} else if (*s == ']') {
			s++;
		} else {
			is_part = *s == ':';
			sb_putc(out, *s++);
		}
	}
}

static bool scope_has(const char *linkage, const struct debug_query *q)
{
	struct strbuf name = { 0 }, text = { 0 };
	size_t n = strlen(q->scoped);
	bool has = HAS_DEMANGLE && demangle_name(linkage, &name);

	if (has)
		put_scopes(&text, sb_str(&name), q->func);
	has = has && text.n >= n && !strcmp(text.s + text.n - n, q->scoped) &&
	      (text.n == n || text.s[text.n - n - 1] == ':');
	sb_free(&name);
	sb_free(&text);
	return has;
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

static bool is_function(const struct entry *e, const struct debug_query *q)
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

/* Most entries are instances, which have no names of their own. */
bool entry_is_function(const struct entry *e, const struct debug_query *q, struct known *known)
{
	struct attr a;
	u64 off;
	u32 i;

	if (e->kind->tag != DW_TAG_inlined_subroutine ||
	    !entry_attr(e, DW_AT_abstract_origin, &a) || attr_debug(e->u, &a) != e->u->d)
		return is_function(e, q);
	off = attr_entry(e->u, &a);
	i = (off ^ off >> 8) % KNOWN;
	if (known->off[i] != off) {
		known->is[i] = is_function(e, q);
		known->off[i] = off;
	}
	return known->is[i];
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
