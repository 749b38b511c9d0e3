/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rawtracepoint.c - a tracepoint's own arguments, before anything is made of them.
 *
 * rawtracepoint:event.  The context is one u64 per argument.  What a tracepoint
 * nobody reads fields of becomes, too: see choose.c.
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
#include "tables.h"

static int expand_raw(struct script *s, struct prog *p, const char *text)
{
	struct target *t;

	if (!strncmp(text, "vmlinux:", 8))	/* as bpftrace lists them */
		text += 8;
	if (!*text || strpbrk(text, ":/+") || host_is_glob(text))
		return script_bad_probe(s, p, text);
	t = script_target(s, p->span, arena_printf(s->arena, "rawtracepoint:%s", text));
	t->module = arena_strdup(s->arena, text);	/* it is no function */
	p->is_solo = true;
	vec_push(&p->targets, t);
	return 0;
}

static int attach_raw(struct attach *a, const struct prog *p, struct target *t)
{
	/* a program that was loaded for one tracepoint knows which */
	int fd = sysbpf_raw_tracepoint(p->ctx_form == CTX_FIELDS ? NULL : *t->func ? t->func : t->module,
				       p->fd);

	return fd < 0 ? fd : attach_link(a, fd);
}

static void explain_raw(struct script *s, const struct target *t, int err, struct strbuf *out)
{
	(void)s;
	if (err == -ENOENT)
		sb_printf(out, "this kernel has no tracepoint '%s'", t->module);
	else if (err == -EINVAL)
		sb_printf(out, "tracepoint '%s' has not so many arguments", t->module);
	else
		sb_printf(out, "tracepoint '%s': %s", t->module, error_text(err));
}

/* ---- listing ---- */

struct listing { struct kern *k; const char *glob; list_fn *fn; void *arg; };

/* What it is called with, by the type BTF has for it, behind a pointer of the kernel's. */
static bool find_trace(struct kern *k, const char *name, struct btf_func *f)
{
	return kern_func(k, "", arena_printf(k->arena, "btf_trace_%s", name), f);
}

/* Without BTF all events are listed, though those made by hand have none. */
static int list_event(void *arg, const char *category, const char *name)
{
	struct listing *l = arg;
	struct btf_func f;

	if (!host_glob(l->glob, name) || !strcmp(category, "syscalls") ||
	    (l->k->btf && !find_trace(l->k, name, &f)))
		return 0;
	return l->fn(l->arg, "", name);
}

static int list_raw(struct kern *k, const struct provider *pv, const char *glob,
		    list_fn *fn, void *arg)
{
	struct listing l = { k, glob, fn, arg };
	struct tracefs *fs;
	int err;

	(void)pv;
	kern_btf(k, &err);
	fs = kern_tracefs(k, &err);
	return fs ? tracefs_each_event(fs, "*", "*", list_event, &l) : err;
}

static void describe_raw(struct kern *k, const struct provider *pv, const char *group,
			 const char *name, struct strbuf *out)
{
	struct btf_func f;

	(void)pv, (void)group;
	if (!find_trace(k, name, &f))
		return;
	for (u32 i = 1; i < f.n_params; i++)
		sb_printf(out, "    %s arg%u\n", type_name(f.params[i].type), i - 1);
}

const struct provider provider_raw = {
	.name = "rawtracepoint", .aliases = "rt", .usage = T_RAWTRACEPOINT,
	.doc = DOC("a static tracepoint of the kernel, with its own arguments"),
	.offers = OFFERS_TASK | OFFERS_ARGS | OFFERS_CTX_ARGS | OFFERS_KSTACK | OFFERS_USTACK,
	.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT,
	.expand = expand_raw, .attach = attach_raw, .explain = explain_raw,
	.default_body = "printf(\"%s %d %s\\n\", probe, pid, comm);",
	.list = list_raw, .describe = describe_raw,
};
