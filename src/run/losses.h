/* SPDX-License-Identifier: GPL-2.0-or-later */
/* losses.h - counts and reports what was not recorded, or not shown. */
#ifndef AWL_LOSSES_H
#define AWL_LOSSES_H

#include "base/base.h"

struct host_module;		/* kernel/host.h */
struct loss;			/* output/output.h */
struct session;

struct losses {
	bool any;		/* something was lost */
	struct host_module *modules;	/* at the start; NULL if no probe is on a function */
};

/* One kind of loss at one place. */
struct lost {
	const char *what, *where;	/* as in struct loss (output.h) */
	u64 count;		/* may be 0 */
	u32 cure;		/* a text; 0: none */
};
typedef void losses_fn(struct session *s, const struct lost *lost);

/* Calls fn for each thing that can be lost, in the order in which losses are shown. */
void losses_each(struct session *s, losses_fn *fn);
/* Counts what the probes missed.  Must be called while they are open. */
void losses_count_missed(struct session *s);
/* Was anything lost so far?  Prints nothing. */
bool losses_any(struct session *s);
/* Shows what was lost, in the output's format or as text on stderr. */
void losses_show(struct session *s);
void losses_show_one(struct session *s, const struct loss *l);
/* The same for the time in which CPUs were not sampled, because they were offline.  Must be
 * called before detaching. */
void losses_show_away(struct session *s);
/* Reports output that nobody read, as text on stderr in any format. */
void losses_show_unwritten(struct session *s);

#endif
