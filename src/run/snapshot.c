/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * snapshot.c - see snapshot.h.
 *
 * Facts: linux/perf_event.h (PERF_RECORD_SAMPLE).
 */
#include "run/snapshot.h"

#include <linux/perf_event.h>
#include <string.h>

#include "bpf/stack.h"
#include "bpf/walk.h"
#include "run/events.h"
#include "run/session.h"
#include "symbols/elf.h"
#include "symbols/stackwalk.h"
#include "symbols/unwind.h"
#include "symbols/usyms.h"

struct table { bool is_read; struct unwind_table t; };

struct snapshots {
	struct session *s;
	const u8 *after;		/* what follows the record */
	const u8 *rest;			/* … and was not yet read */
	u32 n_after, n_rest;
	u64 block[64];			/* the registers, by their places in arch->regs */
	const u8 *stack;		/* the copy, from the stack pointer on */
	u64 sp, n_stack;
	bool is_whole;			/* … with as many bytes as were asked for */
	bool is_cut;			/* the walk went on after its end */
	bool is_foreign;		/* it is of a program of another word size */
	const struct usyms_area *areas;	/* of the process */
	u32 n_areas, pid;
	VEC(struct table) tables;	/* [file] */
	u32 n_rows;			/* of all of these */
	u64 n_cut[2];			/* [is_whole] */
};

/* ---- the copy ---- */

/* Takes the next n bytes off the rest; NULL if there are not so many. */
static const u8 *next(struct snapshots *x, u64 n)
{
	const u8 *p = x->rest;

	if (n > x->n_rest)
		return NULL;
	x->rest += n;
	x->n_rest -= (u32)n;
	return p;
}

static u64 next_word(struct snapshots *x)
{
	const u8 *p = next(x, 8);
	u64 u = 0;

	if (p)
		memcpy(&u, p, 8);
	return u;
}

/*
 * Reads what follows the record:
 *
 *	u64 abi		of the registers; 0: there are none, as in a kernel thread
 *	u64 regs[]	those of perf_mask
 *	u64 size
 *	u8 stack[size]
 *	u64 copied	how many of these bytes are valid
 */
static bool read_copy(struct snapshots *x)
{
	const struct arch *a = x->s->image->arch;
	u64 abi, copied;
	u32 n = 0;

	x->rest = x->after;
	x->n_rest = x->n_after;
	abi = next_word(x);
	x->is_foreign = abi != (a->word == 8 ? PERF_SAMPLE_REGS_ABI_64 : PERF_SAMPLE_REGS_ABI_32);
	if (abi != PERF_SAMPLE_REGS_ABI_32 && abi != PERF_SAMPLE_REGS_ABI_64)
		return false;
	for (u32 i = 0; i < 64; i++)
		if (a->unwind.perf_mask >> i & 1) {
			x->block[a->unwind.perf ? a->unwind.perf[n] : n] = next_word(x);
			n++;
		}
	x->n_stack = next_word(x);
	x->stack = next(x, x->n_stack);
	copied = next_word(x);
	x->is_whole = x->stack && x->n_stack && copied >= x->n_stack;
	if (!x->is_whole)
		x->n_stack = x->stack ? copied : 0;
	x->sp = x->block[a->sp / a->word];
	x->is_cut = false;
	return true;
}

static bool read_word(void *ctx, u64 addr, u64 *out)
{
	struct snapshots *x = ctx;
	u64 off = addr - x->sp;
	u32 size = x->s->image->arch->word;
	u32 low;

	if (off >= x->n_stack || size > x->n_stack - off) {
		x->is_cut |= addr >= x->sp;
		return false;
	}
	if (size == 8) {
		memcpy(out, x->stack + off, 8);
	} else {
		memcpy(&low, x->stack + off, 4);
		*out = low;
	}
	return true;
}

/* ---- tables ---- */

static void free_tables(struct snapshots *x)
{
	for (size_t i = 0; i < x->tables.n; i++)
		unwind_free(&x->tables.v[i].t);
	x->tables.n = 0;
	x->n_rows = 0;
}

static void read_table(struct snapshots *x, const struct usyms_area *a, struct table *t)
{
	struct elf *stripped, *elf = usyms_elf(x->s->mappings.usyms, x->pid, a, &stripped);

	t->is_read = true;
	if (elf)
		unwind_read(elf, stripped, x->s->image->arch, &t->t);
	x->n_rows += t->t.n_rows;
	elf_close(stripped);
	elf_close(elf);
}

/* The table of an area's file.  If all tables together are too large, it is the only one kept. */
static const struct unwind_table *table_of(struct snapshots *x, const struct usyms_area *a)
{
	struct table *t;

	while (x->tables.n <= a->file)
		vec_push(&x->tables, (struct table){ 0 });
	if (!x->tables.v[a->file].is_read && x->n_rows > WALK_ROWS) {
		free_tables(x);
		return table_of(x, a);
	}
	t = &x->tables.v[a->file];
	if (!t->is_read)
		read_table(x, a, t);
	return &t->t;
}

static const struct unwind_rule *find_rule(void *ctx, u64 ip)
{
	static const struct unwind_rule none = { .kind = UNWIND_NONE };
	struct snapshots *x = ctx;
	const struct usyms_area *a = x->areas, *end = a + x->n_areas;
	const struct unwind_table *t;
	s32 row;

	while (a < end && ip >= a->end)
		a++;
	if (a == end || ip < a->start)
		return NULL;
	if (!a->file)
		return &none;
	t = table_of(x, a);
	row = unwind_find(t, (u32)(ip - a->bias));
	return row < 0 ? &none : &t->rules[t->rows[row].rule];
}

/* ---- stacks ---- */

u32 snapshots_frames(struct snapshots *x, u32 pid, u64 *addrs, u32 max)
{
	struct stackwalk w = { x->s->image->arch, x, read_word, find_rule };
	struct stackwalk_frame frames[STACK_MOST];
	u32 n;

	if (!HAS_UNWIND || !x->s->mappings.usyms || !read_copy(x))
		return 0;
	x->pid = pid;
	x->n_areas = usyms_areas(x->s->mappings.usyms, pid, &x->areas);
	if (x->is_foreign)
		max = 1;
	n = stackwalk(&w, x->block, frames, max < STACK_MOST ? max : STACK_MOST);
	x->n_cut[x->is_whole] += x->is_cut;
	for (u32 i = 0; i < n; i++)
		addrs[i] = frames[i].ip;
	return n;
}

void snapshots_take(struct snapshots *x, const void *record)
{
	x->after = events_rest(record, &x->n_after);
}

u64 snapshots_cut(const struct snapshots *x, bool is_whole)
{
	return HAS_UNWIND && x ? x->n_cut[is_whole] : 0;
}

struct snapshots *snapshots_open(struct session *s)
{
	struct snapshots *x;

	if (!HAS_UNWIND || !s->image->copy_map)
		return NULL;
	x = mem_alloc(sizeof(*x));
	x->s = s;
	return x;
}

void snapshots_close(struct snapshots *x)
{
	if (!HAS_UNWIND || !x)
		return;
	free_tables(x);
	vec_free(&x->tables);
	mem_free(x);
}
