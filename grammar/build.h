/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * build.h - makes the nodes of the tree for the grammar's actions.
 *
 * All nodes are in the arena of struct parse.  These functions report what C's grammar allows and
 * awl does not (assigning to a number, a tuple as a block), and trees that are too deep.
 */
#ifndef AWL_BUILD_H
#define AWL_BUILD_H

#include "grammar/lex.h"

/*
 * While a list is made it is circular, and is represented by its last node, or NULL if it is
 * empty.  list_first() makes it an ordinary list and returns its first node.
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

/* All nodes get the place lx->here, unless the comment says another. */
struct expr *expr_here(struct lexer *lx, enum expr_kind kind);
struct expr *expr_named(struct lexer *lx, enum expr_kind kind, struct span at, const char *name);
/* Sets the depth of e, which has its children.  Cuts a tree that is too deep. */
struct expr *expr_done(struct lexer *lx, struct expr *e);
struct expr *expr_op(struct lexer *lx, enum expr_kind kind, enum op op,
		     struct expr *a, struct expr *b);
/* Adds "op b" to a by the precedence of operators, which the grammar does not know. */
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
/* A condition and its body.  stmt_kind() then sets the kind by the word before them. */
struct stmt *stmt_loop(struct lexer *lx, struct expr *e, struct stmt *body);
struct stmt *stmt_kind(struct lexer *lx, struct stmt *s, enum stmt_kind kind);
struct stmt *stmt_for(struct lexer *lx, struct stmt *range, struct stmt *body);
struct stmt *stmt_block(struct lexer *lx, struct stmt *list);
struct stmt *stmts_add(struct stmt *list, struct stmt *s);

/* The operand of sizeof as a type, for typeof. */
struct typename *type_of(struct lexer *lx, struct expr *sized);
struct typename *type_new(struct lexer *lx, int tag, struct span at, const char *name);
struct typename *type_word(struct lexer *lx, struct typename *tn, struct span at, const char *name);
/* The type before declarators that is declared in place. */
struct typename *type_inner(struct lexer *lx, struct type_decl *d);
void type_dim(struct lexer *lx, struct typename *tn, struct expr *e);
struct type_decl *decl_new(struct lexer *lx, int kind, const char *name);
struct field_decl *field_new(struct lexer *lx, struct span at, const char *name, u32 stars);
void field_bits(struct lexer *lx, struct field_decl *f, struct expr *e);
struct field_decl *fields_add(struct field_decl *list, struct field_decl *f);
/* Joins two lists. */
struct field_decl *fields_join(struct field_decl *a, struct field_decl *b);
/* Sets the type of declarators.  An anonymous struct without declarators is a field itself. */
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
