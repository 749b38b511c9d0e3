/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mapclear.c - removes entries of maps, and sets values to zeros. */
#include <errno.h>
#include <linux/bpf.h>
#include <poll.h>
#include <string.h>

#include "kernel/sysbpf.h"
#include "run/mapread_impl.h"

/* ---- deleted entries ---- */

/* Sets *keys to an array of all keys and returns their number.  It is at most the size of the
 * map, because programs may add keys while we read them.  The caller frees *keys. */
static u32 all_keys(const struct map *m, u8 **keys)
{
	const u8 *from = NULL;
	u32 n = 0, cap = 0;

	*keys = NULL;
	for (; n < m->max_entries; n++) {
		if (n == cap) {
			cap = cap ? 2 * cap : 64;
			*keys = mem_realloc(*keys, (size_t)cap * m->key_size);
			from = n ? *keys + (size_t)(n - 1) * m->key_size : NULL;
		}
		if (sysbpf_map_next(m->fd, from, *keys + (size_t)n * m->key_size))
			break;
		from = *keys + (size_t)n * m->key_size;
	}
	return n;
}

static bool is_there(const struct map *m, const struct global *g, const u8 *key, u8 *value)
{
	return !sysbpf_map_lookup(m->fd, key, value) && !mapread_is_deleted(g, value);
}

struct deleted { void (*fn)(void *ctx, u32 tid); void *ctx; };

static int if_deleted(void *ctx, const struct global *g, u8 *at)
{
	struct deleted *d = ctx;

	if (mapread_is_deleted(g, at + front_value(g)))
		d->fn(d->ctx, *mapread_front_word(at, FRONT_KEY));
	return 0;
}

void mapread_each_deleted(const struct mapread *r, const struct global *g,
			  void (*fn)(void *ctx, u32 tid), void *ctx)
{
	const struct map *m = &r->image->maps.v[g->map];
	u8 *keys, *value = mem_alloc(m->value_size);
	u32 n = all_keys(m, &keys), tid;

	mapread_each_front(r, g, 0, if_deleted, &(struct deleted){ fn, ctx });
	for (u32 i = 0; i < n; i++) {
		if (is_there(m, g, keys + (size_t)i * m->key_size, value))
			continue;
		memcpy(&tid, keys + (size_t)i * m->key_size, sizeof(tid));
		fn(ctx, tid);
	}
	mem_free(keys);
	mem_free(value);
}

/* Programs may use the place again at once, and zero its value then. */
static void free_place(u8 *at)
{
	*mapread_front_word(at, FRONT_READY) = 0;
	__atomic_store_n(mapread_front_word(at, FRONT_TICKETS), 0, __ATOMIC_RELEASE);
}

bool mapread_remove(const struct mapread *r, const struct global *g, u32 tid)
{
	const struct map *m = &r->image->maps.v[g->map];
	u8 *value = mem_alloc(m->value_size);
	bool was = is_there(m, g, (const u8 *)&tid, value);
	u8 *place = mapread_place_of(r, g, tid);

	mem_free(value);
	if (place && mapread_is_deleted(g, place + front_value(g)))
		free_place(place);
	return !was && !sysbpf_map_delete(m->fd, &tid);
}

/* ---- clearing ---- */

static void clear_cell(const struct mapread *r, const struct global *g, u32 turn)
{
	const struct image *im = r->image;
	u32 off = g->off + mapread_cell_turn(g, turn);

	if (g->storage == STORE_CELL) {
		memset(r->vars + off, 0, g->value->size);
		return;
	}
	for (u32 i = 0; i < im->cpu_slots; i++)
		memset(r->vars + im->block_off + i * im->block_size + off, 0, g->value->size);
}

static void clear_counter(const struct mapread *r, u32 off)
{
	const struct image *im = r->image;

	for (u32 i = 0; i < im->cpu_slots; i++)
		memset(r->vars + im->block_off + i * im->block_size + off, 0, 8);
}

/* Adds an entry of zeros for a key in the turn that programs use.  If they have added one
 * already, it is kept. */
