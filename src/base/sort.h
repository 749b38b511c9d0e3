/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sort.h - a stable merge sort, with a context for what compares.
 *
 * qsort() has neither, and in a static binary its code comes on top.
 */
#ifndef AWL_SORT_H
#define AWL_SORT_H

#include "base/base.h"

/* False if b has to come before a; ctx is the one given to sort_array. */
typedef bool (*sort_fn)(const void *ctx, const void *a, const void *b);

/* v: n elements of `size` bytes. */
void sort_array(void *v, size_t n, size_t size, sort_fn in_order, const void *ctx);

#endif
