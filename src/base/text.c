/* SPDX-License-Identifier: GPL-2.0-or-later */
/* text.c - the texts of diag.def and text.def by their number; see text.h. */
#include "base/text.h"

#include <stddef.h>

/* All texts in a row, so that a number takes two bytes to find one and not a pointer. */
static const struct texts {
#define X(tag, severity, text) char tag[sizeof(text)];
#include "base/diag.def"
#undef X
#define X(id, text) char id[sizeof(text)];
#include "base/text.def"
#undef X
} texts = {
#define X(tag, severity, text) text,
#include "base/diag.def"
#undef X
#define X(id, text) text,
#include "base/text.def"
#undef X
};

_Static_assert(sizeof(texts) <= 0xffff, "an offset has 16 bits");

static const u16 offsets[] = {
#define X(tag, severity, text) offsetof(struct texts, tag),
#include "base/diag.def"
#undef X
#define X(id, text) offsetof(struct texts, id),
#include "base/text.def"
#undef X
};

const char *text_of(u32 id)
{
	return (const char *)&texts + offsets[id];
}
