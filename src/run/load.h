/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * load.h - creates maps and loads programs.
 */
#ifndef AWL_LOAD_H
#define AWL_LOAD_H

#include "image.h"

struct load_options {
	u64 memory;		/* bytes of RAM of this machine */
	u64 buffer_size;	/* bytes of the event buffer; 0: depends on memory */
	u32 cpus;		/* possible CPUs */
	u64 limit;		/* --memory: bytes of all maps together */
	u32 shrink;		/* default sizes are divided by 2^shrink to keep the limit */
};

/* Bytes of the event buffer, for all CPUs together. */
u64 load_buffer_size(const struct image *im, const struct load_options *o);
/* Sets map.bytes, and the sizes that the script doesn't set.  It doesn't need the kernel.
 * Returns 0, or an exit status after saying that the maps exceed o->limit. */
int load_size_maps(struct image *im, struct load_options *o);
/* Creates maps and loads programs.  Returns 0, or an exit status after saying why
 * through the script's diag. */
int load_all(struct image *im, struct load_options *o);
/* Compiles a program again for the script's provider (prog.written) and loads it.  Returns 0 or
 * an exit status, as load_all(). */
int load_written(struct image *im, struct prog *p);
/* Loads a program again after its flags changed.  Returns 0 or an exit status, as load_all(). */
int load_again(struct image *im, struct prog *p);
void load_release(struct image *im);	/* closes maps and programs */

#endif
