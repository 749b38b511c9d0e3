/* SPDX-License-Identifier: GPL-2.0-or-later */
/* quote.h - strings in a shell's command. */
#ifndef AWL_QUOTE_H
#define AWL_QUOTE_H

#include "base/strbuf.h"
#include "show/render.h"

/*
 * A command for sh -c from a format.  What its conversions bring in stays a part of one
 * word, whatever quotes or substitutions of the format they stand in; literals of the
 * script (format_item.is_own) are a part of the command.
 */
void quote_command(struct strbuf *out, const struct format *f, const struct value *args);

#endif
