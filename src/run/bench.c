/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bench.c - --bench: see bench.h. */
#include "run/bench.h"

#include <unistd.h>

#include "base/print.h"
#include "kernel/sysbpf.h"
#include "provider/provider.h"
#include "run/records.h"

#define BENCH_NS 250000000	/* how long each program is run */

/* The run time in ns that the kernel measured for all parts of a program. */
static u64 run_ns(const struct prog *p)
{
	struct sysbpf_stats stats;
	u64 ns = 0;

	for (; p; p = p->next_part)
		if (!sysbpf_prog_stats(p->fd, &stats))
			ns += stats.run_ns;
	return ns;
}

/* Drops what the program prints, because it runs thousands of times. */
static void run_bench(struct session *s, const struct prog *p, u32 i)
{
	const struct output *out = s->output->bench ? s->output : s->opt->notes;
	u64 began = pace_now(), ns = run_ns(p), runs = 0;

	s->discards = true;
	do {
		records_run(s, p);
		runs++;
	} while (pace_now() - began < BENCH_NS);
	s->discards = false;
	out->bench(&s->outlet.text, i, p->targets.v[0]->name + sizeof("bench:") - 1,
		   (run_ns(p) - ns) / runs, runs);
	outlet_flush(s);
}

int bench_run(struct session *s)
{
	int measured = sysbpf_measure_runs();
	u32 n = 0;

	s->image->no_final_maps = true;	/* thousands of runs have written to them */
	if (measured < 0) {
		print_error("--bench: %s", error_text(measured));
		return 3;
	}
	for (size_t i = 0; i < s->image->progs.n && !s->stop; i++)
		if (s->image->progs.v[i]->provider->runs == RUN_BENCH)
			run_bench(s, s->image->progs.v[i], n++);
	close(measured);
	return 0;
}
