/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inflate.h - data compressed by deflate, as gzip and zlib write it.
 *
 * Facts: RFC 1951.  The data may be hostile: nothing is read or written outside of the two
 * buffers.
 */
#ifndef AWL_INFLATE_H
#define AWL_INFLATE_H

#include "base/base.h"

/* Expands n bytes of raw deflate data (without gzip's or zlib's header) into out, which has
 * room for `room` bytes.  Returns the number of bytes written, or -EINVAL if the data is
 * damaged or does not fit. */
s64 inflate(const u8 *data, size_t n, u8 *out, size_t room);

#endif
