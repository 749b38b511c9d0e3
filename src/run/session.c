/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session.c - a script at work: the event loop and what surrounds it.
 *
 *	load, BEGIN, attach, let the commands go
 *	until told to stop: records, timers, signals, children
 *	detach, last records, END, the maps, what was lost
 */
#include "run/session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/print.h"
#include "base/text.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/limit.h"
#include "kernel/sysbpf.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "run/bench.h"
#include "run/child.h"
#include "run/events.h"
#include "run/forget.h"
#include "run/live.h"
#include "run/load.h"
#include "run/outlet.h"
#include "run/session_env.h"
#include "run/signals.h"

#define ITER_STEP 64	/* objects an iterator goes through at a time */
#define MAX_POLL 2200	/* two kinds of perf buffers of 1024 CPUs and the rest */

struct loop {
	struct session *s;
	struct child child;
	u32 command;		/* the one running */
	int signals;		/* signalfd */
	int deadline;		/* timerfd of -t, or -1 */
	int refresh;		/* timerfd of run/live.h, or -1 */
	int watched;		/* pidfd of -p, or -1 */
	struct pollfd *out;	/* of polls: the output, while its reader is awaited */
	VEC(struct timer { int fd; const struct prog *prog; }) timers;
	struct pollfd *polls;
	u32 n_polls;
	int status;		/* of the last command */
	int failed;		/* the loop could not go on: an exit status */
};

u64 session_now(void)
{
	return host_now(feature_has(FEATURE_BOOT_NS) ? CLOCK_BOOTTIME : CLOCK_MONOTONIC);
}

/* ---- records ---- */

static int on_record(void *arg, const void *data, u32 len, u32 room)
{
	struct session *s = arg;
	const struct action *a;
	int more;
	u32 id;

	s->any_records = true;
	memcpy(&id, data, 4);
	if (id >= s->image->actions.n)
		return 0;
	a = s->image->actions.v[id];
	if (len < a->record->size)
		return 0;
	s->room = room;
	if (s->stalled && !a->acts) {
		a->prog->unshown++;
		return s->stop ? ~0 : 0;
	}
	more = a->handle(s, a, data);
	if (s->out.n > s->out_most || a->acts) {
		if (s->out.n > s->out_most)
			session_flush(s);
		outlet_breathe(s);
	}
	return s->stop || s->cut_short || outlet_holds_back(s) ? ~more : more;
}

static int drop_record(void *arg, const void *data, u32 len, u32 room)
{
	(void)arg, (void)data;
	(void)len, (void)room;
	return 0;
}

static void take_records(struct session *s)
{
	s->cut_short = false;
	s->turn_ends = 0;
	if (s->stalled)
		session_flush(s);
	if (s->events && !outlet_holds_back(s))
		events_drain(s->events, s->discards ? drop_record : on_record, s);
}

/* After exit() nothing more is shown; what else ends the session has the rest shown in
 * show_end(). */
static void drain(struct session *s)
{
	if (!s->stop)
		take_records(s);
	session_drain_mappings(s);
	session_flush(s);
}

static void drain_all(struct session *s)
{
	do
		drain(s);
	while (s->cut_short && !s->stop);
}

/* One run of one part; PART_*, or PART_RETURN if it can't be run. */
static u32 run_part(struct session *s, const struct prog *p)
{
	u64 ctx[1] = { 0 };
	u32 ret = 0;
	int err = sysbpf_test_run(p->fd, ctx, 1, &ret);

	if (err) {
		print_error("%s could not be run: %s", p->provider->name,
			err == -524 /* ENOTSUPP */ || err == -EINVAL ?
			"this kernel can't run programs on demand (5.10)" : error_text(err));
		return PART_RETURN;
	}
	take_records(s);
	return s->stop ? PART_RETURN : ret;
}

/* The body of a loop over a map, once for each entry there is now. */
static u32 run_loop(struct session *s, const struct prog *p)
{
	struct loop_entries it;
	u32 ret = PART_NEXT;

	if (session_loop_begin(s, p->loop.over, p->loop.entry, &it))
		return PART_RETURN;
	for (u32 i = 0; i < it.n && ret == PART_NEXT; i++) {
		memcpy(s->vars + p->loop.entry_off, it.bytes + (size_t)i * it.size, it.size);
		ret = run_part(s, p);
	}
	session_loop_end(&it);
	return ret == PART_BREAK ? PART_NEXT : ret;
}

