/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lex.h - what the lexer, the parser and their hand-written helpers share.
 *
 * Private to the front end.  The lexer knows where in a program it is (at a
 * clause's start, after its probes, in a body …) because the language decides
 * by that what a '/', a '<' or a '{' means; the parser only sees tokens that
 * mean one thing.  Looking ahead is done on the text, in scan.c.
 */
#ifndef AWL_LEX_H
#define AWL_LEX_H

#include "lang/parse.h"

#define MAX_DEPTH 1000	/* of brackets, and of a tree: passes recurse over it */
#define MAX_ERRORS_SEEN 100	/* then reading stops */

enum lex_mode {
	LEX_TOP,	/* where a clause or declaration may start */
	LEX_PROBES,	/* after a probe spec */
	LEX_AFTER_PRED,
	LEX_PRED,
	LEX_BODY,	/* in a clause's block */
	LEX_STMT,	/* in a body, or a declaration, that ends with a ';' */
	LEX_DECL,	/* in a C declaration */
	LEX_CONFIG,
	LEX_VALUE,	/* a #define's or #if's expression */
};

struct bracket {
	char kind;	/* ( [ { or <; = for a block that is an expression */
	int before;	/* the token before it */
	u32 at;
};

struct lexer {
	struct parse *p;
	void *scanner;		/* flex's */
	const char *text;	/* NUL-terminated, directives blanked */
	u32 len, pos;
	u32 base;		/* diag's offset of text[0] */
	enum lex_mode mode;
	int first;		/* token to start with, or 0 */
	int prev;		/* token before */
	int before_block;	/* token before the block that was closed last */
	struct span last;	/* its place */
	bool newline;		/* seen since then */
	bool in_list;		/* after the ',' of a probe list */
	bool is_typedef;	/* LEX_DECL: only a ';' ends it */
	bool if_value;		/* LEX_VALUE: an #if's */
	bool resync;		/* the parser is lost: skip to the statement's end */
	bool at_end, closing;	/* no more text; say no more */
	bool failed;
	u32 n_errors;
	u32 pred_end;		/* offset of the '/' that ends the predicate */
	u64 budget;		/* of bytes looked ahead, so that time stays linear */
	VEC(struct bracket) open;
	u32 blocks;		/* how many of them are blocks */
	struct hash typedefs;	/* names */
	struct token *held;	/* read, but not its turn yet */
	/* what the parser makes */
	struct span here;	/* of the rule being reduced */
	struct expr *result;	/* of LEX_VALUE */
	struct tails {
		struct clause **clauses;
		struct type_decl **types;
		struct macro **macros;
		struct setting **settings;
		struct expr **imports;
	} tails;
};

/* Says an error (a row of diag.def) and remembers that there was one. */
void lex_fail(struct lexer *lx, enum diag_tag tag, struct span at, ...);
#define lex_fail(lx, tag, at, ...) \
	(FORMAT_CHECK(tag, ##__VA_ARGS__), lex_fail(lx, tag, at, ##__VA_ARGS__))
static inline struct span lex_span(const struct lexer *lx, u32 beg, u32 end)
{
	return (struct span){ lx->base + beg, lx->base + end };
}
/* The text of a place, cut to what fits, safe to print; in the arena. */
const char *lex_quote(struct lexer *lx, struct span at);
static inline const char *lex_name(const struct lexer *lx, const char *name)
{
	return intern_s(lx->p->names, name);
}

/* lexer.l */
void lex_open(struct lexer *lx);
void lex_close(struct lexer *lx);

/* scan.c: looking ahead in the text; all offsets from its start */
u32 scan_blank(const struct lexer *lx, u32 pos);	/* past blanks and comments */
u32 scan_word(const struct lexer *lx, u32 pos);		/* past an identifier */
bool scan_is(const struct lexer *lx, u32 pos, const char *word);
bool scan_item(const struct lexer *lx, u32 pos);	/* a clause or declaration? */
u32 scan_spec(const struct lexer *lx, u32 pos);		/* the end of a probe spec */
/* The '/' that ends the predicate opened at pos, or 0; *stop: where it looked. */
u32 scan_pred(struct lexer *lx, u32 pos, u32 *stop);
bool scan_type(const struct lexer *lx, u32 pos, int before);	/* after a '(' */
bool scan_operand(const struct lexer *lx, u32 pos);	/* a statement's start? */
u32 scan_parens(const struct lexer *lx, u32 pos);	/* past a '(' … ')' */
/* The first place of `what` in s[0, n), or NULL. */
const char *scan_text(const char *s, size_t n, const char *what);
bool is_type_word(const struct lexer *lx, const char *s, size_t n);
bool is_c_word(const char *s, size_t n);	/* may follow another: unsigned int */

/* literal.c */
enum lit { LIT_OK, LIT_BAD, LIT_BIG };
enum lit lit_number(const char *s, size_t n, u64 *value);
/* The end of the string or character that opens at pos (its quote, or where it breaks off). */
u32 lit_end(const struct lexer *lx, u32 pos);
/* Undoes the escapes of text[pos, end) into out, which has room; the length. */
u32 lit_bytes(struct lexer *lx, u32 pos, u32 end, char *out);

/* prep.c */
/* Parses text[beg, end) as one expression; NULL if it is none. */
struct expr *parse_value(struct parse *p, const char *text, u32 beg, u32 end, u32 base,
			 bool is_if);

#endif
