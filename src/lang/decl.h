/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * decl.h - types declared in scripts, and types by name.
 *
 * Layouts are the target's C compiler's: the System V rules of x86-64, and
 * AAPCS of arm and arm64, little-endian (facts: the ABI documents; checked
 * against gcc for each by tests/unit_decl.c).
 */
#ifndef AWL_DECL_H
#define AWL_DECL_H

#include "script.h"

/* Lays out all of s->unit.types and fills s->types.  -1 after complaints. */
int decl_types(struct script *s);
/*
 * The type a name stands for: what the script declares, C's scalars, what
 * s->find_type knows; then its stars and array dimensions.  A plain name
 * without a typedef also finds the struct.  NULL, and says nothing, if there
 * is none.  Pointers are SPACE_NONE.
 */
const struct type *type_lookup(struct script *s, const struct typename *tn);
/* The type that tn's stars and dimensions make of t. */
const struct type *type_derived(struct script *s, const struct type *t,
				const struct typename *tn);
/* Warns, once for each struct, if the script declares t and puts its member m at an offset
 * where the kernel's struct of this name doesn't have it. */
void decl_compare(struct script *s, const struct type *t, const struct member *m, u32 off,
		  struct span at);
/* A constant of an enum of the script; type may be NULL. */
bool decl_enumerator(const struct script *s, const char *name, s64 *value,
		     const struct type **type);
/* For type_lookup and the layout of structs: C's alignment of a type, also
 * of one from BTF, which does not say it. */
u32 type_c_align(const struct type *t);

#endif
