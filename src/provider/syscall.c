/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * syscall.c - system calls by name, with their arguments by name.
 *
 * syscall:openat, syscall:openat:ret, with globs.  Where the kernel has a
 * tracepoint for each (CONFIG_FTRACE_SYSCALLS) these are used.  Otherwise it is
 * raw_syscalls:sys_enter or sys_exit, whose records lie the same, and a
 * comparison of the number; names and types of the arguments are then those
 * of the call's function in the kernel's BTF, if it is there.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>

#include "kernel/host.h"
#include "kernel/kern.h"
#include "kernel/sysperf.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "tables.h"

struct matches { struct script *s; struct prog *p; struct tracefs *fs; bool is_ret, glob; };

static void add_target(const struct matches *m, const char *name, const struct tp_event *ev)
{
	struct script *s = m->s;
	struct target *t = script_target(s, m->p->span,
					 arena_printf(s->arena, "syscall:%s%s", name,
						      m->is_ret ? ":ret" : ""));

	t->func = arena_strdup(s->arena, name);
	t->module = "syscalls";
	t->id = ev->id;
	t->record = ev->record;
	t->first_arg = ev->n_common + 1;	/* the number is before them */
	t->from_glob = m->glob;
	vec_push(&m->p->targets, t);
}

/* The NAME of sys_enter_NAME. */
static const char *call_of(const char *event)
{
	return strchr(strchr(event, '_') + 1, '_') + 1;
}

static int add_event(void *arg, const char *category, const char *event)
{
	const struct matches *m = arg;
	struct tp_event ev;

	if (!tracefs_event(m->fs, category, event, m->s->arch->word, &ev))
		add_target(m, call_of(event), &ev);
	return 0;
}

static int expand_events(struct matches *m, const char *name)
{
	const char *event = arena_printf(m->s->arena, "sys_%s_%s", m->is_ret ? "exit" : "enter",
					 name);

	if (m->glob)
		tracefs_each_event(m->fs, "syscalls", event, add_event, m);
	else
		add_event(m, "syscalls", event);
	return 0;
}

struct nearest { struct near near; struct arena *arena; };

static int offer(void *arg, const char *category, const char *event)
{
	struct nearest *n = arg;

	(void)category;
	near_offer(&n->near, arena_strdup(n->arena, call_of(event)));
	return 0;
}

static int unknown(struct matches *m, const char *name)
{
	struct nearest n = { .arena = m->s->arena };

	diag_say(m->s->diag, E_NO_SYSCALL, m->p->span, name);
	near_init(&n.near, name);
	tracefs_each_event(m->fs, "syscalls", "sys_enter_*", offer, &n);
	if (n.near.best)
		diag_note(m->s->diag, (struct span){ 0 }, "did you mean 'syscall:%s'?",
			  n.near.best);
	return 1;
}

static int expand_syscall(struct script *s, struct prog *p, const char *text)
{
	size_t n = strcspn(text, ":/");
	const char *name = arena_strndup(s->arena, text, n);
	struct matches m = { .s = s, .p = p, .is_ret = text[n], .glob = host_is_glob(name) };
	int err;

	if (!*name || (text[n] && strcmp(text + n + 1, "ret"))) {
		diag_say(s->diag, E_PROBE_SYNTAX, p->span, text, p->provider->usage);
		return -1;
	}
	m.fs = kern_tracefs(s->kern, &err);
	if (!m.fs) {
		diag_say(s->diag, E_NO_TRACEFS, p->span, "not mounted or not readable");
		return -1;
	}
	expand_events(&m, name);
	return m.glob || p->targets.n ? 0 : unknown(&m, name);
}

static int attach_syscall(struct attach *a, const struct prog *p, struct target *t)
{
	int fd = sysperf_tracepoint(t->id);

	return fd < 0 ? fd : attach_perf(a, p, t, fd);
}

static void explain_syscall(struct script *s, const struct target *t, int err,
			    struct strbuf *out)
{
	provider_tracepoint.explain(s, t, err, out);
}

/* ---- listing ---- */

struct listing { int (*fn)(void *arg, const char *name); void *arg; const char *ret; };

static int list_event(void *arg, const char *category, const char *event)
{
	struct listing *l = arg;
	char full[128];

	(void)category;
	snprintf(full, sizeof(full), "syscall:%s%s", call_of(event), l->ret);
	return l->fn(l->arg, full);
}

static int list_syscall(struct kern *k, const char *glob,
			int (*fn)(void *arg, const char *name), void *arg)
{
	size_t n = strcspn(glob, ":");
	struct listing l = { fn, arg, glob[n] ? ":ret" : "" };
	struct tracefs *fs;
	int err;

	fs = kern_tracefs(k, &err);
	if (!fs)
		return err;
	if (glob[n] && strcmp(glob + n, ":ret"))
		return 0;
	return tracefs_each_event(fs, "syscalls",
				  arena_printf(k->arena, "sys_enter_%.*s", (int)n, glob),
				  list_event, &l);
}

static void describe_syscall(struct kern *k, const char *name, u32 word, struct strbuf *out)
{
	const char *call = strchr(name, ':') + 1;
	size_t n = strcspn(call, ":");

	provider_tracepoint.describe(k, arena_printf(k->arena, "tracepoint:syscalls:sys_%s_%.*s",
						     call[n] ? "exit" : "enter", (int)n, call),
				     word, out);
}

const struct provider provider_syscall = {
	.name = "syscall", .aliases = "", .usage = "syscall:name, syscall:name:ret",
	.doc = DOC("a system call is made, or returns; its arguments by name"),
	.offers = OFFERS_TASK | OFFERS_RECORD | OFFERS_ARGS | OFFERS_RETVAL | OFFERS_FIELDS |
		  OFFERS_USER_CTX | OFFERS_KSTACK | OFFERS_USTACK,
	.prog_type = BPF_PROG_TYPE_TRACEPOINT, .expand = expand_syscall,
	.attach = attach_syscall, .explain = explain_syscall, .feature = FEATURE_TRACEPOINT,
	.default_body = "printf(\"%s %d %s %v\\n\", probe, pid, comm, args);",
	.list = list_syscall, .describe = describe_syscall,
};
