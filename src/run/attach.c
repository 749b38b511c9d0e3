/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * attach.c - attaches programs to their probes; see attach.h.
 *
 * A target of a pattern that can't be attached is skipped and counted.  For a target
 * that the script names the reason is printed.
 */
#include "run/attach.h"

#include <dirent.h>
#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "kernel/limit.h"
#include "kernel/sysbpf.h"
#include "kernel/sysperf.h"
#include "provider/provider.h"
#include "run/load.h"
#include "run/progress.h"
#include "run/switched.h"
#include "run/whynot.h"

int attach_perf(struct attach *a, const struct prog *p, const struct target *t, int perf_fd)
{
	int err = 0, link = sysbpf_link_perf(p->fd, perf_fd, t->cookie);

	/* A link has the cookie (5.15), and it counts the hits it misses (6.7). */
	if (link >= 0)
		vec_push(&a->to->fds, link);
	else if (p->uses_target && p->targets.n > 1)
		err = link;
	else
		err = sysperf_set_bpf(perf_fd, p->fd);
	/* A probe's program runs now, so its event needn't be enabled.  That would make the
	 * kernel remove and add all events of that CPU, which takes most of the time if
	 * there are thousands. */
	if (!err && t->event)
		err = sysperf_enable(perf_fd);
	if (err) {
		close(perf_fd);
		return err;
	}
	/* When the link is closed the program is off, and the probe may be closed later, after
	 * the results are printed. */
	if (link >= 0 && !t->event)
		vec_push(&a->to->idle, perf_fd);
	else
		vec_push(&a->to->fds, perf_fd);
	return 0;
}

static int attach_cpu(struct attach *a, const struct prog *p, struct target *t, u32 cpu)
{
	int fd = sysperf_event(t->event, -1, (int)cpu), err;

	err = fd < 0 ? fd : attach_perf(a, p, t, fd);
	if (!err)
		vec_push(&a->to->cpus, ((struct sampled){ t, fd, cpu, host_now(CLOCK_MONOTONIC) }));
	return err;
}

static int attach_thread(struct attach *a, const struct prog *p, struct target *t, int tid)
{
	int fd = sysperf_event(t->event, tid, -1);

	return fd < 0 ? fd : attach_perf(a, p, t, fd);
}

/* Attaches to each thread of a process.  Threads and processes that these start later inherit
 * the event. */
static int attach_process(struct attach *a, const struct prog *p, struct target *t, s32 pid)
{
	DIR *tasks = opendir(arena_printf(a->image->arena, "/proc/%d/task", pid));
	struct dirent *d;
	int err = tasks ? 0 : last_error();

	while (tasks && !err && (d = readdir(tasks))) {
		const char *name = d->d_name;
		u64 tid;

		if (!number_decimal(&name, &tid))
			continue;
		err = attach_thread(a, p, t, (int)tid);
		if (err == -ESRCH)	/* the thread has ended */
			err = 0;
	}
	if (tasks)
		closedir(tasks);
	return err;
}

int attach_event(struct attach *a, const struct prog *p, struct target *t)
{
	s32 pid = a->pid ? a->pid : a->child;
	u32 *cpus, n;
	int err = 0;

	if (t->cpu >= 0)
		return attach_cpu(a, p, t, (u32)t->cpu);
	if (pid && t->in_process)
		return attach_process(a, p, t, pid);
	n = host_cpus_online(a->image->arena, &cpus);
	for (u32 i = 0; i < n && !err; i++)
		err = attach_cpu(a, p, t, cpus[i]);
	return err;
}

u64 attach_away(const struct sampled *e, u64 *age)
{
	u64 value[2] = { 0 };

	*age = host_now(CLOCK_MONOTONIC) - e->since;
	/* read() returns 0 for an event in the error state, which never counts again */
	if (read(e->fd, value, sizeof(value)) < 0)
		return 0;
	return *age > value[1] ? *age - value[1] : 0;
}

int attach_link(struct attach *a, int link_fd)
{
	vec_push(&a->to->fds, link_fd);
	return 0;
}

/*
 * Explains the failures that any provider can meet: switches that are off for good, and
 * limits.  A trampoline takes BPF_MAX_TRAMP_LINKS programs (include/linux/bpf.h), an event
 * BPF_TRACE_MAX_PROGS (kernel/trace/bpf_trace.c).  False if the failure is another one.
 */
static bool say_limit(const struct prog *p, int err, struct strbuf *out)
{
	bool is_trampoline = p->provider->prog_type == BPF_PROG_TYPE_TRACING;
	u32 why = switched_why(p);

	if (why)
		sb_puts(out, text_of(why));
	else if (err == -EMFILE || err == -ENFILE)
		sb_puts(out, limit_error(err));
	else if (err == -E2BIG)
		sb_puts(out, text_of(is_trampoline ? T_FULL_TRAMPOLINE : T_FULL_EVENT));
	return out->n > 0;
}

