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
	TEXTS
};

/* id: an enum diag_tag or an enum text_id.  The text is constant. */
const char *text_of(u32 id);
/* sb_printf(out, TEXT_ARGS(T_ID, ARGUMENT...)): a text as the format, with its arguments. */
#define TEXT_ARGS(id, ...) (FORMAT_CHECK(id, ##__VA_ARGS__), text_of(id)), ##__VA_ARGS__

#endif
