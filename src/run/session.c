/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session.c - runs a script, from loading it to the last line printed.
 *
 *	load, run BEGIN, attach, let the command go
 *	run the event loop until something says to stop (loop.c)
 *	stop programs, show the last records, run END, show maps and losses, detach
 */
#include "run/session.h"

#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "kernel/limit.h"
#include "kernel/sysbpf.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "run/bench.h"
#include "run/codemaps.h"
#include "run/events.h"
#include "run/load.h"
#include "run/loop.h"
#include "run/packets.h"
#include "run/records.h"
#include "run/rows.h"
#include "run/savemap.h"
#include "run/showmap.h"
#include "run/verbose.h"
#include "run/walktables.h"
#include "symbols/unwind.h"

/* ---- setting up ---- */

static int map_vars(struct session *s)
{
	const struct map *m = &s->image->maps.v[s->image->vars_map];
	size_t page = (size_t)getpagesize();
	u64 now = pace_now(), pid = (u64)s->opt->pid;
	s64 none = -1;

	s->vars_len = ALIGN_UP(m->value_size, page);
	s->maps.vars = mmap(NULL, s->vars_len, PROT_READ | PROT_WRITE, MAP_SHARED, m->fd, 0);
	if (s->maps.vars == MAP_FAILED) {
		s->maps.vars = NULL;
		print_error("shared map: %s", error_text(0));
		return 3;
	}
	memcpy(s->maps.vars + VARS_START, &now, 8);
	memcpy(s->maps.vars + VARS_CHILD_PID, &pid, 8);
	memcpy(s->maps.vars + VARS_PHASE, &none, 8);
	return 0;
}

static int open_events(struct session *s)
{
	const struct map *m = &s->image->maps.v[s->image->ring_map];
	bool perf;
	int err;

	if (!s->image->uses_events)
		return 0;
	perf = !image_has_ring(s->image);
	s->events = events_open(m->fd, perf, perf ? s->buffer_size : m->max_entries, &err);
	if (s->events && HAS_UNWIND && s->image->copy_map)
		err = events_add_stacks(s->events, s->image->maps.v[s->image->copy_map].fd,
					s->image->arch->unwind.perf_mask,
					ALIGN_UP(s->image->opt.snapshot, 8));
	if (s->events && !err)
		return 0;
	print_error("event buffer: %s", limit_error(err));
	return 3;
}

/* Is there something to wait for?  A script with only BEGIN, END and iter just ends. */
static bool waits(const struct session *s)
{
	if (s->opt->n_commands)
		return true;
	for (size_t i = 0; i < s->image->progs.n; i++)
		if (1 << s->image->progs.v[i]->provider->runs &
		    (1 << RUN_ATTACHED | 1 << RUN_TIMER | 1 << RUN_SIGNAL))
			return true;
	return false;
}

static bool iterates(const struct session *s)
{
	for (size_t i = 0; i < s->image->progs.n; i++)
		if (s->image->progs.v[i]->provider->runs == RUN_ITER)
			return true;
	return false;
}

/* The only process that user probes trace: that of -p, or that of -c if it is one command
 * without a shell; 0: all processes. */
static pid_t probed_pid(const struct loop *l)
{
	const struct session_options *opt = l->s->opt;

	if (opt->pid || opt->n_commands != 1 || !child_is_direct(opt->commands[0]))
		return opt->pid;
	return l->child.pid;
}

static int attach_programs(struct session *s)
{
	struct strbuf say = { 0 };
	struct attach a = { .image = s->image, .to = s->attached, .say = &say,
			    .pid = s->probed_pid, .child = s->child_pid };
	u64 began = pace_now();
	int err;

	for (size_t i = 0; i < s->image->progs.n && !s->losses.modules; i++)
		if (s->image->progs.v[i]->provider->feature == FEATURE_KPROBE_PMU)
			s->losses.modules = host_modules(s->image->arena);
	err = attach_all(&a);

	verbose_took(s, "attached", began);
	if (s->opt->verbose)
		attach_say_how(s->attached);
	if (err || !s->opt->quiet)
		print_buffer(STDERR_FILENO, &say);
	sb_free(&say);
	return err;
}

static void say_attached(struct session *s)
{
	struct strbuf say = { 0 };
	u32 n = s->attached->n_probes;

	for (size_t i = 0; i < s->image->progs.n; i++)
		if (s->image->progs.v[i]->provider->runs > RUN_ITER)
			n += (u32)s->image->progs.v[i]->targets.n;
	if (s->opt->quiet)
		return;
	if (s->output->attached && s->output != s->opt->notes) {
		s->output->attached(&s->outlet.text, n);
		outlet_flush(s);
		return;
	}
	s->opt->notes->attached(&say, n);
	print_buffer(STDERR_FILENO, &say);
	sb_free(&say);
}

/* Starts the command, which waits, and attaches the programs. */
static int begin(struct loop *l)
{
	struct session *s = l->s;
	struct codemaps code = { 0 };
	int err;

	codemaps_open(&code, s->image);
	err = s->opt->n_commands && loop_start_command(l);	/* BEGIN has its cpid */
	if (!err)
		records_run_all(s, RUN_BEGIN);
	if (!err && !s->stop) {
		s->probed_pid = probed_pid(l);
		s->child_pid = s->opt->n_commands == 1 ? l->child.pid : 0;
		err = attach_programs(s);
	}
	codemaps_close(&code);
	return err;
}

