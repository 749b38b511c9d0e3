/* SPDX-License-Identifier: GPL-2.0-or-later */
/* opt.c - placeholder */
#include "bpf/backend.h"

void opt_run(struct ir *ir)
{
	(void)ir;
}
