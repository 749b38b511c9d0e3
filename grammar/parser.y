/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parser.y - turns tokens into a tree.
 *
 * The grammar has no conflicts, because the lexer decides what depends on the context: which '/'
 * and '>' close something, what is a type, and where a ';' is left out (VSEMI).  Actions only
 * connect nodes; see build.h.  After an error the lexer skips to the end of the statement, so
 * each rule for errors is "error, then the end of a statement".
 */
%code requires {
#include "grammar/build.h"
}

%code provides {
int awl_yylex(AWL_YYSTYPE *v, struct span *at, struct lexer *lx);
}

%code {
#include <string.h>

#include "base/find.h"
#include "base/text.h"

#define YYMALLOC mem_alloc
#define YYFREE mem_free
#define YYMAXDEPTH 20000
#define YYLLOC_DEFAULT(cur, rhs, n) do {				\
	(cur).beg = (n) ? YYRHSLOC(rhs, 1).beg : YYRHSLOC(rhs, 0).end;	\
	(cur).end = YYRHSLOC(rhs, n).end;				\
	lx->here = (cur);						\
} while (0)

static void yyerror(struct span *at, struct lexer *lx, const char *text);
}

%define api.pure full
%define api.prefix {awl_yy}
%define api.location.type {struct span}
%define parse.error custom
%locations
%expect 0
%param { struct lexer *lx }

%union {
	struct expr *expr;
	struct stmt *stmt;
	struct typename *tn;
	struct field_decl *field;
	struct type_decl *decl;
	struct probe_spec *probe;
	const char *str;
	s64 num;		/* of a keyword: the kind of node that it makes */
	enum op op;
}

/* T_TOKENS of text.def has their names in this order. */
%token AWL_YYEOF 0
%token START_VALUE
%token <str> PROBE NAME LOCAL GLOBAL TYPE
%token <num> PARAM
%token <expr> NUMBER STRING
%token PRED_BEGIN PRED_END ANGLE_OPEN ANGLE_CLOSE EXPR_LBRACE EXPR_RBRACE COND_END
%token VALUE_COND ELSE_VALUE FN_PARAMS
%token <num> TAG LOOP JUMP
%token ENUM TYPEDEF CONFIG LET MACRO IMPORT
%token IF IF_VALUE ELSE FOR RETURN DELETE NIL
%token SIZEOF OFFSETOF CONTAINER_OF TYPEOF TYPE_VALUE COMPTIME DOTDOT
%token <op> PREFIX
/* The tokens from here to ARROW are not listed as "expected" (worth_saying()). */
%token NO_BODY END_ITEM VSEMI
%token <num> ATTR
%token <op> STEP ASSIGN BINARY SIGN '*'
%token '?' '[' '.' '=' ARROW
%token ':' ';' '{' '}' '(' ')' ',' ']'

%precedence NO_ELSE
%precedence ELSE
%right '=' ASSIGN
%right '?' ':'
%left BINARY SIGN '*'
%precedence UNARY
%precedence '[' '.' ARROW STEP

%type <probe> probes
%type <expr> expr pred let_value param value_if value_else value_block
%type <expr> sized args some_args path params some_params enums
%type <stmt> stmt stmts body block if_head loop range entry
%type <tn> type any_type bare_type words let_type base
%type <decl> aggregate tag_name enum
%type <field> fields field declarators declarator dims
%type <num> stars attrs
%type <str> opt_name
%type <op> unary binary

%%

input:
	items
|	START_VALUE expr	{ lx->result = $2; }
;
items:
	%empty
|	items item
;
item:
	probes pred body	{ unit_clause(lx, $1, $2, $3); }
|	aggregate		{ unit_type(lx, $1); }
|	enum			{ unit_type(lx, $1); }
|	TAG NAME ';'
|	ENUM NAME ';'
|	TYPEDEF base declarators semi
				{ unit_typedef(lx, fields_type(lx, $2, $3)); }
|	CONFIG '=' '{' settings '}'
|	LET GLOBAL '=' expr semi
				{ unit_setting(lx, $2, true, $4); }
