/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracepoint.c - the kernel's static tracepoints, with their fields.
 *
 * tracepoint:category:event or tracepoint:category/event, with globs.  The
 * fields come from the event's format file.
 *
 * Tracefs also lists events that users made of kprobes or uprobes (kprobe_events).  These
 * take kprobe programs, whose context is the registers, and which run before the kernel
 * makes the record (kprobe_perf_func() in kernel/trace/trace_kprobe.c).  So these events
 * have no fields here.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>

#include "base/find.h"
#include "base/text.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "kernel/preempt.h"
#include "kernel/switches.h"
#include "kernel/sysperf.h"
#include "provider/choose.h"
#include "provider/provider.h"
#include "provider/syscall_args.h"
#include "run/attach.h"
#include "script.h"
#include "tables.h"

struct matches { struct script *s; struct prog *p; struct tracefs *fs; bool glob; int err; };

static const struct provider probe_event;

/* Was the event made of a kprobe or uprobe?  Then its record has the probe's address. */
static bool is_probe_event(const struct target *t)
{
	u32 off;

	return type_member(t->record, "__probe_ip", &off) ||
	       type_member(t->record, "__probe_ret_ip", &off);
}

/* If a pattern matches both kinds, the program is for tracepoints.  The events made of probes
 * then can't be attached, and are counted as left out. */
static void set_kind(struct prog *p)
{
	for (size_t i = 0; i < p->targets.n; i++)
		if (!is_probe_event(p->targets.v[i]))
			return;
	for (size_t i = 0; i < p->targets.n; i++) {
		p->targets.v[i]->record = NULL;
		p->targets.v[i]->nameless = T_PROBE_EVENT;
	}
	if (p->targets.n)
		p->provider = &probe_event;
}

static int add_event(void *arg, const char *category, const char *name)
{
	struct matches *m = arg;
	struct script *s = m->s;
	const char *guard = NULL;
	struct tp_event ev;
	struct target *t;
	int err = tracefs_event(m->fs, category, name, s->arch, &ev);

	if (err) {
		m->err = err;
		return 0;
	}
	if (!strcmp(category, "syscalls") && starts_with(name, "sys_enter_"))
		guard = syscall_widen(s, m->fs, name + 10, &ev);
	else if (!strcmp(category, "syscalls") && starts_with(name, "sys_exit_"))
		guard = syscall_signed_exit(s, m->fs, name + 9, &ev);
	t = script_target(s, m->p->span,
			  arena_printf(s->arena, "tracepoint:%s:%s", category, name));
	t->guard = guard;
	t->func = arena_strdup(s->arena, name);
	t->module = arena_strdup(s->arena, category);
	t->id = ev.id;
	t->record = ev.record;
	t->from_glob = m->glob;
	vec_push(&m->p->targets, t);
	return 0;
}

static int offer(void *arg, const char *category, const char *name)
{
	char full[128];

	snprintf(full, sizeof(full), "%s:%s", category, name);
	near_offer(arg, full);
	return 0;
}

static void no_event(struct script *s, struct prog *p, struct tracefs *fs,
		     const char *category, const char *name)
{
	struct near n;

	diag_say(s->diag, E_NO_EVENT, p->span, category, name);
	near_init(&n, arena_printf(s->arena, "%s:%s", category, name));
	tracefs_each_event(fs, "*", "*", offer, &n);
	diag_suggest(s->diag, "tracepoint:", n.best);
}

static int expand_tracepoint(struct script *s, struct prog *p, const char *text)
{
	size_t n = strcspn(text, ":/");
	const char *category = arena_strndup(s->arena, text, n);
	const char *name = text[n] ? text + n + 1 : "";
	struct matches m = { .s = s, .p = p, .glob = host_is_glob(text) };

	if (!*category || !*name)
		return script_bad_probe(s, p, text);
	m.fs = provider_tracefs(s, p);
	if (!m.fs)
		return -1;
	if (m.glob) {
		tracefs_each_event(m.fs, category, name, add_event, &m);
		set_kind(p);
		return 0;
	}
	add_event(&m, category, name);
	set_kind(p);
	if (!p->targets.n) {
		no_event(s, p, m.fs, category, name);
		return 1;
	}
	return 0;
}

static int attach_tracepoint(struct attach *a, const struct prog *p, struct target *t)
{
	int fd = sysperf_tracepoint(t->id);

	return fd < 0 ? fd : attach_perf(a, p, t, fd);
}

static void explain_tracepoint(struct image *im, const struct target *t, int err,
			       struct strbuf *out)
{
	(void)im;
	if (err == -EINVAL)
		sb_printf(out, TEXT_ARGS(T_OTHER_EVENT, t->module, t->func));
	else
		sb_printf(out, "tracepoint %s:%s: %s", t->module, t->func, error_text(err));
}

/* ---- a cheaper way ---- */

