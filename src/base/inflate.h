/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inflate.h - data compressed by deflate, as gzip and zlib write it.
 *
 * Facts: RFC 1951.  The data may come from anywhere: it is never read or written beyond
 * what is given.
 */
#ifndef AWL_INFLATE_H
#define AWL_INFLATE_H

#include "base/base.h"

/* Expands n bytes of raw deflate data (without gzip's or zlib's header) into out, which has
 * room bytes.  Returns the number of bytes made, or -EINVAL if the data is damaged or makes
 * more than that. */
s64 inflate(const u8 *data, size_t n, u8 *out, size_t room);

#endif
