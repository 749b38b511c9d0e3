/* SPDX-License-Identifier: GPL-2.0-or-later */
/* selftest.c - -T: reports what works on this machine; see selftest.h. */
#include "run/selftest.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/print.h"
#include "base/text.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "lang/registry.h"
#include "provider/provider.h"

/* A "no" is followed by the error and its cure. */
static void put_line(struct strbuf *out, const char *name, enum feature f, const char *what)
{
	bool has = feature_has(f);

	sb_printf(out, "%-14s %-4s %s", name, has ? "yes" : "no", what);
	if (!has) {
		const char *needs = feature_needs(f);

		sb_printf(out, *needs ? ": %s (needs %s)" : ": %s", error_text(feature_errno(f)),
			  needs);
	}
	sb_putc(out, '\n');
}

/* Says for each provider whether the feature works that it needs most. */
static void selftest_providers(const struct registry *r, struct strbuf *out)
{
	for (const struct provider *const *p = r->providers; *p; p++) {
		const struct provider *pv = *p;
		enum feature f = pv->feature;

		/* kprobes replace trampolines if the kernel has none */
		if (f == FEATURE_BTF && feature_has(f) && !feature_has(FEATURE_TRAMPOLINE))
			f = FEATURE_KPROBE_PMU;
		put_line(out, pv->name, f, text_of(pv->usage));
	}
}

int selftest(const struct registry *r)
{
	struct strbuf out = { 0 };

	sb_printf(&out, TEXT_ARGS(T_THIS_KERNEL, host_release(), host_machine(),
				  host_cpus_possible(),
				  (unsigned long long)(host_memory() >> 20), host_lockdown()));
	for (int f = 0; f < FEATURES; f++)
		put_line(&out, feature_name(f), f, feature_what(f));
	sb_puts(&out, "providers\n");
	selftest_providers(r, &out);
	print_buffer(STDOUT_FILENO, &out);
	sb_free(&out);
	return feature_has(FEATURE_BPF) ? 0 : 3;	/* every script needs it */
}
