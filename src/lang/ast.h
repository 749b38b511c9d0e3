/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ast.h - what the parser makes: clauses, statements, expressions.
 *
 * Plain data in the compile arena.  The parser fills in kind, span, children
 * and names; resolve and check fill in what a name stands for and the type.
 * Kinds and operators are enums; names are interned, so compare pointers.
 */
#ifndef AWL_AST_H
#define AWL_AST_H

#include "base/diag.h"
#include "lang/type.h"

struct builtin;
struct global;
struct local;
struct action;
struct macro;

/* One row an operator: enum, spelling, precedence (C's, 1 binds least). */
#define OPERATORS(X)							\
	X(OP_NONE, "", 0)						\
	X(OP_OR, "||", 1) X(OP_AND, "&&", 2) X(OP_XORL, "^^", 1)	\
	X(OP_BOR, "|", 3) X(OP_BXOR, "^", 4) X(OP_BAND, "&", 5)		\
	X(OP_EQ, "==", 6) X(OP_NE, "!=", 6)				\
	X(OP_LT, "<", 7) X(OP_LE, "<=", 7) X(OP_GT, ">", 7) X(OP_GE, ">=", 7) \
	X(OP_SHL, "<<", 8) X(OP_SHR, ">>", 8)				\
	X(OP_ADD, "+", 9) X(OP_SUB, "-", 9)				\
	X(OP_MUL, "*", 10) X(OP_DIV, "/", 10) X(OP_MOD, "%", 10)	\
	X(OP_NOT, "!", 11) X(OP_COMPL, "~", 11) X(OP_NEG, "-", 11)	\
	X(OP_PLUS, "+", 11) X(OP_DEREF, "*", 11) X(OP_ADDR, "&", 11)

enum op {
#define X(op, text, prec) op,
	OPERATORS(X)
#undef X
	OP_COUNT
};
extern const char op_text[OP_COUNT][3];

enum expr_kind {
	/* made by the parser */
	EX_INT,		/* num; is_unsigned_lit if it needs 64 bits unsigned */
	EX_STRING,	/* name, len: the bytes, escapes done */
	EX_NAME,	/* name: an identifier, nothing known of it */
	EX_LOCAL,	/* $name */
	EX_GLOBAL,	/* @name (@ alone: ""), args: keys (n_args 0: none) */
	EX_PARAM,	/* $1: num; $# : num = -1 */
	EX_UNARY,	/* op a */
	EX_BINARY,	/* a op b, && and || included */
	EX_ASSIGN,	/* a = b; op: OP_NONE or the compound operator */
	EX_INCDEC,	/* op OP_ADD or OP_SUB on a; is_post */
	EX_COND,	/* a ? b : c; b NULL for a ?: c */
	EX_CALL,	/* name(args) */
	EX_METHOD,	/* a.name(args): ply's @[k].count() */
	EX_MEMBER,	/* a.name or a->name (is_arrow); a.0: num, name NULL */
	EX_INDEX,	/* a[args]: also ply's bare m[k, …] before resolve */
	EX_CAST,	/* (tn)a; without tn: to type */
	EX_SIZEOF,	/* sizeof(tn) or sizeof(a) */
	EX_OFFSETOF,	/* offsetof(tn or a, path): args are EX_NAMEs */
	EX_CONTAINER_OF,/* container_of(a, tn, path) */
	EX_TUPLE,	/* (args) with two or more, or (x,) */
	EX_RECORD,	/* (name = x, …): args are EX_ASSIGN of EX_NAME */
	EX_NIL,		/* ply's nil: only as the right side of = */
	EX_DELETE,	/* delete m[k], delete(@m[k]), delete(@m, k): args */
	EX_BLOCK,	/* { statements; value }: body, a */
	EX_TYPE,	/* typeof(…) as a macro's argument: tn */
	/* made by resolve and check */
	EX_BUILTIN,	/* builtin, args: a table row called or read */
	EX_ARG,		/* a parameter by name: args are the words it fills, argN */
	EX_KINDS
};

struct typename {		/* a type as written, before lookup */
	struct span span;
	enum { TN_PLAIN, TN_STRUCT, TN_UNION, TN_ENUM } tag;
	const char *name;	/* "unsigned int" with single blanks */
	struct type_decl *inner;	/* of fields: a struct defined in place */
	struct expr *of;	/* typeof(of), before stars and dimensions */
	u32 stars;
	u32 dims;		/* number of array dimensions */
	u32 dim[4];
};

