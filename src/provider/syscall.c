/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * syscall.c - system calls by name, with their arguments by name.
 *
 * syscall:openat, syscall:openat:ret, with globs.  If the kernel has a tracepoint
 * for each call (CONFIG_FTRACE_SYSCALLS), it is used.  Otherwise the program is
 * attached to raw_syscalls:sys_enter or sys_exit, whose records have the same layout,
 * and compares the call's number.  Names and types of the arguments are then those
 * of the call's function in the kernel's BTF, if it has one.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "kernel/sysperf.h"
#include "provider/provider.h"
#include "provider/syscall_args.h"
#include "run/attach.h"
#include "script.h"
#include "tables.h"

struct matches { struct script *s; struct prog *p; struct tracefs *fs; bool is_ret, glob; };
typedef int event_fn(void *arg, const char *category, const char *event);

/* Returns the NAME in sys_enter_NAME. */
static const char *call_of(const char *event)
{
	return strchr(strchr(event, '_') + 1, '_') + 1;
}

/* ---- enumeration ---- */

/* Calls fn for each call in the table of numbers, as if the kernel had tracepoints for them. */
static int each_number(const struct arch *arch, const char *glob, event_fn *fn, void *arg)
{
	char event[64];
	int stop = 0;

	for (u32 nr = 0; nr < SYSCALLS && !stop; nr++) {
		const char *name = arch_syscall_name(arch, arch->syscall_base + nr);

		if (!name || !host_glob(glob, name))
			continue;
		snprintf(event, sizeof(event), "sys_enter_%s", name);
		stop = fn(arg, NULL, event);
	}
	return stop;
}

static int stop_at_once(void *arg, const char *category, const char *event)
{
	(void)arg, (void)category, (void)event;
	return 1;
}

/* Does this kernel have tracepoints of single system calls? */
static bool has_events(struct tracefs *fs)
{
	return tracefs_each_event(fs, "syscalls", "sys_enter_*", stop_at_once, NULL) == 1;
}

static int each_call(struct tracefs *fs, const struct arch *arch, const char *glob,
		     event_fn *fn, void *arg)
{
	struct strbuf event = { 0 };
	int r;

	if (!has_events(fs))
		return each_number(arch, glob, fn, arg);
	sb_printf(&event, "sys_enter_%s", glob);
	r = tracefs_each_event(fs, "syscalls", event.s, fn, arg);
	sb_free(&event);
	return r;
}

/* ---- targets ---- */

static struct target *add_target(const struct matches *m, const char *name,
				 const struct tp_event *ev)
{
	struct script *s = m->s;
	struct target *t = script_target(s, m->p->span,
					 arena_printf(s->arena, "syscall:%s%s", name,
						      m->is_ret ? ":ret" : ""));

	t->func = arena_strdup(s->arena, name);
	t->module = "syscalls";
	t->id = ev->id;
	t->record = ev->record;
	t->first_arg = ev->n_common + 1;	/* after the call's number */
	t->from_glob = m->glob;
	vec_push(&m->p->targets, t);
	return t;
}

static int add_event(void *arg, const char *category, const char *event)
{
	const struct matches *m = arg;
	const char *name = call_of(event), *guard;
	struct tp_event ev;

	(void)category;
	if (tracefs_event(m->fs, "syscalls", arena_printf(m->s->arena, "sys_%s_%s",
							  m->is_ret ? "exit" : "enter", name),
			  m->s->arch, &ev))
		return 0;
	guard = m->is_ret ? syscall_signed_exit(m->s, m->fs, name, &ev) :
			    syscall_widen(m->s, m->fs, name, &ev);
	add_target(m, name, &ev)->guard = guard;
	return 0;
}

/* ---- by number ---- */

static bool find_prototype(struct script *s, const char *name, struct btf_func *f)
{
	return s->find_param && kern_func(s->kern, "vmlinux",
					  arena_printf(s->arena, "__do_sys_%s", name), f);
}

/* Makes a record with a field for the call's number and one for each argument, or for the
 * result, of raw's id and args[6], or ret. */
static const struct type *number_record(struct script *s, const struct type *raw,
					const struct btf_func *f)
{
	const struct member *last = &raw->members[raw->count - 1];
	u32 n = f->n_params, word = s->arch->word;
	struct member *m = arena_array(s->arena, struct member, n + 1);
	struct type *t = arena_memdup(s->arena, raw, sizeof(*t));

	m[0] = raw->members[raw->count - 2];
	m[0].name = "__syscall_nr";
	for (u32 i = 0; i < n; i++) {
		m[i + 1] = f->params[i];
		if (m[i + 1].type->kind == TY_PTR)
			m[i + 1].type = type_ptr(s->arena, m[i + 1].type->elem, SPACE_USER, word);
	}
	syscall_place_params(s, m + 1, n < 6 ? n : 6, last->off);
	t->members = m;
	t->count = n + 1;
	return t;
}