|	MACRO NAME '(' params ')' '{' stmts '}'
				{ unit_macro(lx, $2, $4, expr_block(lx, $7)); }
|	IMPORT STRING semi	{ unit_import(lx, $2); }
|	error semi		{ yyerrok; }
;

probes:
	PROBE			{ $$ = probes_add(lx, NULL, @1, $1); }
|	probes PROBE		{ $$ = probes_add(lx, $1, @2, $2); }
;
pred:
	%empty			{ $$ = NULL; }
|	PRED_BEGIN expr PRED_END { $$ = $2; }
|	PRED_BEGIN error PRED_END { $$ = NULL; yyerrok; }
;
body:
	NO_BODY			{ $$ = NULL; }
|	ANGLE_OPEN stmts ANGLE_CLOSE { $$ = stmt_block(lx, $2); }
|	stmt			{ $$ = $1 ? $1 : stmt_block(lx, NULL); }
;

semi: ';' | VSEMI ;
stmts:
	%empty			{ $$ = NULL; }
|	stmts stmt		{ $$ = stmts_add($1, $2); }
;
block:
	'{' stmts '}'		{ $$ = stmt_block(lx, $2); }
;
stmt:
	semi			{ $$ = NULL; }
|	block
|	expr ';'		{ $$ = stmt_new(lx, ST_EXPR, @1, $1); }
|	expr VSEMI		{
		$$ = stmt_new(lx, ST_EXPR, @1, $1);
		$$->is_value = true;
	}
|	LET LOCAL let_type let_value semi {
		$$ = stmt_new(lx, ST_LET, span_join(@1, @4), $4);
		$$->name = $2;
		$$->tn = $3;
	}
|	if_head %prec NO_ELSE
|	if_head ELSE stmt	{ $$ = stmt_else(lx, $1, $3); }
|	LOOP loop		{ $$ = stmt_kind(lx, $2, $1); }
|	FOR '(' range ')' stmt	{ $$ = stmt_for(lx, $3, $5); }
|	FOR range block		{ $$ = stmt_for(lx, $2, $3); }
|	JUMP semi		{ $$ = stmt_new(lx, $1, @1, NULL); }
|	RETURN semi		{ $$ = stmt_new(lx, ST_RETURN, @1, NULL); }
|	RETURN expr semi	{ $$ = stmt_new(lx, ST_RETURN, span_join(@1, @2), $2); }
|	error semi		{ $$ = NULL; yyerrok; }
;
if_head:
	IF loop			{ $$ = stmt_kind(lx, $2, ST_IF); }
;
loop:
	'(' expr COND_END stmt	{ $$ = stmt_loop(lx, $2, $4); }
|	expr block		{ $$ = stmt_loop(lx, $1, $2); }
;
range:
	entry
|	entry DOTDOT expr	{
		$$->kind = ST_FOR_RANGE;
		$$->e2 = $3;
	}
;
entry:
	LOCAL ':' expr		{
		$$ = stmt_new(lx, ST_FOR_MAP, lx->here, $3);
		$$->name = $1;
	}
;
let_type:
	%empty			{ $$ = NULL; }
|	':' any_type		{ $$ = $2; }
;
let_value:
	%empty			{ $$ = NULL; }
|	'=' expr		{ $$ = $2; }
;

expr:
	NUMBER
|	STRING
|	NAME			{ $$ = expr_named(lx, EX_NAME, @1, $1); }
|	LOCAL			{ $$ = expr_named(lx, EX_LOCAL, @1, $1); }
|	GLOBAL			{ $$ = expr_named(lx, EX_GLOBAL, @1, $1); }
|	PARAM			{ $$ = expr_here(lx, EX_PARAM); ex_param($$) = $1; }
|	NAME '(' args ')'	{
		$$ = expr_named(lx, EX_CALL, @1, $1);
		$$->span = lx->here;
		$$->has_parens = true;
		$$ = expr_list_of(lx, $$, $3);
	}
