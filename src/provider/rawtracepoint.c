/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rawtracepoint.c - tracepoints, with the arguments that the kernel's code passes to them.
 *
 * rawtracepoint:[module:]event.  The context has one u64 per argument.  choose.c also attaches
 * tracepoints in this way if their fields aren't read or are known to be arguments.
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

static int attach_raw(struct attach *a, const struct prog *p, struct target *t)
{
	/* A program that knows types was loaded for its tracepoint, so no name is given here. */
	const char *name = *t->func ? t->func : t->module;
	int fd = sysbpf_raw_tracepoint(prog_is_typed_raw(p) ? NULL : name, p->fd);

	return fd < 0 ? fd : attach_link(a, fd);
}

static void explain_raw(struct image *im, const struct target *t, int err, struct strbuf *out)
{
	(void)im;
	if (err == -ENOENT)
		sb_printf(out, TEXT_ARGS(T_LACKS, "tracepoint", t->module));
	else if (err == -EINVAL)
		sb_printf(out, TEXT_ARGS(T_FEW_ARGUMENTS, t->module));
	else
		sb_printf(out, "tracepoint '%s': %s", t->module, error_text(err));
}

/* ---- listing ---- */

struct listing { struct kern *k; const char *glob; list_fn *fn; void *arg; };

/* Finds the type of the event's callbacks in BTF.  Their parameters are a pointer of the
 * kernel's own, then the event's arguments. */
static bool find_trace(struct kern *k, const char *name, struct btf_func *f)
{
	return kern_func(k, "", arena_printf(k->arena, "btf_trace_%s", name), f);
}

/* Without BTF all events are listed, even those that users defined, which have no raw
 * tracepoint. */
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

/* Finds the kernel's function that calls an event's programs (linux/tracepoint.h, 5.10).  Its
 * parameters are a pointer of the kernel's own, then the event's arguments with their names. */
static bool find_named(struct kern *k, const char *name, struct btf_func *f)
{
	return kern_func(k, "", arena_printf(k->arena, "__traceiter_%s", name), f) && f->n_params;
}

static void describe_raw(struct kern *k, const struct provider *pv, const char *group,
			 const char *name, struct strbuf *out)
{
	struct btf_func f;

	(void)pv, (void)group;
	if (find_named(k, name, &f)) {
		for (u32 i = 1; i < f.n_params; i++)
			provider_describe(f.params[i].type, f.params[i].name, out);
		return;
	}
	if (!find_trace(k, name, &f))
		return;
	for (u32 i = 1; i < f.n_params; i++)
		sb_printf(out, "    %s arg%u\n", type_name(f.params[i].type), i - 1);
}

/* ---- expansion ---- */

struct matches { struct script *s; struct prog *p; bool from_glob; };

static int add_raw(void *arg, const char *group, const char *name)
{
	struct matches *m = arg;
	struct script *s = m->s;
	struct target *t = script_target(s, m->p->span,
					 arena_printf(s->arena, "rawtracepoint:%s", name));
	struct btf_func f;
	int err;

	(void)group;
	t->module = arena_strdup(s->arena, name);	/* not t->func: it is no function */
	t->from_glob = m->from_glob;
	if (kern_btf(s->kern, &err) && find_named(s->kern, name, &f))
		t->record = provider_args_record(s, &f, 1, true);
	vec_push(&m->p->targets, t);
	return 0;
}

/* rawtracepoint:[module:]event.  The event must be in the BTF of the module, whose name may be a
 * pattern. */
static int expand_raw(struct script *s, struct prog *p, const char *text)
{
	struct matches m = { .s = s, .p = p, .from_glob = host_is_glob(text) };
	const char *colon = strchr(text, ':'), *module = "";
	struct btf_func f;
	int err;

	if (colon) {
		module = arena_strndup(s->arena, text, (size_t)(colon - text));
		text = colon + 1;
	}
	if (!*text || strpbrk(text, ":/+"))
		return script_bad_probe(s, p, text);
	if (*module && host_glob(module, "vmlinux"))
		module = "";
	if (*module &&
	    !kern_func(s->kern, module, arena_printf(s->arena, "btf_trace_%s", text), &f)) {
		diag_say(s->diag, E_NOT_IN_MODULE, p->span, module, "tracepoint", text);
		return 1;
	}
	p->source->is_solo = true;
	if (!host_is_glob(text))
		return add_raw(&m, "", text);
	if (!kern_btf(s->kern, &err)) {
		diag_say(s->diag, E_NO_BTF, p->span, "rawtracepoint with a pattern", "tracepoint");
		whynot_btf(&s->image);
		return -1;
	}
	err = list_raw(s->kern, p->provider, text, add_raw, &m);
	return err < 0 ? provider_tracefs(s, p) ? 0 : -1 : 0;
}

const struct provider provider_raw = {
	.name = "rawtracepoint", .aliases = "rt", .usage = T_RAWTRACEPOINT, .takes_slash = true,
	.offers = OFFERS_TASK | OFFERS_ARGS | OFFERS_CTX_ARGS | OFFERS_RECORD | OFFERS_KSTACK |
		  OFFERS_USTACK,
	.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT,
	.expand = expand_raw, .attach = attach_raw, .explain = explain_raw,
	.default_body = "printf(\"%s %d %s\\n\", probe, pid, comm);",
	.list = list_raw, .describe = describe_raw,
};
