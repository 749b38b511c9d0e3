/* SPDX-License-Identifier: GPL-2.0-or-later */
/* opt.h - between the two halves of the optimiser. */
#ifndef AWL_OPT_H
#define AWL_OPT_H

#include "bpf/backend.h"

struct opt {
	struct ir *ir;
	struct arena tmp;
	u32 *uses;		/* by vreg; see opt_count */
	bool *seen;		/* by instruction */
	u32 *work;
};

/* How often each register is read; dst of an ALU does not count. */
void opt_count(struct opt *o);
/* opt_values.c: constants, copies and addresses within straight code. */
void opt_values(struct opt *o);

#endif
