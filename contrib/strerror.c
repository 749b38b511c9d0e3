/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * strerror.c - texts of error numbers for the static musl builds, packed with all
 * others: musl's are twice as large.
 */
#include <errno.h>
#include <string.h>

#include "base/packed.h"

#define X(number, name, text) _Static_assert(number == name, text);
#include "contrib/errors.def"
#undef X

char *strerror(int n)
{
	const char *text = packed_error((u32)n);

	return (char *)(text ? text : packed_error(0));
}
