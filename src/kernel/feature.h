/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * feature.h - what the running kernel can do, found by trying.
 *
 * Each row of feature.def is tried once, when it is first asked for.  Version numbers are not
 * compared, because distributions backport features.  AWL_FEATURES=-ringbuf,-batch,… in the
 * environment turns rows off, so that the fallbacks can be tested on a kernel that has everything.
 */
#ifndef AWL_FEATURE_H
#define AWL_FEATURE_H

#include "base/features.h"

has_feature feature_has;
int feature_errno(enum feature f);	/* why not (EPERM, …); 0 if the kernel has it */
/* The id in BTF of the kernel's function for this helper of FEATURE_NO_PREEMPT or
 * FEATURE_RDONLY_CAST, which it has. */
u32 feature_kfunc(u32 helper);
bool feature_is_off(enum feature f);	/* by AWL_FEATURES; this tries nothing */
/* Does the kernel refuse all programs for trampolines?  This needs no BTF, which FEATURE_TRAMPOLINE
 * reads to find out whether they can be attached, too. */
bool feature_refuses_tracing(void);
const char *feature_name(enum feature f);
/* Lines for -T: what the feature is, and what it needs ("": nothing to report). */
const char *feature_what(enum feature f);
const char *feature_needs(enum feature f);

#endif
