/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * samples.h - how many samples of `profile` were asked for, and how many came.
 */
#ifndef AWL_SAMPLES_H
#define AWL_SAMPLES_H

#include "run/attach.h"
#include "run/mapread.h"

/* Sets what each program has missed so far (prog.unsampled), while its events are open. */
void samples_count(const struct attachments *at, const struct mapread *r);

#endif
