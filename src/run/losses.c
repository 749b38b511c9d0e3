/* SPDX-License-Identifier: GPL-2.0-or-later */
/* losses.c - see losses.h. */
#include "run/losses.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "kernel/sysbpf.h"
#include "run/attach.h"
#include "run/events.h"
#include "run/mapread.h"
#include "run/samples.h"
#include "run/session.h"
#include "run/snapshot.h"
#include "run/switched.h"
#include "symbols/usyms.h"

/* ---- kinds of losses ---- */

struct each { struct session *s; losses_fn *fn; };

static void one(const struct each *e, const char *what, const char *where, u64 count, u32 cure)
{
	struct lost lost = { what, where, count, cure };

	e->fn(e->s, &lost);
}

/* The place or the pattern that a program is attached to, in the script's words. */
static const char *where_is(const struct prog *p)
{
	return p->targets.n == 1 ? p->targets.v[0]->name : p->where;
}

/*
 * Counts hits that a probe missed, and those that its program skipped.  The kernel runs no program
 * on a CPU where another one has not ended: because it was interrupted or, from 7.x on in system
 * call tracepoints, because its task was preempted.  If the kernel would run it, the program itself
 * may skip the hit (provider/preempted.c).
 */
static void each_hit(const struct each *e, const struct prog *p)
{
	struct sysbpf_stats stats = { 0 };
	u64 n = p->skips_nested ? mapread_counter(&e->s->maps, p->nested_off + 8) : 0;

	if (p->has_twin)	/* one twin runs for the hits that the other skips */
		return;
	sysbpf_prog_stats(p->fd, &stats);
	n += p->missed + stats.recursion_misses;
	if (n || !p->repeats)
		one(e, "hits", where_is(p), n, p->missed ? T_WAS_MISSED :
		    p->only_deletes ? T_DELETE_SKIPPED : T_WAS_SKIPPED);
}

/* n: records for which the buffer had no room.  If p repeats, the call for the program before it
 * reported the clause's losses. */
static void each_of_prog(const struct each *e, const struct prog *p, u64 n)
{
	const char *where = where_is(p);

	if (!p->repeats)
		one(e, "events", where, n, T_RAISE_BUFFER);
	if (!p->repeats || p->unshown)
		one(e, "records", where, p->unshown, T_SLOW_READER);
	if (!p->repeats || p->unrun)
		one(e, "commands", where, p->unrun, T_TOLD_TO_END);
}

static void each_prog(const struct each *e)
{
	const struct session *s = e->s;
	u64 lost = s->events ? events_lost(s->events) : 0;

	for (size_t i = 0; i < s->image->progs.n; i++) {
		const struct prog *p = s->image->progs.v[i];

		for (const struct prog *q = p; q; q = q->joined) {
			u64 n = q->repeats ? 0 : mapread_counter(&s->maps, q->lost_off);

			lost -= n < lost ? n : lost;
			each_of_prog(e, q, n);
		}
		if (p->runs_off)
			one(e, "samples", where_is(p), p->unsampled, T_WAS_LATE);
		each_hit(e, p);
	}
	/* before 5.0 the buffers count losses that the programs don't see */
	one(e, "events", "", lost, T_RAISE_BUFFER);
}

static void each_map(const struct each *e)
{
	const struct image *im = e->s->image;

	for (size_t i = 0; i < im->globals.n; i++) {
		char name[80];

		snprintf(name, sizeof(name), "@%s is full", im->globals.v[i]->name);
		one(e, "entries", name,
		    mapread_counter(&e->s->maps, im->globals.v[i]->map_full_off), T_RAISE_MAP_SIZE);
	}
}

/* A module can be unloaded although a program is attached to its function.  Loading the module
 * again doesn't attach the program again. */
static void each_module(const struct each *e)
{
	for (const struct host_module *m = e->s->losses.modules; m; m = m->next)
		if (host_module_gone(m))
			one(e, "modules", m->path + strlen(HOST_MODULES), 1, T_UNLOADED);
}

/* Probes that are switched off now.  How many hits they missed is not known. */
static void each_switched(const struct each *e)
{
	struct switched n = switched_off(e->s->image, switches_written(&e->s->attached->switches));

	one(e, "probes", "ftrace", n.ftrace, n.ftrace_why);
	one(e, "probes", "kprobes", n.kprobes, n.kprobes_why);
}

