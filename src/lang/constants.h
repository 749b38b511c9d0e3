/* SPDX-License-Identifier: GPL-2.0-or-later */
/* constants.h - #defines of kernel headers that scripts may use by name. */
#ifndef AWL_CONSTANTS_H
#define AWL_CONSTANTS_H

#include "base/base.h"

/* Finds the value of a constant of constants.def, such as AF_INET; false if there is none. */
bool constant_of_headers(const char *name, s64 *value);

#endif
