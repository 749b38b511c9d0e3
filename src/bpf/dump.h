/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dump.h - finished programs as text, beside the script's lines (-S). */
#ifndef AWL_DUMP_H
#define AWL_DUMP_H

#include "script.h"

void dump_code(struct strbuf *out, const struct script *s);

#endif
