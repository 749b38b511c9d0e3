/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diag.h - everything awl says about a script goes through here.
 *
 * A message is one row of diag.def: a stable tag, a severity and a format.
 * It is printed as
 *
 *     file.awl:3:14: error: no member 'sk_famly' in 'sock'
 *       3 |   @[arg0->sk_famly] = count();
 *         |           ^~~~~~~~
 *
 * Positions are byte offsets into one space shared by all sources (the
 * script, imported files, macro bodies), so that a span is eight bytes and
 * lines are only counted when something has to be said.
 */
#ifndef AWL_DIAG_H
#define AWL_DIAG_H

#include "base/strbuf.h"

struct span { u32 beg, end; };	/* [beg, end); {0,0} means "no place" */

enum diag_severity { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

enum diag_tag {
#define X(tag, severity, text) tag,
#include "base/diag.def"
#undef X
	DIAG_TAGS
};

/*
 * Each message and each text of text.def once more, as the constant text_TAG, so that the
 * compiler can compare a format with its arguments: it can't look into the table that
 * text_of() reads.  No code uses these constants, so they are in no object file.
 */
#define X(tag, severity, text) \
	static const char text_##tag[] __attribute__((unused)) = text;
#include "base/diag.def"
#undef X
#define X(id, text) static const char text_##id[] __attribute__((unused)) = text;
#include "base/text.def"
#undef X

/*
 * FORMAT_CHECK(TAG, ARGUMENT...) has -Wformat compare them; it makes no code.  TAG must be the
 * name of a message: for a choice of two, write two calls.
 */
int format_check(const char *fmt, ...) PRINTF_LIKE(1, 2);
#define FORMAT_CHECK(tag, ...) ({						\
	if (0)	/* gcc 14 has nothing to say about sizeof(format_check(...)) */	\
		format_check(text_##tag, ##__VA_ARGS__);			\
	(void)0;								\
})

struct source {
	const char *name;	/* as printed: a path, or "program" */
	const char *text;	/* NUL-terminated; not owned */
	u32 base, len;		/* first offset, number of bytes */
};

#define MAX_ERRORS 20	/* after that, only the count */

struct diag {
	VEC(struct source) sources;
	struct strbuf out;	/* what was said since the last flush */
	unsigned errors, warnings;
	enum diag_tag last;	/* what was said last, for the tests */
	int muted;		/* > 0: count nothing, say nothing */
	bool quiet;		/* leave out warnings and their notes (-q) */
	bool last_dropped;	/* internal: a note follows what it belongs to */
	struct { u32 at; enum diag_tag tag; } said[MAX_ERRORS];	/* none is told twice */
};

/* Adds a source and returns the offset of its first byte (never 0). */
u32 diag_source(struct diag *d, const char *name, const char *text, size_t len);
const struct source *diag_find(const struct diag *d, u32 offset);
/* 1-based line and column of an offset. */
void diag_place(const struct diag *d, u32 offset, const char **name,
		unsigned *line, unsigned *col);
/* The text of the line an offset is in, without its newline; not copied. */
const char *diag_line(const struct diag *d, u32 offset, size_t *len);

void diag_say(struct diag *d, enum diag_tag tag, struct span at, ...);
#define diag_say(d, tag, at, ...) \
	(FORMAT_CHECK(tag, ##__VA_ARGS__), diag_say(d, tag, at, ##__VA_ARGS__))
/* For functions that have their own arguments checked. */
void diag_vsay(struct diag *d, enum diag_tag tag, struct span at, va_list ap);
/* Under the message before: another place, "first here". */
void diag_note(struct diag *d, struct span at, const char *text);
/* Under the message before: what helps, one of base/text.def with its arguments. */
void diag_hint(struct diag *d, u32 text, ...);
#define diag_hint(d, text, ...) \
	(FORMAT_CHECK(text, ##__VA_ARGS__), diag_hint(d, text, ##__VA_ARGS__))
/* "did you mean 'PREFIXbest'?" if best isn't NULL, which is what it returns. */
bool diag_suggest(struct diag *d, const char *prefix, const char *best);
/* Writes what was said to stderr and forgets it. */
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
