/* SPDX-License-Identifier: GPL-2.0-or-later */
/* list.c - -l: the probes there are; see list.h. */
#include "run/list.h"

#include <string.h>
#include <unistd.h>

#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "provider/provider.h"
#include "run/progress.h"

struct listing {
	struct kern *k;
	const struct provider *pv;
	struct strbuf out;
	u32 n;
	bool verbose, to_terminal;
};

static int show(void *arg, const char *group, const char *event)
{
	struct listing *l = arg;

	l->n++;
	sb_printf(&l->out, "%s:%s%s%s\n", l->pv->name, group, *group ? ":" : "", event);
	if (!l->to_terminal)	/* else one sees how far it is */
		progress("listing", l->n, 0);
	if (l->verbose && l->pv->describe)
		l->pv->describe(l->k, l->pv, group, event, &l->out);
	return l->out.n > 1 << 15 ? print_buffer(STDOUT_FILENO, &l->out) : 0;
}

/* Its probes are in a file. */
static bool is_user(const struct provider *pv)
{
	return pv->feature == FEATURE_UPROBE_PMU;
}

static void list_provider(struct listing *l, const struct provider *pv, const char *glob)
{
	int err;

	l->pv = pv;
	if (!pv->list || (is_user(pv) && !strcmp(glob, "*") && !l->k->pid)) {	/* of which file? */
		l->n++;
		sb_printf(&l->out, "%s\n", text_of(pv->usage));
		return;
	}
	err = pv->list(l->k, pv, glob, show, l);
	print_buffer(STDOUT_FILENO, &l->out);
	if (err)
		print_error(is_user(pv) ? "%s: %s" : "%s: %s (needs %s)", pv->name,
			    error_text(err), /* raw ones need nothing, but to be known */
			    feature_needs(pv->feature ? pv->feature : FEATURE_TRACEPOINT));
}

int list_probes(struct kern *k, const char *glob, bool verbose)
{
	struct listing l = { .k = k, .to_terminal = isatty(STDOUT_FILENO), .verbose = verbose };
	const char *colon = strchr(glob, ':');
	const char *which = arena_strndup(k->arena, glob, strcspn(glob, ":"));
	const struct provider *one = provider_find(which, strlen(which));
	/* glob without a provider is looked for in all; what is before a colon is no file */
	bool named = one || (colon && host_is_glob(which)), all = !*glob || !strcmp(glob, "*");
	const char *rest = !named ? glob : colon ? colon + 1 : "";

	for (int i = 0; providers[i]; i++) {
		const struct provider *pv = providers[i];

		if (one ? pv == one : !pv->list ? all :
		    named ? host_glob(which, pv->name) : !colon || !is_user(pv))
			list_provider(&l, pv, *rest ? rest : "*");
	}
	progress_end();
	print_buffer(STDOUT_FILENO, &l.out);
	sb_free(&l.out);
	if (!l.n)
		print_error(TEXT_ARGS(T_NO_MATCH, glob));
	return l.n ? 0 : 1;
}
