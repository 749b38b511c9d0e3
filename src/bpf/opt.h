/* SPDX-License-Identifier: GPL-2.0-or-later */
/* opt.h - what the two files of the optimizer share. */
#ifndef AWL_OPT_H
#define AWL_OPT_H

#include "bpf/backend.h"

struct opt {
	struct ir *ir;
	struct arena tmp;
	u32 *uses;		/* by vreg: opt_count() */
	bool *seen;		/* by instruction: can be reached */
	u32 *work;		/* reached instructions to look at */
};

/* Counts in o->uses how often each register is read; dst of an ALU does not count. */
void opt_count(struct opt *o);
/* opt_values.c: propagates constants, copies and addresses between labels. */
void opt_values(struct opt *o);

#endif
