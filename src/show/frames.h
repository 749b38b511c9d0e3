/* SPDX-License-Identifier: GPL-2.0-or-later */
/* frames.h - remove frames from stacks that are not wanted. */
#ifndef AWL_FRAMES_H
#define AWL_FRAMES_H

#include "show/value.h"

/* Removes those that are not part of the traced code, and those that the script skips, from the
 * stack v, whose symbols are known.  kernel_start: addresses from there on belong to the kernel.
 * Returns whether it removed some. */
bool frames_trim(struct value *v, u64 kernel_start);

#endif
