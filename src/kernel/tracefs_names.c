/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracefs_names.c - names of the values of a tracepoint's fields.
 *
 * An event's format ends with the arguments of a printf.  In these,
 *	__print_symbolic(REC->vec, { 0, "HI" }, { 1, "TIMER" })
 *	__print_flags(REC->gfp_flags, "|", {( unsigned long)((( gfp_t)((1UL)) << (10))), "A" })
 * give names to values and bits.  Values are C expressions of constants and casts.  If a value
 * can't be computed, the list is ignored, and the field is shown as a number.  A list for a part
 * of a field is ignored, too.  Facts: include/trace/stages/stage3_trace_output.h.
 */
#include "kernel/tracefs_names.h"

#include <ctype.h>
#include <string.h>

#include "base/find.h"
#include "base/number.h"

#define MAX_DEPTH 64

struct reader { const char *p; u32 depth; bool failed; };

static void skip_blanks(struct reader *r)
{
	while (*r->p == ' ' || *r->p == '\t')
		r->p++;
}

static bool take(struct reader *r, const char *text)
{
	size_t n = strlen(text);

	skip_blanks(r);
	if (strncmp(r->p, text, n))
		return false;
	r->p += n;
	return true;
}

static bool is_word(char c)
{
	return isalnum((u8)c) || c == '_';
}

/* Skips a type in parentheses, such as "(unsigned long)". */
static bool take_cast(struct reader *r)
{
	const char *p = r->p + 1;

	while (*p == ' ')
		p++;
	if (*r->p != '(' || !(isalpha((u8)*p) || *p == '_'))
		return false;
	while (is_word(*p) || *p == ' ')
		p++;
	if (*p != ')')
		return false;
	r->p = p + 1;
	return true;
}

static u64 value_of(struct reader *r, u32 level);

static u64 unary(struct reader *r)
{
	u64 v = 0;

	skip_blanks(r);
	r->failed |= ++r->depth > MAX_DEPTH;
	if (r->failed) {
		v = 0;
	} else if (take_cast(r)) {
		v = unary(r);
	} else if (take(r, "(")) {
		v = value_of(r, 0);
		r->failed |= !take(r, ")");
	} else if (take(r, "~")) {
		v = ~unary(r);
	} else if (take(r, "-")) {
		v = 0 - unary(r);
	} else if (isdigit((u8)*r->p)) {
		r->failed |= !number_any(&r->p, &v);
		r->p += strspn(r->p, "uUlL");
	} else {
		r->failed = true;
	}
	r->depth--;
	return v;
}

/* Computes an expression.  Levels are the operators' precedence, lowest first. */
static u64 value_of(struct reader *r, u32 level)
{
	static const char ops[][2][3] = { { "|" }, { "^" }, { "&" }, { "<<", ">>" }, { "+", "-" } };
	u64 v, by;
	bool second;

	if (level == ARRAY_SIZE(ops))
		return unary(r);
	v = value_of(r, level + 1);
	while (!r->failed && ((second = *ops[level][1] && take(r, ops[level][1])) ||
			      take(r, ops[level][0]))) {
		by = value_of(r, level + 1);
		switch (level) {
		case 0: v |= by; break;
		case 1: v ^= by; break;
		case 2: v &= by; break;
		case 3: v = by > 63 ? 0 : second ? v >> by : v << by; break;
		default: v = second ? v - by : v + by;
		}
	}
	return v;
}

/* Reads a string; "APIC_" "ID" is one. */
static const char *string(struct arena *a, struct reader *r)
{
	const char *whole = NULL, *end;

	while (take(r, "\"") && (end = strchr(r->p, '"'))) {
		whole = arena_printf(a, "%s%.*s", whole ? whole : "", (int)(end - r->p), r->p);
		r->p = end + 1;
	}
	r->failed |= !whole;
	return whole;
}

static u64 mask_of(u32 size)
{
	return size < 8 ? ((u64)1 << size * 8) - 1 : ~(u64)0;
}

/* Reads { VALUE, "NAME" }, ... up to the closing parenthesis.  The list may end with an entry
 * whose name is ((void *)0). */
static void read_list(struct arena *a, struct reader *r, struct field_names *f)
{
	VEC(struct field_name) names = { 0 };
	struct field_name one;

	while (!r->failed && take(r, "{")) {
		one.value = value_of(r, 0) & f->mask;
		r->failed |= !take(r, ",");
		skip_blanks(r);
		if (*r->p != '"') {
			r->p += strcspn(r->p, "}");
			take(r, "}");
			break;
		}
		one.name = string(a, r);
		r->failed |= !take(r, "}");
		vec_push(&names, one);
		if (!take(r, ","))
			break;
	}
	r->failed |= !take(r, ")") || !names.n;
	f->names = arena_memdup(a, names.v, names.n * sizeof(one));
	f->n = (u32)names.n;
	vec_free(&names);
}

static struct member *member_named(struct reader *r, struct member *m, u32 n)
{
	size_t len = 0;

	take_cast(r);
	if (!take(r, "REC->"))
		return NULL;
	while (is_word(r->p[len]))
		len++;
	for (u32 i = 0; i < n; i++)
		if (strlen(m[i].name) == len && !strncmp(m[i].name, r->p, len)) {
			r->p += len;
			return &m[i];
		}
	return NULL;
}

void tracefs_names(struct arena *a, const char *fmt, struct member *m, u32 n)
{
	for (const char *p = fmt; (p = find_text(p, "__print_")); ) {
		struct reader r = { .p = p + 8 };
		struct field_names f = { 0 };
		bool flags = take(&r, "flags(");
		struct member *of;

		p += 8;
		if (!flags && !take(&r, "symbolic("))
			continue;
		of = member_named(&r, m, n);
		if (!of || of->names || of->type->kind != TY_INT || !take(&r, ","))
			continue;
		if (flags) {
			f.delim = string(a, &r);
			r.failed |= !take(&r, ",");
		}
		f.mask = mask_of(of->type->size);
		read_list(a, &r, &f);
		if (!r.failed)
			of->names = arena_memdup(a, &f, sizeof(f));
		p = r.p > p ? r.p : p;
	}
}
