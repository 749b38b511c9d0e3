/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sort.h - a stable merge sort, with an argument for the comparison.
 *
 * qsort() is not stable and passes no argument, and static binaries would contain it as well.
 */
#ifndef AWL_SORT_H
#define AWL_SORT_H

#include "base/base.h"

/* False if b must come before a; ctx is that of sort_array(). */
typedef bool (*sort_fn)(const void *ctx, const void *a, const void *b);

/* Sorts the n elements of `size` bytes at v. */
void sort_array(void *v, size_t n, size_t size, sort_fn in_order, const void *ctx);
/* Returns the index of the first of n sorted elements that is not below key; n: there is none.
 * Elements have `size` bytes and begin with a u64. */
size_t sort_lower_bound(const void *v, size_t n, size_t size, u64 key);

#endif
