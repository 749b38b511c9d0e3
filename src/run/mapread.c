/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mapread.c - reads and clears a global's entries in the kernel; see mapread.h.
 *
 * Hashes are read in batches if the kernel supports that, else key by key.
 * A value of a per-CPU map is an array: one copy per possible CPU, 8-aligned.
 */
#include "run/mapread.h"

#include <errno.h>
#include <linux/bpf.h>
#include <poll.h>
#include <string.h>

#include "kernel/sysbpf.h"
#include "kernel/sysperf.h"

struct reader {			/* one reading of a hash */
	const struct mapread *r;
	const struct global *g;
	const struct map *map;
	u32 value_size;		/* of all CPUs together */
	/* called for each entry; values: one per CPU */
	void (*add)(struct reader *rd, const void *key, const u8 *values);
	struct map_rows *rows;
	struct value_env *env;		/* to sort them */
	const struct mapread_top *top;	/* NULL: all are wanted */
	const struct type *tuple;
	struct strbuf bytes;
};

/* The turn whose values are shown: the one that was taken, until it is cleared. */
static u32 turn_shown(const struct global *g)
{
	return g->is_taken ? !g->turn : g->turn;
}

static bool is_of_turn(const struct global *g, const u8 *key, u32 turn)
{
	u32 is = turn;

	if (g->has_turns)
		memcpy(&is, key + g->key_bytes - 4, 4);
	return is == turn;
}

/* by_thread: the place of the word that says whether the entry is there. */
static u32 mark_off(const struct global *g)
{
	return ALIGN_UP(g->value->size, 8);
}

static bool is_deleted(const struct global *g, const u8 *values)
{
	return g->by_thread && !value_word(values + mark_off(g));
}

static void take_entry(struct reader *rd, const u8 *key, const u8 *values)
{
	if (is_of_turn(rd->g, key, turn_shown(rd->g)) && !is_deleted(rd->g, values))
		rd->add(rd, key, values);
}

static u32 cpus_of(const struct mapread *r, const struct global *g)
{
	return g->storage == STORE_CPU_HASH ? r->cpus : 1;
}

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
		   cpus_of(rd->r, g));
	if (rd->top && rd->top->n && rd->rows->n == (size_t)rd->top->n + MORE)
		sort_rows(rd);
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

	if (err && !rd->rows->n && !rd->bytes.n)	/* the kernel has no batches */
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

/* The offset of a turn's cell from that of turn 0. */
static u32 cell_turn(const struct global *g, u32 turn)
{
	return g->has_turns && turn ? ALIGN_UP(g->value->size, 8) : 0;
}

static void read_cell(const struct mapread *r, const struct global *g, struct map_rows *rows)
{
	const struct image *im = r->image;
	u32 off = g->off + cell_turn(g, turn_shown(g));
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

	rd->rows->size = mapread_value_off(g) + g->value->size;
	if (g->storage == STORE_NONE)
		return 0;
	if (!g->n_keys) {
		read_cell(rd->r, g, rd->rows);
		return 0;
	}
	rd->map = &rd->r->image->maps.v[g->map];
	rd->value_size = rd->map->value_size * cpus_of(rd->r, g);
	return read_hash(rd);
}

int mapread_rows(const struct mapread *r, const struct global *g, struct map_rows *rows)
{
	struct reader rd = { .r = r, .g = g, .add = add_row, .rows = rows };

	*rows = (struct map_rows){ 0 };
	return read_rows(&rd);
}

