/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kern.h - the target kernel: tracefs, kallsyms and BTF.
 *
 * Each is opened when it is first asked for: a script without tracepoints never looks for
 * tracefs, one without symbols never opens kallsyms.  struct kern owns the tracefs, ksyms and
 * btf that the functions return.  Types are in the arena and stay valid after kern_free().
 */
#ifndef AWL_KERN_H
#define AWL_KERN_H

#include "kernel/tracefs.h"
#include "symbols/btf.h"
#include "symbols/btf_scan.h"
#include "symbols/ksyms.h"

/* The sysroot for another machine without --sysroot: no file exists below it. */
#define NO_SYSROOT "/dev/null"

struct kern {
	struct arena *arena;
	const char *sysroot;		/* --sysroot, or "" */
	const char *tracefs_dir;	/* --tracefs, or NULL */
	const char *kallsyms;		/* --kallsyms, or NULL */
	const char *btf_file;		/* --btf, or NULL */
	const char *vmlinux;		/* --vmlinux, or where it was found; or NULL */
	const char *functions;		/* --traceable-functions, or NULL */
	const struct arch *arch;	/* the target; set before BTF or tracefs is used */
	u32 pid;			/* -p: the process to look for user probes in; or 0 */
	struct tracefs tracefs;
	struct ksyms ksyms;
	bool tracefs_tried;
	int tracefs_err;
	bool ksyms_ready;
	bool btf_tried, modules_tried;
	int btf_err;
	struct btf *btf;
	/* BTF of modules, opened only when vmlinux's lacks a name. */
	VEC(struct kern_module { const char *name; struct btf *btf; }) modules;
};

/* Returns NULL and sets *err to -errno on errors. */
struct tracefs *kern_tracefs(struct kern *k, int *err);
/* The same to list functions, which works without tracefs, too: kallsyms replaces it. */
struct tracefs *kern_functions(struct kern *k, int *err);
struct ksyms *kern_ksyms(struct kern *k);
/* Does the kernel have BTF?  Does not open it. */
bool kern_has_btf(struct kern *k);
/* Returns NULL and sets *err to -errno on errors. */
struct btf *kern_btf(struct kern *k, int *err);
/* If the file of --btf belongs to another kernel, returns the name of a struct that has another
 * size here; else NULL. */
const char *kern_foreign_btf(struct kern *k);
/* Find a type, constant or function in the kernel or, if it is not there, in a module. */
const struct type *kern_type(struct kern *k, enum btf_want want, const char *name);
bool kern_constant(struct kern *k, const char *name, s64 *value,
		   const struct type **type);
/* module: "" for the kernel or any module, "vmlinux" for only the kernel. */
bool kern_func(struct kern *k, const char *module, const char *name,
	       struct btf_func *out);
/* Is a module of this name loaded?  True if that is unknown, as without /proc/modules. */
bool kern_may_have_module(struct kern *k, const char *name);
/* btf_scan() of the kernel's BTF; functions of modules are not found. */
int kern_scan(struct kern *k, struct btf_brief *v, u32 n);
/* Frees the BTF and the list of functions, which are large, once all types and targets are known.
 * They are read again if they are asked for again. */
void kern_close_lists(struct kern *k);
void kern_free(struct kern *k);

#endif
