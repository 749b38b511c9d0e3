/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session_env.c - the showing half of a session.
 *
 * Bytes become values with the symbols, stacks and probe names of this
 * session; values go to the output; the output's text goes to the file.
 */
#include "run/session_env.h"

#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/print.h"
#include "base/sort.h"
#include "base/text.h"
#include "bpf/stack.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/limit.h"
#include "kernel/sysbpf.h"
#include "kernel/usyms.h"
#include "lang/names.h"
#include "provider/provider.h"
#include "run/attach.h"
#include "run/events.h"
#include "run/live.h"
#include "run/mapread.h"
#include "run/outlet.h"
#include "run/samples.h"
#include "run/switched.h"

/* ---- showing ---- */

void session_value(struct session *s, const struct value *v)
{
	struct strbuf text = { 0 };

	if (s->output->value) {
		s->output->value(&s->out, v);
		return;
	}
	s->opt->notes->value(&text, v);
	outlet_beside(s, text.s, text.n);
	sb_free(&text);
}

void session_exit(struct session *s, int code)
{
	s->exit_called = true;
	s->exit_code = code;
	s->stop = true;
}

/* ---- what decoding asks for ---- */

static const struct stack_maps *stack_maps_of(const struct session *s, const struct type *t)
{
	for (const struct stack_maps *m = s->image->stacks; m; m = m->next)
		if (m->depth == t->stack.depth)
			return m;
	return NULL;
}

/*
 * Stacks the table had no room for: entries of the other map have their ids, and
 * which have which is noted, for one pass over it to do for thousands.
 */
struct stack_key { int fd; u32 id; u64 key; };
#define STACK_KEY offsetof(struct stack_key, key)

static void note_stacks(struct session *s, int fd)
{
	struct stack_key k = { .fd = fd }, *copy;
	u64 entry[129];
	int err = sysbpf_map_next(fd, NULL, &k.key);

	for (; !err; err = sysbpf_map_next(fd, &k.key, &k.key)) {
		if (sysbpf_map_lookup(fd, &k.key, entry))
			continue;
		k.id = (u32)entry[0];
		if (hash_get(&s->stacks, (const char *)&k, STACK_KEY))
			continue;
		copy = arena_memdup(s->image->arena, &k, sizeof(k));
		hash_put(&s->stacks, (const char *)copy, STACK_KEY, copy);
	}
}

static bool find_overflow(struct session *s, const struct stack_maps *m, u32 id, u64 *addrs)
{
	struct stack_key want = { s->image->maps.v[m->overflow].fd, id, 0 }, *k;
	u64 entry[129];

	k = hash_get(&s->stacks, (const char *)&want, STACK_KEY);
	if (!k) {
		note_stacks(s, want.fd);
		k = hash_get(&s->stacks, (const char *)&want, STACK_KEY);
	}
	if (!k || sysbpf_map_lookup(want.fd, &k->key, entry))
		return false;
	memcpy(addrs, entry + 1, m->depth * 8);
	return true;
}

static u32 stack_frames(void *ctx, const struct type *t, u32 id, u64 *addrs, u32 max)
{
	struct session *s = ctx;
	const struct stack_maps *m = stack_maps_of(s, t);
	u64 frames[128] = { 0 };
	u32 n = 0;
	bool ok;

	if (!m || id == STACK_NONE || m->depth > ARRAY_SIZE(frames))
		return 0;
	if (id & STACK_OVERFLOW_ID)
		ok = find_overflow(s, m, id, frames);
	else
		ok = !sysbpf_map_lookup(s->image->maps.v[m->table].fd, &id, frames);
	while (ok && n < m->depth && n < max && frames[n]) {
		addrs[n] = frames[n];
		n++;
	}
	return n;
}

/* Reading all symbols takes tens of milliseconds, so only scripts with stacks do it, and
 * before the command is let go, which may unload a module at once. */
void session_note_modules(struct session *s)
{
	char *modules = s->image->stacks ? host_read_file("/proc/modules", NULL) : NULL;

	if (modules && *modules)
		ksyms_note_modules(kern_ksyms(s->kern));
	mem_free(modules);
}

static void want_symbol(void *ctx, u32 pid, u64 addr)
{
	struct session *s = ctx;

	if (!pid)
		ksyms_want(kern_ksyms(s->kern), addr);
	else if (s->usyms)
		usyms_want(s->usyms, pid, addr);
}

static void resolve_symbols(void *ctx)
{
	struct session *s = ctx;

	if (s->usyms)
		usyms_resolve(s->usyms);
	if (ksyms_resolve(kern_ksyms(s->kern)) != -EACCES || s->told_hidden)
		return;
	s->told_hidden = true;
	print_error("%s", text_of(T_HIDDEN));
}

