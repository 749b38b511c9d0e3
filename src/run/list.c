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
	u32 word, n;
	bool verbose, to_terminal;
};

static void put_line(struct listing *l, const char *text)
{
	l->n++;
	sb_puts(&l->out, text);
	sb_putc(&l->out, '\n');
	if (!l->to_terminal)	/* else one sees how far it is */
		progress("listing", l->n, 0);
}

static int show(void *arg, const char *name)
{
	struct listing *l = arg;

	put_line(l, name);
	if (l->verbose && l->pv->describe)
		l->pv->describe(l->k, name, l->word, &l->out);
	return l->out.n > 1 << 15 ? print_buffer(STDOUT_FILENO, &l->out) : 0;
}

static void list_provider(struct listing *l, const struct provider *pv, const char *glob)
{
	int err;

	l->pv = pv;
	if (!pv->list) {
		put_line(l, text_of(pv->usage));
		return;
	}
	err = pv->list(l->k, glob, show, l);
	print_buffer(STDOUT_FILENO, &l->out);
	if (err)
		print_error("%s: %s%s", pv->name, error_text(err),
			    pv->offers & OFFERS_USER_CTX ? ""
				: "; is tracefs mounted, and are you root?");
}

int list_probes(struct kern *k, const char *glob, bool verbose, u32 word)
{
	struct listing l = { .k = k, .word = word,
			     .to_terminal = isatty(STDOUT_FILENO), .verbose = verbose };
	const char *colon = strchr(glob, ':');
	const char *which = arena_strndup(k->arena, glob, strcspn(glob, ":"));
	const struct provider *one = provider_find(which, strlen(which));

	if (one) {
		list_provider(&l, one, colon && colon[1] ? colon + 1 : "*");
	} else if (colon && host_is_glob(which)) {
		for (int i = 0; providers[i]; i++)
			if (host_glob(which, providers[i]->name) && providers[i]->list)
				list_provider(&l, providers[i], colon + 1);
	} else {
		for (int i = 0; providers[i]; i++)
			if (colon && providers[i]->offers & OFFERS_USER_CTX)
				continue;	/* what is before it is no file */
			else if (providers[i]->list || !*glob || !strcmp(glob, "*"))
				list_provider(&l, providers[i], *glob ? glob : "*");
	}
	progress_end();
	print_buffer(STDOUT_FILENO, &l.out);
	sb_free(&l.out);
	if (!l.n)
		print_error(text_of(T_NO_MATCH), glob);
	return l.n ? 0 : 1;
}
