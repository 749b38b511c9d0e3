/* SPDX-License-Identifier: GPL-2.0-or-later */
/* text.c - the texts of diag.def and text.def by their number; see text.h. */
#include "base/text.h"

static const char *const texts[] = {
#define X(tag, severity, text) text,
#include "base/diag.def"
#undef X
#define X(id, text) text,
#include "base/text.def"
#undef X
};

const char *text_of(u32 id)
{
	return texts[id];
}
