/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * preempt.h - can a task be preempted while it is in the kernel?
 */
#ifndef AWL_PREEMPT_H
#define AWL_PREEMPT_H

#include "base/base.h"

/* True if it can, or if nothing says which mode a kernel with PREEMPT_DYNAMIC is in. */
bool host_preempts(void);

#endif
