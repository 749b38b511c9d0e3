/* SPDX-License-Identifier: GPL-2.0-or-later */
/* code.h - a program's eBPF, as the back end hands it to the loader. */
#ifndef AWL_CODE_H
#define AWL_CODE_H

#include "base/diag.h"

struct bpf_insn;	/* linux/bpf.h */

struct code {			/* a finished program, without the maps' descriptors */
	struct bpf_insn *insns;	/* arena; imm of a map reference is its index */
	struct span *spans;	/* one each */
	u32 *starts;		/* where each function begins */
	u32 n_funcs;
	u32 n;
	u32 stack;		/* bytes of stack used */
	u32 scratch;		/* bytes of scratch used on each CPU */
};

#endif
