/* SPDX-License-Identifier: GPL-2.0-or-later */
/* escape.h - text with the characters replaced that a format gives a meaning. */
#ifndef AWL_ESCAPE_H
#define AWL_ESCAPE_H

#include "base/strbuf.h"

/*
 * Appends n bytes of s.  Calls `put` for ASCII characters in `special`, for control characters,
 * and for bytes that are not UTF-8.  `put` should make the latter the characters U+0080 to U+00FF.
 */
void escape_text(struct strbuf *out, const char *s, size_t n, const char *special,
		 void (*put)(struct strbuf *out, u8 c));
/* Appends the character U+00XX, where XX is c, as UTF-8. */
void escape_latin(struct strbuf *out, u8 c);
/* Appends a string of JSON, in quotes; bytes that are not UTF-8 become U+0080 to U+00FF. */
void escape_json(struct strbuf *out, const char *s, size_t len);

#endif
