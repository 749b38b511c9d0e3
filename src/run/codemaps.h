/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * codemaps.h - has the probed places of programs in memory while user probes are attached.
 *
 * The kernel checks the instruction under a probe when the probe is attached, in processes that
 * have it in memory and that the probe is for.  If there are none, it checks when a process maps
 * the file.  If it can't step over the instruction, that process runs without the probe, and no
 * error is reported.  Facts: register_for_each_vma() and uprobe_mmap() of kernel/events/uprobes.c.
 */
#ifndef AWL_CODEMAPS_H
#define AWL_CODEMAPS_H

#include "base/mem.h"

struct image;			/* image.h */

struct codemaps {
	VEC(struct codemap { void *at; size_t size; }) all;
};

/* Maps the places of a script's user probes.  A process that is forked then has them, too.  What
 * can't be mapped is left out. */
void codemaps_open(struct codemaps *c, const struct image *im);
/* Unmaps them in this process. */
void codemaps_close(struct codemaps *c);

#endif
