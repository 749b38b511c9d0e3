/* SPDX-License-Identifier: GPL-2.0-or-later */
/* strerror.c - texts of error numbers, for the static musl builds: musl's take twice the space. */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "base/packed.h"

#define X(number, name, text) _Static_assert(number == name, text);
#include "contrib/errors.def"
#undef X

enum { NUMBERS = 134 };		/* the highest error number plus one */

struct texts {
#define X(number, name, text) char e##number[sizeof(text)];
#include "contrib/errors.def"
#undef X
};

struct error_table {
	u16 offsets[NUMBERS];	/* 0, the first text, for unknown numbers */
	struct texts texts;
};

#ifdef PACKED
static const u8 packed[] = {
#include "packed/strerror.h"
};
#else
static const struct error_table data = {
	{
#define X(number, name, text) [number] = offsetof(struct texts, e##number),
#include "contrib/errors.def"
#undef X
	}, {
#define X(number, name, text) text,
#include "contrib/errors.def"
#undef X
	}
};
#endif

char *strerror(int n)
{
	const struct error_table *t = TABLE(struct error_table);

	return (char *)&t->texts + t->offsets[n >= 0 && n < NUMBERS ? n : 0];
}