static int trace(struct loop *l)
{
	struct session *s = l->s;
	int err;

	if (s->opt->bench) {
		records_run_all(s, RUN_BEGIN);
		return bench_run(s);
	}
	if (!(waits(s) || iterates(s))) {	/* it has only BEGIN and END */
		say_attached(s);
		records_run_all(s, RUN_BEGIN);
		return 0;
	}
	err = begin(l);
	if (err || s->stop)
		return err;
	cost_begin(s);
	say_attached(s);
	rows_begin(s);
	if (loop_start_timers(l))
		return 3;
	decode_note_modules(s);
	loop_let_command_go(l);
	loop_run_iters(s);
	if (waits(s))
		loop_run(l);
	return 0;
}

/* Shows the maps at exit, and what was lost. */
static void show_final(struct session *s)
{
	if (s->outlet.is_broken)
		return;
	timeline_end(s);
	if (s->output->before_final)
		s->output->before_final(&s->outlet.text);
	if (output_saves(s->output))
		savemap_all(s);
	else if (!s->image->no_final_maps)
		showmap_all(s, 0);
	cost_show(s);
	outlet_flush(s);
	losses_show(s);
	walktables_say(s->mappings.walk);
	if (s->output->end)
		s->output->end(&s->outlet.text);
	live_write(s);
	live_finish(s);
	losses_show_unwritten(s);
}

/* Shows the records that are left, runs END, and shows the maps. */
static void show_end(struct session *s, bool stopped)
{
	s->stop = s->exit_called;
	if (stopped && !s->stop)
		records_drain_all(s);
	if (s->exit_called)	/* after exit() the records that are left are dropped */
		records_drop(s);
	s->stop = false;
	records_run_all(s, RUN_END);
	records_drain_all(s);
	show_final(s);
}

/* Ends all programs without detaching them.  False if that can't be done. */
static bool stop_by_flag(struct session *s)
{
	const u64 yes = 1;

	if (!s->image->many_places)
		return false;
	memcpy(s->maps.vars + VARS_STOPPED, &yes, sizeof(yes));
	return !sysbpf_wait_for_programs();
}

/*
 * Stops the programs, prints what is left, and detaches only then: closing thousands of
 * probes takes seconds.
 */
static void finish(struct loop *l, bool ok)
{
	struct session *s = l->s;
	bool stopped = s->stop;
	u64 began, took;
	u32 left;

	s->outlet.is_tracing = false;
	live_keys_end(s);
	losses_count_missed(s);
	if (ok)
		losses_show_away(s);
	s->timeline.stopped = began = pace_now();
	if (!stop_by_flag(s))
		attach_stop(s->attached);
	cost_end(s);
	took = pace_now() - began;
	loop_end_command(l);
	if (ok)
		show_end(s, stopped);
	began = pace_now() - took;
	left = attach_leave(s->attached);
	verbose_took(s, "detached", began);
	if (left && s->opt->verbose)
		print_error(TEXT_ARGS(T_LEFT, left));
}

static int exit_status(const struct loop *l, int err)
{
	if (err || l->failed)
		return err ? err : l->failed;
	if (l->s->opt->strict && l->s->losses.any)
		return 4;
	if (l->s->cost.is_over)
		return 5;
	if (l->s->exit_called)
		return l->s->exit_code;
	return l->s->opt->own_status ? 0 : l->status;
}

static int run_loaded(struct session *s)
{
	struct loop l;
	int err;

	print_patience(HURRY_MS);
	err = loop_open(&l, s);
	if (!err)
		err = map_vars(s);
	if (!err)
		err = open_events(s);
	if (!err)
		err = packets_open(s);
	if (!err)
		err = cost_open(s);
	if (!err) {
		mappings_watch(s);
		threads_begin(s);
		timeline_begin(s);
		err = trace(&l);
		finish(&l, !err);
	}
	cost_close(s);
	if (packets_close(s) && !err)
		err = 1;
	loop_close(&l);
	print_patience(-1);
	return exit_status(&l, err);
}

int session_run(struct image *im, const struct session_options *opt,
		const struct output *output)
{
	struct attachments attached = { 0 };
	struct session s = { .image = im, .opt = opt, .output = output,
			     .maps = { im, NULL, im->n_cpus },
			     .attached = &attached };
	struct load_options lo = { .memory = host_memory(), .buffer_size = opt->buffer_size,
				   .cpus = im->n_cpus, .limit = im->opt.memory ?
							im->opt.memory : UINT64_MAX };
	int err = live_open(&s);

	if (err)
		return err;
	decode_open(&s);
	err = load_all(im, &lo);
	s.buffer_size = load_buffer_size(im, &lo);
	diag_flush(im->diag);
	if (!err && opt->verbose)
		verbose_loaded(&s);
	if (!err && !opt->dry_run)
		err = run_loaded(&s);
	events_close(s.events);
	switches_close(&attached.switches);
	if (s.maps.vars)
		munmap(s.maps.vars, s.vars_len);
	load_release(im);
	mappings_close(&s);
	threads_end(&s);
	decode_close(&s);
	timeline_close(&s);
	live_close(&s);
	outlet_close(&s);
	return err;
}
