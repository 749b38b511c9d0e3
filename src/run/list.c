/* SPDX-License-Identifier: GPL-2.0-or-later */
/* list.c - -l: lists probes; see list.h. */
#include "run/list.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/print.h"
#include "base/text.h"
#include "image.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "provider/provider.h"
#include "run/progress.h"
#include "show/render.h"

struct listing {
	const struct registry *registry;
	struct kern *k;
	const struct provider *pv;
	struct strbuf out;
	u32 n;
	bool verbose, to_terminal;
	bool is_closed;		/* the reader has closed stdout: "awl -l | head" */
};

static int show(void *arg, const char *group, const char *event)
{
	struct listing *l = arg;

	l->n++;
	sb_printf(&l->out, "%s:", l->pv->name);
	render_string(&l->out, group, strlen(group));
	sb_puts(&l->out, *group ? ":" : "");
	render_string(&l->out, event, strlen(event));
	sb_putc(&l->out, '\n');
	if (!l->to_terminal)	/* else the list itself shows the progress */
		progress("listing", l->n, 0);
	if (l->verbose && l->pv->describe)
		l->pv->describe(l->k, l->pv, group, event, &l->out);
	if (l->out.n > 1 << 15 && print_buffer(STDOUT_FILENO, &l->out))
		l->is_closed = true;
	return l->is_closed;
}

static void list_provider(struct listing *l, const struct provider *pv, const char *glob)
{
	int err;

	if (l->is_closed)
		return;
	l->pv = pv;
	/* Without a file or -p there is nothing to list. */
	if (!pv->list || (pv->takes_file && !strcmp(glob, "*") && !l->k->pid)) {
		l->n++;
		sb_printf(&l->out, "%s\n", text_of(pv->usage));
		return;
	}
	if (pv->takes_file && !strchr(glob, ':')) {	/* -p: of all files it has mapped */
		if (!l->k->pid)
			return;
		glob = arena_printf(l->k->arena, "*:%s", glob);
	}
	err = pv->list(l->k, pv, glob, show, l);
	print_buffer(STDOUT_FILENO, &l->out);
	if (err && !l->is_closed)
		print_error(pv->takes_file ? "%s: %s" : "%s: %s (needs %s)", pv->name,
			    error_text(err), /* raw tracepoints: tracefs lists them */
			    feature_needs(pv->feature ? pv->feature : FEATURE_TRACEPOINT));
}

static void list_glob(struct listing *l, const char *glob)
{
	const char *colon = strchr(glob, ':');
	const char *which = arena_strndup(l->k->arena, glob, strcspn(glob, ":"));
	const struct provider *one = registry_provider(l->registry, which, strlen(which));
	/* a glob without a provider is looked for in all; what precedes a colon is no file */
	bool named = one || (colon && host_is_glob(which)), all = !*glob || !strcmp(glob, "*");
	const char *rest = !named ? glob : colon ? colon + 1 : "";

	render_escapes(l->to_terminal);
	for (const struct provider *const *p = l->registry->providers; *p; p++) {
		const struct provider *pv = *p;

		if (one ? pv == one : !pv->list ? all :
		    named ? host_glob(which, pv->name) : !colon || !pv->takes_file)
			list_provider(l, pv, *rest ? rest : "*");
	}
}

/* The length of the first pattern, which ends at a comma that is not between braces. */
static size_t one_glob(const char *s)
{
	size_t n = 0;

	for (bool in_braces = false; s[n] && (in_braces || s[n] != ','); n++)
		in_braces = s[n] == '{' || (in_braces && s[n] != '}');
	return n;
}

int list_probes(const struct registry *r, struct kern *k, const char *glob, bool verbose)
{
	struct listing l = { .registry = r, .k = k, .verbose = verbose,
			     .to_terminal = isatty(STDOUT_FILENO) };
	size_t n;

	signal(SIGPIPE, SIG_IGN);	/* so that the progress line is removed before we exit */
	for (const char *s = glob; ; s += n + 1) {
		n = one_glob(s);
		list_glob(&l, arena_strndup(k->arena, s, n));
		if (!s[n])
			break;
	}
	progress_end();
	print_buffer(STDOUT_FILENO, &l.out);
	sb_free(&l.out);
	if (!l.n)
		print_error(TEXT_ARGS(T_NO_MATCH, glob));
	return l.n ? 0 : 1;
}

void list_script(const struct image *im, bool verbose)
{
	struct strbuf out = { 0 };
	struct hash shown = { 0 };

	for (size_t i = 0; i < im->progs.n; i++) {
		const struct prog *p = im->progs.v[i];

		if (p->provider->runs > RUN_ITER)	/* awl runs it: nothing is attached */
			continue;
		for (size_t j = 0; j < p->targets.n; j++) {
			const struct target *t = p->targets.v[j];

			if (!hash_put(&shown, t->name, strlen(t->name), (void *)t))
				sb_printf(&out, "%s\n", t->name);
			else if (!t->variables)
				continue;
			if (t->variables)
				sb_puts(&out, t->variables);
			else if (verbose && p->provider->describe)
				p->provider->describe(im->kern, p->provider, t->module, t->func,
						      &out);
		}
	}
	print_buffer(STDOUT_FILENO, &out);
	hash_free(&shown);
	sb_free(&out);
}
