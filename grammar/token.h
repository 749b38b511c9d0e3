/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * token.h - a token, and the parts of the lexer that flex does not generate.
 *
 * Functions with `end` get the token's first offset in it and set it to the offset after the
 * token.  They return a token, NOTHING if the text is no token, or JUNK after an error.
 */
#ifndef AWL_TOKEN_H
#define AWL_TOKEN_H

#include "grammar/build.h"
#include "grammar/parser.h"

struct token {
	int kind;
	struct span at;
	AWL_YYSTYPE v;
};

enum { JUNK = -2, NOTHING = -1 };

/* The token's text without its first `skip` bytes, interned. */
const char *token_name(struct lexer *lx, struct token *t, u32 skip);
/* The token where a clause or declaration may start, and after a clause's probes. */
int token_top(struct lexer *lx, struct token *t, u32 *end);
int token_after(struct lexer *lx, struct token *t, u32 *end);
int token_word(struct lexer *lx, struct token *t);
/* Does a value follow this token, so that a block or an 'if' there is one? */
bool token_starts_value(int tok);
/* "defined X" in an #if. */
int token_value_if(struct lexer *lx, struct token *t, u32 *end);
int token_number(struct lexer *lx, struct token *t);
int token_string(struct lexer *lx, struct token *t, u32 *end);
int token_character(struct lexer *lx, struct token *t, u32 *end);

#endif
