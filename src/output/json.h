/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json.h - parts of JSON for the formats that are made of it (json.c). */
#ifndef AWL_JSON_H
#define AWL_JSON_H

#include "output/output.h"

void json_put_value(struct strbuf *out, const struct value *v);
/* The same as a string, whatever its kind. */
void json_put_text(struct strbuf *out, const struct value *v);
/* {"@name": …} */
void json_put_map(struct strbuf *out, const struct map_view *m);
void json_put_loss(struct strbuf *out, const struct loss *l);

#endif
