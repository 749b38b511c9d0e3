/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kprobe.c - entry and return of kernel functions.
 *
 * kprobe:[module:]function[+offset], kprobe:0xaddress.  Globs are matched with
 * available_filter_functions.  Plain names are not looked up before attaching:
 * the kernel does that, and the file has two megabytes.
 */
#include <errno.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/text.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/kcode.h"
#include "kernel/kern.h"
#include "kernel/preempt.h"
#include "kernel/retprobe.h"
#include "kernel/sysbpf.h"
#include "kernel/sysperf.h"
#include "provider/resolved.h"
#include "provider/site.h"
#include "provider/source.h"
#include "run/attach.h"
#include "script.h"
#include "symbols/rename.h"
#include "tables.h"

struct matches { struct script *s; struct prog *p; const char *prefix, *asked; };

/* A script that uses the old name of a system call's function expects the call's arguments.  If
 * func is the wrapper that has replaced it, returns where the arguments are; else NULL. */
static const char *args_of(struct script *s, const struct prog *p, const char *asked,
			   const char *func)
{
	const char *prefix = s->arch->syscall_prefixes[0];
	size_t n = strlen(prefix);

	return p->provider == &provider_kprobe && rename_wrapper(s->arena, s->arch, asked) &&
	       !strncmp(func, prefix, n) ? s->arch->syscall_args : NULL;
}

/* Would a kprobe at this function hit itself for ever? */
static bool hits_itself(const struct script *s, const char *func)
{
	const char *const *name = s->arch->no_kprobe;

	while (name && *name && strcmp(*name, func))
		name++;
	return name && *name;
}

static int add_match(void *arg, const char *module, const char *func)
{
	struct matches *m = arg;
	struct script *s = m->s;
	struct target *t;

	if (hits_itself(s, func))
		return 0;
	t = script_target(s, m->p->span, arena_printf(s->arena, "%s:%s", m->prefix, func));
	t->func = arena_strdup(s->arena, func);
	t->module = arena_strdup(s->arena, module);
	t->args = args_of(s, m->p, m->asked, func);
	t->from_glob = true;
	vec_push(&m->p->targets, t);
	return 0;
}

static int expand_glob(struct script *s, struct prog *p, const char *module,
		       const char *func)
{
	struct matches m = { s, p, p->provider->name, func };
	const char *name = func;
	bool renamed = false;
	struct tracefs *fs;
	int err;

	fs = kern_functions(s->kern, &err);
	for (u32 i = 0; fs && name && !p->targets.n; i++) {
		if (tracefs_each_function(fs, module, name, add_match, &m) < 0)
			break;
		renamed = name != func;
		if (renamed && p->targets.n)
			diag_say(s->diag, W_RENAMED, p->span, func, name);
		name = rename_candidate(s->arena, s->arch, func, i);
	}
	if (p->targets.n && !renamed && rename_misses_syscalls(s->arch, func))
		diag_say(s->diag, W_NO_SYSCALLS, p->span, func,
			 rename_candidate(s->arena, s->arch, func, 0));
	if (p->targets.n || (fs && !name))
		return 0;
	return provider_no_functions(s, p);
}

/* Parses the number in "function+0x7c". */
static bool parse_offset(const char *text, u64 *off)
{
	return number_any(&text, off) && !*text;
}

/* Returns the wrapper that replaced the system call's function in 4.17, if this kernel has only
 * the wrapper; else func. */
static const char *wrapper_of(struct script *s, const struct prog *p, const char *func)
{
	const char *wrapper = rename_wrapper(s->arena, s->arch, func);
	struct kname names[] = { { .name = func }, { .name = wrapper } };

	if (!wrapper || (s->opt.no_kernel && !s->kern->kallsyms) ||
	    ksyms_lookup(kern_ksyms(s->kern), names, 2) || names[0].found || !names[1].found)
		return func;
	diag_say(s->diag, W_RENAMED, p->span, func, wrapper);
	return wrapper;
}

