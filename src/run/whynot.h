/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whynot.h - why something that is usual on Linux is not there: the kernel is locked
 * down, sysfs is not mounted, or another machine is not described.
 */
#ifndef AWL_WHYNOT_H
#define AWL_WHYNOT_H

#include "image.h"

/* Why the kernel says EPERM or EACCES, with the cure: a text. */
u32 whynot_permitted(void);
/* Why a kernel's feature isn't found: a text; 0 if the kernel just doesn't have it. */
u32 whynot_found(void);
/* The cure below "the kernel has no symbol", if one is known. */
void whynot_symbol(struct image *im);
/* The cure below a message about missing BTF, if it isn't the kernel that lacks it. */
void whynot_btf(struct image *im);
/* Why the verifier, by what it says, refuses a program: a text; 0 if not known here. */
u32 whynot_loaded(const char *verifier);

#endif
