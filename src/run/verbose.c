/* SPDX-License-Identifier: GPL-2.0-or-later */
/* verbose.c - see verbose.h. */
#include "run/verbose.h"

#include <linux/bpf.h>
#include <unistd.h>

#include "base/print.h"
#include "base/text.h"
#include "kernel/feature.h"
#include "kernel/sysbpf.h"
#include "provider/provider.h"
#include "run/session.h"

static const char *how(const struct prog *p)
{
	if (p->provider->runs > RUN_ITER)
		return "run from here";
	if (p->provider->runs == RUN_ITER)
		return "iterator";
	if (p->use_many)
		return "one link for all";
	if (p->provider->attach_type)
		return "trampoline";
	return p->provider->prog_type == BPF_PROG_TYPE_RAW_TRACEPOINT ? "raw tracepoint" :
									"perf event";
}

/* Must it keep the kernel from preempting it, and can't? */
static bool lacks_guard(const struct prog *p)
{
	return p->is_preempted && !p->written && (p->is_guarded || p->code.scratch) &&
	       !feature_has(FEATURE_NO_PREEMPT);
}

/* The name of a place in a program has its offset; in the kernel it is apart. */
static void say_place(const struct image *im, const struct prog *p, const struct target *t)
{
	print_error(TEXT_ARGS(T_AT_PLACE, p->provider->takes_file ? t->func :
			      arena_printf(im->arena, "%s+%#llx", t->func,
					   (unsigned long long)t->addr)));
}

void verbose_loaded(const struct session *s)
{
	const struct image *im = s->image;
	u64 sum = 0;

	for (size_t i = 0; i < im->maps.n; i++) {
		const struct map *m = &im->maps.v[i];

		sum += m->bytes;
		if (m->fd >= 0)
			print_error(TEXT_ARGS(T_MAP, m->global ? "@" : "",
					      m->global ? m->global->name : m->name,
					      m->max_entries, m->key_size, m->value_size,
					      (unsigned long long)m->bytes));
	}
	print_error(TEXT_ARGS(T_MAPS, (unsigned long long)sum, im->opt.strlen,
			      im->opt.stack_depth));
	for (size_t i = 0; i < im->progs.n; i++) {
		const struct prog *p = im->progs.v[i];
		u32 xlated = 0, jited = 0;

		sysbpf_prog_sizes(p->fd, &xlated, &jited);
		print_error(TEXT_ARGS(T_PROGRAM, p->targets.v[0]->name, p->targets.n,
				      p->targets.n == 1 ? "place" : "places",
				      p->code.n, jited, how(p),
				      p->uses_types ? ", loads by type" : ""));
		if (lacks_guard(p))
			print_error("%s", text_of(T_UNGUARDED));
		for (size_t k = 0; k < p->targets.n; k++)
			if (target_is_source(p->targets.v[k]))
				say_place(im, p, p->targets.v[k]);
	}
}

void verbose_took(const struct session *s, const char *what, u64 since)
{
	struct strbuf say = { 0 };

	if (!s->opt->verbose)
		return;
	sb_printf(&say, "awl: %s in %u ms\n", what, (u32)((pace_now() - since) / 1000000));
	print_buffer(STDERR_FILENO, &say);
	sb_free(&say);
}
