/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fentry.c - entry and return of kernel functions through trampolines.
 *
 * fentry:[module:]function, fexit likewise, with globs.  Names and types of the
 * arguments come from the kernel's BTF.  bpf:[ID:]function is a function of a loaded BPF
 * program, by its own BTF.  The context has one u64 per argument,
 * followed by the return value in fexit.  Each function needs a program of its
 * own.  Kernels with BTF but without trampolines (arm64 before 6.4) get
 * kprobes instead, which mean the same.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <string.h>

#include "base/find.h"
#include "base/text.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "kernel/sysbpf.h"
#include "provider/bpfprog.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "run/whynot.h"
#include "script.h"
#include "symbols/rename.h"
#include "tables.h"

struct matches { struct script *s; struct prog *p; const char *module; };

static void add_target(struct matches *m, const char *shown, const char *func,
		       const struct btf_func *f, bool from_glob)
{
	struct script *s = m->s;
	struct target *t = script_target(s, m->p->span, arena_printf(s->arena, "%s:%s%s%s",
					 m->p->source->provider_name, m->module,
					 *m->module ? ":" : "", shown));

	t->func = arena_strdup(s->arena, func);
	t->module = m->module;
	t->btf_module = f->module;
	t->func_id = f->id;
	t->record = provider_args_record(s, f, 0, false);
	t->n_slots = t->record->size / 8;
	t->by_value = f->ret->kind == TY_STRUCT;
	for (u32 i = 0; i < f->n_params; i++)
		t->by_value |= f->params[i].type->kind == TY_STRUCT;
	t->from_glob = from_glob;
	vec_push(&m->p->targets, t);
}

/* btf_distill_func_proto() in kernel/bpf/btf.c refuses functions that return a structure. */
static bool find_func(struct kern *k, const char *module, const char *func, struct btf_func *f)
{
	return provider_find_func(k, module, func, f) && f->ret->kind != TY_STRUCT;
}

static int add_match(void *arg, const char *module, const char *func)
{
	struct matches *m = arg;
	struct btf_func f;

	if (find_func(m->s->kern, module, func, &f))
		add_target(m, func, func, &f, true);
	return 0;
}

static int add_one(struct matches *m, const char *func)
{
	struct script *s = m->s;
	const char *name = func;
	struct btf_func f;

	for (u32 i = 0; name; i++) {
		if (kern_func(s->kern, m->module, name, &f)) {
			add_target(m, func, name, &f, false);
			return 0;
		}
		name = rename_candidate(s->arena, s->arch, func, i);
	}
	diag_say(s->diag, E_NO_BTF_FUNC, m->p->span, func);
	return 1;
}

/* Pointers are numbers: the kernel passes other structures than the program's BTF names. */
static const struct type *program_record(struct script *s, struct btf_func f)
{
	struct member *m = arena_array(s->arena, struct member, f.n_params + 1);

	for (u32 i = 0; i < f.n_params; i++) {
		m[i] = f.params[i];
		if (!type_is_int(m[i].type))
			m[i].type = &type_u64;
	}
	f.params = m;
	return provider_args_record(s, &f, 0, true);
}

static int add_program(void *arg, u32 prog, const char *func, const struct btf_func *f)
{
	struct matches *m = arg;
	struct script *s = m->s;
	struct target *t = script_target(s, m->p->span, arena_printf(s->arena, "%s:bpf:%u:%s",
					 m->p->source->provider_name, prog, func));

	t->func = arena_strdup(s->arena, func);
	t->func_id = f->id;
	t->bpf_prog = prog;
	t->record = program_record(s, *f);
	t->from_glob = true;	/* the program may be unloaded at any time */
	vec_push(&m->p->targets, t);
	return 0;
}

/* bpf:[ID:]FUNCTION: a function of loaded BPF programs. */
static int expand_program(struct matches *m, const char *what)
{
	m->p->source->is_solo = true;
	if (!m->s->opt.no_kernel)
		bpfprog_each(m->s->kern, what, add_program, m);
	return 0;
}

