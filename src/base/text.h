/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.h - the long texts that awl prints, each with a number: first the messages of
 * diag.def, then text.def.
 */
#ifndef AWL_TEXT_H
#define AWL_TEXT_H

#include "base/diag.h"

enum text_id {
	TEXT_BEFORE = DIAG_TAGS - 1,
#define X(id, text) id,
#include "base/text.def"
#undef X
};

/* id: an enum diag_tag or an enum text_id.  The text is constant. */
const char *text_of(u32 id);

#endif
