/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unwound.c - see unwound.h. */
#include "builtin/unwound.h"

#include <linux/bpf.h>
#include <string.h>

#include "bpf/stack.h"
#include "bpf/walk.h"
#include "kernel/host.h"
#include "lang/decl.h"
#include "provider/provider.h"
#include "symbols/unwind.h"

#ifndef BPF_F_MMAPABLE
#define BPF_F_MMAPABLE (1U << 10)
#endif

bool unwound_names(const char *name, struct stack_opt *opt)
{
	bool by_tables = !strcmp(name, "dwarf"), is_copy = !strcmp(name, "snapshot");

	if (by_tables || is_copy ? !HAS_UNWIND : strcmp(name, "fp"))
		return false;
	opt->by_tables = by_tables;
	opt->is_copy = is_copy;
	return true;
}

#define LEAST_MEMORY (1u << 20)		/* of --memory */

bool unwound_is_best(const struct script *s)
{
	const struct image *im = &s->image;
	bool fits = !im->opt.memory || im->opt.memory >= LEAST_MEMORY;

	return HAS_UNWIND && fits && s->arch->word == 8 && image_calls_back(im, FEATURE_LOOP) &&
	       im->has(FEATURE_TASK_REGS) && im->has(FEATURE_TASK_BTF);
}

u32 unwound_limit(const struct script *s)
{
	return unwound_is_best(s) ? STACK_MOST : STACK_MAX;
}

/* ---- maps ---- */

static u32 add_table(struct script *s, const char *name, u32 bytes)
{
	return image_add_map(&s->image, &(struct map){ .name = name, .type = BPF_MAP_TYPE_ARRAY,
		.key_size = 4, .value_size = bytes, .max_entries = 1, .flags = BPF_F_MMAPABLE });
}

#define MOST_SHRINK 6

/* Sets how many entries the tables have: WALK_... divided by a power of two, few rules and files
 * only by its root.  Returns their bytes. */
static u64 set_sizes(struct walk_maps *m, u32 shrink)
{
	m->n_rows = WALK_ROWS >> shrink;
	m->n_areas = WALK_AREAS >> shrink;
	m->n_rules = WALK_RULES >> shrink / 2;
	m->n_files = WALK_FILES >> shrink / 2;
	m->n_procs = WALK_PROCS >> shrink / 2;
	return m->n_rows * sizeof(struct unwind_row) + m->n_areas * sizeof(struct walk_area) +
	       m->n_rules * sizeof(struct unwind_rule) +
	       m->n_files * sizeof(struct walk_range) + m->n_procs * sizeof(struct walk_proc);
}

/* The tables have 6 MB on a machine with 1 GB, less on a smaller one, and at most half of what
 * --memory allows. */
static void choose_sizes(const struct script *s, struct walk_maps *m)
{
	u64 memory = s->opt.no_kernel ? 1u << 30 : host_memory(), limit = s->image.opt.memory;
	u32 shrink = 0;

	while (shrink < MOST_SHRINK && memory << shrink < 1000u << 20)
		shrink++;
	while (set_sizes(m, shrink) > limit / 2 && limit && shrink < MOST_SHRINK)
		shrink++;
}

static void add_maps(struct script *s)
{
	struct walk_maps *m;

	if (s->image.walk)
		return;
	m = s->image.walk = arena_new(s->arena, struct walk_maps);
	choose_sizes(s, m);
	m->rows = add_table(s, "unwind_rows", m->n_rows * sizeof(struct unwind_row));
	m->areas = add_table(s, "unwind_areas", m->n_areas * sizeof(struct walk_area));
	m->rules = add_table(s, "unwind_rules", m->n_rules * sizeof(struct unwind_rule));
	m->files = add_table(s, "unwind_files", m->n_files * sizeof(struct walk_range));
	m->procs = image_add_map(&s->image, &(struct map){ .name = "unwind_procs",
		.type = BPF_MAP_TYPE_HASH, .key_size = 4,
		.value_size = sizeof(struct walk_proc), .max_entries = m->n_procs,
		.is_fixed = true });
	m->execs = add_table(s, "unwind_execs", WALK_EXECS * sizeof(u64));
	if (!s->opt.lacks_ns_pid) {
		m->ns_dev = s->opt.pid_ns.dev;
		m->ns_ino = s->opt.pid_ns.ino;
	}
}

/* ---- opening ---- */

bool unwound_open_copies(struct check *c, const struct expr *e)
{
	struct image *im = &c->s->image;

	if (!c->s->arch->unwind.perf_mask) {
		check_fail(c, E_KERNEL_LACKS, e->span, "ustack(snapshot)",
			   "x86_64, aarch64, arm, mips or riscv", "use ustack(fp)");
		return false;
	}
	im->needs_perf = true;
	if (!im->copy_map)
		im->copy_map = image_add_map(im, &(struct map){ .name = "events_stack",
			.type = BPF_MAP_TYPE_PERF_EVENT_ARRAY, .key_size = 4, .value_size = 4,
			.is_fixed = true });
	return true;
}

bool unwound_open(struct check *c, const struct expr *e)
{
	if (user_regs_of(c->s, c->p).by == REGS_NOT) {
		check_fail(c, E_KERNEL_LACKS, e->span, "ustack(dwarf)",
			   "Linux 5.15, or 5.10 with BTF", "use ustack(fp)");
		return false;
	}
	add_maps(c->s);
	return true;
}