static int expand_fentry(struct script *s, struct prog *p, const char *text)
{
	bool is_exit = p->provider == &provider_fexit;
	const char *colon = strchr(text, ':');
	struct matches m = { .s = s, .p = p, .module = "" };
	struct tracefs *fs;
	int err;

	if (starts_with(text, "bpf:"))
		return expand_program(&m, text + 4);
	if (colon) {
		m.module = arena_strndup(s->arena, text, (size_t)(colon - text));
		text = colon + 1;
		if (host_is_glob(m.module) && host_glob(m.module, "vmlinux"))
			m.module = "vmlinux";
	}
	if (!*text || strpbrk(text, ":+"))
		return script_bad_probe(s, p, text);
	if (!kern_btf(s->kern, &err)) {
		diag_say(s->diag, E_NO_BTF, p->span, p->provider->name,
			 is_exit ? "kretprobe" : "kprobe");
		whynot_btf(&s->image);
		return -1;
	}
	p->source->is_solo = true;
	if (!s->image.has(FEATURE_TRAMPOLINE))
		p->provider = is_exit ? &provider_kretprobe : &provider_kprobe;
	if (!host_is_glob(text)) {
		provider_check_superseded(s, p, text);
		return add_one(&m, text);
	}
	fs = kern_functions(s->kern, &err);
	if (fs && tracefs_each_function(fs, colon ? m.module : "*", text, add_match, &m) >= 0)
		return 0;
	return provider_no_functions(s, p);
}

static int attach_fentry(struct attach *a, const struct prog *p, struct target *t)
{
	int fd = sysbpf_raw_tracepoint(NULL, p->fd);

	(void)t;
	return fd < 0 ? fd : attach_link(a, fd);
}

static void explain_fentry(struct image *im, const struct target *t, int err,
			   struct strbuf *out)
{
	(void)im;
	sb_printf(out, TEXT_ARGS(T_NO_TRAMPOLINE, t->func, error_text(err), t->func));
}

/* ---- listing ---- */

struct listing { struct kern *k; list_fn *fn; void *arg; };

static int list_func(void *arg, const char *module, const char *func)
{
	struct listing *l = arg;
	struct btf_func f;

	return find_func(l->k, module, func, &f) ? l->fn(l->arg, module, func) : 0;
}

static int list_program(void *arg, u32 prog, const char *func, const struct btf_func *f)
{
	struct listing *l = arg;

	(void)f;
	return l->fn(l->arg, arena_printf(l->k->arena, "bpf:%u", prog), func);
}

static int list_fentry(struct kern *k, const struct provider *pv, const char *glob,
		       list_fn *fn, void *arg)
{
	struct listing l = { k, fn, arg };
	int err;

	if (starts_with(glob, "bpf:")) {
		bpfprog_each(k, glob + 4, list_program, &l);
		return 0;
	}
	if (!kern_btf(k, &err))
		return err;
	return provider_kprobe.list(k, pv, glob, list_func, &l);
}

#define OFFERS (OFFERS_TASK | OFFERS_ARGS | OFFERS_CTX_ARGS | OFFERS_RECORD | OFFERS_FUNC | \
		OFFERS_KSTACK | OFFERS_USTACK | OFFERS_TRUSTED)

const struct provider provider_fentry = {
	.name = "fentry", .aliases = "f, kfunc", .usage = T_FENTRY,
	.offers = OFFERS, .prog_type = BPF_PROG_TYPE_TRACING,
	.attach_type = BPF_TRACE_FENTRY,
	.expand = expand_fentry, .attach = attach_fentry, .explain = explain_fentry,
	.is_last_first = provider_last_first,
	.feature = FEATURE_BTF,
	.default_body = "printf(\"%s %d %s\\n\", probe, pid, comm);",
	.list = list_fentry, .describe = provider_describe_func,
};

const struct provider provider_fexit = {
	.name = "fexit", .aliases = "fr, kretfunc", .usage = T_FEXIT,
	.offers = OFFERS | OFFERS_RETVAL, .prog_type = BPF_PROG_TYPE_TRACING,
	.attach_type = BPF_TRACE_FEXIT,
	.expand = expand_fentry, .attach = attach_fentry, .explain = explain_fentry,
	.is_last_first = provider_last_first,
	.feature = FEATURE_BTF,
	.default_body = "printf(\"%s %d %s %d\\n\", probe, pid, comm, retval);",
	.list = list_fentry, .describe = provider_describe_func,
};