static void say_failure(struct attach *a, const struct prog *p, const struct target *t,
			int err, const char *what)
{
	const char *name;
	unsigned line, col;
	struct strbuf why = { 0 };

	if (err == -EACCES || err == -EPERM)
		sb_puts(&why, text_of(whynot_permitted()));
	else if (err == -ENOENT && p->provider->feature != FEATURE_HARDWARE &&
		 !feature_has(p->provider->feature) && whynot_found())
		sb_puts(&why, text_of(whynot_found()));
	else if (!say_limit(p, err, &why) && p->provider->explain)
		p->provider->explain(a->image, t, err, &why);
	if (!*sb_str(&why))
		sb_puts(&why, error_text(err));
	diag_place(a->image->diag, t->span.beg, &name, &line, &col);
	sb_printf(a->say, "%s:%u:%u: %s: %s: %s\n", name, line, col, what, t->name,
		  sb_str(&why));
	sb_free(&why);
}

/* Is this the first time that a limit was met?  Limits are reported once, also for a pattern's
 * functions; other failures of those are only counted. */
static bool is_first_limit(struct attach *a, int err)
{
	bool is_limit = err == -EMFILE || err == -ENFILE || err == -E2BIG;

	if (!is_limit || a->told_limit)
		return false;
	return a->told_limit = true;
}

/* The result for a clause, whose targets may be spread over several programs. */
struct tally {
	u32 attached;
	bool refused;		/* a program could not be loaded again, which was reported */
	int err;		/* of the first target that failed */
	const struct prog *prog;
	const struct target *target;
};

/* How many of the script's probes a program has at one place: one of each clause in it. */
static u32 probes_of(const struct prog *p)
{
	u32 n = 0;

	for (; p; p = p->joined)
		n += !p->is_twin;
	return n;
}

/* Counts a target that was attached, or leaves it out if err says why it could not be. */
static void tally_target(struct attach *a, const struct prog *p, struct target *t, int err,
			 struct tally *y)
{
	if (!err) {
		y->attached++;
		a->to->n_probes += probes_of(p);
		return;
	}
	t->skipped = true;
	a->to->n_skipped += probes_of(p);
	if ((!t->from_glob && p->is_one_of_list &&
	     a->image->opt.missing != MISSING_IGNORE) || is_first_limit(a, err))
		say_failure(a, p, t, err, "warning");
	if (!y->err)
		*y = (struct tally){ y->attached, y->refused, err, p, t };
}

static void attach_target(struct attach *a, struct prog *p, struct target *t,
			  struct tally *y)
{
	int err = p->provider->attach(a, p, t);

	if (err && p->written) {	/* the cheaper provider failed: use the script's */
		err = load_written(a->image, p);
		if (!err)
			err = p->provider->attach(a, p, t);
	}
	tally_target(a, p, t, err, y);
}

/* Attaches all targets at once.  If the kernel refuses, the program is loaded again, to be
 * attached to one target at a time.  True if nothing is left to do. */
static bool attached_many(struct attach *a, struct prog *p, struct tally *y)
{
	if (!p->use_many)
		return false;
	if (!p->provider->attach_many(a, p)) {
		for (size_t t = 0; t < p->targets.n; t++)
			tally_target(a, p, p->targets.v[t], p->targets.v[t]->refused, y);
		return true;
	}
	p->use_many = false;
	a->looked_up = false;
	if (!load_again(a->image, p))
		return false;
	diag_flush(a->image->diag);
	y->refused = true;
	return true;
}

static void attach_targets(struct attach *a, struct prog *p, struct tally *y)
{
	if (attached_many(a, p, y))
		return;
	for (size_t t = 0; p->provider->runs <= RUN_ITER && t < p->targets.n; t++) {
		attach_target(a, p, p->targets.v[t], y);
		progress("attaching", (u32)t + 1, (u32)p->targets.n);
	}
}

static void attach_prog(struct attach *a, struct prog *p, struct tally *y)
{
	p->fds_from = (u32)a->to->fds.n;
	p->returns_from = a->to->returns.n;
	attach_targets(a, p, y);
	p->fds_to = (u32)a->to->fds.n;
	p->returns_to = a->to->returns.n;
}

/*
 * Programs at one place must run in the script's order, so those that the kernel would run
 * last-first are attached from the last to the first.  Return probes are attached before all
 * others, so that a program at the entry runs before they replace the return address.
 */
enum { RETURNS_FORWARD, RETURNS_BACKWARD, FORWARD, BACKWARD, TURNS };

