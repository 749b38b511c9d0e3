/* SPDX-License-Identifier: GPL-2.0-or-later */
/* switches.h - the kernel's switches that turn all probes of a kind off. */
#ifndef AWL_SWITCHES_H
#define AWL_SWITCHES_H

#include "base/base.h"

enum switches {
	SWITCH_FTRACE = 1,	/* kernel.ftrace_enabled is 0 */
	SWITCH_KPROBES = 2,	/* debugfs says 0 in kprobes/enabled */
	SWITCH_FTRACE_DEAD = 4	/* ftrace met an error and stays off until the next boot */
};

u32 switches_off(void);		/* those that are off; one that can't be read is on */

/* Whoever turns a switch off and on again writes to its file, which inotify(7) says. */
#define SWITCHES 2
struct switch_watch {
	bool is_on;
	int notify, kept, watch[SWITCHES];
	u32 written;
};
void switches_watch(struct switch_watch *w);
/* The switches that were written since then; never those where inotify is missing. */
u32 switches_written(struct switch_watch *w);
void switches_close(struct switch_watch *w);

#endif
