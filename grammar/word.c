/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * word.c - the tokens of words, literals and the text between a clause's parts.
 *
 * lexer.l's rules cut the text and call these functions.  The token depends on the lexer's mode,
 * on the token before, and on what follows.
 */
#include "base/text.h"
#include "grammar/token.h"

#include <string.h>

const char *token_name(struct lexer *lx, struct token *t, u32 skip)
{
	u32 beg = t->at.beg - lx->base + skip;

	return intern_n(lx->p->names, lx->text + beg, lx->pos - beg);
}

/* ---- where a clause or a declaration starts ---- */

static const struct { char name[8]; short token; u8 value, mode; } starts[] = {
	{ "struct", TAG, TN_STRUCT, LEX_DECL }, { "union", TAG, TN_UNION, LEX_DECL },
	{ "enum", ENUM, 0, LEX_DECL }, { "typedef", TYPEDEF, 0, LEX_DECL },
	{ "config", CONFIG, 0, LEX_CONFIG }, { "let", LET, 0, LEX_STMT },
	{ "macro", MACRO, 0, LEX_BODY }, { "import", IMPORT, 0, LEX_STMT },
};

static int declaration(struct lexer *lx, struct token *t, u32 pos, u32 *end)
{
	for (size_t i = 0; i < ARRAY_SIZE(starts); i++) {
		if (!scan_is(lx, pos, starts[i].name))
			continue;
		lx->mode = (enum lex_mode)starts[i].mode;
		lx->is_typedef = starts[i].token == TYPEDEF;
		*end = scan_word(lx, pos);
		t->v.num = starts[i].value;
		return starts[i].token;
	}
	return NOTHING;
}

