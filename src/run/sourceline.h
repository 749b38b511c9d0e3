/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sourceline.h - lines and inlined functions of the addresses that a session shows.
 *
 * These are functions of struct value_env.  Debug information is opened when the first address of
 * a file is shown, and what was found is kept.
 */
#ifndef AWL_SOURCELINE_H
#define AWL_SOURCELINE_H

#include "show/value.h"

struct source_lines {
	struct line_file *files;
	bool said[2];		/* a message was printed about: the kernel, a program */
};

void sourceline_want(void *ctx, const struct value_sym *sym);
void sourceline_resolve(void *ctx);
u32 sourceline_frames(void *ctx, const struct value_sym *sym, struct value_sym *out);
#ifdef NO_DWARF
static inline void sourceline_close(struct source_lines *l)
{
	(void)l;
}
#else
void sourceline_close(struct source_lines *l);
#endif

#endif
