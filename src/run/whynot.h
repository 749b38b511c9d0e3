/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whynot.h - why something that is usual on Linux is missing: the kernel is locked down,
 * sysfs is not mounted, or the symbol files of another machine are not given.
 */
#ifndef AWL_WHYNOT_H
#define AWL_WHYNOT_H

#include "image.h"

/* Returns the text that says why the kernel returned EPERM or EACCES, with the cure. */
u32 whynot_permitted(void);
/* Returns the text that says why a feature isn't found; 0 if the kernel just doesn't have it. */
u32 whynot_found(void);
/* Adds the cure to the message "the kernel has no symbol", if one is known. */
void whynot_symbol(struct image *im);
/* Adds the cure to a message about missing BTF, if the kernel itself may have it. */
void whynot_btf(struct image *im);
/* Returns the text for a refusal by the verifier, given its message; 0 if there is none. */
u32 whynot_loaded(const char *verifier);

#endif
