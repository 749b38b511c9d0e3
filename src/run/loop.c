/* SPDX-License-Identifier: GPL-2.0-or-later */
/* loop.c - see loop.h. */
#include "run/loop.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/print.h"
#include "kernel/host.h"
#include "kernel/limit.h"
#include "provider/provider.h"
#include "run/events.h"
#include "run/losses.h"
#include "run/records.h"
#include "run/session.h"
#include "run/signals.h"
#include "run/walktables.h"
#include "symbols/unwind.h"

#define ITER_STEP 64	/* objects an iterator goes through at a time */
#define MAX_POLL 2200	/* two perf buffers for each of 1024 CPUs, and the rest */

static int refused(const char *what)
{
	print_error("%s: %s", what, limit_error(0));
	return 3;
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

int loop_start_timers(struct loop *l)
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
	if (ok && l->s->live.period) {
		l->refresh = start_timer(l->s->live.period * 1000000000ull, true);
		ok = l->refresh >= 0;
	}
	if (ok && l->s->live.period) {
		live_keys_begin(l->s);
		live_refresh(l->s);
	}
	return ok ? 0 : 3;
}

/* ---- commands ---- */

int loop_start_command(struct loop *l)
{
	struct session *s = l->s;
	u64 pid;
	int err = child_start(&l->child, s->opt->commands[l->command]);

	if (err) {
		print_error("-c: %s", error_text(err));
		return 1;
	}
	if (HAS_UNWIND && s->mappings.walk)
		hold_set(&l->hold, l->child.pid, s->opt->commands[l->command]);
	pid = (u64)l->child.pid;
	memcpy(s->maps.vars + VARS_CHILD_PID, &pid, 8);
	return 0;
}

static void set_phase(struct loop *l, s64 phase)
{
	memcpy(l->s->maps.vars + VARS_PHASE, &phase, 8);
}

void loop_let_command_go(struct loop *l)
{
	if (l->s->opt->n_commands)
		set_phase(l, l->command);
	child_go(&l->child);
}

/* A command has ended: starts the next one, or ends the session. */
static void next_command(struct loop *l, int status)
{
	set_phase(l, -1);
	l->child.pid = 0;
	child_go(&l->child);
	l->status = status;
	if (++l->command < l->s->opt->n_commands && !loop_start_command(l))
		loop_let_command_go(l);
	else
		l->s->stop = true;
}

static void reap(struct loop *l)
{
	int status, stops = l->hold.is_set ? WUNTRACED : 0;

	if (l->child.pid <= 0 || waitpid(l->child.pid, &status, WNOHANG | stops) != l->child.pid)
		return;
	if (HAS_UNWIND && WIFSTOPPED(status)) {
		mappings_drain(l->s);		/* reads the tables of all files it has mapped */
		hold_end(&l->hold, l->child.pid);
		return;
	}
	hold_close(&l->hold);
	next_command(l, child_status(status));
}

/* ---- the loop ---- */

