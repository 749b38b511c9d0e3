/* SPDX-License-Identifier: GPL-2.0-or-later */
/* join.h - clauses on the same places become one program. */
#ifndef AWL_JOIN_H
#define AWL_JOIN_H

#include "script.h"

/* Takes programs from the image that run at the same places as an earlier one, and hangs them on
 * that one: prog.joined.  After choose, as it depends on how programs are attached. */
void script_join(struct script *s);
/* Puts the program that is joined with p back into the image, after p, with those that are joined
 * with that one.  Returns it; NULL: there is none. */
struct prog *script_part(struct script *s, struct prog *p);

#endif
