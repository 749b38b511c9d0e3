/* SPDX-License-Identifier: GPL-2.0-or-later */
/* selftest.c - -T: what works on this machine; see selftest.h. */
#include "run/selftest.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/print.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "provider/provider.h"

/* What to do about a capability that is missing. */
static const struct { enum feature feature; const char *cure; bool essential; } cures[] = {
	{ FEATURE_BPF, "CONFIG_BPF_SYSCALL, and root or CAP_BPF and CAP_PERFMON", true },
	{ FEATURE_KPROBE_PMU, "CONFIG_KPROBE_EVENTS", false },
	{ FEATURE_UPROBE_PMU, "CONFIG_UPROBE_EVENTS", false },
	{ FEATURE_TRACEPOINT, "CONFIG_TRACEPOINTS and a mounted tracefs: mount -t tracefs tracefs /sys/kernel/tracing", false },
	{ FEATURE_PERF_CLOCK, "CONFIG_PERF_EVENTS", false },
	{ FEATURE_HARDWARE, "a CPU with counters and a driver for them; a virtual machine mostly has none", false },
	{ FEATURE_BREAKPOINT, "CONFIG_HAVE_HW_BREAKPOINT and a CPU with debug registers", false },
	{ FEATURE_ITER, "5.8 and CONFIG_DEBUG_INFO_BTF", false },
	{ FEATURE_TEST_RUN, "5.10", false },
	{ FEATURE_KPROBE_MULTI, "5.18 and CONFIG_FPROBE; without it globs attach one by one", false },
	{ FEATURE_UPROBE_MULTI, "6.6 on 64 bits; without it they attach one by one", false },
	{ FEATURE_RINGBUF, "5.8; without it perf buffers are used", false },
	{ FEATURE_BTF, "CONFIG_DEBUG_INFO_BTF; without it structs are declared in the script", false },
	{ FEATURE_JIT, "echo 1 >/proc/sys/net/core/bpf_jit_enable; without it programs are slower", false },
};

static const char *cure_of(enum feature f, bool *essential)
{
	for (size_t i = 0; i < ARRAY_SIZE(cures); i++)
		if (cures[i].feature == f) {
			*essential = cures[i].essential;
			return cures[i].cure;
		}
	return NULL;
}

/* What follows a "no": the error and its cure. */
static void say_why(struct strbuf *out, enum feature f, const char *cure)
{
	int err = feature_errno(f);

	sb_printf(out, ": %s", strerror(err < 0 ? -err : err));
	if (cure)
		sb_printf(out, " (needs %s)", cure);
}

/* Does each provider work here?  What it needs most is what says so. */
static void selftest_providers(struct strbuf *out)
{
	for (int i = 0; providers[i]; i++) {
		const struct provider *pv = providers[i];
		bool has = feature_has(pv->feature), essential;

		sb_printf(out, "%-14s %-4s %s", pv->name, has ? "yes" : "no", pv->usage);
		if (!has)
			say_why(out, pv->feature, cure_of(pv->feature, &essential));
		sb_putc(out, '\n');
	}
}

int selftest(void)
{
	struct strbuf out = { 0 };
	int status = 0;

	sb_printf(&out, "kernel %s on %s, %u CPUs, %llu MB of memory, lockdown: %s\n", host_release(),
	       host_machine(), host_cpus_possible(),
	       (unsigned long long)(host_memory() >> 20), host_lockdown());
	for (int f = 0; f < FEATURES; f++) {
		bool essential = false, has = feature_has(f);
		const char *cure = cure_of(f, &essential);

		sb_printf(&out, "%-14s %-4s %s", feature_name(f), has ? "yes" : "no", feature_what(f));
		if (!has)
			say_why(&out, (enum feature)f, cure);
		sb_putc(&out, '\n');
		if (!has && essential)
			status = 3;
	}
	sb_puts(&out, "providers\n");
	selftest_providers(&out);
	print_buffer(STDOUT_FILENO, &out);
	sb_free(&out);
	return status;
}
