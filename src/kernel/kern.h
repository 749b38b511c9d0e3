/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kern.h - the target kernel, as far as it was looked at.
 *
 * Everything is opened when first asked for: a script without tracepoints
 * never looks for tracefs, one without symbols never opens kallsyms.
 */
#ifndef AWL_KERN_H
#define AWL_KERN_H

#include "kernel/ksyms.h"
#include "kernel/tracefs.h"

struct kern {
	struct arena *arena;
	const char *sysroot;		/* "" */
	const char *tracefs_dir;	/* --tracefs, or NULL */
	const char *kallsyms;		/* --kallsyms, or NULL */
	struct tracefs tracefs;
	struct ksyms ksyms;
	bool tracefs_tried;
	int tracefs_err;
	bool ksyms_ready;
};

struct tracefs *kern_tracefs(struct kern *k, int *err);	/* NULL and -errno */
struct ksyms *kern_ksyms(struct kern *k);
void kern_free(struct kern *k);

#endif
