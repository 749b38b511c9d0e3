/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile.c - samples on every CPU: profile by time, software and hardware by
 * a count of events.
 *
 * profile:hz:99, profile:99hz, profile:10ms; profile:0:100hz on CPU 0 only.
 * software:page-faults:1, hardware:cache-misses:100000.  The names, their aliases
 * and the default counts are bpftrace's.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "kernel/sysperf.h"
#include "provider/duration.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "script.h"
#include "tables.h"

static struct target *add_target(struct script *s, struct prog *p, const char *text,
				 const struct sysperf_event *event)
{
	struct target *t = script_target(s, p->span, arena_printf(s->arena, "%s:%s",
					 p->provider->name, text));

	t->event = arena_memdup(s->arena, event, sizeof(*event));
	vec_push(&p->targets, t);
	return t;
}

static int expand_profile(struct script *s, struct prog *p, const char *text)
{
	struct sysperf_event e = { .type = PERF_TYPE_SOFTWARE,
				   .config = PERF_COUNT_SW_CPU_CLOCK };
	const char *rest = text;
	s32 cpu = -1;
	u64 n;

	if (number_decimal(&rest, &n) && *rest == ':' && n <= INT32_MAX) {
		cpu = (s32)n;
		rest++;
	} else {
		rest = text;
	}
	if (!duration_parse(rest, 0, &e.period, &e.freq) || (!e.period && !e.freq))
		return script_bad_probe(s, p, text);
	add_target(s, p, text, &e)->cpu = cpu;
	return 0;
}

/* ---- software, hardware ---- */

static const struct counter { const char *names; u8 config; u32 count; } software[] = {
	{ "alignment-faults", PERF_COUNT_SW_ALIGNMENT_FAULTS, 1 },
	{ "bpf-output", PERF_COUNT_SW_BPF_OUTPUT, 1 },
	{ "context-switches cs", PERF_COUNT_SW_CONTEXT_SWITCHES, 1000 },
	{ "cpu-clock cpu", PERF_COUNT_SW_CPU_CLOCK, 1000000 },
	{ "cpu-migrations", PERF_COUNT_SW_CPU_MIGRATIONS, 1 },
	{ "dummy", PERF_COUNT_SW_DUMMY, 1 },
	{ "emulation-faults", PERF_COUNT_SW_EMULATION_FAULTS, 1 },
	{ "major-faults", PERF_COUNT_SW_PAGE_FAULTS_MAJ, 1 },
	{ "minor-faults", PERF_COUNT_SW_PAGE_FAULTS_MIN, 100 },
	{ "page-faults faults", PERF_COUNT_SW_PAGE_FAULTS, 100 },
	{ "task-clock", PERF_COUNT_SW_TASK_CLOCK, 1000000 },
	{ NULL }
}, hardware[] = {
	{ "backend-stalls", PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 1000000 },
	{ "branch-instructions branches", PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 100000 },
	{ "branch-misses", PERF_COUNT_HW_BRANCH_MISSES, 100000 },
	{ "bus-cycles", PERF_COUNT_HW_BUS_CYCLES, 100000 },
	{ "cache-misses", PERF_COUNT_HW_CACHE_MISSES, 1000000 },
	{ "cache-references", PERF_COUNT_HW_CACHE_REFERENCES, 1000000 },
	{ "cpu-cycles cycles", PERF_COUNT_HW_CPU_CYCLES, 1000000 },
	{ "frontend-stalls", PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 1000000 },
	{ "instructions", PERF_COUNT_HW_INSTRUCTIONS, 1000000 },
	{ "ref-cycles", PERF_COUNT_HW_REF_CPU_CYCLES, 1000000 },
	{ NULL }
};

/* Is name one of the words in names?  Offers all of them to near. */
static bool is_named(struct script *s, const char *names, const char *name, struct near *near)
{
	for (const char *end; *names; names = end + (*end == ' ')) {
		const char *one;

		end = names + strcspn(names, " ");
		one = arena_strndup(s->arena, names, (size_t)(end - names));
		near_offer(near, one);
		if (!strcmp(one, name))
			return true;
	}
	return false;
}

