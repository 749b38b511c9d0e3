/* SPDX-License-Identifier: GPL-2.0-or-later */
/* utf8.h - checks UTF-8. */
#ifndef AWL_UTF8_H
#define AWL_UTF8_H

#include "base/base.h"

/* The length in bytes of the character at s, where `left` bytes are left; 0 if it is invalid. */
u32 utf8_length(const u8 *s, size_t left);
/* The same, but also 0 for control characters, on which a terminal may act. */
u32 utf8_printable(const u8 *s, size_t left);

#endif
