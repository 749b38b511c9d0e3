/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * number.h - numbers in options, probe names and the kernel's text files.
 *
 * They replace strtoull(), which accepts signs and blanks and reports through errno.
 */
#ifndef AWL_NUMBER_H
#define AWL_NUMBER_H

#include "base/base.h"

/* Reads the decimal digits at *s and moves *s past them.  False if there are none (*n is 0) or
 * the number does not fit (*n is UINT64_MAX). */
bool number_decimal(const char **s, u64 *n);
bool number_hex(const char **s, u64 *n);	/* without 0x */
/* The same for 10, 0x1f and 017. */
bool number_any(const char **s, u64 *n);

#endif
