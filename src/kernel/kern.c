/* SPDX-License-Identifier: GPL-2.0-or-later */
/* kern.c - the target kernel, opened piece by piece; see kern.h. */
#include "kernel/kern.h"

struct tracefs *kern_tracefs(struct kern *k, int *err)
{
	if (!k->tracefs_tried) {
		k->tracefs_tried = true;
		k->tracefs_err = tracefs_open(&k->tracefs, k->arena, k->sysroot,
					      k->tracefs_dir);
	}
	*err = k->tracefs_err;
	return k->tracefs_err ? NULL : &k->tracefs;
}

struct ksyms *kern_ksyms(struct kern *k)
{
	if (!k->ksyms_ready) {
		const char *path = k->kallsyms;

		if (!path)
			path = arena_printf(k->arena, "%s/proc/kallsyms", k->sysroot);
		ksyms_init(&k->ksyms, path);
		k->ksyms_ready = true;
	}
	return &k->ksyms;
}

void kern_free(struct kern *k)
{
	if (k->ksyms_ready)
		ksyms_free(&k->ksyms);
}
