/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * storage.c - decides where globals and locals are kept, once all their uses are known.
 *
 * A global without keys is a cell of the vars map or, if it is an aggregation, a cell in each
 * CPU's block there.  A global with keys is a hash map.  DESIGN.md has the table.
 */
#include <linux/bpf.h>

#include "base/text.h"
#include "lang/check_impl.h"
#include "provider/provider.h"

static const struct type *sum_type(struct check *c, const struct global *g)
{
	struct agg agg = { .ops = c->s->registry->sum,
			   .is_signed = !g->value || g->value->is_signed };

	return type_agg(c->s->arena, &agg);
}

/*
 * An aggregation that programs read is one value to which they add atomically, if the machine
 * can.  Otherwise each CPU has a value, and reading merges them.
 */
static enum storage keyed_store(struct check *c, struct global *g)
{
	bool extreme = g->is_agg && g->value->agg->ops->merge;	/* min, max: no sums */

	if (!g->is_agg)
		return STORE_HASH;
	if (!g->uses->is_read)
		return STORE_CPU_HASH;
	if (arch_has_atomics(c->s->arch) && !extreme) {
		struct agg shared = *g->value->agg;

		shared.is_shared = true;
		g->value = type_agg(c->s->arena, &shared);
		return STORE_HASH;
	}
	if (!c->s->image.has(FEATURE_PERCPU_LOOKUP))
		check_fail(c, E_KERNEL_LACKS, g->uses->agg_at,
			   arena_printf(c->s->arena, "reading @%s[...] in a probe", g->name),
			   extreme ? text_of(T_LOOKS_UP_CPU) :
				     text_of(T_LOOKS_UP_CPU_32),
			   extreme ? "print it" :
				     text_of(T_USE_INCREMENT));
	return STORE_CPU_HASH;
}

#define FRONT_BYTES (32 << 10)	/* of a map, on each CPU */
#define FRONTS_BYTES (2 << 20)	/* of all maps, on all CPUs: a value has 4 MB at most on 5.10 */
#define FRONT_BITS 9		/* more places are of little use */
#define THREAD_FRONT_BITS 10	/* the same for maps by thread, whose front all CPUs share */
#define FRONT_LEAST_BITS 3	/* fewer are of little use, too */
#define FRONT_KEYS 296		/* bytes of a key: a string, a name and three numbers */
#define FRONT_VALUES 528	/* bytes of a value, which programs zero; hist() has so many */
#define FRONT_MEMORY (1 << 20)	/* the least --memory with which maps have fronts */

/* Has the user said how many entries the map may have, or how little memory? */
static bool is_bounded(const struct check *c, const struct global *g)
{
	const struct image *im = &c->s->image;

	return g->max_entries || im->opt.map_size ||
	       (im->opt.memory && im->opt.memory < FRONT_MEMORY);
}

static bool is_stack(const struct type *t)
{
	return t->kind == TY_STACK;
}

/* Gives a map by thread its front.  All uses of the map must go through it.  In a loop the verifier
 * would follow all ways through it in each round. */
static void choose_thread_front(struct check *c, struct global *g)
{
	struct image *im = &c->s->image;

	if (g->uses->in_loop || is_bounded(c, g))
		return;
	g->front_bits = THREAD_FRONT_BITS;
	g->front_off = im->block_off;
	im->block_off += front_size(g) << g->front_bits;
}

/* Gives the map a front, if programs only add to it.  The verifier has many ways to follow through
 * the code that takes a stack, and a stack costs so much that a front would save little. */
static void choose_front(struct check *c, struct global *g)
{
	const struct global_uses *u = g->uses;
	struct image *im = &c->s->image;
	u32 bits = 0, most;

	if (g->by_thread) {
		choose_thread_front(c, g);
		return;
	}
	if (g->storage != STORE_CPU_HASH || u->is_read || u->is_deleted || u->takes_len ||
	    u->map_kind || is_bounded(c, g) || !arch_has_atomics(c->s->arch) ||
	    g->key_bytes > FRONT_KEYS || g->key_bytes % 4 || type_any(g->key, is_stack) ||
	    g->value->size > FRONT_VALUES)
		return;
	most = FRONTS_BYTES / im->cpu_slots;
	most = most > im->block_size ? most - im->block_size : 0;
	if (most > FRONT_BYTES)
		most = FRONT_BYTES;
	while (bits < FRONT_BITS && front_size(g) << (bits + 1) <= most)
		bits++;
	if (bits < FRONT_LEAST_BITS)
		return;
	g->front_bits = bits;
	g->front_off = im->block_size;
	im->block_size += ALIGN_UP(front_size(g) << bits, 64);
}

