/* SPDX-License-Identifier: GPL-2.0-or-later */
/* merge.h - adds up the maps of awlmap files (show/mapfile.h), and shows them. */
#ifndef AWL_MERGE_H
#define AWL_MERGE_H

#include "base/mem.h"

struct agg_ops;
struct output;
struct session_options;

struct merge_options {
	const char **files;
	u32 n_files;
	bool by_host;		/* the host is the first key */
	bool diff;		/* show how the second file differs from the first */
	const struct agg_ops *const *aggs;	/* those that there are; NULL-terminated */
};

/* Returns an exit status. */
int merge_run(const struct merge_options *mo, const struct session_options *opt,
	      const struct output *output);

#endif
