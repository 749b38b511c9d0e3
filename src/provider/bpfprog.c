/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bpfprog.c - see bpfprog.h. */
#include "provider/bpfprog.h"

#include <linux/bpf.h>
#include <string.h>
#include <unistd.h>

#include "kernel/host.h"
#include "kernel/kern.h"
#include "kernel/sysbpf.h"

struct search {
	struct kern *k;
	const char *id, *func;	/* patterns */
	bpfprog_fn *fn;
	void *arg;
};

static int visit_funcs(const struct search *s, u32 prog, const struct sysbpf_funcs *f)
{
	struct btf *b;
	int stop = 0;

	if (btf_open_memory(&b, s->k->arena, f->btf, f->btf_size, 8))
		return 0;
	for (u32 i = 0; i < f->n && !stop; i++) {
		const char *name = btf_func_name(b, f->funcs[i][1]);
		struct btf_func func;

		if (host_glob(s->func, name) && btf_func_of_id(b, f->funcs[i][1], &func))
			stop = s->fn(s->arg, prog, name, &func);
	}
	btf_close(b);
	return stop;
}

static int visit_prog(const struct search *s, u32 prog)
{
	struct sysbpf_funcs f;
	int fd = sysbpf_prog_open(prog), stop = 0;

	if (fd < 0)		/* it has just been unloaded */
		return 0;
	if (!sysbpf_prog_funcs(fd, &f)) {
		if (f.n && (f.type != BPF_PROG_TYPE_TRACING || !host_is_glob(s->func)))
			stop = visit_funcs(s, prog, &f);
		sysbpf_free_funcs(&f);
	}
	close(fd);
	return stop;
}

void bpfprog_each(struct kern *k, const char *what, bpfprog_fn *fn, void *arg)
{
	const char *colon = strchr(what, ':');
	struct search s = { k, "*", colon ? colon + 1 : what, fn, arg };
	u32 prog = 0;

	if (colon)
		s.id = arena_strndup(k->arena, what, (size_t)(colon - what));
	while (!sysbpf_prog_next(&prog))
		if (host_glob(s.id, arena_printf(k->arena, "%u", prog)) && visit_prog(&s, prog))
			break;
}
