/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * samples.h - compares the samples that `profile` asked for with those that came.
 */
#ifndef AWL_SAMPLES_H
#define AWL_SAMPLES_H

#include "run/attach.h"
#include "run/mapread.h"

/* Sets how many samples each program has missed so far (prog.unsampled).  Its events must be
 * open. */
void samples_count(const struct attachments *at, const struct mapread *r);

#endif
