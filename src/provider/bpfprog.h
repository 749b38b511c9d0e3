/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bpfprog.h - the functions of loaded BPF programs, which fentry and fexit can probe, too. */
#ifndef AWL_BPFPROG_H
#define AWL_BPFPROG_H

#include "base/mem.h"

struct btf_func;
struct kern;

/* Called with a program's id, and a function in its BTF. */
typedef int bpfprog_fn(void *arg, u32 prog, const char *name, const struct btf_func *f);

/* Calls fn for the functions that `what` means: "[ID:]FUNCTION", both with wildcards.  Ends when fn
 * returns non-zero.  With wildcards, tracing programs are left out, as most can't be probed. */
void bpfprog_each(struct kern *k, const char *what, bpfprog_fn *fn, void *arg);

#endif
