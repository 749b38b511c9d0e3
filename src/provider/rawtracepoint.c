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
	int fd = sysbpf_raw_tracepoint(p->ctx_form ? NULL : *t->func ? t->func : t->module,
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

const struct provider provider_raw = {
	.name = "rawtracepoint", .aliases = "rt", .usage = T_RAWTRACEPOINT,
	.doc = DOC("a static tracepoint of the kernel, with its own arguments"),
	.offers = OFFERS_TASK | OFFERS_ARGS | OFFERS_CTX_ARGS | OFFERS_KSTACK | OFFERS_USTACK,
	.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT,
	.expand = expand_raw, .attach = attach_raw, .explain = explain_raw,
	.default_body = "printf(\"%s %d %s\\n\", probe, pid, comm);",
};
