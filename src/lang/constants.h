/* SPDX-License-Identifier: GPL-2.0-or-later */
/* constants.h - #defines of kernel headers that scripts use by name. */
#ifndef AWL_CONSTANTS_H
#define AWL_CONSTANTS_H

#include "base/base.h"

/* The value of AF_INET and the like (constants.def); false if there is none of this name. */
bool constant_of_headers(const char *name, s64 *value);

#endif
