/* SPDX-License-Identifier: GPL-2.0-or-later */
/* task.h - what awl's own task shows about the kernel's struct task_struct. */
#ifndef AWL_TASK_H
#define AWL_TASK_H

#include "base/base.h"

#define TASK_NAME_BYTES 16	/* TASK_COMM_LEN of linux/sched.h */

/*
 * The offset of `comm` in struct task_struct, in bytes.  It is found without BTF: a program copies
 * awl's own task, and awl looks for its own name there.  Returns 0 if the name is not found, or
 * found more than once.  Needs FEATURE_TEST_RUN and a kernel that is not locked down.
 */
u32 task_comm_off(void);
/* The only place after 0 where these bytes have the name and its zeros; else 0.  For tests. */
u32 task_find_name(const char *task, u32 size, const char name[TASK_NAME_BYTES]);

#endif
