/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef AWL_FIELD_H
#define AWL_FIELD_H

struct check;
struct member;
struct type;

/* The type that shows a tracepoint's field by the names that the event's format has for its
 * values.  NULL if it has none. */
const struct type *field_text_type(struct check *c, const struct member *m);

#endif
