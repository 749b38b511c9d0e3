/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * number.h - numbers in options, probe names and the kernel's text files.
 *
 * Instead of strtoull() and its family, which take signs and blanks nobody
 * wrote, and report through errno.
 */
#ifndef AWL_NUMBER_H
#define AWL_NUMBER_H

#include "base/base.h"

/* Decimal digits at *s, which is left behind them.  False if there are none,
 * or the number does not fit; *n is then 0 or UINT64_MAX. */
bool number_decimal(const char **s, u64 *n);
bool number_hex(const char **s, u64 *n);	/* without 0x */
/* The same for 10, 0x1f and 017. */
bool number_any(const char **s, u64 *n);

#endif