/* Adds the target of [module:]function[+offset] or an address. */
static int expand_plain(struct script *s, struct prog *p, const char *text, const char *module,
			char *func)
{
	char *plus = strchr(func, '+');
	bool is_address = func[0] >= '0' && func[0] <= '9';
	struct target *t;
	u64 off = 0;
	int n;

	if (plus) {
		if (!parse_offset(plus + 1, &off))
			return script_bad_probe(s, p, text);
		*plus = '\0';
	}
	if (hits_itself(s, func)) {
		diag_say(s->diag, E_KPROBE_LOOPS, p->span, func, s->arch->name);
		return 1;
	}
	if (!plus && !is_address) {
		n = resolved_add_inlined(s, p, strcmp(module, "vmlinux") ? module : "", func,
					 text);
		if (n)
			return n < 0 ? -1 : 0;
	}
	provider_check_superseded(s, p, func);
	t = script_target(s, p->span, arena_printf(s->arena, "%s:%s", p->provider->name, text));
	t->func = off ? func : wrapper_of(s, p, func);
	t->args = args_of(s, p, func, t->func);
	t->module = module;
	t->addr = off;
	if (is_address) {
		if (!parse_offset(func, &t->addr))
			return script_bad_probe(s, p, text);
		t->func = provider_entry_at(s, &t->addr);
	}
	vec_push(&p->targets, t);
	return 0;
}

static int expand_kprobe(struct script *s, struct prog *p, const char *text)
{
	const char *colon = strchr(text, ':');
	char *func = arena_strdup(s->arena, colon ? colon + 1 : text);
	const char *module = colon ? arena_strndup(s->arena, text, (size_t)(colon - text)) : "";
	const char *returning = provider_returning(s, text);

	if (returning) {
		p->provider = &provider_kretprobe;
		return expand_kprobe(s, p, returning);
	}
	if (source_is_line(text) && !host_is_glob(text))
		return resolved_expand(s, p, text);
	if (!*func || strchr(func, ':'))
		return script_bad_probe(s, p, text);
	if (*module && !host_is_glob(text) && !kern_may_have_module(s->kern, module)) {
		diag_say(s->diag, E_NOT_IN_MODULE, p->span, module, "function", func);
		return 1;
	}
	if (p->provider == &provider_kretprobe && provider_reads_entry(s, p, module, func)) {
		p->provider = &provider_fexit;
		return provider_fexit.expand(s, p, text);
	}
	if (host_is_glob(text))
		return expand_glob(s, p, colon ? module : "*", func);
	return expand_plain(s, p, text, module, func);
}

/* ---- returns ---- */

/* Counts the functions whose returns are probed one by one. */
static u32 count_returns(const struct image *im)
{
	size_t n = 0;

	for (size_t i = 0; i < im->progs.n; i++) {
		const struct prog *p = im->progs.v[i];

		if (p->provider == &provider_kretprobe && !p->use_many)
			n += p->targets.n;
	}
	return (u32)n;
}

static int open_return(struct attach *a, const char *name, u64 addr)
{
	struct retprobes *r = &a->to->returns;
	struct tracefs *fs;

	if (!r->group && !r->err) {
		fs = kern_tracefs(a->image->kern, &r->err);
		if (fs)
			retprobes_open(r, a->image->arena, fs->dir, count_returns(a->image));
	}
	/* The kernel accepts "module:function" also for a module that is not loaded, and keeps the
	 * event when the module is unloaded.  So such a function is probed by address. */
	if (name && strchr(name, ':')) {
		addr = r->err ? 0 : provider_address_in_module(a->image, name);
		if (!addr || !a->image->arch->two_entries)
			name = NULL;
		else
			addr = 0;
	}
	return r->err ? r->err : name || addr ? retprobe_open(r, name, addr) : -ENOENT;
}

