/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decl_impl.h - shared by decl.c (names) and decl_layout.c (offsets). */
#ifndef AWL_DECL_IMPL_H
#define AWL_DECL_IMPL_H

#include "lang/decl.h"

/* Sets t's members, their offsets and its size to those of d. */
void layout_struct(struct script *s, const struct type_decl *d, struct type *t);
/* The type of a field, laid out; NULL after an error was reported. */
const struct type *decl_field_type(struct script *s, const struct field_decl *f);

#endif
