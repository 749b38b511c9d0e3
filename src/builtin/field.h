/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef AWL_FIELD_H
#define AWL_FIELD_H

struct check;
struct member;
struct type;

/* The type of a tracepoint's field as text: shown by the names the event has for its
 * values.  NULL if it has none. */
const struct type *field_text_type(struct check *c, const struct member *m);

#endif
