/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * library.c - functions that are written in awl's own language.
 *
 * They are macros that every script may use, and may replace by macros of the same name.  Their
 * text, T_LIBRARY, is parsed when a script uses a name that means nothing else, so it costs other
 * scripts nothing.
 */
#include <string.h>

#include "base/find.h"
#include "base/text.h"
#include "lang/check_impl.h"

/* Is there a line that begins with "macro name("? */
static bool has_macro(const char *name)
{
	size_t n = strlen(name);

	for (const char *s = text_of(T_LIBRARY); *s; s += strcspn(s, "\n") + 1)
		if (starts_with(s, "macro ") && !strncmp(s + 6, name, n) && s[6 + n] == '(')
			return true;
	return false;
}

bool library_load(struct check *c, const char *name)
{
	const char *text = text_of(T_LIBRARY);
	struct script *s = c->s;
	struct parse parse = { .arena = s->arena, .diag = s->diag, .names = &s->names,
			       .unit = &s->unit };
	struct macro **tail = &s->unit.macros;

	if (s->has_library || !has_macro(name))
		return false;
	while (*tail)
		tail = &(*tail)->next;
	if (parse_source(&parse, "library", text, strlen(text)))
		bug("the library does not parse");
	for (struct macro *m = *tail; m; m = m->next)
		m->is_library = true;
	return s->has_library = true;
}
