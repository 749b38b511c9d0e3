/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lex.h - shared by the lexer, the parser and the files that help them.
 *
 * Private to grammar/.  In this language a '/', a '<' or a '{' means different things at the
 * start of a clause, after its probes, or in a body.  The lexer keeps track of that, so the
 * parser sees only tokens with one meaning.  scan.c looks ahead in the text.
 */
#ifndef AWL_LEX_H
#define AWL_LEX_H

#include "lang/parse.h"

#define MAX_DEPTH 1000	/* of brackets and of trees, because passes recurse */
#define MAX_ERRORS_SEEN 100	/* parsing stops after so many errors */

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
	char kind;	/* ( [ { or <; '=' for a block that is an expression */
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
	int first;		/* the token to start with, or 0 */
	int prev;		/* the token before */
	int before_block;	/* the token before the block that was closed last */
	struct span last;	/* the place of prev */
	bool newline;		/* there was one since prev */
	bool in_list;		/* after the ',' of a probe list */
	bool is_typedef;	/* LEX_DECL: only a ';' ends it */
	bool if_value;		/* LEX_VALUE: an #if's */
	bool resync;		/* after an error: skip to the end of the statement */
	bool at_end, closing;	/* no more text; report no more errors */
	bool failed;
	u32 n_errors;
	u32 pred_end;		/* offset of the '/' that ends the predicate */
	u64 budget;		/* bytes that may still be looked ahead: keeps the time linear */
	VEC(struct bracket) open;
	u32 blocks;		/* number of brackets that are blocks */
	struct hash typedefs;	/* names */
	struct token *held;	/* was read, and comes after the next one */
	/* the parser's */
	struct span here;	/* of the rule that is being reduced */
	struct expr *result;	/* of LEX_VALUE */
	struct tails {
		struct clause **clauses;
		struct type_decl **types;
		struct macro **macros;
		struct setting **settings;
		struct expr **imports;
	} tails;
};

/* Reports an error, a row of diag.def, and notes that there was one. */
void lex_fail(struct lexer *lx, enum diag_tag tag, struct span at, ...);
#define lex_fail(lx, tag, at, ...) \
	(FORMAT_CHECK(tag, ##__VA_ARGS__), lex_fail(lx, tag, at, ##__VA_ARGS__))
static inline struct span lex_span(const struct lexer *lx, u32 beg, u32 end)
{
	return (struct span){ lx->base + beg, lx->base + end };
}
/* The text of a place in the arena, shortened and safe to print. */
const char *lex_quote(struct lexer *lx, struct span at);
static inline const char *lex_name(const struct lexer *lx, const char *name)
{
	return intern_s(lx->p->names, name);
}

/* lexer.l */
void lex_open(struct lexer *lx);
void lex_close(struct lexer *lx);

/* scan.c looks ahead in the text.  Offsets are from the text's start. */
u32 scan_blank(const struct lexer *lx, u32 pos);	/* after blanks and comments */
u32 scan_word(const struct lexer *lx, u32 pos);		/* after an identifier */
bool scan_is(const struct lexer *lx, u32 pos, const char *word);
bool scan_item(const struct lexer *lx, u32 pos);	/* a clause or declaration? */
u32 scan_spec(const struct lexer *lx, u32 pos);		/* the end of a probe spec */
/* The '/' that ends the predicate opened at pos, or 0.  *stop is how far it looked. */
u32 scan_pred(struct lexer *lx, u32 pos, u32 *stop);
bool scan_type(const struct lexer *lx, u32 pos, int before);	/* after a '(' */
bool scan_operand(const struct lexer *lx, u32 pos);	/* a statement's start? */
u32 scan_parens(const struct lexer *lx, u32 pos);	/* after '(' … ')' */
bool is_type_word(const struct lexer *lx, const char *s, size_t n);
bool is_c_word(const char *s, size_t n);	/* may follow another: unsigned int */

/* literal.c */
enum lit { LIT_OK, LIT_BAD, LIT_BIG };
enum lit lit_number(const char *s, size_t n, u64 *value);
/* The end of the string or character that opens at pos: its quote or the end of the line. */
u32 lit_end(const struct lexer *lx, u32 pos);
/* Writes text[pos, end) without escapes to out, which is long enough.  Returns the length. */
u32 lit_bytes(struct lexer *lx, u32 pos, u32 end, char *out);

/* prep.c: parses text[beg, end) as one expression; NULL if it is none. */
struct expr *parse_value(struct parse *p, const char *text, u32 beg, u32 end, u32 base,
			 bool is_if);

#endif
