/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * choose.c - choose the cheapest attachment that means the same.
 *
 * A trampoline costs a third of a breakpoint or of a perf event.  Each provider says in
 * cheaper() how its targets could be attached instead:
 *
 *	kprobe, kretprobe	a trampoline, if the program reads nothing but arguments and
 *				results that fill a register
 *	a system call's		a trampoline on the call's function, which gets the same
 *	tracepoint		registers
 *	another tracepoint	a raw tracepoint, if the fields that the program reads are
 *				known to be arguments (fields.c)
 *
 * choose.c decides whether this works for all targets of a program and whether this kernel's
 * BTF agrees.  If the kernel then refuses it, the program is attached as written (prog.written).
 *
 * Each CPU runs one perf program at a time and skips the others; before 6.7 the kernel does not
 * even count them.  A search for leaks would then miss memory that an interrupt frees.  A raw
 * tracepoint program is only skipped if it interrupts itself.
 *
 * Trampolines are not used if the kernel can preempt a running program: in the meantime the hits
 * of other tasks on that CPU would be skipped.  Programs of kprobes' perf events are never
 * preempted, nor are those of a link for many functions at their entries (prefer_links()), nor,
 * before 7.0, those of tracepoints.  So from 7.0 on a program for the entries of system calls
 * becomes a link for the functions of these calls.  Programs that only delete are an exception:
 * they are attached twice, and one run is enough (add_twin()).
 */
#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <unistd.h>

#include "builtin/builtin.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "kernel/preempt.h"
#include "kernel/sysperf.h"
#include "provider/choose.h"
#include "provider/provider.h"
#include "provider/syscall_args.h"
#include "run/attach.h"
#include "script.h"
#include "symbols/btf_scan.h"
#include "tables.h"

#define MOST 8			/* targets of a program: each will need a program of its own */

static void use_builtin(struct use *u, const struct expr *e)
{
	s64 n = e->n_args && e->args[0]->kind == EX_INT ? ex_num(e->args[0]) : 0;

	u->needs |= ex_builtin(e)->needs;
	u->is_odd |= (ex_builtin(e)->flags & SEES_CONTEXT) != 0;
	u->comm |= (ex_builtin(e)->flags & SEES_COMM) != 0;
	u->records += (ex_builtin(e)->needs & OFFERS_RECORD) != 0;
	if (ex_builtin(e)->needs & OFFERS_ARGS) {
		u->is_odd |= n < 0 || n > 31;
		u->args |= 1u << (n & 31);
	}
}

static bool look(void *arg, const struct expr *e)
{
	struct use *u = arg;

	if (e->kind == EX_BUILTIN)
		use_builtin(u, e);
	if (e->kind == EX_GLOBAL && ex_global(e)->uses->takes_len)
		u->just_deletes = false;
	if (e->kind == EX_MEMBER && e->a->kind == EX_BUILTIN &&
	    ex_builtin(e->a)->needs & OFFERS_RECORD && u->read.n < MOST_FIELDS)
		u->read.v[u->read.n++] = ex_member(e);
	return false;
}

static void use_of(struct use *u, const struct prog *p)
{
	*u = (struct use){ .just_deletes = p->only_deletes && !p->source->pred };
	expr_any(p->source->pred, look, u);
	stmt_any(p->source->body, look, u);
}

/* ---- cheaper ways ---- */

static enum way way_of_target(struct script *s, const struct prog *p, struct target *t,
			      const struct use *u)
{
	return p->provider->cheaper ? p->provider->cheaper(s, t, u) : AS_WRITTEN;
}

/* Can one program run for all targets?  Their fields are at different places. */
static bool stays_whole(enum way way, const struct use *u)
{
	return way == BY_CALLS && !u->records;
}

static enum way way_of(struct script *s, const struct prog *p, const struct use *u)
{
	enum way way = way_of_target(s, p, p->targets.v[0], u);

