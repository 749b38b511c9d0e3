/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.h - probe and func: strings to the script, numbers while it runs. */
#ifndef AWL_NAMES_H
#define AWL_NAMES_H

#include "image.h"

/* Is t the type of probe or func? */
bool names_is(const struct type *t);
/* Gives each target its cookie: equal names have equal numbers. */
void names_number(struct image *im);
/* The number that `text` has as a value of type t, which is probe's or func's.  A name
 * no target has gets a number of its own. */
u32 names_id(struct image *im, const struct type *t, const char *text);
/* What the number id means; NULL if nothing. */
const char *names_text(const struct image *im, const struct type *t, u32 id);
/* Bytes of the longest of all these names, with its NUL. */
u32 names_size(const struct image *im, const struct type *t);
/* Of a target's cookie the part that a value of type t is. */
u32 names_part(const struct type *t, u64 cookie);

#endif