/* For these calls sys_exit fires in the child as well, or does not fire in the caller. */
static bool returns_oddly(const char *name)
{
	static const char *const odd[] = { "clone", "clone3", "execve", "execveat", "fork",
					   "rt_sigreturn", "vfork" };

	for (size_t i = 0; i < ARRAY_SIZE(odd); i++)
		if (!strcmp(odd[i], name))
			return true;
	return false;
}

/* From 7.0 on the kernel can preempt a program for the event of a system call.  In the meantime it
 * skips the hits of all other tasks on that CPU.  A link for many functions is not preempted, but
 * it needs ftrace. */
static bool calls_are_better(const struct script *s)
{
	return host_kernel_version() >= 0x70000 && s->image.opt.attach == ATTACH_AUTO &&
	       host_preempts() && feature_has(FEATURE_KPROBE_MULTI) &&
	       !(switches_off() & (SWITCH_FTRACE | SWITCH_FTRACE_DEAD));
}

/* The functions of system calls get the registers as their argument only if the architecture
 * has wrappers. */
static enum way cheaper_call(const struct script *s, const struct target *t)
{
	bool exits = syscall_exits(t->func);

	/* the task has the result only after the function has returned */
	if (!s->arch->syscall_wrapper || strlen(t->func) < 10 || (exits && s->arch->exit_result) ||
	    (exits && returns_oddly(t->func + 9)))
		return AS_WRITTEN;
	return calls_are_better(s) && !exits ? BY_CALLS : BY_SYSCALL;
}

/*
 * Before 6.1 a raw tracepoint program can be interrupted by itself.  Of the events in fields.c
 * only kmem's fire both in tasks and in interrupts.
 */
static bool may_nest(const struct target *t)
{
	return t->module[0] == 'k' && host_kernel_version() < 0x60100;
}

static enum way cheaper_tracepoint(struct script *s, struct target *t, const struct use *u)
{
	bool is_call = !strcmp(t->module, "syscalls");

	if (!u->records && !is_call)
		return BY_RAW;
	if (u->records == u->read.n && u->just_deletes && fields_find_words(s, t, &u->read))
		return BY_WORDS;
	if (u->records != u->read.n || s->arch->word != 8 ||
	    !fields_find(s, t, &u->read, NULL, NULL))
		return AS_WRITTEN;
	if (is_call)	/* a guard reads the record */
		return t->guard ? AS_WRITTEN : cheaper_call(s, t);
	return may_nest(t) ? AS_WRITTEN : BY_FIELDS;
}

/* ---- listing ---- */

struct listing { const char *glob; list_fn *fn; void *arg; };

static int list_event(void *arg, const char *category, const char *event)
{
	struct listing *l = arg;

	return host_glob(l->glob, category) || host_glob(l->glob, event) ?
	       l->fn(l->arg, category, event) : 0;
}

static int list_tracepoint(struct kern *k, const struct provider *pv, const char *glob,
			   list_fn *fn, void *arg)
{
	struct listing l = { glob, fn, arg };
	size_t n = strcspn(glob, ":/");
	struct tracefs *fs;
	int err;

	(void)pv;
	fs = kern_tracefs(k, &err);
	if (!fs)
		return err;
	if (!glob[n])
		return tracefs_each_event(fs, "*", "*", list_event, &l);
	return tracefs_each_event(fs, arena_strndup(k->arena, glob, n), glob + n + 1, fn, arg);
}

static void describe_tracepoint(struct kern *k, const struct provider *pv, const char *category,
				const char *event, struct strbuf *out)
{
	struct tp_event ev;
	struct tracefs *fs;
	int err;

	(void)pv;
	fs = kern_tracefs(k, &err);
	if (!fs || tracefs_event(fs, category, event, k->arch, &ev))
		return;
	for (u32 i = ev.n_common; i < ev.record->count; i++)
		provider_describe(ev.record->members[i].type, ev.record->members[i].name, out);
}

const struct provider provider_tracepoint = {
	.name = "tracepoint", .aliases = "trace, t",
	.usage = T_TRACEPOINT, .takes_slash = true,
	.offers = OFFERS_TASK | OFFERS_RECORD | OFFERS_KSTACK | OFFERS_USTACK,
	.prog_type = BPF_PROG_TYPE_TRACEPOINT,
	.expand = expand_tracepoint, .attach = attach_tracepoint,
	.explain = explain_tracepoint, .cheaper = cheaper_tracepoint,
	.feature = FEATURE_TRACEPOINT,
	.default_body = "printf(\"%s %d %s\\n\", probe, pid, comm);",
	.list = list_tracepoint, .describe = describe_tracepoint,
};

static const struct provider probe_event = {
	.name = "tracepoint", .usage = T_TRACEPOINT,
	.offers = OFFERS_TASK | OFFERS_USTACK, .prog_type = BPF_PROG_TYPE_KPROBE,
	.attach = attach_tracepoint, .explain = explain_tracepoint,
	.feature = FEATURE_TRACEPOINT,
	.default_body = "printf(\"%s %d %s\\n\", probe, pid, comm);",
};
