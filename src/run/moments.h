/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * moments.h - from records of a timeline to an output: tracks get numbers, ends are matched with
 * begins, or moments become rows.
 */
#ifndef AWL_MOMENTS_H
#define AWL_MOMENTS_H

#include "base/base.h"

struct action;
struct session;

/* Writes a moment to an output for timelines. */
void moments_write(struct session *s, const struct action *a, const void *record, u64 ns);
/* Writes that records were lost until now, and closes all slices. */
void moments_write_loss(struct session *s, u64 ns);
/* Closes all slices when the programs were stopped, and says what was left out. */
void moments_write_end(struct session *s);
/* Frees the tracks. */
void moments_close(struct session *s);
/* How many records were lost so far. */
u64 moments_lost(struct session *s);
/* Shows a moment as a row, in other formats. */
void moments_show(struct session *s, const struct action *a, const void *record, u64 ns);

#endif
