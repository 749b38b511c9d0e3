/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * find.h - where bytes occur within bytes.
 *
 * One search for what memmem() and strstr() do, each of which is more than a
 * kilobyte in a static binary.  It skips ahead by what it looks for, so that
 * the megabytes of BTF strings take less than a millisecond.
 */
#ifndef AWL_FIND_H
#define AWL_FIND_H

#include "base/base.h"

/* The first place, or NULL; n is not 0. */
const char *find_bytes(const char *in, size_t size, const char *what, size_t n);
const char *find_text(const char *in, const char *what);

#endif
