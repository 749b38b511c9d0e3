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

#include "base/features.h"

has_feature feature_has;
int feature_errno(enum feature f);	/* why not (EPERM, …); 0 if it has it */
bool feature_is_off(enum feature f);	/* by AWL_FEATURES; nothing is tried */
const char *feature_name(enum feature f);
/* For -T, one line each: what it is, and what to do for it ("": nothing). */
const char *feature_what(enum feature f);
const char *feature_needs(enum feature f);

#endif
