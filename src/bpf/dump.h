/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dump.h - finished programs as text, beside the script's lines (-S). */
#ifndef AWL_DUMP_H
#define AWL_DUMP_H

#include "image.h"

void dump_code(struct strbuf *out, struct diag *diag, const struct image *im);

#endif
