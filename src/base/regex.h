/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * regex.h - small regular expressions: characters, . [a-z] [^x] \\c * + ? ^ $ and |
 * outside of everything.
 */
#ifndef AWL_REGEX_H
#define AWL_REGEX_H

#include "base/base.h"

bool regex_is_valid(const char *re);
/* Does it match somewhere in the text? */
bool regex_finds(const char *re, const char *text);

#endif
