/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mapread_impl.h - what the files that read and clear maps share. */
#ifndef AWL_MAPREAD_IMPL_H
#define AWL_MAPREAD_IMPL_H

#include "run/mapread.h"

#define NO_WAIT_MS 50	/* many times longer than a program runs */

/* The turn whose values are shown: the one that was taken, until it is cleared. */
static inline u32 mapread_turn_shown(const struct global *g)
{
	return g->is_taken ? !g->turn : g->turn;
}

static inline bool mapread_is_of_turn(const struct global *g, const u8 *key, u32 turn)
{
	u32 is = turn;

	if (g->has_turns)
		memcpy(&is, key + g->key_bytes - 4, 4);
	return is == turn;
}

static inline bool mapread_is_deleted(const struct global *g, const u8 *values)
{
	return g->by_thread && !value_word(values + global_mark(g));
}

static inline u32 mapread_cpus(const struct mapread *r, const struct global *g)
{
	return g->storage == STORE_CPU_HASH ? r->cpus : 1;
}

/* The offset of a turn's cell from that of turn 0. */
static inline u32 mapread_cell_turn(const struct global *g, u32 turn)
{
	return g->has_turns && turn ? ALIGN_UP(g->value->size, 8) : 0;
}

/* A word of a place in the front: FRONT_TICKETS or FRONT_READY. */
static inline u32 *mapread_front_word(u8 *at, u32 off)
{
	return (u32 *)(void *)(at + off);
}

/*
 * mapfront.c: calls fn for each place in the front that has a key of this turn, until fn returns
 * something else than 0.  Returns that, or 0.
 */
typedef int front_fn(void *ctx, const struct global *g, u8 *at);
int mapread_each_front(const struct mapread *r, const struct global *g, u32 turn, front_fn *fn,
		       void *ctx);
/* by_thread: the place that this thread has in the front; NULL if it has none. */
u8 *mapread_place_of(const struct mapread *r, const struct global *g, u32 tid);

#endif
