/* SPDX-License-Identifier: GPL-2.0-or-later */
/* frames.h - remove frames from kernel stacks that are not part of the traced code. */
#ifndef AWL_FRAMES_H
#define AWL_FRAMES_H

#include "show/value.h"

/* Removes them from the stack v, whose symbols are known.  kernel_start: addresses from there on
 * belong to the kernel.  Returns whether it removed some. */
bool frames_trim(struct value *v, u64 kernel_start);

#endif