	if ((p->targets.n > MOST && !stays_whole(way, u)) || u->is_odd ||
	    u->needs & (OFFERS_REGS | OFFERS_KSTACK | OFFERS_USTACK) ||
	    (p->provider->may_attach_many && p->provider->may_attach_many(p)))
		return AS_WRITTEN;
	for (size_t i = 1; i < p->targets.n; i++)
		if (way_of_target(s, p, p->targets.v[i], u) != way)
			return AS_WRITTEN;
	return way;
}

struct choice {			/* for one program */
	struct prog *p;
	enum way way;
	struct use use;
	u32 first;		/* index of its first target's btf_brief */
	bool is_made;
};

/* Does BTF have to say whether the kernel's function fits?  BTF of 7.2 lacks the functions of
 * system calls, and the kernel refuses a link to those that are missing. */
static bool asks_btf(enum way way)
{
	return way != BY_RAW && way != BY_WORDS && way != BY_CALLS;
}

static const char *function_of(struct script *s, const struct target *t, enum way way)
{
	if (!asks_btf(way))
		return "";
	if (way == BY_FUNCTION)
		return t->func;
	if (way == BY_FIELDS)
		return arena_printf(s->arena, "btf_trace_%s", t->func);
	return syscall_function(s->arena, s->arch, t->func);
}

/*
 * Does the kernel refuse kprobes on this name?  If several functions have it, BTF has at most one
 * of them, and a trampoline takes the first.  So does a kprobe before 6.7; later kernels refuse
 * it, and then the user should see their message.  The check comes before that of the offset,
 * which is impossible here so that no probe is made.
 */
static bool is_refused(const char *func)
{
	int fd = sysperf_kprobe(func, 1ull << 40, false);

	if (fd >= 0)
		close(fd);
	return fd == -EADDRNOTAVAIL;
}

static bool fits(struct script *s, const struct choice *c, struct target *t,
		 const struct btf_brief *f, const struct btf_brief *end)
{
	const struct use *u = &c->use;

	if (f->count != 1 || f->is_odd)
		return false;
	if (c->way == BY_FIELDS)
		return fields_find(s, t, &u->read, f, end - 1);
	if (c->way == BY_SYSCALL)
		return f->n_params == 1;
	if (u->args & ~f->words || is_refused(t->func))
		return false;
	return !(u->needs & OFFERS_RETVAL) || f->ret <= BTF_NARROW;
}

/* ---- applying a choice ---- */

static void become(struct prog *p, enum way way, const struct btf_brief *f)
{
	struct target *t = p->targets.v[0];
	bool exits = way == BY_SYSCALL ? syscall_exits(t->func) :
		     p->provider->offers & OFFERS_RETVAL;

	p->written = p->provider;
	t->func_id = f->id;
	t->n_slots = f->n_params;
	if (way >= BY_RAW) {
		p->provider = &provider_raw;
		p->ctx_form = way == BY_FIELDS ? CTX_FIELDS :
			      way == BY_WORDS ? CTX_WORDS : CTX_AS_WRITTEN;
		return;
	}
	if (way == BY_CALLS) {
		p->provider = &provider_calls;
		p->ctx_form = CTX_CALL;
		return;
	}
	p->provider = exits ? &provider_fexit : &provider_fentry;
	if (way == BY_SYSCALL)
		p->ctx_form = CTX_SYSCALL;
}

/*
 * From 6.1 on the kernel skips a raw tracepoint program that would interrupt itself, so it
 * would miss everything that a batch of RCU callbacks frees.  So a second copy is attached: it
 * runs while the first is interrupted, and deleting twice does no harm.
 */