int mapread_sorted(const struct mapread *r, const struct global *g, struct value_env *env,
		   const struct mapread_top *top, struct map_rows *rows)
{
	struct reader rd = { .r = r, .g = g, .add = add_row, .rows = rows, .env = env,
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

void mapread_entry(const struct mapread *r, const struct global *g, struct value_env *env,
		   const void *key, struct value *out)
{
	const struct map *m = &r->image->maps.v[g->map];
	u32 cpus = cpus_of(r, g);
	u8 *values = mem_alloc((size_t)m->value_size * cpus), *k = mem_alloc(g->key_bytes), *total;
	u32 turn = turn_shown(g);

	memcpy(k, key, g->key->size);
	if (g->has_turns)
		memcpy(k + g->key_bytes - 4, &turn, 4);
	sysbpf_map_lookup(m->fd, k, values);
	mem_free(k);
	total = arena_alloc(env->arena, g->value->size);
	merge_cpus(g->value, total, values, m->value_size, cpus);
	value_decode(env, g->value, total, out);
	mem_free(values);
}

/* ---- for loops ---- */

static void add_tuple(struct reader *rd, const void *key, const u8 *values)
{
	const struct type *t = rd->tuple;
	const struct global *g = rd->g;
	struct value number;
	u8 *out, *total;

	sb_pad(&rd->bytes, 0, t->size);
	out = (u8 *)rd->bytes.s + rd->bytes.n - t->size;
	memcpy(out + t->members[0].off, key, t->members[0].type->size);
	if (!g->is_agg) {
		memcpy(out + t->members[1].off, values, t->members[1].type->size);
		return;
	}
	total = mem_alloc(g->value->size);
	for (u32 i = 0; i < cpus_of(rd->r, g); i++)
		value_merge(g->value, total, values + (size_t)rd->map->value_size * i);
	value_decode(NULL, g->value, total, &number);
	memcpy(out + t->members[1].off, &number.u, 8);
	mem_free(total);
}

int mapread_tuples(const struct mapread *r, const struct global *g, const struct type *t,
		   u8 **bytes, u32 *n)
{
	struct map_rows none = { 0 };
	struct reader rd = { .r = r, .g = g, .tuple = t, .add = add_tuple, .rows = &none,
			     .map = &r->image->maps.v[g->map] };
	int err;

	rd.value_size = rd.map->value_size * cpus_of(r, g);
	err = read_hash(&rd);
	*bytes = (u8 *)rd.bytes.s;
	*n = (u32)(rd.bytes.n / t->size);
	return err;
}

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
	return !sysbpf_map_lookup(m->fd, key, value) && !is_deleted(g, value);
}

void mapread_each_deleted(const struct mapread *r, const struct global *g,
			  void (*fn)(void *ctx, u32 tid), void *ctx)
{
	const struct map *m = &r->image->maps.v[g->map];
	u8 *keys, *value = mem_alloc(m->value_size);
	u32 n = all_keys(m, &keys), tid;

	for (u32 i = 0; i < n; i++) {
		if (is_there(m, g, keys + (size_t)i * m->key_size, value))
			continue;
		memcpy(&tid, keys + (size_t)i * m->key_size, sizeof(tid));
		fn(ctx, tid);
	}
	mem_free(keys);
	mem_free(value);
}

bool mapread_remove(const struct mapread *r, const struct global *g, u32 tid)
{
	const struct map *m = &r->image->maps.v[g->map];
	u8 *value = mem_alloc(m->value_size);
	bool was = is_there(m, g, (const u8 *)&tid, value);

	mem_free(value);
	return !was && !sysbpf_map_delete(m->fd, &tid);
}

/* ---- clearing ---- */

static void clear_cell(const struct mapread *r, const struct global *g, u32 turn)
{
	const struct image *im = r->image;
	u32 off = g->off + cell_turn(g, turn);

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

static int clear_entry(const struct map *m, const struct global *g, const u8 *key,
		       const u8 *zero, bool keep)
{
	int err = 0;

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

		if (is_of_turn(g, key, turn))
			err = clear_entry(m, g, key, zero, keep);
	}
	mem_free(keys);
	mem_free(zero);
	return err == -ENOENT ? 0 : err;
}

static int clear_turn(const struct mapread *r, const struct global *g, u32 turn, bool keep)
{
	const struct map *m;

	if (g->storage == STORE_NONE)
		return 0;
	if (!g->n_keys) {
		clear_cell(r, g, turn);
		return 0;
	}
	m = &r->image->maps.v[g->map];
	if (!keep)
		clear_counter(r, g->len_off);
	return clear_hash(m, g, m->value_size * cpus_of(r, g), turn, keep);
}

#define NO_WAIT_MS 50	/* many times longer than a program runs */

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
	err = clear_turn(r, g, turn_shown(g), keep);
	g->is_taken = false;
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
