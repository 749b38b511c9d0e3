/* SPDX-License-Identifier: GPL-2.0-or-later */
/* code.h - a program's eBPF code, made by the back end for the loader. */
#ifndef AWL_CODE_H
#define AWL_CODE_H

#include "base/diag.h"

struct bpf_insn;	/* linux/bpf.h */

struct code {			/* in the arena of the script */
	struct bpf_insn *insns;	/* imm of a map reference is the map's index */
	struct span *spans;	/* of each instruction, its place in the script */
	u32 *starts;		/* the first instruction of each function */
	u32 n_funcs;
	u32 n;			/* instructions */
	u32 stack;		/* bytes of stack used */
	u32 scratch;		/* bytes of scratch used on each CPU */
};

#endif