static void add_twin(struct script *s, struct prog *p)
{
	struct prog *twin = arena_memdup(s->arena, p, sizeof(*p));
	struct target *t = p->targets.v[0];
	size_t at = s->image.progs.n;

	if (host_kernel_version() < 0x60100)
		return;
	p->has_twin = twin->has_twin = twin->is_twin = twin->repeats = true;
	memset(&twin->targets, 0, sizeof(twin->targets));
	vec_push(&twin->targets, t);
	vec_push(&s->image.progs, twin);
	for (; s->image.progs.v[at - 1] != p; at--)
		s->image.progs.v[at] = s->image.progs.v[at - 1];
	s->image.progs.v[at] = twin;
}

/* Makes a program for each target. */
static void split(struct script *s, struct choice *c, const struct btf_brief *f)
{
	struct prog *p = c->p;
	VEC(struct target *) all = { p->targets.v, p->targets.n, p->targets.cap };
	size_t at = 0;

	while (s->image.progs.v[at] != p)
		at++;
	memset(&p->targets, 0, sizeof(p->targets));
	for (size_t i = 0; i < all.n; i++) {
		struct prog *one = i ? arena_memdup(s->arena, c->p, sizeof(*p)) : p;

		if (i) {
			vec_push(&s->image.progs, one);
			memmove(&s->image.progs.v[at + i + 1], &s->image.progs.v[at + i],
				(s->image.progs.n - at - i - 1) * sizeof(one));
			s->image.progs.v[at + i] = one;
			one->repeats = true;
			memset(&one->targets, 0, sizeof(one->targets));
		}
		vec_push(&one->targets, all.v[i]);
	}
	for (size_t i = 0; i < all.n; i++)
		become(s->image.progs.v[at + i], c->way, f + i);
	for (size_t i = all.n; c->way == BY_WORDS && i-- > 0; )
		add_twin(s, s->image.progs.v[at + i]);
	vec_free(&all);
}

static void apply(struct script *s, struct choice *c, const struct btf_brief *f)
{
	if (stays_whole(c->way, &c->use))
		become(c->p, c->way, f);
	else
		split(s, c, f);
}

static bool all_fit(struct script *s, const struct choice *c, const struct btf_brief *f,
		    const struct btf_brief *end)
{
	for (size_t i = 0; asks_btf(c->way) && i < c->p->targets.n; i++)
		if (!fits(s, c, c->p->targets.v[i], f + i, end))
			return false;
	return true;
}

typedef VEC(struct choice) choices;
typedef VEC(struct btf_brief) briefs;

/* ---- programs at one place ---- */

/* Programs at one place run in the script's order (attach.c), but only if all of them are
 * attached in the same way. */

static struct choice *choice_of(choices *all, const struct prog *p)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i].p == p)
			return &all->v[i];
	return NULL;
}

/* Drops each choice that would leave another program at its place attached as written. */
static void keep_together(struct script *s, choices *all)
{
	bool again;

	do {
		again = false;
		for (size_t i = 0; i < all->n; i++)
			for (size_t k = 0; k < s->image.progs.n && all->v[i].is_made; k++) {
				const struct choice *c = choice_of(all, s->image.progs.v[k]);

				if ((c && c->is_made) ||
				    all->v[i].p->provider != s->image.progs.v[k]->provider ||
				    !prog_meets(all->v[i].p, s->image.progs.v[k]))
					continue;
				all->v[i].is_made = false;
				again = true;
			}
	} while (again);
}

static bool is_many(const struct prog *p)
{
	return p->provider->may_attach_many && p->provider->may_attach_many(p);
}

/* Can a link for many functions take its targets, which are so few that perf events would be
 * used? */
static bool may_join(const struct prog *p)
{
	bool joins = p->provider->feature == FEATURE_KPROBE_PMU && !is_many(p);

	for (size_t t = 0; t < p->targets.n; t++)
		joins &= *p->targets.v[t]->func && !p->targets.v[t]->addr &&
			 (!*p->targets.v[t]->module || p->targets.v[t]->from_glob);
	return joins;
}

