/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * feature.h - what this kernel can do, found by trying.
 *
 * Each row of feature.def is tried once, when first asked for, and never by
 * version number.  AWL_FEATURES=-ringbuf,-batch,… in the environment turns
 * rows off, so that the fallbacks can be tested on a kernel that has all.
 */
#ifndef AWL_FEATURE_H
#define AWL_FEATURE_H

#include "base/base.h"

enum feature {
#define X(id, name, what, needs) FEATURE_##id,
#include "kernel/feature.def"
#undef X
	FEATURES
};

bool feature_has(enum feature f);
int feature_errno(enum feature f);	/* why not (EPERM, …); 0 if it has it */
bool feature_is_off(enum feature f);	/* by AWL_FEATURES; nothing is tried */
const char *feature_name(enum feature f);
/* For -T, one line each: what it is, and what to do for it ("": nothing). */
const char *feature_what(enum feature f);
const char *feature_needs(enum feature f);
/* Compiling for another machine: no trial; yes for those listed ("ringbuf,batch"),
 * no (EOPNOTSUPP) for all others, whatever AWL_FEATURES says. */
void feature_assume(const char *list);

#endif
