/* SPDX-License-Identifier: GPL-2.0-or-later */
/* constants.c - see constants.h. */
#include "lang/constants.h"

#include <stddef.h>
#include <string.h>

#include "base/find.h"
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

enum {
#define X(abi, name, value) EXCEPTION_##abi##_##name,
#include "lang/constants_abi.def"
#undef X
	EXCEPTIONS
};

#define ABSENT INT32_MIN

struct constant_table {
	s32 value[CONSTANTS];
	u16 name[CONSTANTS];
	struct names names;
	struct exception { u16 abi, row; s32 value; } exceptions[EXCEPTIONS];
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
	}, {
#define X(abi, name, value) { CONSTANTS_##abi, COUNT_##name, value },
#include "lang/constants_abi.def"
#undef X
	}
};
#endif

/* The value of a row; ABSENT if the architecture has no such constant. */
static s32 value_of(const struct constant_table *t, const struct arch *arch, u32 row)
{
	for (u32 i = 0; i < EXCEPTIONS; i++)
		if (t->exceptions[i].row == row && t->exceptions[i].abi == arch->constants)
			return t->exceptions[i].value;
	return t->value[row];
}

bool constant_of_headers(const struct arch *arch, const char *name, s64 *value)
{
	const struct constant_table *t = TABLE(struct constant_table);

	for (u32 i = 0; i < CONSTANTS; i++)
		if (!strcmp((const char *)&t->names + t->name[i], name)) {
			*value = value_of(t, arch, i);
			return *value != ABSENT;
		}
	return false;
}

const char *constant_name(const struct arch *arch, const char *prefix, s64 value)
{
	const struct constant_table *t = TABLE(struct constant_table);

	for (u32 i = 0; i < CONSTANTS; i++) {
		const char *name = (const char *)&t->names + t->name[i];

		if (starts_with(name, prefix) && value_of(t, arch, i) == value)
			return name;
	}
	return NULL;
}
