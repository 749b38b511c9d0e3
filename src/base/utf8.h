/* SPDX-License-Identifier: GPL-2.0-or-later */
/* utf8.h - is it text? */
#ifndef AWL_UTF8_H
#define AWL_UTF8_H

#include "base/base.h"

/* How many bytes of one valid character there are at s, of `left`; 0: none. */
u32 utf8_length(const u8 *s, size_t left);
/* The same for what a terminal only shows: 0 for what may move it to something. */
u32 utf8_printable(const u8 *s, size_t left);

#endif
