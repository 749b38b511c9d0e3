/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * samples.c - see samples.h.
 *
 * The kernel doesn't report samples that it doesn't make.  A late timer skips the samples
 * it has missed; kernel.perf_cpu_time_max_percent and kernel.perf_event_max_sample_rate
 * stop an event until the next tick; no period is shorter than 10 us; and no program runs
 * on a CPU while another one runs there (perf_swevent_hrtimer(),
 * __perf_event_account_interrupt() and bpf_overflow_handler() in kernel/events/core.c).
 * So programs count their runs, and these are compared with the time for which their
 * events were enabled.
 */
#include "run/samples.h"

#include <unistd.h>

#include "kernel/sysperf.h"

static struct prog *prog_of(const struct image *im, const struct target *t)
{
	for (size_t i = 0; i < im->progs.n; i++)
		for (size_t k = 0; k < im->progs.v[i]->targets.n; k++)
			if (im->progs.v[i]->targets.v[k] == t)
				return im->progs.v[i];
	return NULL;
}

/* How many samples an event should have made since it was attached. */
static u64 due(const struct sampled *e)
{
	const struct sysperf_event *event = e->target->event;
	u64 value[2] = { 0 };

	if (read(e->fd, value, sizeof(value)) < 0)
		return 0;
	return value[1] / (event->period ? event->period : 1000000000 / event->freq);
}

/* The first and the last sample of a CPU may be outside the time that is compared.  On a busy
 * machine it is normal that a hundredth of the samples is missing. */
static u64 missing(u64 due, u64 came, u32 events)
{
	return came + due / 100 + 2 * events < due ? due - came : 0;
}

void samples_count(const struct attachments *at, const struct mapread *r)
{
	for (size_t i = 0; i < at->cpus.n; ) {
		struct prog *p = prog_of(r->image, at->cpus.v[i].target), *of = p;
		u64 sum = 0;
		u32 n = 0;

		for (; i < at->cpus.n && of == p; n++) {
			sum += p->runs_off ? due(&at->cpus.v[i]) : 0;
			if (++i < at->cpus.n)
				of = prog_of(r->image, at->cpus.v[i].target);
		}
		if (p->runs_off)
			p->unsampled = p->before.unsampled +
				       missing(sum, mapread_counter(r, p->runs_off) -
						    p->before.runs, n);
	}
}
