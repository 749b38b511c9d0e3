/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * iter.c - run a program for each of the kernel's tasks, files, maps, …
 *
 * iter:task runs once for each task.  Its context is a struct bpf_iter__task in the
 * kernel's BTF.  The second member points to the object, and is NULL after the last
 * one.  The verifier wants a pointer that is loaded from the context compared to NULL
 * after each load, so the context is read like other kernel memory instead.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <string.h>

#include "base/text.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "kernel/sysbpf.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "run/whynot.h"
#include "script.h"
#include "tables.h"

enum { TRACE_ITER = 28 };	/* BPF_TRACE_ITER */

/* The kinds of iterator that need no parameters. */
static const char kinds[][12] = {
	"bpf_link", "bpf_map", "bpf_prog", "dmabuf", "ipv6_route", "kmem_cache", "ksym",
	"netlink", "task", "task_file", "task_vma", "tcp", "udp", "unix",
};

static const struct type *context(struct kern *k, const char *kind)
{
	const struct type *t = kern_type(k, BTF_STRUCT,
					 arena_printf(k->arena, "bpf_iter__%s", kind));

	return t ? type_complete(t) : NULL;
}

/* The name of the member that points to the object: the second one, which is in a union that
 * makes it 8 bytes.  NULL if there is none. */
static const char *object(const struct type *record)
{
	const struct type *t = record->count > 1 ? type_complete(record->members[1].type) : NULL;

	if (t && t->kind == TY_STRUCT && t->count)
		return t->members[0].name;
	return t ? record->members[1].name : NULL;
}

static int add_kind(struct script *s, struct prog *p, const char *kind, bool from_glob)
{
	const struct type *record = context(s->kern, kind);
	struct target *t;
	struct btf_func f;

	if (!record || !object(record) ||
	    !kern_func(s->kern, "", arena_printf(s->arena, "bpf_iter_%s", kind),
		       &f))
		return 1;
	t = script_target(s, p->span, arena_printf(s->arena, "iter:%s", kind));
	t->func_id = f.id;
	t->btf_module = f.module;
	t->record = record;
	t->guard = arena_printf(s->arena, "ctx->%s", object(record));
	t->from_glob = from_glob;
	vec_push(&p->targets, t);
	return 0;
}

static int expand_iter(struct script *s, struct prog *p, const char *text)
{
	struct near n;

	if (!*text || strchr(text, ':'))
		return script_bad_probe(s, p, text);
	if (!kern_has_btf(s->kern)) {
		diag_say(s->diag, E_NO_BTF, p->span, "iter", "what /proc has");
		whynot_btf(&s->image);
		return -1;
	}
	p->source->is_solo = true;
	for (size_t i = 0; host_is_glob(text) && i < ARRAY_SIZE(kinds); i++)
		if (host_glob(text, kinds[i]))
			add_kind(s, p, kinds[i], true);
	if (host_is_glob(text) || !add_kind(s, p, text, false))
		return 0;
	diag_say(s->diag, E_NO_ITER, p->span, text);
	near_init(&n, text);
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		near_offer(&n, kinds[i]);
	diag_suggest(s->diag, "iter:", n.best);
	return 1;
}

static int attach_iter(struct attach *a, const struct prog *p, struct target *t)
{
	t->fd = sysbpf_iter(p->fd);
	return t->fd < 0 ? t->fd : attach_link(a, t->fd);
}

static void explain_iter(struct image *im, const struct target *t, int err, struct strbuf *out)
{
	(void)im;
	(void)t;
	if (err == -EINVAL)
		sb_puts(out, text_of(T_NO_ITER));
}

static int list_iter(struct kern *k, const struct provider *pv, const char *glob,
		     list_fn *fn, void *arg)
{
	int err;

	(void)pv;
	if (!kern_btf(k, &err))
		return err;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (host_glob(glob, kinds[i]) && context(k, kinds[i]))
			fn(arg, "", kinds[i]);
	return 0;
}

static void describe_iter(struct kern *k, const struct provider *pv, const char *group,
			  const char *kind, struct strbuf *out)
{
	const struct type *t = context(k, kind);

	(void)pv, (void)group;
	for (u32 i = 1; t && i < t->count; i++) {
		const struct type *m = type_complete(t->members[i].type);

		if (m->kind == TY_STRUCT && m->count)
			provider_describe(m->members[0].type, m->members[0].name, out);
	}
}

const struct provider provider_iter = {
	.name = "iter", .aliases = "it", .usage = T_ITER,
	.runs = RUN_ITER, .offers = OFFERS_RECORD | OFFERS_KERNEL_CTX,
	.prog_type = BPF_PROG_TYPE_TRACING, .attach_type = TRACE_ITER,
	.expand = expand_iter, .attach = attach_iter, .explain = explain_iter,
	.feature = FEATURE_ITER, .default_body = "@[probe] = count();",
	.list = list_iter, .describe = describe_iter,
};
