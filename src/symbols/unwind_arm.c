/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind_arm.c - tables for unwinding 32-bit arm.
 *
 * unwind_flow.c finds the frame at each instruction of .text.  .ARM.exidx fills in what it did not
 * reach, and describes the code that signal handlers return to.
 */
#include "symbols/unwind_arm.h"

#include <elf.h>
#include <errno.h>
#include <string.h>

#define MOST_CODE (16u << 20)	/* which need 40 MB while they are read */

struct reader { struct unwind_maker *m; struct flow f; };

/* ---- starts of functions ---- */

static int add_symbol(void *arg, const struct elf_symbol *s)
{
	/* Parts of functions that gcc moves away begin in the middle of a frame. */
	if (s->is_func && !strstr(s->name, ".cold"))
		flow_start(arg, s->addr, s->is_thumb);
	return 0;
}

static void add_entry(void *arg, u64 from, u64 to, const struct exidx_frame *e)
{
	struct flow *f = arg;

	(void)e;
	if (to > from && from >= f->addr && to - f->addr <= f->size)
		flow_start(f, from, !arm_is_arm(f->p + (from - f->addr), to - from));
}

/* Addresses of functions in data.  Their lowest bit says that they are Thumb code. */
static void add_pointers(const struct elf *e, struct flow *f)
{
	struct elf_section s;
	const u8 *p = elf_section(e, ".rel.dyn", &s), *word;
	Elf32_Rel rel;
	u32 addr;

	for (u64 i = 0; p && i < s.size / sizeof(rel); i++) {
		memcpy(&rel, p + i * sizeof(rel), sizeof(rel));
		if (ELF32_R_TYPE(rel.r_info) != R_ARM_RELATIVE)
			continue;
		word = elf_bytes(e, elf_offset(e, rel.r_offset), 4);
		if (!word)
			continue;
		memcpy(&addr, word, 4);
		if (addr & 1)
			flow_start(f, addr - 1, true);
	}
}

/* ---- rules ---- */

static void state_rule(const struct flow_state *s, struct unwind_rule *r)
{
	*r = (struct unwind_rule){ .kind = UNWIND_CFA, .cfa = s->depth };
	if (s->sp_lost) {
		r->reg = s->has_base[0] ? UNWIND_FP2 : UNWIND_FP;
		r->cfa = s->base[!s->has_base[0]];
		if (!s->has_base[0] && !s->has_base[1]) {
			*r = (struct unwind_rule){ .kind = UNWIND_NONE };
			return;
		}
	}
	r->ra_from = s->is_saved[0] ? UNWIND_AT_CFA : UNWIND_SAME;
	r->fp2_from = s->is_saved[1] ? UNWIND_AT_CFA : UNWIND_SAME;
	r->fp_from = s->is_saved[2] ? UNWIND_AT_CFA : UNWIND_SAME;
	r->ra = s->at[0];
	r->fp2 = s->at[1];
	r->fp = s->at[2];
}

/* What an entry says of code that was not reached.  Only code that a signal handler returns to has
 * a frame that its instructions don't show. */
static void fill(void *arg, u64 from, u64 to, const struct exidx_frame *e)
{
	struct reader *x = arg;
	struct flow_state s = { 0 };
	struct unwind_rule r;
	u32 state;

	if (!e || from < x->f.addr || to <= from || to - x->f.addr > x->f.size)
		return;
	exidx_rule(x->m->arch, e, &r);
	s.rule = unwind_number(x->m, &r);
	state = pool_put(&x->f.states, &s, UINT32_MAX - 1);
	for (u64 i = (from - x->f.addr) / 2; i < (to - x->f.addr) / 2; i++)
		if (!x->f.state[i] || r.is_signal)
			x->f.state[i] = state + 1;
}

/* Code that a signal handler returns to, and the instruction before, which seems to have called the
 * handler. */
static void fill_signals(struct reader *x, const struct arch_signal *g)
{
	struct flow_state s = { 0 };
	struct unwind_rule r;
	u32 state;

	unwind_signal(x->m->arch, g, &r);
	s.rule = unwind_number(x->m, &r);
	state = pool_put(&x->f.states, &s, UINT32_MAX - 1);
	for (u64 off = 4; off + g->n <= x->f.size; off += 4)
		if (!memcmp(x->f.p + off, g->code, g->n))
			for (u64 i = off / 2 - 1; i < (off + g->n) / 2; i++)
				x->f.state[i] = state + 1;
}

static void add_rows(struct reader *x)
{
	const struct unwind_rule none = { .kind = UNWIND_NONE };
	struct unwind_rule r;
	u32 last = 0;

	unwind_add(x->m, x->f.addr, &none);
	for (u64 i = 0; i < x->f.size / 2; i++) {
		const struct flow_state *s = flow_state(&x->f, x->f.state[i] - 1);

		if (x->f.state[i] == last)
			continue;
		last = x->f.state[i];
		if (!last)
			r = none;
		else if (s->rule)
			r = ((const struct unwind_rule *)(const void *)x->m->rules.v)[s->rule];
		else
			state_rule(s, &r);
		unwind_add(x->m, x->f.addr + 2 * i, &r);
	}
}

static void read_code(struct reader *x)
{
	struct flow *f = &x->f;
	struct flow_state first = { 0 };

	f->state = mem_alloc((f->size / 2 + 1) * sizeof(*f->state));
	f->mark = mem_alloc(f->size / 2 + 1);
	f->states.size = sizeof(first);
	pool_put(&f->states, &first, 1);
	elf_each(x->m->e, add_symbol, f);
	if (x->m->stripped)
		elf_each(x->m->stripped, add_symbol, f);
	exidx_each(x->m->e, add_entry, f);
	add_pointers(x->m->e, f);
	flow_run(f);
	exidx_each(x->m->e, fill, x);
	for (u32 i = 0; i < ARRAY_SIZE(x->m->arch->unwind.signals); i++)
		fill_signals(x, &x->m->arch->unwind.signals[i]);
	add_rows(x);
	pool_free(&f->states);
	vec_free(&f->work);
	mem_free(f->state);
	mem_free(f->mark);
}

int unwind_read_arm(struct unwind_maker *m)
{
	struct reader x = { .m = m };
	struct elf_section s;

	x.f.p = elf_section(m->e, ".text", &s);
	if (!x.f.p || s.size > MOST_CODE || s.addr & 1)
		return -ENOENT;
	x.f.addr = s.addr;
	x.f.size = s.size & ~1ull;
	if (!unwind_begin(m, s.addr, s.addr + x.f.size))
		return -ENOENT;
	read_code(&x);
	return 0;
}
