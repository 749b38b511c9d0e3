/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mapread.c - reads a global's entries in the kernel; see mapread.h.
 *
 * Hashes are read in batches if the kernel supports that, else key by key.
 * A value of a per-CPU map is an array: one copy per possible CPU, 8-aligned.
 */
#include "run/mapread_impl.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>

#include "base/sort.h"
#include "kernel/sysbpf.h"
#include "kernel/sysperf.h"

struct reader {			/* one reading of a hash */
	const struct mapread *r;
	const struct global *g;
	const struct map *map;
	u32 value_size;		/* of all CPUs together */
	struct map_rows *rows;
	struct value_env *env;		/* to sort them */
	const struct mapread_top *top;	/* NULL: all are wanted */
};

/* Sets total to the values of all CPUs together. */
static void merge_cpus(const struct type *t, u8 *total, const u8 *values, u32 stride, u32 cpus)
{
	memcpy(total, values, t->size);
	for (u32 i = 1; i < cpus; i++)
		value_merge(t, total, values + (size_t)stride * i);
}

/* Makes room for a row and returns it. */
static u8 *new_row(struct map_rows *rows)
{
	if (rows->n == rows->cap) {
		rows->cap = rows->cap ? rows->cap * 2 : 8;
		rows->bytes = mem_realloc(rows->bytes, rows->cap * rows->size);
	}
	return rows->bytes + rows->n++ * rows->size;
}

static void decode_row(const struct global *g, struct value_env *env, u8 *row, struct entry *e)
{
	*e = (struct entry){ .row = row };
	if (g->n_keys)
		value_decode(env, g->key, row, &e->key);
	value_decode(env, g->value, row + mapread_value_off(g), &e->value);
}

struct row_list {		/* the context of row_at() */
	const struct global *g;
	struct value_env *env;
	const struct map_rows *rows;
	struct entry seen[2];
};

static const struct entry *row_at(void *ctx, u32 i, u32 place)
{
	struct row_list *l = ctx;

	if (!place)
		arena_reset(l->env->arena);
	decode_row(l->g, l->env, l->rows->bytes + i * l->rows->size, &l->seen[place]);
	return &l->seen[place];
}

/* Sorts the rows and drops those that are not among the top. */
static void sort_rows(struct reader *rd)
{
	struct map_rows *rows = rd->rows;
	struct row_list list = { rd->g, rd->env, rows, { { .row = NULL } } };
	u32 *order = value_order(&(struct value_list){ row_at, &list, rows->n }, rd->top->by_key);
	u32 n = rd->top->n;

	value_permute(rows->bytes, rows->size, order, rows->n);
	mem_free(order);
	if (!n || n >= rows->n)
		return;
	if (!rd->top->first)
		memmove(rows->bytes, rows->bytes + (rows->n - n) * rows->size, n * rows->size);
	rows->n = n;
}

#define MORE 4096		/* entries that are read before others are dropped */

static void add_row(struct reader *rd, const void *key, const u8 *values)
{
	const struct global *g = rd->g;
	u8 *row = new_row(rd->rows);

	memcpy(row, key, g->key->size);
	merge_cpus(g->value, row + mapread_value_off(g), values, rd->map->value_size,
		   mapread_cpus(rd->r, g));
	if (rd->top && rd->top->n && !g->front_off && rd->rows->n == (size_t)rd->top->n + MORE)
		sort_rows(rd);
}

static void take_entry(struct reader *rd, const u8 *key, const u8 *values)
{
	if (mapread_is_of_turn(rd->g, key, mapread_turn_shown(rd->g)) &&
	    !mapread_is_deleted(rd->g, values))
		add_row(rd, key, values);
}

static int read_by_key(struct reader *rd)
{
	u32 ks = rd->map->key_size;
	u8 *buf = mem_alloc(2 * (size_t)ks + rd->value_size), *key = buf, *next = buf + ks;
	u8 *value = buf + 2 * (size_t)ks;
	int err = sysbpf_map_next(rd->map->fd, NULL, next);

	/* after a deleted key the kernel starts again at the first one, so count the rounds */
	for (u32 left = rd->map->max_entries; !err && left; left--) {
		memcpy(key, next, ks);
		if (!sysbpf_map_lookup(rd->map->fd, key, value))
			take_entry(rd, key, value);
		err = sysbpf_map_next(rd->map->fd, key, next);
	}
	mem_free(buf);
	return err == -ENOENT ? 0 : err;
}