static void lookup_user(struct session *s, struct value_sym *sym)
{
	struct usym u;

	if (!s->usyms)
		return;
	usyms_find(s->usyms, sym->pid, sym->addr, &u);
	sym->name = u.name;
	sym->module = u.file;
	sym->off = u.off;
	sym->no_offset |= sym->by_file;
	if (sym->by_file)
		sym->name = !u.id ? NULL :
			arena_printf(&s->arena, "%s+%#llx", *u.id ? u.id : u.file,
				     (unsigned long long)u.place);
}

static void lookup_symbol(void *ctx, struct value_sym *sym)
{
	struct session *s = ctx;
	const struct ksym *k;

	if (sym->pid) {
		lookup_user(s, sym);
		return;
	}
	k = ksyms_find(kern_ksyms(s->kern), sym->addr);
	if (!k)
		return;
	sym->name = k->name;
	sym->module = k->module;
	sym->off = sym->addr - k->start;
}

static const char *probe_name(void *ctx, const struct type *t, u32 id)
{
	struct session *s = ctx;

	return names_text(s->image, t, id);
}

/* ---- what processes have mapped ---- */

#define MAPPINGS_PER_CPU 65536u	/* bytes: some 400 records */
#define MAPPINGS_ALL (8u << 20)

static int on_mapping(void *usyms, const void *record, u32 size, u32 room)
{
	(void)room;
	usyms_record(usyms, record, size);
	return 0;
}

void session_drain_mappings(struct session *s)
{
	if (s->mappings)
		events_drain(s->mappings, on_mapping, s->usyms);
}

void session_watch_mappings(struct session *s)
{
	u64 size = (u64)MAPPINGS_PER_CPU * s->image->n_cpus;
	int err;

	if (!s->image->uses_usyms)
		return;
	s->mappings = events_open_mappings(size < MAPPINGS_ALL ? size : MAPPINGS_ALL, &err);
	if (err)
		print_error(TEXT_ARGS(T_SYMBOLS_LOST, limit_error(err)));
	if (!host_proc_is_own())
		print_error("%s", text_of(T_FOREIGN_PROC));
	s->usyms = usyms_open("/proc", !s->mappings);
}

void session_env(struct session *s)
{
	s->env = (struct value_env){
		.arena = &s->arena, .ctx = s, .stack = stack_frames, .want = want_symbol,
		.resolve = resolve_symbols, .lookup = lookup_symbol,
		.probe_name = probe_name,
		.realtime_minus_boot = s->image->has(FEATURE_BOOT_NS) ? host_realtime_minus_boot()
							       : host_realtime_minus_mono(),
		.realtime_minus_tai = host_realtime_minus_tai(),
	};
}

void session_env_free(struct session *s)
{
	events_close(s->mappings);
	usyms_close(s->usyms);
	hash_free(&s->stacks);
	arena_free(&s->arena);
	sb_free(&s->out);
	sb_free(&s->text);
}

/* ---- values of a record ---- */

struct value *session_values(struct session *s, const struct action *a, const void *record)
{
	u32 n = a->record->count - 1;
	struct value *v;

	session_drain_mappings(s);
	arena_reset(&s->arena);
	v = arena_array(&s->arena, struct value, n + 1);
	for (u32 i = 0; i < n; i++) {
		const struct member *m = &a->record->members[i + 1];

		value_decode(&s->env, m->type, (const u8 *)record + m->off, &v[i]);
	}
	value_resolve(&s->env, v, n);
	return v;
}

/* ---- maps ---- */

static struct mapread reader(const struct session *s)
{
	return (struct mapread){ s->image, s->vars, s->image->n_cpus };
}

/* ---- --stack-filter ---- */

static bool passes_filter(const struct session *s, const struct value *stack)
{
	for (u32 i = 0; i < stack->n; i++)
		for (u32 k = 0; stack->frames[i].name && k < s->opt->n_stack_filter; k++)
			if (!strcmp(stack->frames[i].name, s->opt->stack_filter[k]))
				return true;
	return false;
}

/* A stack, here or within a tuple, in which none of the names stands. */
static bool is_filtered(const struct session *s, const struct value *v)
{
	if (v->kind == V_STACK)
		return !passes_filter(s, v);
	for (u32 i = 0; v->kind == V_TUPLE && i < v->n; i++)
		if (is_filtered(s, &v->items[i]))
			return true;
	return false;
}

