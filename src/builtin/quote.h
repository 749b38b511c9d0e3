/* SPDX-License-Identifier: GPL-2.0-or-later */
/* quote.h - quotes strings in a shell's command. */
#ifndef AWL_QUOTE_H
#define AWL_QUOTE_H

#include "base/strbuf.h"
#include "show/render.h"

/*
 * Formats a command for sh -c.  The text of a conversion is quoted, so that it stays a part of
 * one word in all quotes and substitutions of the format.  Literals of the script
 * (format_item.is_own) are not quoted: they are a part of the command.
 */
void quote_command(struct strbuf *out, const struct format *f, const struct value *args);

#endif