/* Multiplies *n by the power of ten after it, as in 1e6. */
static bool scaled(const char **s, u64 *n)
{
	u64 e = 0;

	if (**s == 'e' && (++*s, !number_decimal(s, &e) || e > 9))
		return false;
	for (; e; e--)
		*n *= 10;
	return true;
}

static int expand_counter(struct script *s, struct prog *p, const char *text)
{
	bool hard = p->provider == &provider_hardware;
	size_t n = strcspn(text, ":");
	const char *count = text + n + 1, *name;
	struct sysperf_event e = { .type = hard ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE };
	struct near near;

	if (text[n] && *count && (!number_decimal(&count, &e.period) ||
				  !scaled(&count, &e.period) || *count || !e.period))
		return script_bad_probe(s, p, text);
	name = arena_strndup(s->arena, text, n);
	near_init(&near, name);
	for (const struct counter *c = hard ? hardware : software; c->names; c++) {
		if (!is_named(s, c->names, name, &near))
			continue;
		e.config = c->config;
		if (!e.period)
			e.period = c->count;
		add_target(s, p, text, &e)->in_process = true;
		return 0;
	}
	script_bad_probe(s, p, text);
	if (!diag_suggest(s->diag, "", near.best))
		diag_hint(s->diag, T_LIST_EVENTS, p->provider->name);
	return -1;
}

static int list_counters(struct kern *k, const struct provider *pv, const char *glob,
			 list_fn *fn, void *arg)
{
	const struct counter *c = pv == &provider_hardware ? hardware : software;

	for (; c->names; c++) {
		const char *name = arena_strndup(k->arena, c->names, strcspn(c->names, " "));

		if (host_glob(glob, name))
			fn(arg, "", name);
	}
	return 0;
}

/* ---- why not ---- */

static void explain_event(struct image *im, const struct target *t, int err,
			  struct strbuf *out)
{
	bool hard = t->event->type == PERF_TYPE_HARDWARE;

	(void)im;
	if (hard && (err == -ENOENT || err == -EOPNOTSUPP || err == -EINVAL))
		sb_puts(out, text_of(T_NO_COUNTER));
	else if (err == -ENOSPC)
		sb_puts(out, text_of(T_COUNTERS_TAKEN));
	else if (err == -EINVAL)
		sb_puts(out, text_of(T_RATE));
	else if (err == -ENODEV || err == -ENXIO)
		sb_puts(out, text_of(T_NO_CPU));
	else
		sb_printf(out, "perf event: %s", error_text(err));
}

#define OFFERS (OFFERS_TASK | OFFERS_REGS | OFFERS_KSTACK | OFFERS_USTACK)

const struct provider provider_profile = {
	.name = "profile", .aliases = "p", .usage = T_PROFILE,
	.offers = OFFERS, .counts_runs = true,
	.prog_type = BPF_PROG_TYPE_PERF_EVENT, .expand = expand_profile,
	.attach = attach_event, .explain = explain_event, .feature = FEATURE_PERF_CLOCK,
	.is_last_first = provider_last_first,
	.default_body = "@[kstack] = count();",
};

const struct provider provider_software = {
	.name = "software", .aliases = "s", .usage = T_SOFTWARE,
	.offers = OFFERS, .prog_type = BPF_PROG_TYPE_PERF_EVENT, .expand = expand_counter,
	.attach = attach_event, .explain = explain_event, .feature = FEATURE_PERF_CLOCK,
	.is_last_first = provider_last_first,
	.default_body = "@[comm] = count();", .list = list_counters,
};

const struct provider provider_hardware = {
	.name = "hardware", .aliases = "h", .usage = T_HARDWARE,
	.offers = OFFERS, .prog_type = BPF_PROG_TYPE_PERF_EVENT, .expand = expand_counter,
	.attach = attach_event, .explain = explain_event, .feature = FEATURE_HARDWARE,
	.is_last_first = provider_last_first,
	.default_body = "@[comm] = count();", .list = list_counters,
};
