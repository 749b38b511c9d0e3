/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * toolbox.c - the scripts of tools/, which are a part of awl; see toolbox.h.
 *
 * The build makes toolbox_text.h from them: C strings with the name and the text of each, with a
 * NUL after both (contrib/embed-tools).
 */
#include "toolbox.h"

#include <string.h>

#include "base/packed.h"

#ifndef NO_TOOLS
struct toolbox {
	char text[sizeof(
#include "toolbox_text.h"
	)];
};

#ifdef PACKED
static const u8 packed[] = {
#include "packed/toolbox.h"
};
#else
static const struct toolbox data = {
#include "toolbox_text.h"
};
#endif

/* The name of the first tool; its text follows it, then the next name.  "" ends the list. */
static const char *first(void) { return TABLE(struct toolbox)->text; }
#else
static const char *first(void) { return ""; }
#endif

static const char *after(const char *s) { return s + strlen(s) + 1; }

/* Scripts are looked up, too, and the tools may have to be expanded for that. */
static bool may_be_name(const char *s)
{
	return strcmp(s, "awl") && !s[strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_-")];
}

const char *tool_find(const char *name)
{
	if (!may_be_name(name))
		return NULL;
	for (const char *tool = first(); *tool; tool = after(after(tool)))
		if (!strcmp(tool, name))
			return after(tool);
	return NULL;
}

/* The first comment that begins with the tool's name says what it does: "# NAME - what". */
void tools_list(struct strbuf *out)
{
	for (const char *tool = first(); *tool; tool = after(after(tool))) {
		size_t n = strlen(tool);
		const char *line = after(tool);

		while (line[0] == '#' && strncmp(line + 2, tool, n))
			line = strchr(line, '\n') + 1;
		if (line[0] == '#')
			sb_printf(out, "%-16s %.*s\n", tool, (int)strcspn(line + n + 5, "\n"),
				  line + n + 5);
	}
}
