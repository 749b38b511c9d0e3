/* SPDX-License-Identifier: GPL-2.0-or-later */
/* text.c - the texts of diag.def and text.def by their number; see text.h. */
#include "base/text.h"

#include <stddef.h>

#include "base/packed.h"

/* All texts in a row, so that an index of two bytes instead of a pointer finds each. */
struct texts {
#define X(tag, severity, text) char tag[sizeof(text)];
#include "base/diag.def"
#undef X
#define X(id, text) char id[sizeof(text)];
#include "base/text.def"
#undef X
};

_Static_assert(sizeof(struct texts) <= 0xffff, "an offset has 16 bits");

struct text_table {
	u16 offsets[TEXTS];
	struct texts texts;
};

#ifdef PACKED
static const u8 packed[] = {
#include "packed/text.h"
};
#else
static const struct text_table data = {
	{
#define X(tag, severity, text) offsetof(struct texts, tag),
#include "base/diag.def"
#undef X
#define X(id, text) offsetof(struct texts, id),
#include "base/text.def"
#undef X
	}, {
#define X(tag, severity, text) text,
#include "base/diag.def"
#undef X
#define X(id, text) text,
#include "base/text.def"
#undef X
	}
};
#endif

const char *text_of(u32 id)
{
	const struct text_table *t = TABLE(struct text_table);

	return (const char *)&t->texts + t->offsets[id];
}