static void keyed_storage(struct check *c, struct global *g)
{
	bool per_cpu;

	/* a key of 4 bytes instead of 8 is hashed in half the time */
	if (g->n_keys == 1 && !g->uses->key_wide)
		g->uses->keys[0] = &type_u32;
	g->key = type_tuple(c->s->arena, g->uses->keys, g->n_keys);
	g->key_bytes = g->key->size;
	if (g->has_turns)
		g->key_bytes = ALIGN_UP(g->key_bytes, 4) + 4;
	g->storage = keyed_store(c, g);
	g->by_thread = thread_has_entry(c->s, g);
	g->keeps_deleted = g->by_thread && g->uses->loses_entries;
	choose_front(c, g);
	/* on one CPU a plain hash has the same values and a faster lookup */
	per_cpu = g->storage == STORE_CPU_HASH && (c->s->image.n_cpus > 1 || g->uses->is_read);
	g->map = image_add_map(&c->s->image, &(struct map){
		.name = *g->name ? g->name : "awl",
		.type = per_cpu && g->uses->map_kind == BPF_MAP_TYPE_LRU_HASH ?
			BPF_MAP_TYPE_LRU_PERCPU_HASH :
			per_cpu ? BPF_MAP_TYPE_PERCPU_HASH :
			g->uses->map_kind ? g->uses->map_kind : BPF_MAP_TYPE_HASH,
		.key_size = g->key_bytes,
		.value_size = global_room(g),
		.max_entries = g->max_entries,
		.global = g,
	});
	if (g->is_agg && g->value->size > c->s->image.zero_size)
		c->s->image.zero_size = g->value->size;
}

static void plain_storage(struct check *c, struct global *g)
{
	u32 *end = g->is_agg ? &c->s->image.block_size : &c->s->image.block_off;

	g->storage = g->is_agg ? STORE_CPU_CELL : STORE_CELL;
	g->off = *end;
	*end += ALIGN_UP(g->value->size, 8) << g->has_turns;
}

static void choose_storage(struct check *c, struct global *g)
{
	/* if it is read, only machines without atomics keep a value per CPU */
	g->only_added = g->uses->is_added && !g->uses->is_stored && !g->is_agg &&
			(!g->uses->is_read || (!arch_has_atomics(c->s->arch) &&
					 (!g->n_keys || c->s->image.has(FEATURE_PERCPU_LOOKUP))));
	if (g->only_added) {
		g->value = sum_type(c, g);
		g->is_agg = true;
	}
	if (!g->value || g->value->kind == TY_UNKNOWN) {
		if (!g->uses->is_mentioned) {
			diag_say(c->s->diag, W_UNUSED_MAP, g->first, g->name);
			return;
		}
		if (g->uses->is_deleted || c->s->lacks_clauses)
			g->value = &type_s64;	/* nothing gives it a value */
		else {
			check_fail(c, E_NEVER_SET, g->first, g->name);
			return;
		}
	}
	for (u32 i = 0; i < g->n_keys; i++)
		if (!g->uses->keys[i] || g->uses->keys[i]->kind == TY_UNKNOWN)
			g->uses->keys[i] = &type_s64;
	g->turn_off = c->s->image.block_off;
	c->s->image.block_off += g->has_turns ? 8 : 0;
	if (g->n_keys)
		keyed_storage(c, g);
	else
		plain_storage(c, g);
}

/* Locals of a program with parts are in the vars map, where all parts can use them. */
static void place_locals(struct script *s, struct prog *p)
{
	if (!p->source->has_map_loop)
		return;
	for (struct local *l = p->source->locals; l; l = l->next) {
		l->in_memory = true;
		l->is_shared = l->is_lent = false;
		l->off = s->image.block_off;
		s->image.block_off += ALIGN_UP(l->type ? l->type->size : 8, 8);
	}
}

u32 script_add_words(struct script *s, u32 n)
{
	u32 off = s->image.block_size;

	s->image.block_size = ALIGN_UP(off + n * 8, 64);
	s->image.vars_size = s->image.block_off + s->image.block_size * s->image.cpu_slots;
	return off;
}

/* Lays out the vars map: first the cells, then one block per CPU. */
void storage_choose(struct check *c)
{
	struct script *s = c->s;

	turns_find(s);
	s->image.block_off = VARS_FIRST;
	s->image.block_size = 0;
	for (size_t i = 0; i < s->image.progs.n; i++) {
		s->image.progs.v[i]->lost_off = s->image.block_size;
		s->image.block_size += 8;
		if (!s->image.progs.v[i]->provider->counts_runs)
			continue;
		s->image.progs.v[i]->runs_off = s->image.block_size;
		s->image.block_size += 8;
	}
	for (size_t i = 0; i < s->image.globals.n; i++) {
		s->image.globals.v[i]->map_full_off = s->image.block_size;
		s->image.globals.v[i]->len_off = s->image.block_size + 8;
		s->image.block_size += 16;
	}
	s->image.read_failed_off = s->image.block_size;
	s->stack_ids_off = s->image.block_size + 8;
	s->image.stack_full_off = s->image.block_size + 16;
	s->image.loops_cut_off = s->image.block_size + 24;
	s->image.texts_cut_off = s->image.block_size + 32;
	s->image.zeros_off = s->image.block_size + 40;
	s->image.block_size += s->image.divides ? 48 : s->image.cuts_texts ? 40 : 32;
	s->image.guessed_off = s->image.block_size;
	s->image.block_size += s->image.walk ? 8 : 0;
	for (size_t i = 0; i < s->image.globals.n; i++)
		choose_storage(c, s->image.globals.v[i]);
	for (size_t i = 0; i < s->image.progs.n; i++)
		place_locals(s, s->image.progs.v[i]);
	s->image.block_off = ALIGN_UP(s->image.block_off, 64);
	script_add_words(s, 0);
}
