/* SPDX-License-Identifier: GPL-2.0-or-later */
/* features.h - what a kernel may have, one row of feature.def each. */
#ifndef AWL_FEATURES_H
#define AWL_FEATURES_H

#include "base/base.h"

enum feature {
#define X(id, name, what, needs) FEATURE_##id,
#include "base/feature.def"
#undef X
	FEATURES
};

/* The question that passes, the back end and the runtime ask of the kernel that code is for.
 * kernel/feature.h answers for the running one. */
typedef bool has_feature(enum feature f);

#endif
