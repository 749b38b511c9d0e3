/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dump.h - code as text, below the lines of the script it was made from (-S). */
#ifndef AWL_DUMP_H
#define AWL_DUMP_H

#include "image.h"

void dump_code(struct strbuf *out, struct diag *diag, const struct image *im);

#endif