#define BATCH 256

static int read_batches(struct reader *rd)
{
	u32 ks = rd->map->key_size, cap = BATCH, n;
	u32 token_size = ks > 8 ? ks : 8;
	u8 *token = mem_alloc(token_size), *keys = NULL, *values = NULL;
	bool first = true;
	int err = -ENOSPC;

	for (;;) {
		if (err == -ENOSPC) {	/* a bucket has more than cap entries */
			keys = mem_realloc(keys, (size_t)cap * ks);
			values = mem_realloc(values, (size_t)cap * rd->value_size);
		}
		n = cap;
		err = sysbpf_map_batch(rd->map->fd, first ? NULL : token, token, keys, values,
				       &n, false);
		if (err == -ENOSPC && cap < 1u << 20) {
			cap *= 4;
			continue;
		}
		if (err && err != -ENOENT)
			break;
		for (u32 i = 0; i < n; i++)
			take_entry(rd, keys + (size_t)i * ks, values + (size_t)i * rd->value_size);
		first = false;
		if (err == -ENOENT || !n)
			break;
	}
	mem_free(token);
	mem_free(keys);
	mem_free(values);
	return err == -ENOENT ? 0 : err;
}

static int read_hash(struct reader *rd)
{
	int err = read_batches(rd);

	if (err && !rd->rows->n)	/* the kernel has no batches */
		err = read_by_key(rd);
	return err;
}

/* Has nothing been put in since the last clear()?  False if that can't be known. */
static bool never_set(const struct global *g, const u8 *bytes)
{
	const struct type *t = g->value;
	s32 word;

	if (t->kind != TY_AGG)
		return false;
	word = g->only_added && !g->adds_any ? 0 : t->agg->ops->count_word;
	return word >= 0 && !value_word(bytes + word * 8);
}

static int add_front_row(void *ctx, const struct global *g, u8 *at)
{
	u8 *row;

	if (mapread_is_deleted(g, at + front_value(g)))
		return 0;
	row = new_row(ctx);
	memcpy(row, at + FRONT_KEY, g->key->size);
	memcpy(row + mapread_value_off(g), at + front_value(g), g->value->size);
	return 0;
}

static bool rows_in_order(const void *ctx, const void *a, const void *b)
{
	const struct global *g = ctx;

	return memcmp(a, b, g->key->size) <= 0;
}

/* Makes one row of those with the same key. */
static void merge_rows(const struct global *g, struct map_rows *rows)
{
	u32 off = mapread_value_off(g), kept = 0;

	sort_array(rows->bytes, rows->n, rows->size, rows_in_order, g);
	for (u32 i = 1; i < rows->n; i++) {
		u8 *last = rows->bytes + kept * rows->size, *row = rows->bytes + i * rows->size;

		if (!memcmp(last, row, g->key->size))
			value_merge(g->value, last + off, row + off);
		else if (++kept != i)
			memcpy(last + rows->size, row, rows->size);
	}
	rows->n = rows->n ? kept + 1 : 0;
}

static void read_cell(const struct mapread *r, const struct global *g, struct map_rows *rows)
{
	const struct image *im = r->image;
	u32 off = g->off + mapread_cell_turn(g, mapread_turn_shown(g));
	u8 *row = new_row(rows);

	if (g->storage == STORE_CPU_CELL)
		merge_cpus(g->value, row, r->vars + im->block_off + off, im->block_size,
			   im->cpu_slots);
	else
		memcpy(row, r->vars + off, g->value->size);
	rows->n = g->is_zeroed || !never_set(g, row);
}

u32 mapread_value_off(const struct global *g)
{
	return g->n_keys ? ALIGN_UP(g->key->size, 8) : 0;
}

static bool has_address(const struct type *t)
{
	return t->kind == TY_STACK || t->kind == TY_KSYM || t->kind == TY_USYM;
}

/* Symbols are looked up once for all entries, and stacks that look the same are added up. */
bool mapread_can_sort(const struct global *g)
{
	return g->n_keys && !type_any(g->key, has_address) && !type_any(g->value, has_address);
}

