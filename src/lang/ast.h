/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ast.h - what the parser makes: clauses, statements, expressions.
 *
 * The tree is plain data in the arena of the compilation.  The parser fills in kind, span,
 * children and names; check fills in what a name means and the type.  Names are interned, so
 * equal names are equal pointers.
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

/* One row per operator: enum, spelling, precedence (C's; 1 binds least). */
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

/*
 * The kinds of expressions, and what the common members of struct expr mean for each.  ex_…
 * are members that only some kinds have; see below.  Members that a row doesn't mention are
 * not set, or hold what the expression's former kind left there.
 */
enum expr_kind {
	/* made by the parser */
	EX_INT,		/* ex_num, ex_is_unsigned; a, b: the operands if it was folded */
	EX_STRING,	/* name: the bytes, without escapes; ex_len */
	EX_NAME,	/* name: an unresolved identifier; of an enumerator b is its value */
	EX_LOCAL,	/* $name; ex_local */
	EX_GLOBAL,	/* @name (@ alone: ""), args: keys (n_args 0: none); ex_global */
	EX_PARAM,	/* $1: ex_param; $#: -1 */
	EX_UNARY,	/* op a; OP_DEREF: ex_off */
	EX_BINARY,	/* a op b, && and || included; ex_common */
	EX_ASSIGN,	/* a = b; op: OP_NONE or the compound operator */
	EX_INCDEC,	/* op OP_ADD or OP_SUB on a; ex_is_post */
	EX_COND,	/* a ? b : ex_else; b NULL for a ?: ex_else */
	EX_CALL,	/* name(args) */
	EX_METHOD,	/* a.name(args): ply's @[k].count() */
	EX_MEMBER,	/* a.name or a->name, or a.0: name NULL, ex_index; ex_member, ex_off */
	EX_INDEX,	/* a[args]: also ply's bare m[k, …] before it is checked */
	EX_CAST,	/* (ex_tn)a; without ex_tn: to type */
	EX_SIZEOF,	/* sizeof(ex_tn) or sizeof(a) */
	EX_OFFSETOF,	/* offsetof(ex_tn or a, path): args are EX_NAMEs */
	EX_CONTAINER_OF,/* container_of(a, ex_tn, path): args are EX_NAMEs; ex_off: the path's */
	EX_TUPLE,	/* (args) with two or more, or (x,) */
	EX_RECORD,	/* (name = x, …): args are EX_ASSIGN of EX_NAME */
	EX_NIL,		/* ply's nil: only on the right side of = */
	EX_DELETE,	/* delete m[k], delete(@m[k]), delete(@m, k): args */
	EX_BLOCK,	/* { statements; value }: ex_body, a */
	EX_TYPE,	/* typeof(…) as a macro's argument: ex_tn */
	/* made by check */
	EX_BUILTIN,	/* a builtin is called or read: ex_builtin, args, name */
	EX_ARG,		/* a parameter by name: args are the words that it fills, argN */
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

/*
 * The head is for all kinds.  Members that only some kinds have are in a union, and are
 * accessed by the ex_…() macros, which end in bug() for an expression of another kind.  So no
 * code can read what was never set, or what another kind keeps in the same place.
 */
struct expr {
	enum expr_kind kind;		/* set only by expr_new() and expr_become() */
	enum op op;
	struct span span;
	const struct type *type;	/* by check */
	const char *name;
	struct expr *a, *b;
	struct expr **args;
	u32 n_args;
	u32 depth;			/* of the tree; the parser limits it */
	struct expr *next;		/* in the parser's lists */
	bool is_unused;			/* it is a statement: no code reads the value */
	bool has_parens;		/* it is written f(), or within parentheses */
	bool is_param;			/* a number or string that was $1: name is its text */
	union {
		struct { s64 num; bool is_unsigned; } integer;
		u32 len;
		u64 lost;
		struct local *local;
		struct global *global;
		s64 param;
		u32 off;		/* first in each part that has it: ex_off */
		const struct type *common;
		bool is_post;
		struct expr *otherwise;
		struct {
			u32 off;
			bool is_arrow;
			const struct member *member;
			s64 index;
			struct span name_span;
		} field;
		struct { u32 off; struct typename *tn; } typed;
		struct stmt *body;
		struct {
			const struct builtin *row;
			struct action *action;
			s64 value;
			u32 variant;
		} builtin;
	} part;
};

/* Static builds leave out the checks, which take 4 kB.  All tests run with them. */
#ifdef NO_CHECKS
#define EX_CHECKED	false
#else
#define EX_CHECKED	true
#endif
#define EX_BIT(kind)	(1u << (kind))
#define EX_PART(e, kinds, of) (*({						\
	typeof(e) ex_checked = (e);						\
										\
	if (EX_CHECKED && !(EX_BIT(ex_checked->kind) & (kinds)))		\
		expr_mistaken(ex_checked);					\
	&ex_checked->part.of;							\
}))
/* Ends in bug(): the kind of e has no such member. */
void expr_mistaken(const struct expr *e) __attribute__((noreturn, cold));

#define EX_WITH_OFF	(EX_BIT(EX_UNARY) | EX_BIT(EX_MEMBER) | EX_BIT(EX_CONTAINER_OF))
#define EX_WITH_TN	(EX_BIT(EX_CAST) | EX_BIT(EX_SIZEOF) | EX_BIT(EX_OFFSETOF) | \
			 EX_BIT(EX_CONTAINER_OF) | EX_BIT(EX_TYPE))

