/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diag.h - messages about a script.
 *
 * Each message is a row of diag.def: a tag, a severity and a format.  It is printed as
 *
 *     file.awl:3:14: error: no member 'sk_famly' in 'sock'
 *       3 |   @[arg0->sk_famly] = count();
 *         |           ^~~~~~~~
 *
 * or, for editors, as an object of JSON on one line: severity, file, line, column, end_line,
 * end_column, message, hints.  Columns are bytes, and the end is the place after the last one.
 *
 * A position is a byte offset into one space that all sources share (the script, imported
 * files, macro bodies).  So a span takes eight bytes, and lines are counted only when a
 * message is printed.
 */
#ifndef AWL_DIAG_H
#define AWL_DIAG_H

#include "base/strbuf.h"

struct span { u32 beg, end; };	/* [beg, end); {0,0}: no place in a source */

enum diag_severity { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

enum diag_tag {
#define X(tag, severity, text) tag,
#include "base/diag.def"
#undef X
	DIAG_TAGS
};

/*
 * Each message and each text of text.def as a constant text_TAG, so that the compiler can
 * compare a format with its arguments.  It can't look into the table that text_of() reads.
 * No code uses these constants, so no object file contains them.
 */
#define X(tag, severity, text) \
	static const char text_##tag[] __attribute__((unused)) = text;
#include "base/diag.def"
#undef X
#define X(id, text) static const char text_##id[] __attribute__((unused)) = text;
#include "base/text.def"
#undef X

/*
 * FORMAT_CHECK(TAG, ARGUMENT...) makes -Wformat compare the arguments with the format of TAG.
 * It generates no code.  TAG must be the name of a message: to choose between two messages,
 * write two calls.
 */
int format_check(const char *fmt, ...) PRINTF_LIKE(1, 2);
#define FORMAT_CHECK(tag, ...) ({						\
	if (0)	/* gcc 14 doesn't warn in sizeof(format_check(...)) */	\
		format_check(text_##tag, ##__VA_ARGS__);			\
	(void)0;								\
})

struct source {
	const char *name;	/* as printed: a path, or "program" */
	const char *text;	/* NUL-terminated; not owned */
	u32 base, len;		/* offset of the first byte, number of bytes */
	struct span shown_as;	/* messages about this source show that place, unless {0,0} */
};

#define MAX_ERRORS 20	/* further errors are only counted */

struct diag {
	VEC(struct source) sources;
	struct strbuf out;	/* messages since the last flush */
	unsigned errors, warnings;
	enum diag_tag last;	/* the last message, for the tests */
	int muted;		/* > 0: count nothing, print nothing */
	bool quiet;		/* leave out warnings and their notes (-q) */
	bool as_json;		/* --messages=json: a line of JSON for each message */
	bool is_coloured;	/* for a terminal */
	bool is_open, has_hints;	/* the last line of JSON, and its list of hints, go on */
	bool last_dropped;	/* the last message was dropped: drop its notes, too */
	/* the errors printed so far: none is printed twice */
	struct { u32 at; enum diag_tag tag; } said[MAX_ERRORS];
};

/* Adds a source and returns the offset of its first byte, which is never 0.  name and text
 * must live as long as d. */
u32 diag_source(struct diag *d, const char *name, const char *text, size_t len);
/* The source that contains the offset; NULL if there is none. */
const struct source *diag_find(const struct diag *d, u32 offset);
/* The source's name, line and column of an offset; both count from 1. */
void diag_place(const struct diag *d, u32 offset, const char **name,
		unsigned *line, unsigned *col);
/* The line that contains the offset, without its newline: a pointer into the source. */
const char *diag_line(const struct diag *d, u32 offset, size_t *len);

void diag_say(struct diag *d, enum diag_tag tag, struct span at, ...);
#define diag_say(d, tag, at, ...) \
	(FORMAT_CHECK(tag, ##__VA_ARGS__), diag_say(d, tag, at, ##__VA_ARGS__))
/* For functions that check their arguments with FORMAT_CHECK() themselves. */
void diag_vsay(struct diag *d, enum diag_tag tag, struct span at, va_list ap);
/* Adds another place to the last message: "first here". */
void diag_note(struct diag *d, struct span at, const char *text);
/* Adds a cure to the last message: a text of text.def and its arguments. */
void diag_hint(struct diag *d, u32 text, ...);
#define diag_hint(d, text, ...) \
	(FORMAT_CHECK(text, ##__VA_ARGS__), diag_hint(d, text, ##__VA_ARGS__))
/* Adds "did you mean 'PREFIXbest'?" unless best is NULL.  Returns whether it did. */
bool diag_suggest(struct diag *d, const char *prefix, const char *best);
/* Writes the messages to stderr and forgets them. */
void diag_flush(struct diag *d);
void diag_free(struct diag *d);

static inline struct span span_join(struct span a, struct span b)
{
	if (!a.end)
		return b;
	if (!b.end)
		return a;
	return (struct span){ a.beg < b.beg ? a.beg : b.beg,
			      a.end > b.end ? a.end : b.end };
}

#endif
