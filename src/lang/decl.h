/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * decl.h - types declared in scripts, and types by name.
 *
 * Layouts are those of the target's C compiler: the System V ABI of x86-64, and the AAPCS of
 * arm and arm64, little-endian.  tests/unit_decl.c compares them with gcc's.
 */
#ifndef AWL_DECL_H
#define AWL_DECL_H

#include "script.h"

/* Lays out all of s->unit.types and fills s->types.  0, or -1 after errors were reported. */
int decl_types(struct script *s);
/*
 * The type that tn names: one that the script declares, a scalar of C, or one that
 * s->find_type knows, with tn's stars and dimensions.  A name without "struct" that is no
 * typedef also finds the struct.  NULL if there is none; nothing is reported.  Pointers are
 * SPACE_NONE.
 */
const struct type *type_lookup(struct script *s, const struct typename *tn);
/* Applies tn's stars and dimensions to t. */
const struct type *type_derived(struct script *s, const struct type *t,
				const struct typename *tn);
/* Warns, once for each struct, if the script declares t and puts its member m at an offset
 * where the kernel's struct of this name doesn't have it. */
void decl_compare(struct script *s, const struct type *t, const struct member *m, u32 off,
		  struct span at);
/* Finds a constant of an enum of the script.  type may be NULL. */
bool decl_enumerator(const struct script *s, const char *name, s64 *value,
		     const struct type **type);
/* C's alignment of a type in bytes, also of a type from BTF, which does not have it. */
u32 type_c_align(const struct type *t);

#endif