/* Runs the script's programs for this signal.  False if it has none. */
static bool run_signal(struct session *s, u32 signo)
{
	bool any = false;

	for (size_t i = 0; i < s->image->progs.n && !s->stop; i++) {
		const struct prog *p = s->image->progs.v[i];

		for (size_t t = 0; p->provider->runs == RUN_SIGNAL && t < p->targets.n; t++)
			if (p->targets.v[t]->id == signo) {
				records_run(s, p);
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
			pace_hurry(l->s);
	}
}

static void on_timers(struct loop *l)
{
	u64 n;

	for (size_t i = 0; i < l->timers.n && !l->s->stop; i++)
		if (read(l->timers.v[i].fd, &n, 8) == 8)
			records_run(l->s, l->timers.v[i].prog);
	if (l->refresh >= 0 && !l->s->stop && read(l->refresh, &n, 8) == 8)
		live_tick(l->s);
	if (l->deadline >= 0 && read(l->deadline, &n, 8) == 8)
		l->s->stop = true;
}

static void on_keys(struct loop *l)
{
	if (l->keys->revents & POLLIN)
		live_keys(l->s);
	if (l->keys->revents & (POLLHUP | POLLERR))	/* the terminal went away */
		l->keys->fd = -1;
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
	l->polls = arena_array(l->s->image->arena, struct pollfd, MAX_POLL + 2);
	add_poll(l, l->signals);
	add_poll(l, l->deadline);
	add_poll(l, l->watched);
	add_poll(l, l->refresh);
	add_poll(l, l->s->decode.uevents);
	for (size_t i = 0; i < l->timers.n; i++)
		add_poll(l, l->timers.v[i].fd);
	add_events(l, l->s->events);
	add_events(l, l->s->mappings.events);
	l->keys = &l->polls[l->n_polls++];
	*l->keys = (struct pollfd){ .fd = l->s->live.has_keys ? STDIN_FILENO : -1,
				    .events = POLLIN };
	l->out = &l->polls[l->n_polls++];
	*l->out = (struct pollfd){ .events = POLLOUT };
}

/*
 * Records are collected in the buffer, because waking us for each would cost three times
 * as much as making it.  The kernel wakes us for the first one in an empty buffer, which
 * is taken at once.  After that we only check every few ms whether the buffer has room,
 * and take the records every PILE_MS, until there are none.  A program that sends an
 * urgent record sets a flag in the vars map.
 */
#define PILE_MS 50
#define PILE_LEAST (128 << 10)	/* smaller buffers fill too fast */

struct pile {
	int step;		/* ms between checks; 0: records are never collected */
	bool open;		/* records are being collected */
	int age;		/* ms since records were last taken */
};

static int pile_step(const struct session *s)
{
	u64 size = s->image->maps.v[s->image->ring_map].max_entries;

	if (!s->events || !image_has_ring(s->image) || s->opt->unbuffered ||
	    size < PILE_LEAST)
		return 0;
	return size >= 1 << 20 ? 4 : 1;
}

static bool take_urgent(struct session *s)
{
	u64 *urgent = (void *)(s->maps.vars + VARS_URGENT);
	bool was = *urgent;

	*urgent = 0;
	return was;
}

/* May the records stay in the buffer?  n is what poll() returned. */
static bool may_pile(struct loop *l, struct pile *p, int n)
{
	bool woken = l->s->events && events_woken(l->s->events);

	if (take_urgent(l->s) || !p->open || n > woken)
		return false;
	p->age += n ? 0 : p->step;
	return p->age < PILE_MS && !events_quarters(l->s->events);
}

/* The kernel doesn't wake us for losses, so --strict checks for them at this interval.  While
 * records are held back in the buffer, this is also how often its free space is checked. */
#define LOOK_MS 50

static void stop_if_lossy(struct session *s)
{
	if (s->opt->strict && losses_any(s))
		s->stop = true;
}

/* How many ms to wait in poll(); -1: without limit. */
static int loop_wait(const struct loop *l, const struct pile *p)
{
	const struct session *s = l->s;
	int most = walktables_wait(s->mappings.walk), threads = threads_wait(s);

	if (most < 0 || (threads >= 0 && threads < most))
		most = threads;
	if (s->pace.turn_is_over)
		return 0;
	if (p->open)
		return p->step;
	if (!s->opt->strict && !s->outlet.is_stalled && !cost_limits(s) && !timeline_holds(s))
		return most;
	return most > 0 && most < LOOK_MS ? most : LOOK_MS;
}

void loop_run(struct loop *l)
{
	struct session *s = l->s;
	struct pile pile = { .step = pile_step(s) };
	u32 watched = l->deadline >= 0 ? 2 : 1;
	int n;

	collect_polls(l);
	s->outlet.is_tracing = true;
	while (!s->stop) {
		l->out->fd = s->outlet.text.n && !s->output->is_document ? s->outlet.fd : -1;
		n = poll(l->polls, l->n_polls, loop_wait(l, &pile));
		if (n < 0 && errno != EINTR) {
			l->failed = refused("poll");
			break;
		}
		if (!s->pace.turn_is_over && may_pile(l, &pile, n))
			continue;
		s->any_records = false;
		decode_follow_modules(s);
		on_signals(l);
		if (cost_limits(s) && !s->stop)
			cost_look(s);
		records_drain(s);
		mappings_forget(s);
		threads_look(s);
		stop_if_lossy(s);
		pile.open = pile.step && s->any_records;
		pile.age = 0;
		if (!s->stop)
			on_timers(l);
		on_keys(l);
		if (l->watched >= 0 && l->polls[watched].revents)
			s->stop = true;
	}
}

/* Each read() runs the program for some objects.  The records it sent are shown before the next
 * one. */
void loop_run_iters(struct session *s)
{
	char byte[ITER_STEP];

	for (size_t i = 0; i < s->image->progs.n; i++) {
		const struct prog *p = s->image->progs.v[i];

		for (size_t t = 0; p->provider->runs == RUN_ITER && t < p->targets.n; t++)
			while (!s->stop && p->targets.v[t]->fd >= 0 &&
			       (read(p->targets.v[t]->fd, byte, sizeof(byte)) > 0 ||
				errno == EAGAIN || errno == EINTR)) {
				records_drain(s);
				pace_breathe(s);
				stop_if_lossy(s);
				errno = 0;
			}
	}
	records_drain_all(s);
}

/* ---- beginning and end ---- */

static int open_signals(struct loop *l)
{
	l->signals = signals_open(l->s->image);
	return l->signals < 0 ? refused("signalfd") : 0;
}

/* Opens the process of -p, to see its end.  Returns 0, or an exit status if it doesn't exist. */
static int watch_pid(struct loop *l)
{
	pid_t pid = l->s->opt->pid;

	if (!pid)
		return 0;
	l->watched = host_open_process(pid);
	if (l->watched < 0) {
		print_error("-p %d: %s", (int)pid, limit_error(0));
		return 1;
	}
	return 0;
}

int loop_open(struct loop *l, struct session *s)
{
	int err;

	*l = (struct loop){ .s = s, .signals = -1, .deadline = -1, .watched = -1, .refresh = -1 };
	err = open_signals(l);
	return err ? err : watch_pid(l);
}

/* Waits for a command that ignores SIGTERM until a signal tells us to end, then leaves it alone. */
#define CHILD_MS 1000

void loop_end_command(struct loop *l)
{
	while (!child_end(&l->child, CHILD_MS) && !l->s->pace.hurried)
		if (signals_end(l->s->image))
			pace_hurry(l->s);
}

void loop_close(struct loop *l)
{
	hold_close(&l->hold);
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
