/* SPDX-License-Identifier: GPL-2.0-or-later */
/* constants.h - #defines of kernel headers that scripts may use by name. */
#ifndef AWL_CONSTANTS_H
#define AWL_CONSTANTS_H

#include "arch/arch.h"

/* Finds the value that the architecture's headers give a constant of constants.def, such as
 * AF_INET; false if there is none. */
bool constant_of_headers(const struct arch *arch, const char *name, s64 *value);

/* Returns the first name, by the alphabet, of a constant with this value whose name starts with
 * `prefix`, such as SIG; NULL if there is none. */
const char *constant_name(const struct arch *arch, const char *prefix, s64 value);

#endif
