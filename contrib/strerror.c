/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * strerror.c - texts of error numbers for the static musl builds, in half the
 * bytes of musl's.  Valid until the next call.
 */
#include <errno.h>
#include <string.h>

#include "base/packed.h"
#include "contrib/error_data.h"

#define X(number, name, text) _Static_assert(number == name, text);
#include "contrib/errors.def"
#undef X

char *strerror(int n)
{
	static char text[LONGEST];

	packed_text(packed, (u32)n < ERRORS ? (u32)n : 0, text);
	if (!*text)
		packed_text(packed, 0, text);
	return text;
}