static int read_rows(struct reader *rd)
{
	const struct global *g = rd->g;
	int err;

	rd->rows->size = mapread_value_off(g) + g->value->size;
	if (g->storage == STORE_NONE)
		return 0;
	if (!g->n_keys) {
		read_cell(rd->r, g, rd->rows);
		return 0;
	}
	rd->map = &rd->r->image->maps.v[g->map];
	rd->value_size = rd->map->value_size * mapread_cpus(rd->r, g);
	err = read_hash(rd);
	mapread_each_front(rd->r, g, mapread_turn_shown(g), add_front_row, rd->rows);
	if (g->front_off)
		merge_rows(g, rd->rows);
	return err;
}

int mapread_rows(const struct mapread *r, const struct global *g, struct map_rows *rows)
{
	struct reader rd = { .r = r, .g = g, .rows = rows };

	*rows = (struct map_rows){ 0 };
	return read_rows(&rd);
}

int mapread_sorted(const struct mapread *r, const struct global *g, struct value_env *env,
		   const struct mapread_top *top, struct map_rows *rows)
{
	struct reader rd = { .r = r, .g = g, .rows = rows, .env = env,
			     .top = top };
	int err;

	*rows = (struct map_rows){ 0 };
	err = read_rows(&rd);
	sort_rows(&rd);
	return err;
}

struct entry *mapread_decode(const struct global *g, struct value_env *env,
			     const struct map_rows *rows, u32 first, u32 n)
{
	struct entry *entries = mem_alloc(n * sizeof(*entries));

	for (u32 i = 0; i < n; i++)
		decode_row(g, env, rows->bytes + (first + i) * rows->size, &entries[i]);
	return entries;
}

struct wanted { const u8 *key; u8 *total; };

static int add_if_wanted(void *ctx, const struct global *g, u8 *at)
{
	struct wanted *w = ctx;

	if (memcmp(at + FRONT_KEY, w->key, g->key->size))
		return 0;
	if (g->by_thread)
		memcpy(w->total, at + front_value(g), g->value->size);
	else
		value_merge(g->value, w->total, at + front_value(g));
	return 0;
}

void mapread_entry(const struct mapread *r, const struct global *g, struct value_env *env,
		   const void *key, struct value *out)
{
	const struct map *m = &r->image->maps.v[g->map];
	u32 cpus = mapread_cpus(r, g);
	u8 *values = mem_alloc((size_t)m->value_size * cpus), *k = mem_alloc(g->key_bytes), *total;
	u32 turn = mapread_turn_shown(g);

	memcpy(k, key, g->key->size);
	if (g->has_turns)
		memcpy(k + g->key_bytes - 4, &turn, 4);
	sysbpf_map_lookup(m->fd, k, values);
	mem_free(k);
	total = arena_alloc(env->arena, g->value->size);
	merge_cpus(g->value, total, values, m->value_size, cpus);
	mapread_each_front(r, g, turn, add_if_wanted, &(struct wanted){ key, total });
	value_decode(env, g->value, total, out);
	mem_free(values);
}

/* ---- for loops ---- */

int mapread_tuples(const struct mapread *r, const struct global *g, const struct type *t,
		   u8 **bytes, u32 *n)
{
	const struct member *m = t->members;
	struct map_rows rows;
	struct value number;
	int err = mapread_rows(r, g, &rows);
	u8 *all = mem_alloc(rows.n * (size_t)t->size);

	for (u32 i = 0; i < rows.n; i++) {
		u8 *out = all + i * (size_t)t->size, *row = rows.bytes + i * rows.size;
		u8 *value = row + mapread_value_off(g);

		memcpy(out + m[0].off, row, m[0].type->size);
		if (g->is_agg) {
			value_decode(NULL, g->value, value, &number);
			value = (u8 *)&number.u;
		}
		memcpy(out + m[1].off, value, g->is_agg ? 8 : m[1].type->size);
	}
	mem_free(rows.bytes);
	*bytes = all;
	*n = rows.n;
	return err;
}

u64 mapread_counter(const struct mapread *r, u32 block_off)
{
	const struct image *im = r->image;
	u64 sum = 0, n;

	for (u32 i = 0; i < im->cpu_slots; i++) {
		memcpy(&n, r->vars + im->block_off + i * im->block_size + block_off, 8);
		sum += n;
	}
	return sum;
}
