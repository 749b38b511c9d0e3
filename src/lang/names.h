/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.h - probe and func: strings in the script, numbers when it runs. */
#ifndef AWL_NAMES_H
#define AWL_NAMES_H

#include "image.h"

/* Is t the type of probe or func? */
bool names_is(const struct type *t);
/* Sets the cookies of all targets.  Equal names have equal numbers. */
void names_number(struct image *im);
/* The number of the name `text` as a value of type t, which is that of probe or func.  A name
 * that no target has gets a new number. */
u32 names_id(struct image *im, const struct type *t, const char *text);
/* The name with the number id; NULL if there is none. */
const char *names_text(const struct image *im, const struct type *t, u32 id);
/* Bytes of the longest name, including its NUL. */
u32 names_size(const struct image *im, const struct type *t);
/* Is its function named as in the source, cpp:"f(int)"?  Such names can have any characters. */
bool names_is_quoted(const struct target *t);
/* The part of a target's cookie that is a value of type t. */
u32 names_part(const struct type *t, u64 cookie);

#endif
