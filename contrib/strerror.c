/* SPDX-License-Identifier: GPL-2.0-or-later */
/* strerror.c - texts of error numbers, for the static musl builds: musl's take twice the space. */
#include <errno.h>
#include <string.h>

#include "base/packed.h"

#ifndef __mips__		/* it has numbers of its own from 35 on */
#define X(number, name, text) _Static_assert(number == name, text);
#include "contrib/errors.def"
#undef X
#endif

enum {
#define X(number, name, text) ROW_##number,
#include "contrib/errors.def"
#undef X
	ROWS
};

/* All texts, one after another. */
struct texts {
#define X(number, name, text) char e##number[sizeof(text)];
#include "contrib/errors.def"
#undef X
};

struct error_table {
	u16 numbers[ROWS];
	struct texts texts;
};

#ifdef PACKED
static const u8 packed[] = {
#include "packed/strerror.h"
};
#else
static const struct error_table data = {
	{
#define X(number, name, text) name,
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
	char *first = (char *)&t->texts, *text = first;

	for (u32 i = 0; i < ROWS; i++, text += strlen(text) + 1)
		if (t->numbers[i] == n)
			return text;
	return first;		/* for unknown numbers */
}
