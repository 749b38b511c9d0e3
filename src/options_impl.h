/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options_impl.h - what options.c, with the table of options, and words.c share. */
#ifndef AWL_OPTIONS_IMPL_H
#define AWL_OPTIONS_IMPL_H

#include "options.h"

/* The letters of options without a letter. */
enum { OPT_AS = OPT_DIFF + 1, OPT_NOTHING, OPT_DUMP, OPT_ATTACH, OPT_FILTER, OPT_STRLEN,
       OPT_DEPTH, OPT_MAP_SIZE, OPT_BUFFER, OPT_BUDGET, OPT_MEMORY, OPT_COLOR, OPT_MESSAGES,
       OPT_MODE };

enum kind {
	FLAG,			/* a bool at the offset */
	TEXT,			/* a const char * at the offset */
	PLAIN,			/* set_option() handles it; it has no value */
	VALUE			/* the same, with a value */
};

struct option_row { char name[21], letter; u8 kind; u16 at; };

static inline bool option_has_value(const struct option_row *r)
{
	return r->kind == TEXT || r->kind == VALUE;
}

/* Does it list something, so that operands are no programs? */
static inline bool option_lists(const struct option_row *r)
{
	return r->letter == 'l' || r->letter == 'L';
}

/* Is it the name of an output format, and not of a file? */
bool option_names_format(const char *name);
/* The option with this letter; NULL if there is none. */
const struct option_row *option_short(const struct options *o, char letter);
/* The option with this name, or the only one that begins with it; NULL if there is none. */
const struct option_row *option_long(const struct options *o, const char *name, size_t n);
/* Scans the words again when it is known which options are the script's own. */
void options_scan_own(struct options *o);

#endif
