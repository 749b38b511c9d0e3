/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.h - all that awl says in many words, packed (contrib/pack): first the
 * messages of diag.def, then text.def, the names of bpf/helper.def, and of each
 * capability in kernel/feature.def what it is and what it needs.
 */
#ifndef AWL_TEXT_H
#define AWL_TEXT_H

#include "base/diag.h"

enum text_id {
	TEXT_BEFORE = DIAG_TAGS - 1,
#define X(id, text) id,
#include "base/text.def"
#undef X
	TEXT_HELPERS	/* and what follows */
};

/* See packed.h.  It stays. */
const char *text_of(u32 id);

#endif