/* Opens a probe at a function plus addr or, if name is NULL, at the address addr.
 * Returns an fd or -errno. */
static int open_place(struct attach *a, const char *name, u64 addr, bool is_return)
{
	int err = is_return ? open_return(a, name, addr) : -1, fd;

	if (err >= 0)
		return err;
	fd = sysperf_kprobe(name, addr, is_return);
	if (is_return && fd >= 0) {
		a->to->n_few++;
		a->to->few_why = err;
	}
	return fd;
}

/*
 * Opens a kprobe at name plus addr or, if name is NULL, at the address addr.  A kernel without
 * CONFIG_KPROBES_ON_FTRACE refuses a kprobe at an entry where ftrace has its call.  Then the probe
 * is put after the call, where registers and stack are as at the entry.  func is the name without
 * its module.  Returns an fd or -errno.
 */
static int open_entry(struct attach *a, const struct target *t, const char *func,
		      const char *name, u64 addr)
{
	u32 call = a->image->arch->ftrace_call;
	int fd = open_place(a, name, addr, false);
	bool has_call;

	if (!ARCH_HOST_REFUSES_ENTRIES || fd != -EINVAL || (name && addr))
		return fd;
	has_call = t->from_glob || (name ? site_is_traceable(a->image, func)
					 : site_traceable_at(a->image, addr) != NULL);
	return has_call ? open_place(a, name, addr + call, false) : fd;
}

/* Opens a probe of either kind: see open_entry(). */
static int open_any(struct attach *a, const struct target *t, const char *func, const char *name,
		    u64 addr, bool is_return)
{
	return is_return ? open_place(a, name, addr, true) : open_entry(a, t, func, name, addr);
}

/* Tries the function's other names, because kernels rename functions and scripts keep the old
 * names.  Returns an fd or -ENOENT. */
static int open_renamed(struct attach *a, struct target *t, bool is_return)
{
	struct image *im = a->image;
	const char *name;
	int fd;

	for (u32 i = 0; (name = rename_candidate(im->arena, im->arch, t->func, i)); i++) {
		fd = open_any(a, t, name, name, t->addr, is_return);
		if (fd < 0)
			continue;
		sb_printf(a->say, TEXT_ARGS(T_RENAMED, t->name, name));
		t->func = name;
		return fd;
	}
	return -ENOENT;
}

/*
 * Before 6.1 the kernel finds a name by comparing all symbols, which takes 20 ms per name in an
 * emulated guest.  For many names, one pass over kallsyms gives their addresses.  The kernel
 * still looks up names that several functions have, and names whose addresses are hidden.
 *
 * If ftrace can patch a function's entry, a probe there makes the kernel walk all of ftrace's
 * records.  A probe after the entry's nop is a breakpoint, then a jump.  A program that sees no
 * registers and no stacks can't tell the difference, if no jump leads there (kcode.h).  Where tasks
 * can be preempted, each jump waits until none is there, which takes longer than the walk.
 */
#define MANY_NAMES 32

struct place { struct target *t; bool after_nop; };

static void look_up(struct image *im, const struct place *all, u32 n)
{
	struct kname *names = mem_alloc((n + 2) * sizeof(*names));
	u64 *entries = mem_alloc(n * sizeof(*entries));

	for (u32 i = 0; i < n; i++)
		names[i].name = all[i].t->func;
	names[n].name = "_etext";
	names[n + 1].name = "_edata";
	ksyms_lookup(kern_ksyms(im->kern), names, n + 2);
	for (u32 i = 0; i < n; i++) {
		all[i].t->id = names[i].found == 1 ? names[i].addr : 0;
		entries[i] = all[i].after_nop ? all[i].t->id : 0;
	}
	if (ARCH_HOST_NOPS)
		kcode_filter_nops(im->arch, entries, n, names[n].addr, names[n + 1].addr);
	for (u32 i = 0; i < n; i++)
		all[i].t->addr = ARCH_HOST_NOPS && entries[i] ? im->arch->nop_size : 0;
	mem_free(entries);
	mem_free(names);
}