/* Is anything left, of a map that had something? */
static bool filter_stacks(const struct session *s, struct map_view *view)
{
	u32 kept = 0;

	for (u32 i = 0; s->opt->n_stack_filter && i < view->n; i++)
		if (!is_filtered(s, &view->entries[i].key) &&
		    !is_filtered(s, &view->entries[i].value))
			view->entries[kept++] = view->entries[i];
	if (!s->opt->n_stack_filter || !view->n)
		return true;
	view->n = kept;
	return kept > 0;
}

void session_print_entry(struct session *s, const struct global *g, const void *key)
{
	struct mapread r = reader(s);
	struct value v;

	arena_reset(&s->arena);
	mapread_entry(&r, g, &s->env, key, &v);
	value_resolve(&s->env, &v, 1);
	session_value(s, &v);
}

static bool has_several_maps(const struct image *im)
{
	u32 n = 0;

	for (size_t i = 0; i < im->globals.n; i++)
		n += im->globals.v[i]->n_keys > 0;
	return n > 1;
}

static bool only_grows(const struct type *t)
{
	return t->kind == TY_AGG && (t->agg.kind == AGG_COUNT ||
				     (t->agg.kind == AGG_SUM && !t->agg.is_signed));
}

void session_show_map(struct session *s, const struct global *g, u32 top, u64 div)
{
	struct mapread r = reader(s);
	struct map_view view = { .keyed = g->n_keys > 0, .div = div,
				 .key_names = g->key_names, .source = s->source,
				 .is_aggregation = g->is_agg,
				 .only_grows = only_grows(g->value),
				 .is_one_of_several = has_several_maps(s->image) };
	int err;

	session_drain_mappings(s);
	arena_reset(&s->arena);
	view.name = arena_printf(&s->arena, "@%s", g->name);
	err = mapread_entries(&r, g, &s->env, &view.entries, &view.n);
	if (err)
		print_error("reading @%s: %s", g->name, error_text(err));
	value_resolve(&s->env, &view.entries->key, 2 * view.n);
	if (!filter_stacks(s, &view))
		return;
	value_sort(view.entries, view.n);
	if (!top && g->is_agg && g->value->agg.kind == AGG_COUNT)
		top = (u32)g->value->agg.step;
	if (top && view.n > top) {
		view.entries += view.n - top;
		view.n = top;
	}
	if (s->top)
		live_reverse(&view);
	s->output->map(&s->out, &view);
	session_flush(s);
}

void session_print_map(struct session *s, const struct global *g, u32 top, u64 div)
{
	if (s->period)
		live_print(s);
	else
		session_show_map(s, g, top, div);
}

void session_take(struct session *s, struct global *g)
{
	struct mapread r = reader(s);

	mapread_take(&r, g);
}

void session_clear(struct session *s, struct global *g, bool keep)
{
	struct mapread r = reader(s);
	int err = mapread_clear(&r, g, keep);

	s->image->globals.v[g->index]->is_zeroed = keep;
	if (err)
		print_error("clearing @%s: %s", g->name, error_text(err));
}

/* ---- loops ---- */

int session_loop_begin(struct session *s, const struct global *g, const struct type *t,
		       struct loop_entries *it)
{
	struct mapread r = reader(s);
	int err = mapread_tuples(&r, g, t, &it->bytes, &it->n);

	it->size = t->size;
	if (err)
		print_error("reading @%s: %s", g->name, error_text(err));
	return err;
}

void session_loop_end(struct loop_entries *it)
{
	mem_free(it->bytes);
}

/* ---- the end ---- */

static bool by_name(const void *ctx, const void *a, const void *b)
{
	const struct global *const *x = a, *const *y = b;

	(void)ctx;
	return strcmp((*x)->name, (*y)->name) <= 0;
}

static bool is_empty(struct session *s, const struct global *g)
{
	struct mapread r = reader(s);
	struct entry *entries;
	u32 n;

	if (g->n_keys || g->storage == STORE_NONE)
		return g->storage == STORE_NONE;
	arena_reset(&s->arena);
	return mapread_entries(&r, g, &s->env, &entries, &n) || !n ||
	       (!g->is_zeroed &&
		(entries->value.kind == V_HIST || entries->value.kind == V_SERIES) &&
		!entries->value.n);
}

void session_show_maps(struct session *s, u32 top)
{
	size_t n = s->image->globals.n;
	struct global **sorted = mem_alloc(n * sizeof(*sorted));

	if (n)
		memcpy(sorted, s->image->globals.v, n * sizeof(*sorted));
	if (!s->output->in_script_order)
		sort_array(sorted, n, sizeof(*sorted), by_name, NULL);
	for (size_t i = 0; i < n; i++)
		if (!is_empty(s, sorted[i]))
			session_show_map(s, sorted[i], top, 0);
	mem_free(sorted);
}