|	'(' some_args ')'	{ $$ = expr_parens(lx, $2, false); }
|	'(' some_args ',' ')'	{ $$ = expr_parens(lx, $2, true); }
|	'(' type ')' expr %prec UNARY {
		$$ = expr_op(lx, EX_CAST, OP_NONE, $4, NULL);
		ex_tn($$) = $2;
	}
|	SIZEOF '(' sized ')'	{ $$ = $3; $$->span = lx->here; }
|	OFFSETOF '(' sized ',' path ')' {
		$$ = expr_op(lx, EX_OFFSETOF, OP_NONE, $3->a, NULL);
		ex_tn($$) = ex_tn($3);
		$$ = expr_list_of(lx, $$, $5);
	}
|	CONTAINER_OF '(' expr ',' any_type ',' path ')' {
		$$ = expr_op(lx, EX_CONTAINER_OF, OP_NONE, $3, NULL);
		ex_tn($$) = $5;
		$$ = expr_list_of(lx, $$, $7);
	}
|	expr '[' some_args ']'	{ $$ = expr_index(lx, $1, $3); }
|	expr '.' NAME		{ $$ = expr_member(lx, EX_MEMBER, $1, @3, $3); }
|	expr '.' NUMBER		{
		$$ = expr_member(lx, EX_MEMBER, $1, @3, NULL);
		ex_index($$) = ex_num($3);
	}
|	expr ARROW NAME		{
		$$ = expr_member(lx, EX_MEMBER, $1, @3, $3);
		ex_is_arrow($$) = true;
	}
|	expr '.' NAME '(' args ')' {
		$$ = expr_member(lx, EX_METHOD, $1, @3, $3);
		$$->has_parens = true;
		$$ = expr_list_of(lx, $$, $5);
	}
|	expr STEP		{ $$ = expr_step(lx, $2, true, $1); }
|	STEP expr %prec UNARY	{ $$ = expr_step(lx, $1, false, $2); }
|	unary expr %prec UNARY	{ $$ = expr_unary(lx, $1, $2); }
|	DELETE expr %prec UNARY	{ $$ = expr_delete(lx, $2); }
|	expr binary expr %prec BINARY { $$ = expr_binary(lx, $2, $1, $3); }
|	expr '?' expr ':' expr	{ $$ = expr_choice(lx, $1, $3, $5); }
|	expr '?' ':' expr	{ $$ = expr_choice(lx, $1, NULL, $4); }
|	expr '=' expr		{ $$ = expr_assign(lx, OP_NONE, $1, $3); }
|	expr '=' NIL		{
		$$ = expr_assign(lx, OP_NONE, $1, expr_named(lx, EX_NIL, @3, NULL));
	}
|	expr ASSIGN expr	{ $$ = expr_assign(lx, $2, $1, $3); }
|	value_block
|	value_if
|	TYPE_VALUE '(' sized ')' {
		$$ = expr_here(lx, EX_TYPE);
		ex_tn($$) = type_of(lx, $3);
	}
|	COMPTIME expr %prec UNARY {
		$$ = expr_named(lx, EX_CALL, lx->here, lex_name(lx, "comptime"));
		$$->has_parens = true;
		$$ = expr_list_of(lx, $$, list_add(NULL, $2));
	}
;
value_block:
	EXPR_LBRACE stmts EXPR_RBRACE { $$ = expr_block(lx, $2); }
;
value_if:
	IF_VALUE '(' expr VALUE_COND value_block ELSE_VALUE value_else {
		$$ = expr_choice(lx, $3, $5, $7);
	}
;
value_else: value_block | value_if ;
unary: PREFIX | SIGN | '*' ;
binary: BINARY | SIGN | '*' ;
sized:
	type			{ $$ = expr_here(lx, EX_SIZEOF); ex_tn($$) = $1; }
|	expr			{ $$ = expr_op(lx, EX_SIZEOF, OP_NONE, $1, NULL); }
;
args:
	%empty			{ $$ = NULL; }
|	some_args
|	some_args ','
;
some_args:
	expr			{ $$ = list_add(NULL, $1); }
|	some_args ',' expr	{ $$ = list_add($1, $3); }
;
path:
	NAME			{ $$ = list_add(NULL, expr_named(lx, EX_NAME, @1, $1)); }