void session_run_program(struct session *s, const struct prog *p)
{
	u32 ret = PART_NEXT;

	for (; p && ret == PART_NEXT; p = p->next_part)
		ret = p->loop.over ? run_loop(s, p) : run_part(s, p);
	drain(s);
}

static void run_all(struct session *s, enum run when)
{
	for (size_t i = 0; i < s->image->progs.n && !s->stop; i++)
		if (s->image->progs.v[i]->provider->runs == when)
			session_run_program(s, s->image->progs.v[i]);
}

/* ---- setting up ---- */

static int map_vars(struct session *s)
{
	const struct map *m = &s->image->maps.v[s->image->vars_map];
	size_t page = (size_t)getpagesize();
	u64 now = session_now(), pid = (u64)s->opt->pid;
	s64 none = -1;

	s->vars_len = ALIGN_UP(m->value_size, page);
	s->vars = mmap(NULL, s->vars_len, PROT_READ | PROT_WRITE, MAP_SHARED, m->fd, 0);
	if (s->vars == MAP_FAILED) {
		s->vars = NULL;
		print_error("shared map: %s", error_text(0));
		return 3;
	}
	memcpy(s->vars + VARS_START, &now, 8);
	memcpy(s->vars + VARS_CHILD_PID, &pid, 8);
	memcpy(s->vars + VARS_PHASE, &none, 8);
	return 0;
}

static int open_events(struct session *s)
{
	const struct map *m = &s->image->maps.v[s->image->ring_map];
	bool perf;
	int err;

	if (!s->image->uses_events)
		return 0;
	perf = !s->image->has(FEATURE_RINGBUF);
	s->events = events_open(m->fd, perf, perf ? s->buffer_size : m->max_entries, &err);
	if (s->events)
		return 0;
	print_error("event buffer: %s", limit_error(err));
	return 3;
}

static int refused(const char *what)
{
	print_error("%s: %s", what, limit_error(0));
	return 3;
}

static int open_signals(struct loop *l)
{
	l->signals = signals_open(l->s->image);
	return l->signals < 0 ? refused("signalfd") : 0;
}

static int start_timer(u64 ns, bool repeat)
{
	struct itimerspec its = { 0 };
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);

	its.it_value.tv_sec = (time_t)(ns / 1000000000);
	its.it_value.tv_nsec = (long)(ns % 1000000000);
	if (repeat)
		its.it_interval = its.it_value;
	if (fd >= 0 && !timerfd_settime(fd, 0, &its, NULL))
		return fd;
	refused("timerfd");
	if (fd >= 0)
		close(fd);
	return -1;
}

/* 0, or an exit status. */
static int start_timers(struct loop *l)
{
	struct image *im = l->s->image;
	bool ok = true;

	for (size_t i = 0; i < im->progs.n; i++)
		for (size_t t = 0; im->progs.v[i]->provider->runs == RUN_TIMER &&
				   t < im->progs.v[i]->targets.n && ok; t++) {
			int fd = start_timer(im->progs.v[i]->targets.v[t]->id, true);

			vec_push(&l->timers, ((struct timer){ fd, im->progs.v[i] }));
			ok = fd >= 0;
		}
	if (ok && l->s->opt->timeout_ns) {
		l->deadline = start_timer(l->s->opt->timeout_ns, false);
		ok = l->deadline >= 0;
	}
	if (ok && l->s->period) {
		l->refresh = start_timer(l->s->period * 1000000000ull, true);
		ok = l->refresh >= 0;
	}
	if (ok && l->s->period)
		live_refresh(l->s);
	return ok ? 0 : 3;
}

/* ---- commands ---- */

static int start_command(struct loop *l)
{
	struct session *s = l->s;
	u64 pid;
	int err = child_start(&l->child, s->opt->commands[l->command]);

	if (err) {
		print_error("-c: %s", error_text(err));
		return 1;
	}
	pid = (u64)l->child.pid;
	memcpy(s->vars + VARS_CHILD_PID, &pid, 8);
	return 0;
}

static void set_phase(struct loop *l, s64 phase)
{
	memcpy(l->s->vars + VARS_PHASE, &phase, 8);
}

static void let_command_go(struct loop *l)
{
	if (l->s->opt->n_commands)
		set_phase(l, l->command);
	child_go(&l->child);
}