/* Such a link takes the first of several functions with one name. */
static bool is_any_refused(const struct prog *p)
{
	for (size_t t = 0; t < p->targets.n; t++)
		if (is_refused(p->targets.v[t]->func))
			return true;
	return false;
}

/* Has another program a perf event at one of its functions?  Then ftrace would have to call two
 * users there, which costs more than a link saves, also if one is at the return. */
static bool meets_single(const struct script *s, const struct prog *p)
{
	for (size_t i = 0; i < s->image.progs.n; i++) {
		const struct prog *q = s->image.progs.v[i];

		if (q->provider->feature == FEATURE_KPROBE_PMU && prog_meets(p, q) && !is_many(q))
			return true;
	}
	return false;
}

/* While a kernel preempts, trampolines are not used.  A link for many functions is not preempted
 * at their entries, and costs less than a perf event. */
static void prefer_links(struct script *s)
{
	bool again;

	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];

		p->prefers_many = p->provider == &provider_kprobe && may_join(p) &&
				  !is_any_refused(p);
	}
	do {
		again = false;
		for (size_t i = 0; i < s->image.progs.n; i++) {
			struct prog *p = s->image.progs.v[i];

			if (!p->prefers_many || !meets_single(s, p))
				continue;
			p->prefers_many = false;
			again = true;
		}
	} while (again);
}

/* Programs at one place run in the script's order only if all are attached in the same way.  So a
 * program that shares a place with one that has a link for many functions prefers such a link,
 * too. */
static void prefer_many(struct script *s, bool preempts)
{
	if (preempts)
		prefer_links(s);
	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];

		for (size_t k = 0; may_join(p) && k < s->image.progs.n && !p->prefers_many; k++)
			p->prefers_many = p->provider == s->image.progs.v[k]->provider &&
					  prog_meets(p, s->image.progs.v[k]) &&
					  !s->image.progs.v[k]->prefers_many &&
					  is_many(s->image.progs.v[k]);
	}
}

/* Is it worth looking for the functions? */
static bool is_likely(const struct script *s, enum way way)
{
	return way >= BY_RAW || s->image.opt.attach == ATTACH_FAST ||
	       (host_kernel_version() >= s->arch->trampolines_from && !feature_refuses_tracing());
}

static void ask(briefs *to, const char *name, enum btf_brief_kind kind)
{
	vec_push(to, ((struct btf_brief){ .name = name, .kind = kind }));
}

/* Can a program of a user probe see where exactly in the function it runs? */
static bool sees_user_place(const struct prog *p, const struct use *u)
{
	return p->provider->offers & OFFERS_USER_CTX &&
	       u->needs & (OFFERS_REGS | OFFERS_USTACK | OFFERS_USER_CTX);
}

/* Probes functions at their first instruction.  If one program needs that, all get it, because
 * programs at one place run in the order of the script. */
static void forget_landings(struct script *s)
{
	for (size_t i = 0; i < s->image.targets.n; i++)
		s->image.targets.v[i]->landing = 0;
}

/*
 * Sets sees_place for programs that can see exactly where they run, because they read registers or
 * the kernel's stack.  Since 6.14 probes on many functions get only the registers of arguments and
 * results (ftrace_partial_regs()).  So if a program may read others, all are attached one by one:
 * the order of programs at one place depends on how they are attached.  Some kernels also need a
 * register that is not there to walk a stack.
 */
static void note_places(struct script *s)
{
	u32 needs = OFFERS_REGS |
		    (s->arch->links_lack_mode ? OFFERS_KSTACK | OFFERS_USTACK : 0);
	bool apart = false, user = false;

	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct prog *p = s->image.progs.v[i];
		struct use u;

		use_of(&u, p);
		u.needs |= u.is_odd ? OFFERS_REGS : 0;
		p->sees_place = u.needs & (OFFERS_REGS | OFFERS_KSTACK);
		apart |= u.needs & needs && p->provider->feature == FEATURE_KPROBE_PMU;
		user |= sees_user_place(p, &u);
	}
	if (user)
		forget_landings(s);
	apart &= host_kernel_version() >= 0x60e00;
	for (size_t i = 0; i < s->image.progs.n; i++)
		s->image.progs.v[i]->is_apart = apart;
}