/* Does text[pos, end) look like a call or a statement rather than a probe? */
static bool is_no_probe(const struct lexer *lx, u32 pos, u32 end)
{
	const char *s = lx->text + pos;
	size_t n = end - pos, part = strcspn(s, ":(=\"");

	if (n > 1 && *s == '$' && s[1] >= '1' && s[1] <= '9')	/* $1 names the probe */
		return false;
	return !n || !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_*?[", *s) ||
		(part < n && s[part] != ':');
}

static bool quotes_match(const char *s, size_t n)
{
	bool open = false;

	while (n--)
		open ^= *s++ == '"';
	return !open;
}

int token_top(struct lexer *lx, struct token *t, u32 *end)
{
	const char *what;
	u32 pos = *end;
	int tok;

	if (!lx->in_list && lx->text[pos] == ';') {
		*end = pos + 1;
		return NOTHING;
	}
	if (!lx->in_list && scan_word(lx, pos) > pos && lx->text[scan_word(lx, pos)] != ':' &&
	    scan_item(lx, pos)) {
		tok = declaration(lx, t, pos, end);
		if (tok != NOTHING)
			return tok;
	}
	if (!lx->in_list && lx->text[pos] == '}') {
		lex_fail(lx, E_SYNTAX, t->at, "'}' without a matching '{'");
		*end = pos + 1;
		return NOTHING;
	}
	*end = scan_spec(lx, pos);
	t->at.end = lx->base + *end;
	if (is_no_probe(lx, pos, *end)) {
		*end = scan_word(lx, pos) > pos ? scan_word(lx, pos) : pos + 1;
		t->at.end = lx->base + *end;
		what = arena_printf(lx->p->arena, TEXT_ARGS(T_WANT_PROBE, lex_quote(lx, t->at)));
		lex_fail(lx, E_SYNTAX, t->at, what);
		if (!lx->in_list) {
			lx->mode = LEX_STMT;
			return JUNK;
		}
		*end = pos;	/* the list ends at its comma */
		lx->in_list = false;
		lx->mode = LEX_PROBES;
		return NOTHING;
	}
	if (!quotes_match(lx->text + pos, *end - pos))
		lex_fail(lx, E_UNTERMINATED, t->at, "the quoted name");
	lx->in_list = false;
	lx->mode = LEX_PROBES;
	t->v.str = intern_n(lx->p->names, lx->text + pos, *end - pos);
	return PROBE;
}

static int predicate(struct lexer *lx, struct token *t, u32 *end)
{
	u32 stop;

	lx->pred_end = scan_pred(lx, *end, &stop);
	if (lx->pred_end) {
		lx->mode = LEX_PRED;
		*end += 1;
		return PRED_BEGIN;
	}
	lex_fail(lx, E_UNTERMINATED, t->at, "the predicate");
	lx->mode = LEX_AFTER_PRED;
	*end = stop;
	return NOTHING;
}

int token_after(struct lexer *lx, struct token *t, u32 *end)
{
	const char *s = lx->text + *end;
	bool probes = lx->mode == LEX_PROBES;

	if (probes && *s == ',') {
		lx->in_list = true;
		lx->mode = LEX_TOP;
		*end += 1;
		return NOTHING;
	}
	if (probes && *s == '/')
		return predicate(lx, t, end);
	if (*s == '{' || (*s == '<' && s[1] != '<' && s[1] != '=')) {
		lx->mode = LEX_BODY;
		*end += 1;
		return *s == '{' ? '{' : ANGLE_OPEN;
	}
	lx->mode = LEX_TOP;
	if (*s == ';' || *s == '}' || (lx->newline && scan_item(lx, *end)))
		return NO_BODY;
	lx->mode = LEX_STMT;
	return NOTHING;
}

/* ---- words ---- */

/* value is the token's value. */
static const struct keyword { char name[13]; u8 value; short token; } keywords[] = {
	{ "__packed", 1, ATTR }, { "break", ST_BREAK, JUMP }, { "comptime", 0, COMPTIME },
	{ "const", 0, NOTHING },
	{ "container_of", 0, CONTAINER_OF }, { "continue", ST_CONTINUE, JUMP },
	{ "delete", 0, DELETE }, { "else", 0, ELSE }, { "enum", 0, ENUM }, { "for", 0, FOR },
	{ "if", 0, IF }, { "let", 0, LET }, { "nil", 0, NIL }, { "offsetof", 0, OFFSETOF },
	{ "return", 0, RETURN }, { "sizeof", 0, SIZEOF }, { "struct", TN_STRUCT, TAG },
	{ "typeof", 0, TYPEOF }, { "union", TN_UNION, TAG }, { "unroll", ST_UNROLL, LOOP },
	{ "volatile", 0, NOTHING }, { "while", ST_WHILE, LOOP },
};

static const struct keyword *keyword(const char *s, size_t n)
{
	for (size_t i = 0; i < ARRAY_SIZE(keywords); i++)
		if (strlen(keywords[i].name) == n && !memcmp(keywords[i].name, s, n))
			return &keywords[i];
	return NULL;
}

static bool member_next(const struct lexer *lx)
{
	return lx->prev == '.' || lx->prev == ARROW;
}

bool token_starts_value(int tok)
{
	return tok == '=' || tok == '(' || tok == ',' || tok == RETURN;
}

/* typeof(x) is a type, but as an argument it is a value that a macro may use as a type. */
static int typeof_here(const struct lexer *lx)
{
	const struct bracket *b = lx->open.n ? &lx->open.v[lx->open.n - 1] : NULL;

	return b && b->kind == '(' && b->before == NAME ? TYPE_VALUE : TYPEOF;
}

/* The keyword's token where it can be a keyword, else NAME. */
static int keyword_here(const struct lexer *lx, int tok)
{
	u32 next = scan_blank(lx, lx->pos);
	char c = lx->text[next];

	if ((lx->prev == '(' || lx->prev == ',') && c == '=' && lx->text[next + 1] != '=')
		return NAME;		/* a field of a record */
	if (lx->mode == LEX_CONFIG)
		return NAME;
	if (tok == NIL)
		return lx->prev == '=' ? NIL : NAME;
	if (tok == IF && (token_starts_value(lx->prev) || lx->prev == ELSE_VALUE))
		return IF_VALUE;
	if (tok == ELSE && lx->prev == EXPR_RBRACE && lx->before_block == VALUE_COND)
		return ELSE_VALUE;
	if (tok == COMPTIME)
		return scan_operand(lx, next) || (c && strchr("(!-", c)) ? tok : NAME;
	if (tok == TYPEOF)
		return c == '(' ? typeof_here(lx) : NAME;
	if (tok == LET)
		return c == '$' || c == '@' ? LET : NAME;
	if (tok == OFFSETOF || tok == CONTAINER_OF || tok == SIZEOF)
		return c == '(' ? tok : NAME;
	if (tok == DELETE && c && strchr("[;=.-+,)}", c))
		return NAME;
	return tok;
}

static bool type_here(const struct lexer *lx, const char *s, size_t n)
{
	const struct bracket *b = lx->open.n ? &lx->open.v[lx->open.n - 1] : NULL;

	if (lx->prev == TYPE)
		return is_c_word(s, n);
	if (lx->mode == LEX_DECL) {
		return is_type_word(lx, s, n) &&
			(lx->prev == '{' || lx->prev == ';' || lx->prev == '}' ||
			 lx->prev == TYPEDEF || lx->prev == VSEMI || lx->prev == '(');
	}
	if (lx->prev == ':')
		return is_type_word(lx, s, n);
	return lx->prev == '(' && b && b->kind == '(' &&
		scan_type(lx, (u32)(s - lx->text), b->before);
}

int token_word(struct lexer *lx, struct token *t)
{
	const char *s = lx->text + (t->at.beg - lx->base);
	size_t n = t->at.end - t->at.beg;
	const struct keyword *k = NULL;
	int tok = NAME;

	t->v.str = token_name(lx, t, 0);
	if (member_next(lx))
		return NAME;
	if (lx->mode == LEX_STMT && lx->newline && !lx->open.n && lx->prev != ELSE &&
	    scan_item(lx, t->at.beg - lx->base))
		return END_ITEM;
	if (lx->mode == LEX_CONFIG && lx->newline && lx->open.n && lx->prev != '{' &&
	    lx->prev != ';' && lx->prev != ',' && lx->prev != VSEMI)
		return VSEMI;
	if (lx->mode != LEX_DECL || lx->prev != TAG)
		k = keyword(s, n);
	if (k && (k->token != ATTR || lx->mode == LEX_DECL))
		tok = keyword_here(lx, k->token);
	if (tok == NAME)
		return type_here(lx, s, n) ? TYPE : NAME;
	t->v.num = k->value;
	return tok;
}

/* In #if: defined X, defined(X), and names without a value. */
int token_value_if(struct lexer *lx, struct token *t, u32 *end)
{
	u32 beg = t->at.beg - lx->base, name;
	bool paren;

	if (!lx->if_value || !scan_is(lx, beg, "defined"))
		return NOTHING;
	name = scan_blank(lx, lx->pos);
	paren = lx->text[name] == '(';
	if (paren)
		name = scan_blank(lx, name + 1);
	*end = scan_word(lx, name);
	t->v.expr = expr_named(lx, EX_INT, t->at, NULL);
	ex_num(t->v.expr) = hash_get(lx->p->prep_names, lx->text + name, *end - name) != NULL;
	if (paren) {
		*end = scan_blank(lx, *end);
		*end += lx->text[*end] == ')';
	}
	return NUMBER;
}

/* ---- literals ---- */

static void bad_number(struct lexer *lx, enum lit r, struct span at)
{
	if (r == LIT_BIG)
		lex_fail(lx, E_NUMBER_TOO_BIG, at, lex_quote(lx, at));
	else
		lex_fail(lx, E_BAD_NUMBER, at, lex_quote(lx, at));
}

int token_number(struct lexer *lx, struct token *t)
{
	const char *s = lx->text + (t->at.beg - lx->base);
	u64 v = 0;
	enum lit r = lit_number(s, t->at.end - t->at.beg, &v);

	if (r != LIT_OK)
		bad_number(lx, r, t->at);
	t->v.expr = expr_named(lx, EX_INT, t->at, NULL);
	ex_num(t->v.expr) = (s64)v;
	ex_is_unsigned(t->v.expr) = v > INT64_MAX;
	return NUMBER;
}

static bool quoted(struct lexer *lx, struct token *t, u32 *end, const char *what)
{
	u32 beg = t->at.beg - lx->base;

	*end = lit_end(lx, beg);
	if (*end < lx->len && lx->text[*end] == lx->text[beg]) {
		t->at.end = lx->base + ++*end;
		return true;
	}
	t->at.end = lx->base + *end;
	lex_fail(lx, E_UNTERMINATED, t->at, what);
	return false;
}

int token_string(struct lexer *lx, struct token *t, u32 *end)
{
	u32 beg = t->at.beg - lx->base + 1;
	bool closed = quoted(lx, t, end, "the string");
	char *bytes = arena_alloc(lx->p->arena, *end - beg + 1);
	struct expr *e = expr_named(lx, EX_STRING, t->at, NULL);

	ex_len(e) = lit_bytes(lx, beg, *end - closed, bytes);
	bytes[ex_len(e)] = '\0';
	e->name = bytes;
	t->v.expr = e;
	return STRING;
}

int token_character(struct lexer *lx, struct token *t, u32 *end)
{
	u32 beg = t->at.beg - lx->base + 1, n;
	char bytes[16] = "";
	struct expr *e = expr_named(lx, EX_INT, t->at, NULL);

	t->v.expr = e;
	if (!quoted(lx, t, end, "the character"))
		return NUMBER;
	e->span = t->at;
	n = *end - 1 - beg < sizeof(bytes) ? lit_bytes(lx, beg, *end - 1, bytes) : 0;
	if (n != 1)
		lex_fail(lx, E_SYNTAX, t->at, text_of(T_ONE_CHAR));
	ex_num(e) = (u8)bytes[0];
	return NUMBER;
}
