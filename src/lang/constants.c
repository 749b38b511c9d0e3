/* SPDX-License-Identifier: GPL-2.0-or-later */
/* constants.c - see constants.h. */
#include "lang/constants.h"

#include <stddef.h>
#include <string.h>

#include "base/packed.h"

struct names {
#define X(name, value) char c_##name[sizeof(#name)];
#include "lang/constants.def"
#undef X
};

enum {
#define X(name, value) COUNT_##name,
#include "lang/constants.def"
#undef X
	CONSTANTS
};

struct constant_table {
	s32 value[CONSTANTS];
	u16 name[CONSTANTS];
	struct names names;
};

#ifdef PACKED
static const u8 packed[] = {
#include "packed/constants.h"
};
#else
static const struct constant_table data = {
	{
#define X(name, value) value,
#include "lang/constants.def"
#undef X
	}, {
#define X(name, value) offsetof(struct names, c_##name),
#include "lang/constants.def"
#undef X
	}, {
#define X(name, value) #name,
#include "lang/constants.def"
#undef X
	}
};
#endif

bool constant_of_headers(const char *name, s64 *value)
{
	const struct constant_table *t = TABLE(struct constant_table);

	for (u32 i = 0; i < CONSTANTS; i++)
		if (!strcmp((const char *)&t->names + t->name[i], name)) {
			*value = t->value[i];
			return true;
		}
	return false;
}
