/* SPDX-License-Identifier: GPL-2.0-or-later */
/* keep.h - writes what resolved.c reads; without debug information there is nothing to keep. */
#ifndef AWL_KEEP_H
#define AWL_KEEP_H

#include "provider/resolved.h"
#include "symbols/btf_write.h"

struct expr;

struct resolved {
	const char *text;		/* of the bundle; "" while one is made */
	struct btf *types;
	bool keeps;			/* the following are used */
	struct hash kept;		/* lines, and names of types, that were kept */
	struct strbuf lines;
	struct btf_writer writer;
};

void keep_places(struct script *s, const struct prog *p, const char *name, u32 first);
/* start: of the line. */
void keep_variable(struct script *s, const char *start, const struct expr *e);
void keep_names(struct script *s, const char *start, const char **names);

#endif