/* One ended: the next one, or the end. */
static void next_command(struct loop *l, int status)
{
	set_phase(l, -1);
	l->child.pid = 0;
	child_go(&l->child);
	l->status = status;
	if (++l->command < l->s->opt->n_commands && !start_command(l))
		let_command_go(l);
	else
		l->s->stop = true;
}

static void reap(struct loop *l)
{
	int status;

	if (l->child.pid > 0 && waitpid(l->child.pid, &status, WNOHANG) == l->child.pid)
		next_command(l, child_status(status));
}

/* ---- the loop ---- */

/* self: the programs for this signal; false if there are none. */
static bool run_signal(struct session *s, u32 signo)
{
	bool any = false;

	for (size_t i = 0; i < s->image->progs.n && !s->stop; i++) {
		const struct prog *p = s->image->progs.v[i];

		for (size_t t = 0; p->provider->runs == RUN_SIGNAL && t < p->targets.n; t++)
			if (p->targets.v[t]->id == signo) {
				session_run_program(s, p);
				any = true;
			}
	}
	return any;
}

static void on_signals(struct loop *l)
{
	struct signalfd_siginfo si;

	while (read(l->signals, &si, sizeof(si)) == sizeof(si)) {
		if (si.ssi_signo == SIGCHLD)
			reap(l);
		else if (!run_signal(l->s, si.ssi_signo))
			session_hurry(l->s);
	}
}

static void on_timers(struct loop *l)
{
	u64 n;

	for (size_t i = 0; i < l->timers.n && !l->s->stop; i++)
		if (read(l->timers.v[i].fd, &n, 8) == 8)
			session_run_program(l->s, l->timers.v[i].prog);
	if (l->refresh >= 0 && !l->s->stop && read(l->refresh, &n, 8) == 8)
		live_tick(l->s);
	if (l->deadline >= 0 && read(l->deadline, &n, 8) == 8)
		l->s->stop = true;
}

static void add_poll(struct loop *l, int fd)
{
	if (fd >= 0 && l->n_polls < MAX_POLL)
		l->polls[l->n_polls++] = (struct pollfd){ .fd = fd, .events = POLLIN };
}

static void add_events(struct loop *l, const struct events *e)
{
	int fds[1024];
	u32 n = e ? events_fds(e, fds, ARRAY_SIZE(fds)) : 0;

	for (u32 i = 0; i < n; i++)
		add_poll(l, fds[i]);
}

static void collect_polls(struct loop *l)
{
	l->polls = arena_array(l->s->image->arena, struct pollfd, MAX_POLL + 1);
	add_poll(l, l->signals);
	add_poll(l, l->deadline);
	add_poll(l, l->watched);
	add_poll(l, l->refresh);
	for (size_t i = 0; i < l->timers.n; i++)
		add_poll(l, l->timers.v[i].fd);
	add_events(l, l->s->events);
	add_events(l, l->s->mappings);
	l->out = &l->polls[l->n_polls++];
	*l->out = (struct pollfd){ .events = POLLOUT };
}

/*
 * Records are let pile up: waking us for each would cost three times as much as
 * making it.  The kernel wakes us for the first one in an empty buffer.  It is
 * taken at once, but from then on we only look every few ms whether there is room
 * left, and take them every PILE_MS, until there are none.  A program that sends
 * an urgent one says so in the vars map.
 */
#define PILE_MS 50
#define PILE_LEAST (128 << 10)	/* smaller buffers fill too fast */

struct pile {
	int step;		/* ms between looks; 0: nothing piles up */
	bool open;
	int age;		/* ms */
};

static int pile_step(const struct session *s)
{
	u64 size = s->image->maps.v[s->image->ring_map].max_entries;

	if (!s->events || !s->image->has(FEATURE_RINGBUF) || s->opt->unbuffered || size < PILE_LEAST)
		return 0;
	return size >= 1 << 20 ? 4 : 1;
}

static bool take_urgent(struct session *s)
{
	u64 *urgent = (void *)(s->vars + VARS_URGENT);
	bool was = *urgent;

	*urgent = 0;
	return was;
}

/* After poll() said n: may the records stay where they are? */
static bool may_pile(struct loop *l, struct pile *p, int n)
{
	bool woken = l->s->events && events_woken(l->s->events);

	if (take_urgent(l->s) || !p->open || n > woken)
		return false;
	p->age += n ? 0 : p->step;
	return p->age < PILE_MS && !events_quarters(l->s->events);
}

