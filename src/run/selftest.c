/* SPDX-License-Identifier: GPL-2.0-or-later */
/* selftest.c - -T: what works on this machine; see selftest.h. */
#include "run/selftest.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/print.h"
#include "base/text.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "provider/provider.h"

/* What follows a "no": the error and its cure. */
static void say_why(struct strbuf *out, enum feature f)
{
	int err = feature_errno(f);
	const char *needs = feature_needs(f);

	sb_printf(out, ": %s", error_text(err));
	if (*needs)
		sb_printf(out, " (needs %s)", needs);
}

/* Does each provider work here?  What it needs most is what says so. */
static void selftest_providers(struct strbuf *out)
{
	for (int i = 0; providers[i]; i++) {
		const struct provider *pv = providers[i];
		bool has = feature_has(pv->feature);

		sb_printf(out, "%-14s %-4s %s", pv->name, has ? "yes" : "no", text_of(pv->usage));
		if (!has)
			say_why(out, pv->feature);
		sb_putc(out, '\n');
	}
}

int selftest(void)
{
	struct strbuf out = { 0 };

	sb_printf(&out, "kernel %s on %s, %u CPUs, %llu MB of memory, lockdown: %s\n", host_release(),
	       host_machine(), host_cpus_possible(),
	       (unsigned long long)(host_memory() >> 20), host_lockdown());
	for (int f = 0; f < FEATURES; f++) {
		bool has = feature_has(f);

		sb_printf(&out, "%-14s %-4s %s", feature_name(f), has ? "yes" : "no", feature_what(f));
		if (!has)
			say_why(&out, f);
		sb_putc(&out, '\n');
	}
	sb_puts(&out, "providers\n");
	selftest_providers(&out);
	print_buffer(STDOUT_FILENO, &out);
	sb_free(&out);
	return feature_has(FEATURE_BPF) ? 0 : 3;	/* the one all need */
}
