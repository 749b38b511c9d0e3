/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * attach.c - programs on their probes; see attach.h.
 *
 * A target that came from a glob and can't be attached is skipped and counted;
 * one that was named must attach, or the reason is said.
 */
#include "run/attach.h"

#include <errno.h>
#include <unistd.h>

#include "kernel/feature.h"
#include "kernel/sysbpf.h"
#include "kernel/sysperf.h"
#include "provider/provider.h"
#include "run/load.h"

int attach_perf(struct attach *a, const struct prog *p, const struct target *t, int perf_fd)
{
	int err = 0, link;

	if (p->uses_target && p->targets.n > 1 && feature_has(FEATURE_PERF_LINK)) {
		link = sysbpf_link_perf(p->fd, perf_fd, t->index);
		if (link >= 0)
			vec_push(&a->to->fds, link);
		else
			err = link;
	} else {
		err = sysperf_set_bpf(perf_fd, p->fd);
	}
	if (!err)
		err = sysperf_enable(perf_fd);
	if (err) {
		close(perf_fd);
		return err;
	}
	vec_push(&a->to->fds, perf_fd);
	return 0;
}

int attach_link(struct attach *a, int link_fd)
{
	vec_push(&a->to->fds, link_fd);
	return 0;
}

static void say_failure(struct attach *a, const struct prog *p, const struct target *t,
			int err, const char *what)
{
	const char *name;
	unsigned line, col;
	struct strbuf why = { 0 };

	p->provider->explain(a->script, t, err, &why);
	diag_place(a->script->diag, t->span.beg, &name, &line, &col);
	sb_printf(a->say, "%s:%u:%u: %s: %s: %s\n", name, line, col, what, t->name,
		  sb_str(&why));
	sb_free(&why);
}

/* At once; else the program must be loaded anew, for one target at a time. */
static bool attached_many(struct attach *a, struct prog *p)
{
	if (!p->use_many)
		return false;
	if (!p->provider->attach_many(a, p)) {
		a->to->n_probes += (u32)p->targets.n;
		return true;
	}
	p->use_many = false;
	load_again(a->script, p);
	return false;
}

static int attach_prog(struct attach *a, struct prog *p)
{
	u32 attached = 0, skipped = 0;
	int err = 0, last = 0;

	if (attached_many(a, p))
		return 0;
	for (size_t i = 0; i < p->targets.n; i++) {
		struct target *t = p->targets.v[i];

		err = p->provider->attach(a, p, t);
		if (!err) {
			attached++;
			continue;
		}
		last = err;
		t->skipped = true;
		skipped++;
		if (!t->from_glob && p->clause->probes->next)
			say_failure(a, p, t, err, "warning");
		else if (!t->from_glob)
			break;
	}
	a->to->n_probes += attached;
	a->to->n_skipped += skipped;
	if (!attached && last) {
		say_failure(a, p, p->targets.v[0], last, "error");
		return 3;
	}
	return 0;
}

int attach_all(struct attach *a)
{
	struct script *s = a->script;
	int err = 0;

	for (size_t i = 0; i < s->progs.n; i++)
		if (s->progs.v[i]->provider->runs == RUN_ATTACHED &&
		    attach_prog(a, s->progs.v[i]))
			err = 3;
	if (a->to->n_skipped && !err)
		sb_printf(a->say, "awl: %u probes could not be attached and are left out\n",
			  a->to->n_skipped);
	return err;
}

/* Perf events are disabled by closing them; links are closed first, in order. */
void attach_release(struct attachments *at)
{
	for (size_t i = 0; i < at->fds.n; i++)
		close(at->fds.v[i]);
	vec_free(&at->fds);
}