static u32 turn_of(const struct prog *p)
{
	bool back = p->provider->is_last_first && p->provider->is_last_first(p);

	return (p->provider->offers & OFFERS_RETVAL ? RETURNS_FORWARD : FORWARD) + back;
}

/* tallies[i] is for the clause whose first program is number i. */
static void attach_in_turn(struct attach *a, u32 turn, struct tally *tallies)
{
	struct image *im = a->image;
	bool back = turn == RETURNS_BACKWARD || turn == BACKWARD;

	for (size_t n = 0; n < im->progs.n; n++) {
		size_t i = back ? im->progs.n - 1 - n : n, first = i;
		struct prog *p = im->progs.v[i];

		if (turn_of(p) != turn)
			continue;
		while (first && im->progs.v[first - 1]->clause == p->clause)
			first--;
		attach_prog(a, p, &tallies[first]);
	}
}

/* Says why probes of a clause are missing.  Returns 3 if that ends the session, else 0. */
static int tell_clause(struct attach *a, const struct tally *y)
{
	enum missing missing = a->image->opt.missing;

	if (y->refused)
		return 3;
	if (!y->err || (y->attached && (missing != MISSING_ERROR || y->target->from_glob)))
		return 0;
	if (y->err == -ENOENT && missing >= MISSING_WARN) {
		if (missing == MISSING_WARN && !y->prog->is_one_of_list)
			say_failure(a, y->prog, y->target, y->err, "warning");
		return 0;
	}
	say_failure(a, y->prog, y->target, y->err, "error");
	return 3;
}

static void say_few(struct attach *a)
{
	sb_printf(a->say, TEXT_ARGS(T_FEW_SLOTS, a->to->n_few, retprobe_default_slots(),
		  error_text(a->to->few_why)));
}

void attach_say_how(const struct attachments *at)
{
	if (at->n_after_nop)
		print_error(TEXT_ARGS(T_AFTER_NOP, at->n_after_nop));
	if (at->returns.n)
		print_error(TEXT_ARGS(T_SLOTS, at->returns.n, at->returns.slots));
}

int attach_all(struct attach *a)
{
	struct tally *tallies = mem_alloc((a->image->progs.n + 1) * sizeof(*tallies));
	int err = 0;

	if (switched_matters(a->image))
		switches_watch(&a->to->switches);
	for (u32 turn = 0; turn < TURNS; turn++)
		attach_in_turn(a, turn, tallies);
	for (size_t i = 0; i < a->image->progs.n; i++)
		if (tell_clause(a, &tallies[i]))
			err = 3;
	mem_free(tallies);
	retprobes_settle(&a->to->returns);
	if (!err)
		switched_say(a->image, a->say);
	if (a->to->n_few && !err)
		say_few(a);
	if (a->to->n_skipped && !err)
		sb_printf(a->say, TEXT_ARGS(T_SKIPPED, a->to->n_skipped));
	return err;
}

void attach_count_missed(const struct attachments *at, struct image *im)
{
	u64 *missed = mem_alloc((at->returns.n + 1) * sizeof(*missed));

	retprobes_missed(&at->returns, missed);
	for (size_t i = 0; i < im->progs.n; i++) {
		struct prog *p = im->progs.v[i];
		u64 links = 0, returns = 0;

		for (u32 k = p->fds_from; k < p->fds_to; k++)
			links += sysbpf_link_missed(at->fds.v[k]);
		for (u32 k = p->returns_from; k < p->returns_to; k++)
			returns += missed[k];
		/* from 6.7 on links count the missed returns, too; before, they count nothing */
		p->missed = p->before.missed + (returns > links ? returns : links);
	}
	mem_free(missed);
}

static void detached(size_t n, size_t of) { progress("detaching", (u32)n, (u32)of); }

void attach_stop(struct attachments *at)
{
	sysperf_close(at->fds.v, at->fds.n, detached);
	vec_free(&at->fds);
	vec_free(&at->cpus);
	if (at->idle.n && sysbpf_wait_for_programs())
		attach_release(at);
}

void attach_release(struct attachments *at)
{
	sysperf_close(at->idle.v, at->idle.n, detached);
	vec_free(&at->idle);
	retprobes_close(&at->returns);
}

#define LEAVE_MS 250

u32 attach_leave(struct attachments *at)
{
	int guarded = at->returns.group ? at->returns.alive : -1;
	size_t left;

	for (size_t i = 0; i < at->idle.n; i++)
		vec_push(&at->fds, at->idle.v[i]);
	left = sysperf_leave(at->fds.v, at->fds.n, LEAVE_MS, guarded, detached);
	vec_free(&at->fds);
	vec_free(&at->idle);
	if (!left)
		retprobes_close(&at->returns);
	return (u32)left;
}
