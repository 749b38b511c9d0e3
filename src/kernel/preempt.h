/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * preempt.h - can a task be preempted while it is in the kernel?
 */
#ifndef AWL_PREEMPT_H
#define AWL_PREEMPT_H

#include "base/base.h"

/* Was the kernel built so that it can preempt tasks, whether it does or not? */
bool host_may_preempt(void);
/* True if it can now, or if nothing says which mode a kernel with PREEMPT_DYNAMIC is in. */
bool host_preempts(void);

#endif
