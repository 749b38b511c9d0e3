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

#include "grammar/lex.h"

/*
 * A list being made is the last of its nodes, the last's next the first; NULL if
 * it is empty.  This makes it an ordinary list and yields its first node.
 */
#define list_first(last) ({						\
	typeof(last) list_last = (last), list_head = NULL;		\
									\
	if (list_last) {						\
		list_head = list_last->next;				\
		list_last->next = NULL;					\
	}								\
	list_head;							\
})

/* Nodes are made at lx->here unless said otherwise. */
struct expr *expr_here(struct lexer *lx, enum expr_kind kind);
struct expr *expr_named(struct lexer *lx, enum expr_kind kind, struct span at, const char *name);
/* Sets the depth once the children are there; too deep a tree is cut. */
struct expr *expr_done(struct lexer *lx, struct expr *e);
struct expr *expr_op(struct lexer *lx, enum expr_kind kind, enum op op,
		     struct expr *a, struct expr *b);
/* Puts "op b" where a's operators, all read as if they bound alike, leave it. */
struct expr *expr_choice(struct lexer *lx, struct expr *a, struct expr *b, struct expr *otherwise);
struct expr *expr_binary(struct lexer *lx, enum op op, struct expr *a, struct expr *b);
struct expr *expr_unary(struct lexer *lx, enum op op, struct expr *a);
struct expr *expr_member(struct lexer *lx, enum expr_kind kind, struct expr *a,
			 struct span name_at, const char *name);
struct expr *expr_list_of(struct lexer *lx, struct expr *e, struct expr *args);
struct expr *expr_assign(struct lexer *lx, enum op op, struct expr *a, struct expr *b);
struct expr *expr_step(struct lexer *lx, enum op op, bool post, struct expr *a);
struct expr *expr_index(struct lexer *lx, struct expr *a, struct expr *keys);
struct expr *expr_parens(struct lexer *lx, struct expr *list, bool comma);
struct expr *expr_delete(struct lexer *lx, struct expr *what);
struct expr *expr_block(struct lexer *lx, struct stmt *body);
struct expr *list_add(struct expr *list, struct expr *e);

struct stmt *stmt_new(struct lexer *lx, enum stmt_kind kind, struct span at, struct expr *e);
struct stmt *stmt_done(struct lexer *lx, struct stmt *s);
struct stmt *stmt_else(struct lexer *lx, struct stmt *head, struct stmt *other);
/* An expression and what it governs; with the word before it, stmt_kind() makes it whole. */
struct stmt *stmt_loop(struct lexer *lx, struct expr *e, struct stmt *body);
struct stmt *stmt_kind(struct lexer *lx, struct stmt *s, enum stmt_kind kind);
struct stmt *stmt_for(struct lexer *lx, struct stmt *range, struct stmt *body);
struct stmt *stmt_block(struct lexer *lx, struct stmt *list);
struct stmt *stmts_add(struct stmt *list, struct stmt *s);

/* What sizeof's operand says, as a type: typeof. */
struct typename *type_of(struct lexer *lx, struct expr *sized);
struct typename *type_new(struct lexer *lx, int tag, struct span at, const char *name);
struct typename *type_word(struct lexer *lx, struct typename *tn, struct span at, const char *name);
/* What stands before declarators: a type declared in place. */
struct typename *type_inner(struct lexer *lx, struct type_decl *d);
void type_dim(struct lexer *lx, struct typename *tn, struct expr *e);
struct type_decl *decl_new(struct lexer *lx, int kind, const char *name);
struct field_decl *field_new(struct lexer *lx, struct span at, const char *name, u32 stars);
void field_bits(struct lexer *lx, struct field_decl *f, struct expr *e);
struct field_decl *fields_add(struct field_decl *list, struct field_decl *f);
/* Two lists become one. */
struct field_decl *fields_join(struct field_decl *a, struct field_decl *b);
/* The declarators get their type; an anonymous struct is a field by itself. */
struct field_decl *fields_type(struct lexer *lx, const struct typename *base,
			       struct field_decl *list);

void unit_clause(struct lexer *lx, struct probe_spec *probes, struct expr *pred,
		 struct stmt *body);
void unit_type(struct lexer *lx, struct type_decl *d);
void unit_typedef(struct lexer *lx, struct field_decl *fields);
void unit_macro(struct lexer *lx, const char *name, struct expr *params, struct expr *value);
void unit_setting(struct lexer *lx, const char *name, bool is_map, struct expr *value);
void unit_import(struct lexer *lx, struct expr *name);
struct probe_spec *probes_add(struct lexer *lx, struct probe_spec *list, struct span at,
			      const char *text);

#endif
