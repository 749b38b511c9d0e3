/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aggregate.h - the aggregations that other files know: how they work, in struct agg_ops.
 *
 * agg_number.c has those of one or two words, agg_hist.c the histograms, agg_series.c tseries().
 */
#ifndef AWL_AGGREGATE_H
#define AWL_AGGREGATE_H

#include "lang/type.h"

struct bucket;
struct check;
struct expr;

extern const struct agg_ops agg_avg, agg_count, agg_max, agg_min, agg_stats, agg_sum;
extern const struct agg_ops agg_hist, agg_lhist, agg_tseries;

#define MAX_BUCKETS 1000	/* of a key, on each CPU: 8 kB of words */

/* Is the value signed that the call e puts in? */
bool agg_is_signed(const struct expr *e);
/* The type of the call e, whose aggregation has no parameters except the value. */
const struct type *agg_type(struct check *c, const struct expr *e, const struct agg_ops *ops);
/* The bounds of a histogram's bucket; its count is 0. */
void agg_bucket(const struct agg *agg, u32 index, struct bucket *out);

#endif