#define ex_num(e)	EX_PART(e, EX_BIT(EX_INT), integer.num)
/* Is it a literal above the largest s64? */
#define ex_is_unsigned(e) EX_PART(e, EX_BIT(EX_INT), integer.is_unsigned)
#define ex_len(e)	EX_PART(e, EX_BIT(EX_STRING), len)
/* Bytes of it, a bit for each, that have no value: only members without them can be read. */
#define ex_lost(e)	EX_PART(e, EX_BIT(EX_ARG), lost)
#define ex_param(e)	EX_PART(e, EX_BIT(EX_PARAM), param)
#define ex_else(e)	EX_PART(e, EX_BIT(EX_COND), otherwise)
#define ex_is_post(e)	EX_PART(e, EX_BIT(EX_INCDEC), is_post)
#define ex_body(e)	EX_PART(e, EX_BIT(EX_BLOCK), body)
#define ex_tn(e)	EX_PART(e, EX_WITH_TN, typed.tn)
#define ex_is_arrow(e)	EX_PART(e, EX_BIT(EX_MEMBER), field.is_arrow)
#define ex_index(e)	EX_PART(e, EX_BIT(EX_MEMBER), field.index)
/* The place of the member's name, if it differs from e's; see expr_name_at(). */
#define ex_name_span(e)	EX_PART(e, EX_BIT(EX_MEMBER), field.name_span)
/* Set by check: the member, and the offset in bytes of what contains it from a's start. */
#define ex_member(e)	EX_PART(e, EX_BIT(EX_MEMBER), field.member)
#define ex_off(e)	EX_PART(e, EX_WITH_OFF, off)
#define ex_local(e)	EX_PART(e, EX_BIT(EX_LOCAL), local)
#define ex_global(e)	EX_PART(e, EX_BIT(EX_GLOBAL), global)
#define ex_builtin(e)	EX_PART(e, EX_BIT(EX_BUILTIN), builtin.row)
/* The type that both sides of == are converted to; NULL: none. */
#define ex_common(e)	EX_PART(e, EX_BIT(EX_BINARY), common)
/* The row's check() leaves these for its gen(): the action, a number, a choice. */
#define ex_action(e)	EX_PART(e, EX_BIT(EX_BUILTIN), builtin.action)
#define ex_value(e)	EX_PART(e, EX_BIT(EX_BUILTIN), builtin.value)
#define ex_variant(e)	EX_PART(e, EX_BIT(EX_BUILTIN), builtin.variant)

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
	bool has_loop;			/* a loop that contains another */
	bool is_called;			/* a loop whose body the kernel calls for each round */
	const char *name;		/* loop variable or let */
	struct typename *tn;
	struct expr *decl;		/* for over a range, let: the variable's assignment, for
					 * stmt_any(); b is NULL.  Set by check_stmt.c */
	u32 depth;			/* as in struct expr */
	bool is_value;			/* ST_EXPR without ';': the block's value if it is last */
	struct local *local;
};

struct probe_spec {			/* one of a clause's probes, as written */
	struct span span;
	const char *text;		/* without blanks around it */
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

struct type_decl {			/* struct, union, enum or typedef */
	struct span span;
	enum {			/* the same numbers as TN_* */
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
	bool compared;			/* a difference from the kernel's was reported */
};

struct macro {				/* macro name(params) { body } */
	struct span span;
	const char *name;
	struct expr **params;		/* EX_NAME, EX_LOCAL or EX_GLOBAL */
	u32 n_params;
	struct expr *value;		/* EX_BLOCK */
	bool is_endless;		/* it expands into itself */
	bool is_library;		/* it is library.c's, not the script's */
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

struct unit {				/* everything that a script contains */
	struct clause *clauses;
	struct type_decl *types;
	struct macro *macros;
	struct define *defines;
	struct setting *settings;
	struct expr *imports;		/* EX_STRING, in order */
};

struct expr *expr_new(struct arena *a, enum expr_kind kind, struct span at);
/* New expressions of the kinds that check makes. */
struct expr *expr_name(struct arena *a, const char *name, struct span at);
struct expr *expr_int(struct arena *a, s64 num, struct span at);
struct expr *expr_arrow(struct arena *arena, struct expr *a, const char *name, struct span at);
struct expr *expr_pair(struct arena *arena, enum expr_kind kind, struct expr *a, struct expr *b,
		       struct span at);
void expr_one_arg(struct arena *a, struct expr *e, struct expr *arg);
/* Changes the kind of e and clears the members of the kind.  The head does not change. */
void expr_become(struct expr *e, enum expr_kind kind);
void expr_become_int(struct expr *e, s64 num);
void expr_become_arrow(struct expr *e, struct expr *a, const char *name);
void expr_become_string(struct expr *e, const char *text, size_t len);
struct span expr_name_at(const struct expr *e);
/* Deep copies, so that a clause can be checked once for every kind of probe. */
struct expr *expr_clone(struct arena *a, const struct expr *e);
struct stmt *stmt_clone(struct arena *a, const struct stmt *s);
/* Are two checked expressions the same, part by part?  They may still have different values,
 * for example if they have side effects: the caller must know. */
bool expr_same(const struct expr *a, const struct expr *b);
/* Is it a tracepoint's array of variable length (__data_loc), which has no value as a whole? */
bool expr_is_dynamic(const struct expr *e);
/* Is fn true of e or of anything below it?  Parents are asked first. */
bool expr_any(const struct expr *e, bool (*fn)(void *arg, const struct expr *e), void *arg);
bool stmt_any(const struct stmt *s, bool (*fn)(void *arg, const struct expr *e), void *arg);
/* The tree as text, for -d. */
void ast_dump(struct strbuf *out, const struct unit *u);

#endif
