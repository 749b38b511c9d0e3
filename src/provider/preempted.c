/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * preempted.c - programs that other ones on their CPU interrupt or preempt.
 *
 * Aggregations have a cell per CPU, which programs load, change and store.  While one of perf's
 * programs runs, the kernel runs no other of these on that CPU (bpf_prog_active).  It does not do
 * so for trampolines and raw tracepoints, nor for user probes since 6.0 and tracepoints since 7.0.
 * Programs of these add to sums atomically.  Whatever else a program keeps on its CPU is right only
 * if it is not preempted, which kernels from 6.10 on can be asked for (FEATURE_NO_PREEMPT).
 *
 * On older kernels an interrupt may also run the very program that it interrupted, if that is one
 * of a trampoline or a raw tracepoint.  If such a program keeps more than sums, it skips the hit.
 */
#include <linux/bpf.h>

#include "builtin/builtin.h"
#include "kernel/host.h"
#include "provider/choose.h"
#include "provider/provider.h"
#include "script.h"

static bool mentions(void *arg, const struct expr *e)
{
	return e->kind == EX_GLOBAL && ex_global(e) == arg;
}

static bool takes_stack(void *arg, const struct expr *e)
{
	(void)arg;
	return e->kind == EX_BUILTIN && ex_builtin(e)->needs & (OFFERS_KSTACK | OFFERS_USTACK);
}

static bool prog_has(const struct prog *p, bool (*test)(void *arg, const struct expr *e),
		     void *arg)
{
	return expr_any(p->source->pred, test, arg) || stmt_any(p->source->body, test, arg);
}

static bool is_per_cpu(const struct global *g)
{
	return g->storage == STORE_CPU_CELL || g->storage == STORE_CPU_HASH;
}

static bool is_atomic(const struct script *s, const struct global *g)
{
	return (arch_has_atomics(s->arch) || s->image.has(FEATURE_ATOMIC)) &&
	       !g->value->agg->ops->merge;
}

/* Can an interrupt run the program of such a probe while that program runs? */
static bool may_nest(enum bpf_prog_type type)
{
	u32 since = type == BPF_PROG_TYPE_RAW_TRACEPOINT ? 0x60100 :
		    type == BPF_PROG_TYPE_TRACING || type == BPF_PROG_TYPE_LSM ? 0x50c00 : 0;

	return host_kernel_version() < since;
}

/* The same for what the program may become if it is attached in a cheaper way. */
static bool may_nest_faster(const struct prog *p)
{
	return may_nest(BPF_PROG_TYPE_TRACING) ||
	       (p->provider->prog_type == BPF_PROG_TYPE_TRACEPOINT &&
		may_nest(BPF_PROG_TYPE_RAW_TRACEPOINT));
}

bool preempted_may_share(struct script *s, bool *shares)
{
	for (size_t i = 0; i < s->image.globals.n; i++) {
		struct global *g = s->image.globals.v[i];
		size_t n = 0;

		for (size_t k = 0; k < s->image.progs.n && is_per_cpu(g); k++) {
			const struct prog *p = s->image.progs.v[k];

			if (p->provider->runs == RUN_ATTACHED && prog_has(p, mentions, g))
				n += p->targets.n + may_nest_faster(p);
		}
		if (n > 1 && !is_atomic(s, g))
			return false;
		*shares |= n > 1;
	}
	return true;
}

/* The first kernel that runs perf's other programs on the CPU while this one runs there. */
static u32 first_not_apart(const struct provider *pv)
{
	if (pv->prog_type == BPF_PROG_TYPE_PERF_EVENT || pv->feature == FEATURE_KPROBE_PMU)
		return UINT32_MAX;
	if (pv->feature == FEATURE_UPROBE_PMU)
		return 0x60000;
	return pv->prog_type == BPF_PROG_TYPE_TRACEPOINT ||
	       pv->prog_type == BPF_PROG_TYPE_KPROBE ? 0x70000 : 0;
}

static bool is_kept_apart(const struct prog *p)
{
	return host_kernel_version() < first_not_apart(p->provider);
}

/*
 * Can a kernel that preempts tasks preempt the program as the script wrote it?  Not while it keeps
 * programs apart, and before 7.0 it preempts no raw tracepoint's.
 */
static bool may_be_preempted(const struct prog *p)
{
	return p->provider->runs == RUN_ATTACHED && !is_kept_apart(p) &&
	       (p->provider->prog_type != BPF_PROG_TYPE_RAW_TRACEPOINT ||
		host_kernel_version() >= 0x70000);
}

/*
 * While a program is interrupted or preempted between loading and storing a cell, another one on
 * that CPU may change it.  The same program may do so if it is that of a user probe, or may nest.
 */
static bool is_changed_meanwhile(const struct script *s, struct global *g)
{
	bool apart = true;
	size_t n = 0;

	for (size_t i = 0; i < s->image.progs.n && is_per_cpu(g); i++) {
		const struct prog *p = s->image.progs.v[i];

		if (p->provider->runs != RUN_ATTACHED || !prog_has(p, mentions, g))
			continue;
		n += (p->provider->offers & OFFERS_USER_CTX && p->is_preempted) ||
		     may_nest(p->provider->prog_type) ? 2 : 1;
		apart &= is_kept_apart(p);
	}
	return n > 1 && !apart;
}

/* Programs that take stacks are guarded, too: the kernel collects these in memory of the CPU, and
 * awl numbers them per CPU. */
void preempted_guard(struct script *s, bool preempts)
{
	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];

		p->is_preempted = preempts && may_be_preempted(p);
		p->is_guarded = prog_has(p, takes_stack, NULL);
	}
	for (size_t i = 0; i < s->image.globals.n; i++) {
		struct global *g = s->image.globals.v[i];

		if (!is_changed_meanwhile(s, g))
			continue;
		s->shares_cells |= is_atomic(s, g);
		for (size_t k = 0; k < s->image.progs.n && !is_atomic(s, g); k++)
			s->image.progs.v[k]->is_guarded |=
				prog_has(s->image.progs.v[k], mentions, g);
	}
}

static bool is_nesting(const struct prog *p)
{
	return p->provider->runs == RUN_ATTACHED && may_nest(p->provider->prog_type);
}

void preempted_note_nesting(struct script *s)
{
	u32 n = 0, off;

	for (size_t i = 0; i < s->image.progs.n; i++)
		n += is_nesting(s->image.progs.v[i]) ? 2 : 0;
	off = n ? script_add_words(s, n) : 0;
	for (size_t i = 0; i < s->image.progs.n; i++)
		if (is_nesting(s->image.progs.v[i])) {
			s->image.progs.v[i]->nested_off = off;
			off += 16;
		}
}