static int put_zeros(const struct map *m, const struct global *g, const u8 *key,
		     const u8 *zero)
{
	u8 *now = mem_alloc(m->key_size);
	int err;

	memcpy(now, key, m->key_size);
	memcpy(now + m->key_size - 4, &g->turn, 4);
	err = sysbpf_map_update(m->fd, now, zero, BPF_NOEXIST);
	mem_free(now);
	return err == -EEXIST ? 0 : err;
}

/* by_thread: sets an entry to zeros, unless programs have deleted it. */
static int zero_own(const struct map *m, const struct global *g, const u8 *key)
{
	u8 *value = mem_alloc(m->value_size);
	int err = 0;

	if (is_there(m, g, key, value)) {
		memset(value, 0, g->value->size);
		err = sysbpf_map_update(m->fd, key, value, BPF_EXIST);
	}
	mem_free(value);
	return err;
}

static int clear_entry(const struct map *m, const struct global *g, const u8 *key,
		       const u8 *zero, bool keep)
{
	int err = 0;

	if (keep && g->by_thread)
		return zero_own(m, g, key);
	if (keep && !g->has_turns)
		return sysbpf_map_update(m->fd, key, zero, BPF_EXIST);
	if (keep)
		err = put_zeros(m, g, key, zero);
	return err ? err : sysbpf_map_delete(m->fd, key);
}

/* Clears each key once, because a program that counts our own system calls adds keys again. */
static int clear_hash(const struct map *m, const struct global *g, u32 value_size, u32 turn,
		      bool keep)
{
	u8 *keys, *zero = mem_alloc(value_size);
	u32 n = all_keys(m, &keys);
	int err = 0;

	for (u32 i = 0; i < n && (!err || err == -ENOENT); i++) {
		const u8 *key = keys + (size_t)i * m->key_size;

		if (mapread_is_of_turn(g, key, turn))
			err = clear_entry(m, g, key, zero, keep);
	}
	mem_free(keys);
	mem_free(zero);
	return err == -ENOENT ? 0 : err;
}

struct emptied { const struct map *map; const u8 *zero; bool keep; };

/*
 * Empties a place, or (keep) sets its value to zeros.  If the map has turns, a key that is kept
 * moves to the other one.
 */
static int empty_front(void *ctx, const struct global *g, u8 *at)
{
	struct emptied *e = ctx;
	int err = 0;

	if (e->keep && g->has_turns)
		err = put_zeros(e->map, g, at + FRONT_KEY, e->zero);
	if (e->keep && !g->has_turns) {
		memset(at + front_value(g), 0, g->value->size);
		return 0;
	}
	free_place(at);
	return err;
}

static int clear_front(const struct mapread *r, const struct global *g, u32 turn, bool keep)
{
	const struct map *m = &r->image->maps.v[g->map];
	struct emptied e = { m, mem_alloc(m->value_size * mapread_cpus(r, g)), keep };
	int err = mapread_each_front(r, g, turn, empty_front, &e);

	mem_free((void *)e.zero);
	return err;
}

static int clear_turn(const struct mapread *r, const struct global *g, u32 turn, bool keep)
{
	const struct map *m;
	int err;

	if (g->storage == STORE_NONE)
		return 0;
	if (!g->n_keys) {
		clear_cell(r, g, turn);
		return 0;
	}
	m = &r->image->maps.v[g->map];
	if (!keep)
		clear_counter(r, g->len_off);
	err = clear_front(r, g, turn, keep);
	return err ? err : clear_hash(m, g, m->value_size * mapread_cpus(r, g), turn, keep);
}

void mapread_take(const struct mapread *r, struct global *g)
{
	u64 turn;

	if (g->is_taken)	/* the record of its clear() was lost */
		clear_turn(r, g, !g->turn, false);
	g->turn = !g->turn;
	turn = g->turn;
	memcpy(r->vars + g->turn_off, &turn, sizeof(turn));
	if (sysbpf_wait_for_programs())
		poll(NULL, 0, NO_WAIT_MS);
	g->is_taken = true;
}

int mapread_clear(const struct mapread *r, struct global *g, bool keep)
{
	int err;

	if (g->has_turns && !g->is_taken)
		mapread_take(r, g);
	err = clear_turn(r, g, mapread_turn_shown(g), keep);
	g->is_taken = false;
	return err;
}