static const struct btf_func *no_prototype(struct script *s)
{
	struct btf_func *f = arena_new(s->arena, struct btf_func);
	struct member *m = arena_array(s->arena, struct member, 6);

	for (u32 i = 0; i < 6; i++) {
		m[i].name = arena_printf(s->arena, "arg%u", i);
		m[i].type = type_int(s->arch->word, false);
	}
	f->params = m;
	f->n_params = 6;
	return f;
}

static int add_number(void *arg, const char *category, const char *event)
{
	const struct matches *m = arg;
	const char *name = call_of(event), *raw = m->is_ret ? "sys_exit" : "sys_enter";
	struct script *s = m->s;
	struct btf_func f;
	struct tp_event ev;
	struct target *t;

	(void)category;
	if (tracefs_event(m->fs, "raw_syscalls", raw, s->arch, &ev) ||
	    ev.record->count < 2)
		return 0;
	t = add_target(m, name, &ev);
	t->guard = syscall_guard(s, name);
	t->by_number = true;
	if (m->is_ret)
		f = (struct btf_func){ .n_params = 1,
				       .params = &ev.record->members[ev.record->count - 1] };
	else if (!find_prototype(s, name, &f)) {
		f = *no_prototype(s);
		t->nameless = T_SYSCALL_ARGS;
	}
	t->record = number_record(s, ev.record, &f);
	t->first_arg = 1;
	return 0;
}

/* Called by each_call(); category is NULL if the kernel has no tracepoints of single calls. */
static int add(void *arg, const char *category, const char *event)
{
	return (category ? add_event : add_number)(arg, category, event);
}

/* ---- expansion ---- */

static int offer(void *arg, const char *category, const char *event)
{
	(void)category;
	near_offer(arg, call_of(event));
	return 0;
}

static int unknown(struct matches *m, const char *name)
{
	struct near n;

	diag_say(m->s->diag, E_NO_SYSCALL, m->p->span, name);
	near_init(&n, name);
	each_call(m->fs, m->s->arch, "*", offer, &n);
	diag_suggest(m->s->diag, "syscall:", n.best);
	return 1;
}

static int expand_syscall(struct script *s, struct prog *p, const char *text)
{
	size_t n = strcspn(text, ":/");
	const char *name = arena_strndup(s->arena, text, n);
	struct matches m = { .s = s, .p = p, .is_ret = text[n], .glob = host_is_glob(name) };

	if (!*name || (text[n] && strcmp(text + n + 1, "ret")))
		return script_bad_probe(s, p, text);
	m.fs = provider_tracefs(s, p);
	if (!m.fs)
		return -1;
	if (!m.glob)
		add_event(&m, NULL, arena_printf(s->arena, "sys_enter_%s", name));
	if (!p->targets.n)
		each_call(m.fs, s->arch, name, add, &m);
	return m.glob || p->targets.n ? 0 : unknown(&m, name);
}

static int attach_syscall(struct attach *a, const struct prog *p, struct target *t)
{
	return provider_tracepoint.attach(a, p, t);
}

static void explain_syscall(struct image *im, const struct target *t, int err,
			    struct strbuf *out)
{
	provider_tracepoint.explain(im, t, err, out);
}

/* ---- listing ---- */

struct listing { list_fn *fn; void *arg; const char *ret; };

static int list_event(void *arg, const char *category, const char *event)
{
	struct listing *l = arg;
	char full[128];

	(void)category;
	snprintf(full, sizeof(full), "%s%s", call_of(event), l->ret);
	return l->fn(l->arg, "", full);
}

static int list_syscall(struct kern *k, const struct provider *pv, const char *glob,
			list_fn *fn, void *arg)
{
	size_t n = strcspn(glob, ":");
	struct listing l = { fn, arg, glob[n] ? ":ret" : "" };
	struct tracefs *fs;
	int err;

	(void)pv;
	fs = kern_tracefs(k, &err);
	if (!fs)
		return err;
	if (glob[n] && strcmp(glob + n, ":ret"))
		return 0;
	return each_call(fs, arch_find(host_machine()), arena_strndup(k->arena, glob, n),
			 list_event, &l);
}

static void describe_syscall(struct kern *k, const struct provider *pv, const char *group,
			     const char *call, struct strbuf *out)
{
	size_t n = strcspn(call, ":");

	(void)group;
	provider_tracepoint.describe(k, pv, "syscalls",
				     arena_printf(k->arena, "sys_%s_%.*s",
						  call[n] ? "exit" : "enter", (int)n, call), out);
}

const struct provider provider_syscall = {
	.name = "syscall", .aliases = "", .usage = T_SYSCALL,
	.offers = OFFERS_TASK | OFFERS_RECORD | OFFERS_ARGS | OFFERS_RETVAL | OFFERS_FIELDS |
		  OFFERS_USER_CTX | OFFERS_KSTACK | OFFERS_USTACK,
	.prog_type = BPF_PROG_TYPE_TRACEPOINT, .expand = expand_syscall,
	.attach = attach_syscall, .explain = explain_syscall, .feature = FEATURE_TRACEPOINT,
	.default_body = "printf(\"%s %d %s %v\\n\", probe, pid, comm, args);",
	.list = list_syscall, .describe = describe_syscall,
};