void losses_each(struct session *s, losses_fn *fn)
{
	const struct each e = { s, fn };
	const struct image *im = s->image;
	const struct mapread *maps = &s->maps;

	each_prog(&e);
	each_map(&e);
	one(&e, "stacks", "", mapread_counter(maps, im->stack_full_off), T_RAISE_MAP_SIZE);
	one(&e, "ends of user stacks", "", snapshots_cut(s->decode.copies, true), T_COPY_ENDS);
	one(&e, "ends of user stacks", "page not in memory",
	    snapshots_cut(s->decode.copies, false), 0);
	one(&e, "ends of loops", "", mapread_counter(maps, im->loops_cut_off), T_LOOPS_END);
	one(&e, "mappings of processes", "",
	    s->mappings.events ? events_lost(s->mappings.events) : 0, T_NO_SYMBOLS);
	one(&e, "mappings of files", "",
	    s->mappings.usyms ? usyms_nameless(s->mappings.usyms) : 0, T_MANY_FILES);
	each_module(&e);
	each_switched(&e);
	one(&e, "ms of tracing", "", s->cost.paused / 1000000, T_PAUSED);
	one(&e, "ends of strings", "",
	    im->cuts_texts ? mapread_counter(maps, im->texts_cut_off) : 0, T_LONGER_STRINGS);
	one(&e, "divisions by zero", "", im->divides ? mapread_counter(maps, im->zeros_off) : 0,
	    T_BY_ZERO);
	one(&e, "reads of memory", "", mapread_counter(maps, im->read_failed_off),
	    T_NOT_IN_MEMORY);
}

void losses_count_missed(struct session *s)
{
	attach_count_missed(s->attached, s->image);
	samples_count(s->attached, &s->maps);
}

static void note(struct session *s, const struct lost *lost)
{
	s->losses.any |= lost->count > 0;
}

bool losses_any(struct session *s)
{
	losses_count_missed(s);
	losses_each(s, note);
	return s->losses.any;
}

/* ---- reports ---- */

void losses_show_one(struct session *s, const struct loss *l)
{
	struct strbuf text = { 0 };

	s->losses.any |= l->count > 0;
	if (!l->count && !s->output->tells_zeros)
		return;
	if (s->output->loss && s->output != s->opt->notes) {
		s->output->loss(&s->outlet.text, l);
		return;
	}
	s->opt->notes->loss(&text, l);
	print_buffer(STDERR_FILENO, &text);
	sb_free(&text);
}

static void show(struct session *s, const struct lost *lost)
{
	struct loss l = { lost->what, lost->where, lost->count, "", s->live.source };

	if (lost->cure && (lost->count || s->output->tells_zeros))
		l.cure = text_of(lost->cure);
	losses_show_one(s, &l);
}

void losses_show(struct session *s)
{
	outlet_flush(s);
	losses_each(s, show);
	outlet_flush(s);
}

static void show_away(struct session *s, const struct target *t, u32 cpu, u64 ns)
{
	const struct each e = { s, show };
	char where[128];

	snprintf(where, sizeof(where), "%s on CPU %u", t->name, cpu);
	one(&e, "ms", where, ns / 1000000, T_WAS_OFFLINE);
}

static bool is_sampled(const struct attachments *at, const struct target *t, u32 cpu)
{
	for (size_t i = 0; i < at->cpus.n; i++)
		if (at->cpus.v[i].target == t && at->cpus.v[i].cpu == cpu)
			return true;
	return false;
}

/* An event that stopped because its CPU went offline stays off when the CPU is back.  The clocks
 * that are compared here differ by less than a hundredth. */
void losses_show_away(struct session *s)
{
	const struct attachments *at = s->attached;
	const struct target *last = NULL;
	struct arena arena = { 0 };
	u32 *cpus, n = at->cpus.n ? host_cpus_online(&arena, &cpus) : 0;

	for (size_t i = 0; i < at->cpus.n; i++) {
		const struct sampled *e = &at->cpus.v[i];
		u64 age, away = attach_away(e, &age);

		if (away > 20000000 + age / 100)
			show_away(s, e->target, e->cpu, away);
		for (u32 k = 0; k < n && e->target != last && e->target->cpu < 0; k++)
			if (!is_sampled(at, e->target, cpus[k]))
				show_away(s, e->target, cpus[k], age);
		last = e->target;
	}
	arena_free(&arena);
}

/* This goes to stderr, because nobody reads the output. */
void losses_show_unwritten(struct session *s)
{
	struct strbuf text = { 0 };
	struct loss lost[] = {
		{ "bytes of output", "", s->outlet.unwritten, "", "" },
		{ "bytes of messages", "", print_dropped(), "", "" },
	};

	s->losses.any |= s->outlet.unwritten > 0;
	for (size_t i = 0; i < ARRAY_SIZE(lost); i++) {
		if (!lost[i].count)
			continue;
		lost[i].cure = text_of(T_SLOW_READER);
		s->opt->notes->loss(&text, &lost[i]);
	}
	print_buffer(STDERR_FILENO, &text);
	sb_free(&text);
}
