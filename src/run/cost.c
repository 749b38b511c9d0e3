/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cost.c - see cost.h. */
#include "run/cost.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "kernel/sysbpf.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "run/session.h"

/* ---- measuring ---- */

static u64 own_ns(void)
{
	struct rusage r;

	getrusage(RUSAGE_SELF, &r);
	return (u64)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1000000000 +
	       (u64)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1000;
}

/* Programs that the session runs itself are part of awl's own time. */
static bool counts(const struct prog *p)
{
	return p->provider->runs == RUN_ATTACHED;
}

static u64 ns_of_all(const struct session *s)
{
	struct sysbpf_stats stats;
	u64 ns = 0;

	for (size_t i = 0; i < s->image->progs.n; i++)
		if (counts(s->image->progs.v[i]) &&
		    !sysbpf_prog_stats(s->image->progs.v[i]->fd, &stats))
			ns += stats.run_ns;
	return ns;
}

int cost_open(struct session *s)
{
	int fd;

	if (!s->opt->cost && !s->opt->budget)
		return 0;
	fd = sysbpf_measure_runs();
	if (fd < 0) {
		print_error("%s: %s", s->opt->cost ? "--cost" : "--budget", error_text(fd));
		return 3;
	}
	s->cost.measuring = fd;
	return 0;
}

void cost_begin(struct session *s)
{
	struct cost *c = &s->cost;

	if (!c->measuring)
		return;
	c->began = c->seen_at = pace_now();
	c->own_began = own_ns();
	c->seen = ns_of_all(s);
	c->account = BUDGET_SPAN / BUDGET_WHOLE * s->opt->budget;
	c->full_at = c->began;
	c->full_seen = c->seen;
}

void cost_end(struct session *s)
{
	struct cost *c = &s->cost;

	if (!c->began)
		return;
	c->ended = pace_now();
	c->own = own_ns() - c->own_began;
	if (c->paused_at)
		c->paused += c->ended - c->paused_at;
	c->paused_at = 0;
}

void cost_close(struct session *s)
{
	if (s->cost.measuring)
		close(s->cost.measuring);
}

/* ---- the budget ---- */

bool cost_limits(const struct session *s)
{
	return s->cost.began && s->opt->budget;
}

static void detach(struct session *s)
{
	attach_stop(s->attached);
	attach_release(s->attached);
}

/* Detaches all programs.  What they have missed so far is kept, because descriptors count it. */
static void pause_tracing(struct session *s, u64 now)
{
	losses_count_missed(s);
	for (size_t i = 0; i < s->image->progs.n; i++) {
		struct prog *p = s->image->progs.v[i];
		u64 runs = p->runs_off ? mapread_counter(&s->maps, p->runs_off) : 0;

		p->before = (struct prog_before){ p->missed, p->unsampled, runs };
		p->fds_from = p->fds_to = p->returns_from = p->returns_to = 0;
	}
	losses_show_away(s);
	detach(s);
	s->cost.paused_at = now;
}

/* If the programs can't be attached again, the session ends.  If the only reason is that the traced
 * process has ended, the pause goes on, and the loop ends the session as it does without one. */
static void resume_tracing(struct session *s)
{
	struct cost *c = &s->cost;
	struct strbuf say = { 0 };
	struct attach a = { .image = s->image, .to = s->attached, .say = &say,
			    .pid = s->probed_pid, .child = s->child_pid };

	if (!attach_all(&a)) {
		c->paused += pace_now() - c->paused_at;
		c->paused_at = 0;
	} else if (s->probed_pid && host_process_ended(s->probed_pid)) {
		detach(s);
	} else {
		print_buffer(STDERR_FILENO, &say);
		c->is_over = s->stop = true;
	}
	sb_free(&say);
}

/* Hundredths of a percent of one CPU. */
static u64 share_of(u64 ns, u64 of_ns)
{
	u64 part = of_ns / 100 ? of_ns / 100 : 1;

	return (ns * 100 + part / 2) / part;
}

static void stop_for_budget(struct session *s)
{
	struct cost *c = &s->cost;
	u64 share = share_of(c->seen - c->full_seen, c->seen_at - c->full_at);
	u32 budget = s->opt->budget / (BUDGET_WHOLE / 10000);

	print_error(TEXT_ARGS(T_OVER_BUDGET, (unsigned long long)share / 100,
			      (unsigned)(share % 100), budget / 100, budget % 100));
	c->is_over = s->stop = true;
}

