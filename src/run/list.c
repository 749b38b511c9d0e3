/* SPDX-License-Identifier: GPL-2.0-or-later */
/* list.c - -l: the probes there are; see list.h. */
#include "run/list.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kernel/kern.h"
#include "provider/provider.h"
#include "run/progress.h"

struct listing { struct kern *k; const struct provider *pv; u32 word, n; bool verbose, to_terminal; };

static int show(void *arg, const char *name)
{
	struct listing *l = arg;
	struct strbuf more = { 0 };

	puts(name);
	l->n++;
	if (!l->to_terminal)	/* else one sees how far it is */
		progress("listing", l->n, 0);
	if (l->verbose && l->pv->describe) {
		l->pv->describe(l->k, name, l->word, &more);
		fputs(sb_str(&more), stdout);
	}
	sb_free(&more);
	return 0;
}

static void list_provider(struct listing *l, const struct provider *pv, const char *glob)
{
	int err;

	l->pv = pv;
	if (!pv->list) {
		puts(pv->usage);
		l->n++;
		return;
	}
	err = pv->list(l->k, glob, show, l);
	if (err)
		fprintf(stderr, "awl: %s: %s; is tracefs mounted, and are you root?\n",
			pv->name, strerror(-err));
}

int list_probes(struct kern *k, const char *glob, bool verbose, u32 word)
{
	struct listing l = { .k = k, .word = word, .verbose = verbose };
	const char *colon = strchr(glob, ':');
	const struct provider *one = NULL;

	if (colon)
		one = provider_find(glob, (size_t)(colon - glob));
	else if (*glob)
		one = provider_find(glob, strlen(glob));
	if (one) {
		list_provider(&l, one, colon && colon[1] ? colon + 1 : "*");
	} else {
		for (int i = 0; providers[i]; i++)
			if (providers[i]->list || !*glob || !strcmp(glob, "*"))
				list_provider(&l, providers[i], *glob ? glob : "*");
	}
	progress_end();
	if (!l.n)
		fprintf(stderr, "awl: no probe matches '%s'\n", glob);
	return l.n ? 0 : 1;
}