/* Does another program probe t's function?  Programs at one place run in the script's order, but
 * those after the nop run after those at the entry. */
static bool is_shared(const struct image *im, const struct prog *p, const struct target *t)
{
	for (size_t i = 0; i < im->progs.n; i++) {
		const struct prog *q = im->progs.v[i];

		if (q != p && q->provider == p->provider && prog_enters(q, t->func))
			return true;
	}
	return false;
}

/* When the first probe is attached, looks up the functions of all patterns that are attached one
 * by one. */
static void find_places(struct attach *a)
{
	struct image *im = a->image;
	VEC(struct place) all = { 0 };
	bool has_nops = ARCH_HOST_NOPS && !host_may_preempt();

	if (a->looked_up || im->opt.attach == ATTACH_PLAIN || im->kern->kallsyms ||
	    im->arch->two_entries || (!has_nops && host_kernel_version() >= 0x60100))
		return;
	a->looked_up = true;
	for (size_t i = 0; i < im->progs.n; i++) {
		const struct prog *p = im->progs.v[i];
		bool after_nop = has_nops && p->provider == &provider_kprobe && !p->sees_place;

		if (p->provider->feature != FEATURE_KPROBE_PMU || p->use_many)
			continue;
		for (size_t k = 0; k < p->targets.n; k++) {
			struct target *t = p->targets.v[k];

			if (t->from_glob)
				vec_push(&all, ((struct place){
					 t, after_nop && !is_shared(im, p, t) }));
		}
	}
	if (all.n >= MANY_NAMES)
		look_up(im, all.v, (u32)all.n);
	vec_free(&all);
}

/* The old name may also be that of an inline function now, whose copies no call reaches: several
 * copies (EADDRNOTAVAIL), or one in code that can't be traced (EINVAL). */
static bool may_be_renamed(const struct target *t, int err)
{
	return *t->func && !t->from_glob &&
	       (err == -ENOENT || (!t->addr && (err == -EADDRNOTAVAIL || err == -EINVAL)));
}

static int attach_kprobe(struct attach *a, const struct prog *p, struct target *t)
{
	bool is_return = p->provider == &provider_kretprobe;
	u32 align = a->image->arch->kprobe_align, site = a->image->arch->ftrace_site;
	int fd;

	if ((align && (t->id + t->addr) % align) || (*t->func && t->addr && t->addr < site))
		return -EILSEQ;
	find_places(a);
	fd = t->id ? open_any(a, t, t->func, NULL, t->id + t->addr, is_return)
		   : open_any(a, t, t->func, site_name(a->image, t), t->addr, is_return);
	if (fd < 0 && t->id && t->addr) {	/* refused after the nop: try the entry */
		t->addr = 0;
		fd = open_place(a, NULL, t->id, is_return);
	} else if (fd < 0 && may_be_renamed(t, fd)) {
		int other = open_renamed(a, t, is_return);

		fd = other < 0 ? fd : other;
	}
	a->to->n_after_nop += fd >= 0 && t->id && t->addr;
	return fd < 0 ? fd : attach_perf(a, p, t, fd);
}

/* One link for all functions of a glob (kprobe.multi) attaches faster by orders of magnitude.
 * Cookies tell the functions apart. */
#define MANY 4			/* for fewer functions it is not worth it */

/*
 * Are there enough slots for calls that have not returned?  Before 6.14 the functions of a link
 * share two slots for each function and CPU (fprobe_init_rethook() in kernel/trace/fprobe.c).
 * Later each task has a stack of its own for them.
 */
static bool has_room(const struct prog *p)
{
	return p->provider != &provider_kretprobe || host_kernel_version() >= 0x60e00 ||
	       2 * p->targets.n * host_cpus_possible() >= retprobe_slots(1);
}

