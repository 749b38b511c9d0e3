/* SPDX-License-Identifier: GPL-2.0-or-later */
/* switches.h - kernel switches that turn off all probes of a kind. */
#ifndef AWL_SWITCHES_H
#define AWL_SWITCHES_H

#include "base/base.h"

enum switches {
	SWITCH_FTRACE = 1,	/* kernel.ftrace_enabled is 0 */
	SWITCH_KPROBES = 2,	/* kprobes/enabled in debugfs is 0 */
	SWITCH_FTRACE_DEAD = 4	/* ftrace found an error and disabled itself until reboot */
};

/* The switches that are off.  A switch that can't be read counts as on. */
u32 switches_off(void);

/* inotify(7) reports writes to the switches' files, so awl notices a switch that was off for a
 * while. */
#define SWITCHES 2
struct switch_watch {
	bool is_on;
	int notify, kept, watch[SWITCHES];
	u32 written;
};
void switches_watch(struct switch_watch *w);
/* The switches written since switches_watch(); 0 if the kernel has no inotify. */
u32 switches_written(struct switch_watch *w);
void switches_close(struct switch_watch *w);

#endif