/* Is a program that is attached in this way never preempted, or does it not matter?  Before 7.0
 * tracepoints call their programs with preemption off. */
static bool is_whole(enum way way)
{
	return way == BY_WORDS || way == BY_CALLS ||
	       (way >= BY_RAW && host_kernel_version() < 0x70000);
}

static void collect(struct script *s, bool preempts, choices *all, briefs *funcs)
{
	for (size_t i = 0; i < s->image.progs.n; i++) {
		struct choice c = { .p = s->image.progs.v[i], .first = (u32)funcs->n };

		if (c.p->provider->runs != RUN_ATTACHED || c.p->written)
			continue;
		use_of(&c.use, c.p);
		c.way = way_of(s, c.p, &c.use);
		if (c.way == AS_WRITTEN || !is_likely(s, c.way) || (preempts && !is_whole(c.way)))
			continue;
		vec_push(all, c);
		for (size_t t = 0; t < c.p->targets.n; t++)
			ask(funcs, function_of(s, c.p->targets.v[t], c.way),
			    c.way == BY_FIELDS ? BTF_EVENT : BTF_FUNCTION);
	}
}

/* If BTF is read anyway, also asks for the offsets of a task's members, as the last brief.
 * Returns true if programs may load the current task's name by its offset. */
static bool ask_task(const struct script *s, const choices *all, briefs *funcs)
{
	bool comm = false, scans = false, fields = false;

	for (size_t i = 0; i < all->n; i++) {
		comm |= all->v[i].use.comm;
		scans |= asks_btf(all->v[i].way);
		fields |= all->v[i].way == BY_FIELDS;
	}
	comm = comm && scans && s->arch->word == 8 && s->image.has(FEATURE_TASK_BTF);
	if (comm || fields)
		ask(funcs, "task_struct", BTF_TASK);
	return comm;
}

static void choose_ways(struct script *s, bool preempts)
{
	choices all = { 0 };
	briefs funcs = { 0 };
	bool shares = false, comm;

	collect(s, preempts, &all, &funcs);
	if (all.n && preempted_may_share(s, &shares)) {
		comm = ask_task(s, &all, &funcs);
		kern_scan(s->kern, funcs.v, (u32)funcs.n);
		s->comm_off = comm ? funcs.v[funcs.n - 1].off[TASK_COMM] : 0;
		for (size_t i = 0; i < all.n; i++)
			all.v[i].is_made = all_fit(s, &all.v[i], funcs.v + all.v[i].first,
						   funcs.v + funcs.n);
		keep_together(s, &all);
		for (size_t i = 0; i < all.n; i++)
			if (all.v[i].is_made) {
				apply(s, &all.v[i], funcs.v + all.v[i].first);
				s->shares_cells |= shares;
			}
	}
	vec_free(&all);
	vec_free(&funcs);
}

void script_choose(struct script *s)
{
	bool preempts = !s->opt.no_kernel && host_preempts();

	note_places(s);
	if (s->opt.no_kernel)
		return;
	preempted_guard(s, preempts);
	preempts &= s->image.opt.attach == ATTACH_AUTO;
	prefer_many(s, preempts);
	if (s->image.opt.attach != ATTACH_PLAIN && !feature_is_off(FEATURE_TRAMPOLINE))
		choose_ways(s, preempts);
	preempted_note_nesting(s);
}

void script_count_places(struct script *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->image.progs.n; i++) {
		const struct prog *p = s->image.progs.v[i];

		if (p->provider->runs == RUN_ATTACHED && !p->targets.v[0]->event && !is_many(p))
			n += p->targets.n;
	}
	s->image.many_places = n > SYSPERF_FEW;
}