|	path '.' NAME		{ $$ = list_add($1, expr_named(lx, EX_NAME, @3, $3)); }
;

type:
	bare_type
|	type '*'		{ $$ = $1; $$->stars++; }
|	type '[' ']'		{ $$ = $1; type_dim(lx, $$, NULL); }
|	type '[' expr ']'	{ $$ = $1; type_dim(lx, $$, $3); }
;
any_type:
	type
|	NAME stars		{ $$ = type_new(lx, TN_PLAIN, @1, $1); $$->stars = (u32)$2; }
;
bare_type:
	words
|	TAG NAME		{ $$ = type_new(lx, $1, lx->here, $2); }
|	ENUM NAME		{ $$ = type_new(lx, TN_ENUM, lx->here, $2); }
|	TYPEOF '(' sized ')'	{ $$ = type_of(lx, $3); }
;
words:
	TYPE			{ $$ = type_new(lx, TN_PLAIN, @1, $1); }
|	words TYPE		{ $$ = type_word(lx, $1, @2, $2); }
;
stars:
	%empty			{ $$ = 0; }
|	stars '*'		{ $$ = $1 + 1; }
;

opt_name:
	%empty			{ $$ = NULL; }
|	NAME
;
attrs:
	%empty			{ $$ = 0; }
|	attrs ATTR		{ $$ = $1 | $2; }
;
aggregate:
	tag_name '{' fields '}' attrs {
		$$ = $1;
		$$->span = lx->here;
		$$->packed |= $5 != 0;
		$$->fields = list_first($3);
	}
;
tag_name:
	TAG			{ $$ = decl_new(lx, $1, NULL); }
|	TAG NAME		{ $$ = decl_new(lx, $1, $2); }
|	TAG ATTR attrs opt_name	{
		$$ = decl_new(lx, $1, $4);
		$$->packed = $2 || $3;
	}
;
enum:
	ENUM opt_name '{' enums opt_end '}' attrs {
		$$ = decl_new(lx, TD_ENUM, $2);
		$$->packed = $7 != 0;
		$$->enumerators = list_first($4);
	}
;
opt_end: %empty | VSEMI ;
enums:
	%empty			{ $$ = NULL; }
|	enums NAME opt_comma	{ $$ = list_add($1, expr_named(lx, EX_NAME, @2, $2)); }
|	enums NAME '=' expr opt_comma {
		struct expr *e = expr_named(lx, EX_NAME, @2, $2);

		e->b = $4;
		$$ = list_add($1, expr_done(lx, e));
	}
|	enums error VSEMI	{ $$ = $1; yyerrok; }
;
opt_comma: %empty | ',' ;

fields:
	%empty			{ $$ = NULL; }
|	fields field		{ $$ = fields_join($1, $2); }
;
field:
	base declarators semi	{ $$ = fields_type(lx, $1, $2); }
|	base semi		{ $$ = fields_type(lx, $1, NULL); }
|	error semi		{ $$ = NULL; yyerrok; }
;
base:
	bare_type
|	NAME			{ $$ = type_new(lx, TN_PLAIN, @1, $1); }
|	aggregate		{ $$ = type_inner(lx, $1); }
|	enum			{ $$ = type_inner(lx, $1); }
;
declarators:
	declarator attrs	{ $$ = fields_add(NULL, $1); }
|	declarators ',' declarator attrs { $$ = fields_add($1, $3); }
;
declarator:
	dims
|	dims ':' expr		{ $$ = $1; field_bits(lx, $$, $3); }
|	':' expr		{
		$$ = field_new(lx, lx->here, NULL, 0);
		field_bits(lx, $$, $2);
	}
|	stars '(' '*' NAME ')' FN_PARAMS { $$ = field_new(lx, @4, $4, (u32)$1 + 1); }
;
dims:
	stars NAME		{ $$ = field_new(lx, @2, $2, (u32)$1); }
|	dims '[' ']'		{ $$ = $1; type_dim(lx, $$->tn, NULL); }
|	dims '[' expr ']'	{ $$ = $1; type_dim(lx, $$->tn, $3); }
;

