/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit_mapfront.c - the front of a map by thread, as run/threads.c uses it: which threads have
 * deleted their entries, when it is crowded, and which places become free.
 */
#include <string.h>

#include "lang/type.h"
#include "run/mapread.h"
#include "tests/lib/unit.h"

#define FRONT 64	/* where the front is in the vars map */
#define BITS 3		/* it has 8 places */

static struct global g = {
	.name = "at", .n_keys = 1, .value = &type_u64, .storage = STORE_HASH, .by_thread = true,
	.key_bytes = 4, .front_off = FRONT, .front_bits = BITS,
};
static struct { u32 tickets, ready, tid, none; u64 value, mark; } places[1 << BITS];
static u8 vars[FRONT + sizeof(places)];
static struct arena arena;
static struct image image;
static const struct mapread r = { .image = &image, .vars = vars, .cpus = 1 };

static void set(u32 tid, u64 value, bool is_there)
{
	places[tid % 8].tickets = places[tid % 8].ready = 1;
	places[tid % 8].tid = tid;
	places[tid % 8].value = value;
	places[tid % 8].mark = is_there;
	memcpy(vars + FRONT, places, sizeof(places));
}

static u32 seen, n_seen;

static void see(void *ctx, u32 tid)
{
	CHECK(ctx == &seen);
	seen = tid;
	n_seen++;
}

static void look(void)
{
	memcpy(places, vars + FRONT, sizeof(places));
}

int main(void)
{
	struct map map = { .key_size = 4, .value_size = 16, .fd = -1 };	/* the hash is empty */
	struct map_rows rows;

	vec_push(&image.maps, map);
	g.key = type_tuple(&arena, (const struct type *[]){ &type_u32 }, 1);
	CHECK(front_size(&g) == sizeof(places[0]) && global_mark(&g) == 8);

	CHECK(!mapread_is_front_crowded(&r, &g));
	set(5, 7, true);
	set(14, 0, false);
	mapread_each_deleted(&r, &g, see, &seen);
	CHECK(n_seen == 1 && seen == 14);

	/* only the entry that is there is shown */
	mapread_rows(&r, &g, &rows);
	CHECK(rows.n == 1 && !memcmp(rows.bytes, &(u32){ 5 }, 4) &&
	      !memcmp(rows.bytes + mapread_value_off(&g), &(u64){ 7 }, 8));
	mem_free(rows.bytes);

	/* what was removed from the hash is counted, which is nothing */
	CHECK(!mapread_remove(&r, &g, 5) && !mapread_remove(&r, &g, 22) &&
	      !mapread_remove(&r, &g, 9));
	look();
	CHECK(places[5].ready == 1 && places[5].tickets == 1 && places[6].ready == 1);
	CHECK(!mapread_remove(&r, &g, 14));
	look();
	CHECK(!places[6].ready && !places[6].tickets && places[5].ready == 1);

	for (u32 tid = 16; tid < 19; tid++)
		set(tid, 1, true);
	CHECK(!mapread_is_front_crowded(&r, &g));	/* four of eight */
	set(19, 1, false);
	CHECK(mapread_is_front_crowded(&r, &g));

	vec_free(&image.maps);
	arena_free(&arena);
	return unit_end();
}