/* --strict: losses wake nobody, so they are looked for; and so is how full the buffer
 * is while records are held back in it. */
#define LOOK_MS 50

static void stop_if_lossy(struct session *s)
{
	if (s->opt->strict && session_has_lost(s))
		s->stop = true;
}

/* How long to wait in poll(). */
static int loop_wait(const struct loop *l, const struct pile *p)
{
	const struct session *s = l->s;

	return s->cut_short ? 0 : p->open ? p->step : s->opt->strict || s->stalled ? LOOK_MS : -1;
}

static void loop_run(struct loop *l)
{
	struct session *s = l->s;
	struct pile pile = { .step = pile_step(s) };
	u32 watched = l->deadline >= 0 ? 2 : 1;
	int n;

	collect_polls(l);
	s->tracing = true;
	while (!s->stop) {
		l->out->fd = s->out.n && !s->output->is_document ? s->out_fd : -1;
		n = poll(l->polls, l->n_polls, loop_wait(l, &pile));
		if (n < 0 && errno != EINTR) {
			l->failed = refused("poll");
			break;
		}
		if (!s->cut_short && may_pile(l, &pile, n))
			continue;
		s->any_records = false;
		on_signals(l);
		drain(s);
		session_forget(s, drain);
		stop_if_lossy(s);
		pile.open = pile.step && s->any_records;
		pile.age = 0;
		if (!s->stop)
			on_timers(l);
		if (l->watched >= 0 && l->polls[watched].revents)
			s->stop = true;
	}
}

/* 0 or an exit status: a process that isn't there would never end. */
static int watch_pid(struct loop *l)
{
	pid_t pid = l->s->opt->pid;

	if (!pid)
		return 0;
	l->watched = (int)syscall(434 /* pidfd_open, the same everywhere; closed on exec */, pid, 0);
	if (l->watched < 0) {
		print_error("-p %d: %s", (int)pid, limit_error(0));
		return 1;
	}
	return 0;
}

/* Something to wait for?  A script of BEGIN, END and iter alone just ends. */
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

/* Each read runs the program for some objects; what it sent is shown between. */
static void run_iters(struct session *s)
{
	char byte[ITER_STEP];

	for (size_t i = 0; i < s->image->progs.n; i++) {
		const struct prog *p = s->image->progs.v[i];

		for (size_t t = 0; p->provider->runs == RUN_ITER && t < p->targets.n; t++)
			while (!s->stop && p->targets.v[t]->fd >= 0 &&
			       (read(p->targets.v[t]->fd, byte, sizeof(byte)) > 0 ||
				errno == EAGAIN || errno == EINTR)) {
				drain(s);
				outlet_breathe(s);
				stop_if_lossy(s);
				errno = 0;
			}
	}
	drain_all(s);
}

/* The process user probes are for: -p's, or that of the one command, unless a
 * shell stands between; 0: all. */
static pid_t probed_pid(const struct loop *l)
{
	const struct session_options *opt = l->s->opt;

	if (opt->pid || opt->n_commands != 1 || !child_is_direct(opt->commands[0]))
		return opt->pid;
	return l->child.pid;
}

/* -v: how long it took to attach, or detach */
static void say_took(const struct session *s, const char *what, u64 since)
{
	struct strbuf say = { 0 };

	if (!s->opt->verbose)
		return;
	sb_printf(&say, "awl: %s in %u ms\n", what, (u32)((session_now() - since) / 1000000));
	print_buffer(STDERR_FILENO, &say);
	sb_free(&say);
}

static int attach_programs(struct loop *l)
{
	struct session *s = l->s;
	struct strbuf say = { 0 };
	struct attach a = { .image = s->image, .to = s->attached, .say = &say,
			    .pid = probed_pid(l),
			    .child = s->opt->n_commands == 1 ? l->child.pid : 0 };
	u64 began = session_now();
	int err;

	for (size_t i = 0; i < s->image->progs.n && !s->modules; i++)
		if (s->image->progs.v[i]->provider->feature == FEATURE_KPROBE_PMU)
			s->modules = host_modules(s->image->arena);
	err = attach_all(&a);

	say_took(s, "attached", began);
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
		s->output->attached(&s->out, n);
		session_flush(s);
		return;
	}
	s->opt->notes->attached(&say, n);
	print_buffer(STDERR_FILENO, &say);
	sb_free(&say);
}