static void tell(struct session *s, const char *what, const char *where, u64 count,
		 u32 cure)
{
	struct loss l = { what, where, count, "", s->source };
	struct strbuf text = { 0 };

	s->lossy |= count > 0;
	if (s->just_look || (!count && !s->output->tells_zeros))
		return;
	if (cure)
		l.cure = text_of(cure);
	if (s->output->loss && s->output != s->opt->notes) {
		s->output->loss(&s->out, &l);
		return;
	}
	s->opt->notes->loss(&text, &l);
	print_buffer(STDERR_FILENO, &text);
	sb_free(&text);
}

/* What a program is attached to, in the script's words: one place, or a pattern. */
static const char *where_is(const struct session *s, const struct prog *p)
{
	const struct target *first = p->targets.v[0];
	bool more = false;

	if (p->targets.n == 1)
		return first->name;
	for (size_t i = 1; i < p->targets.n; i++)
		more |= p->targets.v[i]->span.beg != first->span.beg;
	return more ? arena_printf(s->image->arena, "%s, ...", first->pattern) : first->pattern;
}

static void tell_away(struct session *s, const struct target *t, u32 cpu, u64 ns)
{
	char where[128];

	snprintf(where, sizeof(where), "%s on CPU %u", t->name, cpu);
	tell(s, "ms", where, ns / 1000000, T_WAS_OFFLINE);
}

static bool is_sampled(const struct attachments *at, const struct target *t, u32 cpu)
{
	for (size_t i = 0; i < at->cpus.n; i++)
		if (at->cpus.v[i].target == t && at->cpus.v[i].cpu == cpu)
			return true;
	return false;
}

/* When an offline CPU's event is gone it stays so when the CPU is back; the
 * clocks compared here differ by less than a hundredth. */
void session_tell_away(struct session *s)
{
	const struct attachments *at = s->attached;
	const struct target *last = NULL;
	u32 *cpus, n = at->cpus.n ? host_cpus_online(s->image->arena, &cpus) : 0;

	for (size_t i = 0; i < at->cpus.n; i++) {
		const struct sampled *e = &at->cpus.v[i];
		u64 age, away = attach_away(e, &age);

		if (away > 20000000 + age / 100)
			tell_away(s, e->target, e->cpu, away);
		for (u32 k = 0; k < n && e->target != last && e->target->cpu < 0; k++)
			if (!is_sampled(at, e->target, cpus[k]))
				tell_away(s, e->target, cpus[k], age);
		last = e->target;
	}
}

/* The kernel runs no program on a CPU where one is at work: one it interrupted
 * or, from 7.x on in system call tracepoints, one whose task was preempted. */
static void tell_skipped(struct session *s, const struct prog *p, bool same)
{
	struct sysbpf_stats stats;

	if (p->has_twin)	/* what one of them skips the other does */
		return;
	if (!sysbpf_prog_stats(p->fd, &stats) && (stats.recursion_misses || !same))
		tell(s, "hits", where_is(s, p), stats.recursion_misses,
		     p->only_deletes ? T_DELETE_SKIPPED : T_WAS_SKIPPED);
}

/* No program on a module's function keeps the module, and none comes back with it. */
static void tell_modules(struct session *s)
{
	for (const struct host_module *m = s->modules; m; m = m->next)
		if (host_module_gone(m))
			tell(s, "modules", m->path + strlen(HOST_MODULES), 1,
			     T_UNLOADED);
}

/* Probes that see nothing now; since when is not known. */
static void tell_switched(struct session *s)
{
	struct switched n = switched_off(s->image, switches_written(&s->attached->switches));

	tell(s, "probes", "ftrace", n.ftrace, n.ftrace_why);
	tell(s, "probes", "kprobes", n.kprobes, n.kprobes_why);
}

/* n: records without room.  `same`: of its clause a program before was told of. */
static void tell_of_prog(struct session *s, const struct prog *p, u64 n, bool same)
{
	const char *where = where_is(s, p);

	if (!same)
		tell(s, "events", where, n, T_RAISE_BUFFER);
	if (!same || p->unshown)
		tell(s, "records", where, p->unshown, T_SLOW_READER);
	if (!same || p->unrun)
		tell(s, "commands", where, p->unrun, T_TOLD_TO_END);
	if (p->runs_off)
		tell(s, "samples", where, p->unsampled, T_WAS_LATE);
	tell_skipped(s, p, same);
}

