/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * find.h - where bytes occur within bytes.
 *
 * Replaces memmem() and strstr(), each of which takes more than a kilobyte in a static
 * binary.  It skips by up to the length of the pattern, so that searching the megabytes of
 * BTF's strings takes less than a millisecond.
 */
#ifndef AWL_FIND_H
#define AWL_FIND_H

#include "base/base.h"

/* The first occurrence of what, or NULL.  n is not 0. */
const char *find_bytes(const char *in, size_t size, const char *what, size_t n);
const char *find_text(const char *in, const char *what);
bool starts_with(const char *text, const char *prefix);

#endif
