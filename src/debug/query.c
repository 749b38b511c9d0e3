/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * query.c - places of the source as text; see debug_parse_query().
 */
#include <string.h>

#include "base/number.h"
#include "debug/debug.h"

/* ":LINE" or ":LINE:COLUMN" at the end of text, which is cut off. */
static bool take_line(char *text, struct debug_query *q)
{
	char *colon = strchr(text, ':');
	u64 line, column = 0;
	const char *p;

	while (colon && colon[1] == ':')	/* of a scope */
		colon = strchr(colon + 2, ':');
	if (!colon)
		return true;
	*colon = '\0';
	p = colon + 1;
	if (!number_decimal(&p, &line) || line > INT32_MAX)
		return false;
	if (*p == ':' && (++p, !number_decimal(&p, &column) || column > INT32_MAX))
		return false;
	q->has_line = true;
	q->line = (u32)line;
	q->column = (u32)column;
	return !*p;
}

bool debug_parse_query(struct arena *a, const char *text, struct debug_query *q)
{
	char *name = arena_strdup(a, text), *at;

	*q = (struct debug_query){ 0 };
	if (!take_line(name, q))
		return false;
	at = strchr(name, '@');
	if (at) {
		*at = '\0';
		q->file = at + 1;
	}
	if (!at && !debug_is_operator(name) && strpbrk(name, "./"))
		q->file = name;
	else if (*name)
		q->func = name;
	debug_split_scope(q);
	return (!q->file || *q->file) && (q->func || q->has_line) &&
	       (q->func ? !q->column : q->file != NULL);
}
