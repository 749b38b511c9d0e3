/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * build.h - the nodes of the tree, as the grammar's actions make them.
 *
 * Everything lives in the parse's arena.  What C's grammar allows and awl
 * does not (assigning to a number, a tuple as a block) is complained about
 * here, and so is a tree too deep to walk.
 */
#ifndef AWL_BUILD_H
#define AWL_BUILD_H

#include "lang/lex.h"

struct expr_list {		/* chained by next */
	struct expr *first, *last;
	u32 n;
	bool comma;		/* (x,) */
};

struct stmt_list { struct stmt *first, *last; };
struct probe_list { struct probe_spec *first, *last; };

struct base_type {		/* what stands before the declarators */
	struct typename *tn;
	struct type_decl *inner;
};

struct field_list { struct field_decl *first, *last; };

struct expr *expr_new(struct lexer *lx, enum expr_kind kind, struct span at);
struct expr *expr_named(struct lexer *lx, enum expr_kind kind, struct span at, const char *name);
/* Sets the depth once the children are there; too deep a tree is cut. */
struct expr *expr_done(struct lexer *lx, struct expr *e);
struct expr *expr_op(struct lexer *lx, enum expr_kind kind, enum op op, struct span at,
		     struct expr *a, struct expr *b);
struct expr *expr_list_of(struct lexer *lx, struct expr *e, struct expr_list args);
struct expr *expr_assign(struct lexer *lx, enum op op, struct span at,
			 struct expr *a, struct expr *b);
struct expr *expr_step(struct lexer *lx, enum op op, bool post, struct span at, struct expr *a);
struct expr *expr_index(struct lexer *lx, struct span at, struct expr *a, struct expr_list keys);
struct expr *expr_parens(struct lexer *lx, struct span at, struct expr_list list);
struct expr *expr_delete(struct lexer *lx, struct span at, struct expr *what);
struct expr *expr_block(struct lexer *lx, struct span at, struct stmt_list body);
struct expr_list list_add(struct expr_list list, struct expr *e);

struct stmt *stmt_new(struct lexer *lx, enum stmt_kind kind, struct span at, struct expr *e);
struct stmt *stmt_done(struct lexer *lx, struct stmt *s);
struct stmt *stmt_if(struct lexer *lx, struct span at, struct expr *e, struct stmt *body);
struct stmt *stmt_else(struct lexer *lx, struct stmt *head, struct stmt *other);
struct stmt *stmt_loop(struct lexer *lx, enum stmt_kind kind, struct span at,
		       struct expr *e, struct stmt *body);
struct stmt *stmt_for(struct lexer *lx, struct span at, const char *name,
		      struct expr *e, struct expr *e2, struct stmt *body);
struct stmt *stmt_block(struct lexer *lx, struct span at, struct stmt_list list);
struct stmt_list stmts_add(struct stmt_list list, struct stmt *s);

struct typename *type_new(struct lexer *lx, int tag, struct span at, const char *name);
struct typename *type_word(struct lexer *lx, struct typename *tn, struct span at, const char *name);
void type_dim(struct lexer *lx, struct typename *tn, struct expr *e);
struct type_decl *decl_new(struct lexer *lx, int kind, struct span at, const char *name);
struct field_decl *field_new(struct lexer *lx, struct span at, const char *name, u32 stars);
void field_bits(struct lexer *lx, struct field_decl *f, struct expr *e);
struct field_list fields_add(struct field_list list, struct field_decl *f);
/* The declarators get their type; an anonymous struct is a field by itself. */
struct field_list fields_type(struct lexer *lx, struct span at, struct base_type base,
			      struct field_list list);

void unit_clause(struct lexer *lx, struct span at, struct probe_list probes,
		 struct expr *pred, struct stmt *body);
void unit_type(struct lexer *lx, struct type_decl *d);
void unit_typedef(struct lexer *lx, struct span at, struct field_list fields);
void unit_macro(struct lexer *lx, struct span at, const char *name,
		struct expr_list params, struct expr *value);
void unit_setting(struct lexer *lx, struct span at, const char *name, bool is_map,
		  struct expr *value);
void unit_import(struct lexer *lx, struct expr *name);
struct probe_list probes_add(struct lexer *lx, struct probe_list list, struct span at,
			     const char *text);

#endif
