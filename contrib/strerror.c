/* SPDX-License-Identifier: GPL-2.0-or-later */
/* strerror.c - texts of error numbers for the static musl builds: musl's are twice as large. */
#include <errno.h>
#include <string.h>

static const char *const texts[] = {
#define X(number, name, text) [number] = text,
#include "contrib/errors.def"
#undef X
};

#define X(number, name, text) _Static_assert(number == name, text);
#include "contrib/errors.def"
#undef X

char *strerror(int n)
{
	unsigned int i = (unsigned int)n < sizeof(texts) / sizeof(texts[0]) && texts[n] ? (unsigned int)n : 0;

	return (char *)texts[i];
}
