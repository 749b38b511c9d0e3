/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * regex.h - small regular expressions: characters, . [a-z] [^x] \c * + ? ^ $, and | on the
 * outermost level.
 */
#ifndef AWL_REGEX_H
#define AWL_REGEX_H

#include "base/base.h"

bool regex_is_valid(const char *re);
/* Does re match anywhere in the text? */
bool regex_finds(const char *re, const char *text);

#endif