settings:
	%empty
|	settings NAME '=' expr	{ lx->here.beg = @2.beg; unit_setting(lx, $2, false, $4); }
|	settings semi
|	settings ','
|	settings error VSEMI	{ yyerrok; }
;
params:
	%empty			{ $$ = NULL; }
|	some_params
;
some_params:
	param			{ $$ = list_add(NULL, $1); }
|	some_params ',' param	{ $$ = list_add($1, $3); }
;
param:
	NAME			{ $$ = expr_named(lx, EX_NAME, @1, $1); }
|	LOCAL			{ $$ = expr_named(lx, EX_LOCAL, @1, $1); }
|	GLOBAL			{ $$ = expr_named(lx, EX_GLOBAL, @1, $1); }
;

%%

/* The name of a token: its line in T_TOKENS. */
static const char *token_name_of(struct lexer *lx, yysymbol_kind_t k)
{
	const char *name = text_of(T_TOKENS);

	while (k-- > 0)
		name = strchr(name, '\n') + 1;
	return arena_strndup(lx->p->arena, name, strcspn(name, "\n"));
}

/* Is the token listed as "expected"?  Operators are not. */
static bool worth_saying(yysymbol_kind_t k)
{
	return k < YYSYMBOL_NO_BODY || k > YYSYMBOL_ARROW;
}

/* The expected tokens, "')' or ','"; nothing if there are more than four. */
static const char *expected(struct lexer *lx, const yypcontext_t *ctx)
{
	yysymbol_kind_t all[YYNTOKENS];
	int n = yypcontext_expected_tokens(ctx, all, YYNTOKENS), listed = 0;
	const char *text = NULL, *name;
	bool value = false, semi = false, stmt = false;

	for (int i = 0; i < n; i++) {
		value |= all[i] == YYSYMBOL_NUMBER;
		semi |= all[i] == YYSYMBOL_VSEMI;
		stmt |= all[i] == YYSYMBOL_IF;
	}
	if (value)
		return stmt ? "a statement" : semi ? "an expression or ';'" : "an expression";
	if (n == 1)
		return all[0] == YYTRANSLATE(':') ? "': a..b' or ': @map'" :
		       token_name_of(lx, all[0]);
	for (int i = 0; i <= n; i++) {
		if (i == n ? !semi : !worth_saying(all[i]))
			continue;
		name = i == n ? "';'" : token_name_of(lx, all[i]);
		if (++listed > 4)
			return NULL;
		if (text && find_text(text, name))
			continue;
		text = text ? arena_printf(lx->p->arena, "%s or %s", text, name) : name;
	}
	return text;
}

static const char *found(struct lexer *lx, yysymbol_kind_t k, struct span *at)
{
	if (k == YYSYMBOL_YYEOF || at->beg - lx->base >= lx->len)
		return "the end";
	if (k == YYSYMBOL_VSEMI && lx->text[at->beg - lx->base]) {
		at->end = at->beg + 1;
		if (scan_word(lx, at->beg - lx->base) > at->beg - lx->base)
			at->end = lx->base + scan_word(lx, at->beg - lx->base);
	}
	return arena_printf(lx->p->arena, "'%s'", lex_quote(lx, *at));
}

static int yyreport_syntax_error(const yypcontext_t *ctx, struct lexer *lx)
{
	struct span at = *yypcontext_location(ctx);
	const char *want = expected(lx, ctx);
	const char *have = found(lx, yypcontext_token(ctx), &at);
	int prev = lx->prev;

	lex_fail(lx, E_SYNTAX, at, want ?
		 arena_printf(lx->p->arena, "expected %s before %s", want, have) :
		 arena_printf(lx->p->arena, "did not expect %s here", have));
	lx->resync = prev != ';' && prev != VSEMI && prev != PRED_END && prev != AWL_YYEOF;
	return 0;
}

/* Bison calls it only when the parser's stack is full. */
static void yyerror(struct span *at, struct lexer *lx, const char *text)
{
	(void)text;
	lex_fail(lx, E_TOO_DEEP, *at);
}