static bool may_attach_many(const struct prog *p)
{
	if (p->is_apart || !has_room(p))
		return false;
	if (p->prefers_many)
		return feature_has(FEATURE_KPROBE_MULTI);
	if (p->targets.n < MANY)
		return false;
	for (size_t i = 0; i < p->targets.n; i++)
		if (!p->targets.v[i]->from_glob)
			return false;
	return feature_has(FEATURE_KPROBE_MULTI);
}

static int attach_kprobes(struct attach *a, const struct prog *p)
{
	const char **names = arena_array(a->image->arena, const char *, p->targets.n);

	for (size_t i = 0; i < p->targets.n; i++)
		names[i] = p->targets.v[i]->func;
	return provider_link_functions(a, p, names, p->provider == &provider_kretprobe);
}

/* The kernel keeps a stack of calls that have not returned.  Kprobes and, before 6.14, fprobes
 * push to it last-first, so the returns come first-first.  Later fprobes use the function graph
 * tracer, which keeps the order of the entries. */
static bool last_return_first(const struct prog *p)
{
	return p->use_many && host_kernel_version() >= 0x60e00;
}

/* A trampoline is only put on functions of the kernel itself, not of modules, and the program
 * gets only the function's arguments and result. */
static enum way cheaper_kprobe(struct script *s, struct target *t, const struct use *u)
{
	(void)s, (void)u;
	return t->addr || t->args || !*t->func || (*t->module && strcmp(t->module, "vmlinux")) ?
	       AS_WRITTEN : BY_FUNCTION;
}

/* ---- listing ---- */

static int list_functions(struct kern *k, const struct provider *pv, const char *glob,
			  list_fn *fn, void *arg)
{
	const char *colon = strchr(glob, ':');
	struct tracefs *fs;
	int err;

	(void)pv;
	fs = kern_functions(k, &err);
	if (!fs)
		return err;
	return tracefs_each_function(fs, colon ? arena_strndup(k->arena, glob,
							       (size_t)(colon - glob)) : "*",
				     colon ? colon + 1 : glob, fn, arg);
}

#define COMMON_OFFERS (OFFERS_TASK | OFFERS_REGS | OFFERS_FUNC | OFFERS_KSTACK | OFFERS_USTACK | \
		       OFFERS_RETADDR)

const struct provider provider_kprobe = {
	.name = "kprobe", .aliases = "k",
	.usage = T_KPROBE,
	.offers = COMMON_OFFERS | OFFERS_ARGS | OFFERS_VARIABLES,
	.prog_type = BPF_PROG_TYPE_KPROBE,
	.expand = expand_kprobe, .attach = attach_kprobe, .explain = site_explain_kprobe,
	.cheaper = cheaper_kprobe,
	.is_last_first = provider_last_first,
	.many_type = TRACE_KPROBE_MULTI, .may_attach_many = may_attach_many,
	.attach_many = attach_kprobes,
	.feature = FEATURE_KPROBE_PMU,
	.default_body = "printf(\"%s %d %s\\n\", probe, pid, comm);",
	.list = list_functions, .describe = provider_describe_func,
};

const struct provider provider_kretprobe = {
	.name = "kretprobe", .aliases = "kr",
	.usage = T_KRETPROBE,
	.offers = COMMON_OFFERS | OFFERS_RETVAL | OFFERS_VARIABLES,
	.prog_type = BPF_PROG_TYPE_KPROBE,
	.expand = expand_kprobe, .attach = attach_kprobe, .explain = site_explain_kretprobe,
	.cheaper = cheaper_kprobe,
	.is_last_first = last_return_first,
	.many_type = TRACE_KPROBE_MULTI, .may_attach_many = may_attach_many,
	.attach_many = attach_kprobes,
	.feature = FEATURE_KPROBE_PMU,
	.default_body = "printf(\"%s %d %s %d\\n\", probe, pid, comm, retval);",
	.list = list_functions, .describe = provider_describe_func,
};
