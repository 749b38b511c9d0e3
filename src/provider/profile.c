/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile.c - samples on every CPU, by its clock.
 *
 * profile:hz:99, profile:99hz, profile:10ms; profile:0:100hz on CPU 0 only.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <string.h>

#include "base/number.h"
#include "kernel/host.h"
#include "kernel/sysperf.h"
#include "provider/duration.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "tables.h"

static int expand_profile(struct script *s, struct prog *p, const char *text)
{
	const char *rest = text;
	struct target *t;
	u64 period, freq, n;
	s32 cpu = -1;

	if (number_decimal(&rest, &n) && *rest == ':' && n <= INT32_MAX) {
		cpu = (s32)n;
		rest++;
	} else {
		rest = text;
	}
	if (!duration_parse(rest, 0, &period, &freq) || (!period && !freq)) {
		diag_say(s->diag, E_PROBE_SYNTAX, p->span, text, p->provider->usage);
		return -1;
	}
	t = script_target(s, p->span, arena_printf(s->arena, "profile:%s", text));
	t->id = period;
	t->freq = freq;
	t->cpu = cpu;
	vec_push(&p->targets, t);
	return 0;
}

static int attach_one(struct attach *a, const struct prog *p, struct target *t, int cpu)
{
	int fd = sysperf_clock(cpu, t->id, t->freq);

	return fd < 0 ? fd : attach_perf(a, p, t, fd);
}

static int attach_profile(struct attach *a, const struct prog *p, struct target *t)
{
	u32 *cpus, n;
	int err = 0;

	if (t->cpu >= 0)
		return attach_one(a, p, t, t->cpu);
	n = host_cpus_online(a->script->arena, &cpus);
	for (u32 i = 0; i < n && !err; i++)
		err = attach_one(a, p, t, (int)cpus[i]);
	return err;
}

static void explain_profile(struct script *s, const struct target *t, int err,
			    struct strbuf *out)
{
	(void)s;
	(void)t;
	if (err == -EACCES || err == -EPERM)
		sb_puts(out, "not permitted: run as root (CAP_BPF and CAP_PERFMON)");
	else if (err == -EINVAL)
		sb_puts(out, "the kernel does not take this rate: see kernel.perf_event_max_sample_rate");
	else if (err == -ENODEV || err == -ENXIO)
		sb_puts(out, "there is no such CPU online");
	else
		sb_printf(out, "perf clock: %s", strerror(-err));
}

const struct provider provider_profile = {
	.name = "profile", .aliases = "p", .usage = "profile:hz:99, profile:99hz, profile:10ms",
	.doc = DOC("sampled on every CPU, so many times a second"),
	.offers = OFFERS_TASK | OFFERS_REGS | OFFERS_KSTACK | OFFERS_USTACK,
	.prog_type = BPF_PROG_TYPE_PERF_EVENT, .expand = expand_profile,
	.attach = attach_profile, .explain = explain_profile,
	.default_body = "@[kstack] = count();",
};
