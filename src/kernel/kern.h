/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kern.h - the target kernel, as far as it was looked at.
 *
 * Everything is opened when first asked for: a script without tracepoints
 * never looks for tracefs, one without symbols never opens kallsyms.
 */
#ifndef AWL_KERN_H
#define AWL_KERN_H

#include "kernel/btf.h"
#include "kernel/btf_scan.h"
#include "kernel/ksyms.h"
#include "kernel/tracefs.h"

/* The sysroot of a machine that was not described: there are no files below it. */
#define NO_SYSROOT "/dev/null"

struct kern {
	struct arena *arena;
	const char *sysroot;		/* "" */
	const char *tracefs_dir;	/* --tracefs, or NULL */
	const char *kallsyms;		/* --kallsyms, or NULL */
	const char *btf_file;		/* --btf, or NULL */
	const char *functions;		/* --traceable-functions, or NULL */
	u32 word;			/* bytes of the target's pointers; set before BTF
					 * is asked */
	u32 pid;			/* -p: user probes are looked for in it; or 0 */
	struct tracefs tracefs;
	struct ksyms ksyms;
	bool tracefs_tried;
	int tracefs_err;
	bool ksyms_ready;
	bool btf_tried, modules_tried;
	int btf_err;
	struct btf *btf;
	/* Their BTF: only if vmlinux's was not enough. */
	VEC(struct kern_module { const char *name; struct btf *btf; }) modules;
};

struct tracefs *kern_tracefs(struct kern *k, int *err);	/* NULL and -errno */
/* To list functions with, also where tracefs is missing: from kallsyms then. */
struct tracefs *kern_functions(struct kern *k, int *err);
struct ksyms *kern_ksyms(struct kern *k);
/* Without opening it. */
bool kern_has_btf(struct kern *k);
struct btf *kern_btf(struct kern *k, int *err);
/* A type, constant or function of the kernel or, failing that, of a module. */
const struct type *kern_type(struct kern *k, enum btf_want want, const char *name);
bool kern_constant(struct kern *k, const char *name, s64 *value,
		   const struct type **type);
/* module "": of any; "vmlinux": the kernel's own. */
bool kern_func(struct kern *k, const char *module, const char *name,
	       struct btf_func *out);
/* Attaching's view of functions of the kernel itself; modules' are not looked at. */
int kern_scan(struct kern *k, struct btf_brief *v, u32 n);
/* Lets go of the BTF files when all types are known: they are large. */
void kern_close_btf(struct kern *k);
void kern_free(struct kern *k);

#endif