static int trace(struct loop *l)
{
	struct session *s = l->s;
	int err;

	if (s->opt->bench) {
		run_all(s, RUN_BEGIN);
		return bench_run(s);
	}
	if (!(waits(s) || iterates(s))) {	/* BEGIN and END are all there is */
		say_attached(s);
		run_all(s, RUN_BEGIN);
		return 0;
	}
	run_all(s, RUN_BEGIN);
	if (s->stop)
		return 0;
	if (s->opt->n_commands && start_command(l))
		return 1;
	err = attach_programs(l);
	if (err)
		return err;
	say_attached(s);
	if (start_timers(l))
		return 3;
	session_note_modules(s);
	let_command_go(l);
	run_iters(s);
	if (waits(s))
		loop_run(l);
	return 0;
}

/* What is still in the buffer, END, the maps. */
static void show_end(struct session *s, bool stopped)
{
	s->stop = s->exit_called;
	if (stopped && !s->stop)
		drain_all(s);
	if (s->exit_called && s->events)	/* what was still on its way is dropped */
		events_drain(s->events, drop_record, s);
	s->stop = false;
	run_all(s, RUN_END);
	drain_all(s);
	session_final(s);
}

/* A command that ignores SIGTERM is awaited until a signal says to end, then left alone. */
#define CHILD_MS 1000

static void end_command(struct loop *l)
{
	while (!child_end(&l->child, CHILD_MS) && !l->s->hurried)
		if (signals_end(l->s->image))
			session_hurry(l->s);
}

/*
 * Programs off, then what is left to show, then the probes: thousands take long.
 */
static void finish(struct loop *l, bool ok)
{
	struct session *s = l->s;
	bool stopped = s->stop;
	u64 began, took;

	s->tracing = false;
	session_count_missed(s);
	if (ok)
		session_tell_away(s);
	began = session_now();
	attach_stop(s->attached);
	took = session_now() - began;
	end_command(l);
	if (ok)
		show_end(s, stopped);
	began = session_now() - took;
	attach_release(s->attached);
	say_took(s, "detached", began);
}

static void loop_release(struct loop *l)
{
	for (size_t i = 0; i < l->timers.n; i++)
		if (l->timers.v[i].fd >= 0)
			close(l->timers.v[i].fd);
	vec_free(&l->timers);
	if (l->deadline >= 0)
		close(l->deadline);
	if (l->refresh >= 0)
		close(l->refresh);
	if (l->watched >= 0)
		close(l->watched);
	if (l->signals >= 0)
		close(l->signals);
}

static int exit_status(const struct loop *l, int err)
{
	if (err || l->failed)
		return err ? err : l->failed;
	if (l->s->opt->strict && l->s->lossy)
		return 4;
	if (l->s->exit_called)
		return l->s->exit_code;
	return l->s->opt->own_status ? 0 : l->status;
}

static int run_loaded(struct session *s)
{
	struct loop l = { .s = s, .signals = -1, .deadline = -1, .watched = -1, .refresh = -1 };
	int err;

	print_patience(HURRY_MS);
	err = open_signals(&l);
	if (!err)
		err = watch_pid(&l);
	if (!err)
		err = map_vars(s);
	if (!err)
		err = open_events(s);
	if (!err) {
		session_watch_mappings(s);
		err = trace(&l);
		finish(&l, !err);
	}
	loop_release(&l);
	print_patience(-1);
	return exit_status(&l, err);
}

int session_run(struct image *im, const struct session_options *opt,
		const struct output *output)
{
	struct attachments attached = { 0 };
	struct session s = { .image = im, .opt = opt, .output = output, .kern = im->kern,
			     .attached = &attached };
	struct load_options lo = { .memory = host_memory(), .buffer_size = opt->buffer_size,
				   .cpus = im->n_cpus, .limit = opt->memory ? opt->memory :
									     UINT64_MAX };
	int err = live_open(&s);

	if (err)
		return err;
	session_env(&s);
	err = load_all(im, &lo);
	s.buffer_size = load_buffer_size(im, &lo);
	diag_flush(im->diag);
	if (!err && opt->verbose)
		session_say_loaded(&s);
	if (!err && !opt->dry_run)
		err = run_loaded(&s);
	events_close(s.events);
	switches_close(&attached.switches);
	if (s.vars)
		munmap(s.vars, s.vars_len);
	load_release(im);
	session_env_free(&s);
	outlet_close(&s);
	return err;
}