void cost_look(struct session *s)
{
	struct cost *c = &s->cost;
	const s64 most = BUDGET_SPAN / BUDGET_WHOLE * s->opt->budget;
	const u64 now = pace_now();
	u64 seen;

	if (now - c->seen_at < COST_LOOK)
		return;
	seen = ns_of_all(s);
	c->account += (s64)((now - c->seen_at) / 1000 * s->opt->budget / (BUDGET_WHOLE / 1000)) -
		      (s64)(seen - c->seen);
	c->seen = seen;
	c->seen_at = now;
	if (c->account >= most) {
		c->account = most;
		c->full_at = now;
		c->full_seen = seen;
	}
	if (c->account < 0 && !s->opt->throttle)
		stop_for_budget(s);
	else if (c->account < 0 && !c->paused_at)
		pause_tracing(s, now);
	else if (c->account >= most / 2 && c->paused_at)
		resume_tracing(s);
}

/* ---- the table ---- */

static const char *const columns[] = { "probe", "events", "ns", "of_ns" };

struct line { const char *probe; u64 events, ns; };

/* The sums of all programs of a clause.  Twins run for the same events. */
static struct line sum_of(const struct session *s, const struct prog *of)
{
	struct line line = { .probe = of->where };

	for (size_t i = 0; i < s->image->progs.n; i++) {
		const struct prog *p = s->image->progs.v[i];
		struct sysbpf_stats stats = { 0 };

		if (p->clause != of->clause || !counts(p))
			continue;
		sysbpf_prog_stats(p->fd, &stats);
		line.ns += stats.run_ns;
		line.events += p->is_twin ? 0 : stats.runs;
	}
	return line;
}

static bool is_first_of_clause(const struct session *s, size_t i)
{
	const struct prog *p = s->image->progs.v[i];

	for (size_t k = 0; k < i; k++)
		if (s->image->progs.v[k]->clause == p->clause && counts(s->image->progs.v[k]))
			return false;
	return counts(p);
}

static void put_line(struct strbuf *out, const struct line *line, u64 took)
{
	const u64 share = share_of(line->ns, took);

	sb_printf(out, "%12llu %9llu %4llu.%02u  %s\n", (unsigned long long)line->events,
		  (unsigned long long)(line->events ? line->ns / line->events : 0),
		  (unsigned long long)share / 100, (unsigned)(share % 100), line->probe);
}

static void show_as_values(struct session *s, const struct line *line, u64 took)
{
	struct value items[] = {
		{ .kind = V_STR, .s = line->probe, .len = (u32)strlen(line->probe) },
		{ .kind = V_UINT, .u = line->events }, { .kind = V_UINT, .u = line->ns },
		{ .kind = V_UINT, .u = took },
	};
	const struct value v = { .kind = V_RECORD, .names = columns, .items = items,
				 .n = ARRAY_SIZE(items) };

	if (s->output->row)
		s->output->row(&s->outlet.text, columns, v.n, items);
	else
		s->output->value(&s->outlet.text, &v);
}

/* Formats for programs get records, people get a table on stderr. */
static void show_line(struct session *s, const struct line *line, struct strbuf *table)
{
	const u64 took = s->cost.ended - s->cost.began;

	if (table)
		put_line(table, line, took);
	else
		show_as_values(s, line, took);
}

void cost_show(struct session *s)
{
	const struct line own = { .probe = "awl itself", .ns = s->cost.own };
	const struct output *out = s->output;
	struct strbuf text = { 0 }, *table = NULL;

	if (!s->opt->cost || !s->cost.ended)
		return;
	if (!out->row && (!out->value || out->is_text))
		table = &text;
	if (out->row)
		out->row(&s->outlet.text, columns, ARRAY_SIZE(columns), NULL);
	sb_puts(&text, "      EVENTS  NS/EVENT    CPU%  PROBE\n");
	for (size_t i = 0; i < s->image->progs.n; i++)
		if (is_first_of_clause(s, i)) {
			const struct line line = sum_of(s, s->image->progs.v[i]);

			show_line(s, &line, table);
		}
	show_line(s, &own, table);
	if (table)
		print_buffer(STDERR_FILENO, table);
	sb_free(&text);
}
