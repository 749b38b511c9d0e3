/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unwound.h - user stacks that awl's own code walks, by tables. */
#ifndef AWL_BUILTIN_UNWOUND_H
#define AWL_BUILTIN_UNWOUND_H

#include "gen/gen.h"
#include "lang/check.h"

/* Is it the name of a way to walk user stacks: fp, dwarf or snapshot?  Then sets it in opt. */
bool unwound_names(const char *name, struct stack_opt *opt);
/*
 * Are tables the best way that this kernel has?  Before bpf_loop (5.17), the verifier follows each
 * of at most 64 frames, which takes it 0.3 s for each stack in the script.  Where --memory allows
 * less than 1 MB, there is no room for tables.
 */
bool unwound_is_best(const struct script *s);
/* The most frames of a stack that is walked by tables. */
u32 unwound_limit(const struct script *s);
/* Makes the maps with the tables, once.  False after saying why e can't be walked by tables. */
bool unwound_open(struct check *c, const struct expr *e);
/* Makes the map for copies of stacks, once.  False after saying why e can't be copied. */
bool unwound_open_copies(struct check *c, const struct expr *e);

#endif