void session_tell_losses(struct session *s)
{
	struct image *im = s->image;
	struct mapread r = reader(s);
	u64 lost = s->events ? events_lost(s->events) : 0;

	session_flush(s);
	for (size_t i = 0; i < im->progs.n; i++) {
		const struct prog *before = i ? im->progs.v[i - 1] : NULL;
		bool same = before && before->lost_off == im->progs.v[i]->lost_off;
		u64 n = same ? 0 : mapread_counter(&r, im->progs.v[i]->lost_off);

		lost -= n < lost ? n : lost;
		tell_of_prog(s, im->progs.v[i], n, same);
	}
	/* what the buffers say was lost and no program was told of (before 5.0) */
	tell(s, "events", "", lost, T_RAISE_BUFFER);
	for (size_t i = 0; i < im->globals.n; i++) {
		char name[80];

		snprintf(name, sizeof(name), "@%s is full", im->globals.v[i]->name);
		tell(s, "entries", name, mapread_counter(&r, im->globals.v[i]->map_full_off),
		     T_RAISE_MAP_SIZE);
	}
	tell(s, "hits", "", s->missed, T_WAS_MISSED);
	tell(s, "stacks", "", mapread_counter(&r, im->stack_full_off), T_RAISE_MAP_SIZE);
	tell(s, "ends of loops", "", mapread_counter(&r, im->loops_cut_off),
	     T_LOOPS_END);
	tell(s, "mappings of processes", "", s->mappings ? events_lost(s->mappings) : 0,
	     T_NO_SYMBOLS);
	tell_modules(s);
	tell_switched(s);
	tell(s, "ends of strings", "", im->cuts_texts ? mapread_counter(&r, im->texts_cut_off) : 0,
	     T_LONGER_STRINGS);
	tell(s, "reads of memory", "", mapread_counter(&r, im->read_failed_off),
	     T_NOT_IN_MEMORY);
	session_flush(s);
}

void session_count_missed(struct session *s)
{
	struct mapread r = reader(s);

	s->missed = attach_missed(s->attached);
	samples_count(s->attached, &r);
}

bool session_has_lost(struct session *s)
{
	s->just_look = true;
	session_count_missed(s);
	session_tell_losses(s);
	s->just_look = false;
	return s->lossy;
}

/* On stderr in any format: that of the output is what was not read. */
static void tell_unwritten(struct session *s)
{
	struct strbuf text = { 0 };
	struct loss l = { "bytes of output", "", s->unwritten, text_of(T_SLOW_READER), "" };

	s->lossy |= s->unwritten > 0;
	if (s->unwritten)
		s->opt->notes->loss(&text, &l);
	l.what = "bytes of messages";
	l.count = print_dropped();
	if (l.count)
		s->opt->notes->loss(&text, &l);
	print_buffer(STDERR_FILENO, &text);
	sb_free(&text);
}

void session_final(struct session *s)
{
	if (s->out_broken)
		return;
	if (s->output->before_final)
		s->output->before_final(&s->out);
	if (!s->image->no_final_maps)
		session_show_maps(s, 0);
	session_flush(s);
	session_tell_losses(s);
	if (s->output->end)
		s->output->end(&s->out);
	live_write(s);
	tell_unwritten(s);
}

/* ---- -v ---- */

static const char *how(const struct prog *p)
{
	if (p->provider->runs > RUN_ITER)
		return "run from here";
	if (p->provider->runs == RUN_ITER)
		return "iterator";
	if (p->use_many)
		return "one link for all";
	if (p->provider->attach_type)
		return "trampoline";
	return p->provider->prog_type == BPF_PROG_TYPE_RAW_TRACEPOINT ? "raw tracepoint" :
									"perf event";
}

void session_say_loaded(const struct session *s)
{
	const struct image *im = s->image;
	u64 sum = 0;

	for (size_t i = 0; i < im->maps.n; i++) {
		const struct map *m = &im->maps.v[i];

		sum += m->bytes;
		if (m->fd >= 0)
			print_error(TEXT_ARGS(T_MAP, m->global ? "@" : "",
					      m->global ? m->global->name : m->name,
					      m->max_entries, m->key_size, m->value_size,
					      (unsigned long long)m->bytes));
	}
	print_error(TEXT_ARGS(T_MAPS, (unsigned long long)sum, im->opt.strlen,
			      im->opt.stack_depth));
	for (size_t i = 0; i < im->progs.n; i++) {
		const struct prog *p = im->progs.v[i];
		u32 xlated = 0, jited = 0;

		sysbpf_prog_sizes(p->fd, &xlated, &jited);
		print_error(TEXT_ARGS(T_PROGRAM, p->targets.v[0]->name, p->targets.n,
				      p->targets.n == 1 ? "place" : "places",
				      p->code.n, jited, how(p)));
	}
}
