/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * switched.c - see switched.h.
 *
 * Trampolines and kprobe.multi links use ftrace, and so do kprobes at the entries of
 * functions on some architectures.  Kprobes also have their own switch.
 */
#include "run/switched.h"

#include <linux/bpf.h>

#include "base/text.h"
#include "kernel/switches.h"
#include "provider/provider.h"

static bool is_kprobe(const struct prog *p)
{
	return p->provider->feature == FEATURE_KPROBE_PMU;
}

static bool is_trampoline(const struct prog *p)
{
	return p->provider->prog_type == BPF_PROG_TYPE_TRACING &&
	       p->provider->runs == RUN_ATTACHED;
}

/* Is it on the functions of system calls (provider/calls.c)? */
static bool is_on_calls(const struct prog *p)
{
	return p->provider->feature == FEATURE_KPROBE_MULTI;
}

static bool is_on_function(const struct prog *p)
{
	return is_kprobe(p) || is_trampoline(p) || is_on_calls(p);
}

static bool is_by_ftrace(const struct image *im, const struct prog *p, const struct target *t)
{
	return is_trampoline(p) || p->use_many ||
	       (im->arch->ftrace_kprobes && !t->addr && *t->func);
}

static void count(const struct image *im, const struct prog *p, struct switched *n)
{
	for (size_t i = 0; i < p->targets.n; i++) {
		const struct target *t = p->targets.v[i];

		if (t->skipped)
			continue;
		if (n->off & (SWITCH_FTRACE | SWITCH_FTRACE_DEAD))
			n->ftrace += is_by_ftrace(im, p, t);
		if (n->off & SWITCH_KPROBES)
			n->kprobes += is_kprobe(p) && !p->use_many;
	}
}

bool switched_matters(const struct image *im)
{
	for (size_t i = 0; i < im->progs.n; i++)
		if (is_on_function(im->progs.v[i]))
			return true;
	return false;
}

struct switched switched_off(const struct image *im, u32 written)
{
	u32 off = switched_matters(im) ? switches_off() : 0;
	struct switched n = {
		.off = off | written,
		.ftrace_why = off & SWITCH_FTRACE_DEAD ? T_FTRACE_DEAD :
			      off & SWITCH_FTRACE ? T_FTRACE_OFF : T_FTRACE_WRITTEN,
		.kprobes_why = off & SWITCH_KPROBES ? T_KPROBES_OFF : T_KPROBES_WRITTEN,
	};

	for (size_t i = 0; i < im->progs.n; i++)
		if (is_on_function(im->progs.v[i]))
			count(im, im->progs.v[i], &n);
	return n;
}

u32 switched_why(const struct prog *p)
{
	return is_on_function(p) && switches_off() & SWITCH_FTRACE_DEAD ? T_FTRACE_DEAD : 0;
}

static void say(struct strbuf *out, u32 n, u32 why)
{
	const char *text = n ? text_of(why) : NULL;

	if (text)
		sb_printf(out, TEXT_ARGS(T_SEE_NOTHING, n, text));
}

void switched_say(const struct image *im, struct strbuf *out)
{
	struct switched n = switched_off(im, 0);

	say(out, n.ftrace, n.ftrace_why);
	say(out, n.kprobes, n.kprobes_why);
}
