/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mapfront.c - reads the fronts of maps: gen/gen_front.c. */
#include <poll.h>

#include "arch/arch.h"
#include "kernel/sysbpf.h"
#include "run/mapread_impl.h"

static u8 *front_at(const struct mapread *r, const struct global *g, u32 i)
{
	const struct image *im = r->image;
	u32 cpu = i >> g->front_bits, place = i & ((1u << g->front_bits) - 1);
	size_t block = g->by_thread ? 0 : im->block_off + (size_t)cpu * im->block_size;

	return r->vars + block + g->front_off + place * front_size(g);
}

static u32 front_places(const struct mapread *r, const struct global *g)
{
	return g->front_off ? (g->by_thread ? 1 : r->image->cpu_slots) << g->front_bits : 0;
}

u8 *mapread_place_of(const struct mapread *r, const struct global *g, u32 tid)
{
	u8 *at;

	if (!g->front_off)
		return NULL;
	at = front_at(r, g, tid & ((1u << g->front_bits) - 1));
	return *mapread_front_word(at, FRONT_READY) && *mapread_front_word(at, FRONT_KEY) == tid ?
		at : NULL;
}

bool mapread_is_front_crowded(const struct mapread *r, const struct global *g)
{
	u32 n = front_places(r, g), taken = 0;

	for (u32 i = 0; i < n; i++)
		taken += *mapread_front_word(front_at(r, g, i), FRONT_READY) != 0;
	return taken > n / 2;
}

/*
 * A program on another CPU writes a key before it says that it is there, but only some machines let
 * others see both in this order.  On others this waits until that program has ended.
 */
int mapread_each_front(const struct mapread *r, const struct global *g, u32 turn, front_fn *fn,
		       void *ctx)
{
	u32 n = front_places(r, g);
	u8 *is_ready = mem_alloc(n);
	bool any = false;
	int err = 0;

	for (u32 i = 0; i < n; i++)
		any |= is_ready[i] = *mapread_front_word(front_at(r, g, i), FRONT_READY) != 0;
	if (any && !ARCH_HOST_ORDERS_STORES && sysbpf_wait_for_programs())
		poll(NULL, 0, NO_WAIT_MS);
	for (u32 i = 0; i < n && !err; i++)
		if (is_ready[i] && mapread_is_of_turn(g, front_at(r, g, i) + FRONT_KEY, turn))
			err = fn(ctx, g, front_at(r, g, i));
	mem_free(is_ready);
	return err;
}
