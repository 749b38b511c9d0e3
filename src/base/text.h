/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.h - the longer texts that awl prints, by number: first the messages of diag.def, then
 * those of text.def.
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

/* id is an enum diag_tag or an enum text_id.  The text is never freed. */
const char *text_of(u32 id);
/* sb_printf(out, TEXT_ARGS(T_ID, ARGUMENT...)) uses the text as the format. */
#define TEXT_ARGS(id, ...) (FORMAT_CHECK(id, ##__VA_ARGS__), text_of(id)), ##__VA_ARGS__

#endif