struct expr {
	/* what is used most comes first: it takes a byte to say where that is */
	enum expr_kind kind;
	enum op op;
	struct span span;
	const struct type *type;	/* by resolve and check */
	struct expr *a, *b;
	struct expr **args;
	u32 n_args, len;
	s64 num;
	const char *name;
	struct expr *next;		/* parser's lists */
	bool is_arrow, is_post, is_unsigned_lit;
	bool is_unused;			/* a statement: nobody looks at the value */
	bool is_param;			/* EX_INT, EX_STRING that was $1: name is its text */
	bool has_parens;		/* called as f(), or (…) around it */
	/* resolve and check */
	const struct builtin *builtin;
	struct global *global;
	struct local *local;
	const struct member *member;
	u32 off;			/* of the member, from a's start */
	u32 depth;			/* of the tree; the parser bounds it */
	struct action *action;		/* printf and its kind: the record */
	/* more of the parser's */
	struct expr *c;
	struct typename *tn;
	struct stmt *body;
	struct span name_span;		/* of a member or function name */
	const struct type *common;	/* by check: what both sides of == are compared as */
};

enum stmt_kind {
	ST_EXPR,	/* e */
	ST_IF,		/* e, body, other */
	ST_WHILE,	/* e, body */
	ST_UNROLL,	/* e times body */
	ST_FOR_MAP,	/* for (local : e) body */
	ST_FOR_RANGE,	/* for (local : e .. e2) body */
	ST_BREAK, ST_CONTINUE,
	ST_RETURN,	/* e or NULL */
	ST_BLOCK,	/* body is a list */
	ST_LET,		/* let $name [: tn] [= e] */
	ST_KINDS
};

struct stmt {
	enum stmt_kind kind;
	struct span span;
	struct expr *e, *e2;
	struct stmt *body, *other, *next;
	bool has_loop;			/* a loop: there is another in it */
	bool is_called;			/* a loop: the kernel calls its body for each round */
	const char *name;		/* loop variable or let */
	struct typename *tn;
	u32 depth;			/* as in struct expr */
	bool is_value;			/* ST_EXPR without a ';': a block's value, if it is last */
	struct local *local;
};

struct probe_spec {			/* one of a clause's probes, as written */
	struct span span;
	const char *text;		/* without surrounding blanks */
	struct probe_spec *next;
};

struct clause {
	struct span span;
	struct probe_spec *probes;
	struct expr *pred;		/* NULL: always */
	struct stmt *body;		/* ST_BLOCK, or NULL: the provider's default */
	struct clause *next;
};

struct field_decl {			/* in a C declaration */
	struct span span;
	struct typename *tn;
	const char *name;		/* NULL: anonymous */
	u32 bits;			/* 0: not a bitfield */
	struct field_decl *next;
};

struct type_decl {			/* struct/union/enum/typedef */
	struct span span;
	enum {			/* as the tag of its name */
		TD_TYPEDEF = TN_PLAIN, TD_STRUCT = TN_STRUCT, TD_UNION = TN_UNION,
		TD_ENUM = TN_ENUM
	} kind;
	const char *name;		/* may be NULL inside another */
	bool packed;
	struct field_decl *fields;	/* struct, union; typedef: one */
	struct expr *enumerators;	/* EX_NAME with b = value or NULL */
	struct type_decl *next;
	/* decl.c */
	struct type *type;
	int state;
};

struct macro {				/* macro name(params) { body } */
	struct span span;
	const char *name;
	struct expr **params;		/* EX_NAME, EX_LOCAL or EX_GLOBAL */
	u32 n_params;
	struct expr *value;		/* EX_BLOCK */
	bool is_endless;		/* it expands into itself */
	bool is_library;		/* library.c's, not the script's */
	struct macro *next;
};

struct define {				/* #define NAME tokens */
	struct span span;
	const char *name;
	struct expr *value;
	bool is_open, is_endless;	/* while it is checked */
	struct define *next;
};

struct setting {			/* config = { name = value }, let @m = kind(n) */
	struct span span;
	const char *name;
	bool is_map;			/* name is a map's; value is EX_CALL */
	struct expr *value;
	struct setting *next;
};

struct unit {				/* everything one script says */
	struct clause *clauses;
	struct type_decl *types;
	struct macro *macros;
	struct define *defines;
	struct setting *settings;
	struct expr *imports;		/* EX_STRING, in order */
};

/* Deep copies, so that a clause can be checked once for every kind of probe. */
struct expr *expr_clone(struct arena *a, const struct expr *e);
struct stmt *stmt_clone(struct arena *a, const struct stmt *s);
/* Are both checked expressions the same, part by part?  Whether evaluating them twice
 * gives the same value is another question, and the caller's. */
bool expr_same(const struct expr *a, const struct expr *b);
/* Is fn true of e or of anything below it?  Parents first. */
/* Is it a tracepoint's array of variable length (__data_loc), which has no value as a whole? */
bool expr_is_dynamic(const struct expr *e);
bool expr_any(const struct expr *e, bool (*fn)(void *arg, const struct expr *e), void *arg);
bool stmt_any(const struct stmt *s, bool (*fn)(void *arg, const struct expr *e), void *arg);
/* The tree as text, for -d. */
void ast_dump(struct strbuf *out, const struct unit *u);
void expr_dump(struct strbuf *out, const struct expr *e);

#endif
