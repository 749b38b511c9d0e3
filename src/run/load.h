/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * load.h - maps and programs into the kernel.
 */
#ifndef AWL_LOAD_H
#define AWL_LOAD_H

#include "image.h"

struct load_options {
	u64 memory;		/* bytes of RAM of this machine */
	u64 buffer_size;	/* of the event buffer; 0: by memory */
	u32 cpus;		/* possible CPUs */
	u64 limit;		/* --memory: bytes of all maps together */
	u32 shrink;		/* sizes left open are 2^shrink smaller, to keep it */
};

/* Bytes of event buffer, of all CPUs together. */
u64 load_buffer_size(const struct image *im, const struct load_options *o);
/* Decides sizes that the script left open, and map.bytes; no kernel is asked.
 * 0, or an exit status, told, if they can't be kept within o->limit. */
int load_size_maps(struct image *im, struct load_options *o);
/* Creates maps and loads programs.  0, or an exit status after saying why
 * through the script's diag. */
int load_all(struct image *im, struct load_options *o);
/* Made and loaded anew the way the script has it (prog.written). */
int load_written(struct image *im, struct prog *p);
/* Loads a program a second time, its flags changed; 0 or an exit status. */
int load_again(struct image *im, struct prog *p);
void load_release(struct image *im);	/* closes maps and programs */

#endif
