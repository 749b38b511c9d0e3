/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decode.c - see decode.h. */
#include "run/decode.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "base/print.h"
#include "base/text.h"
#include "bpf/stack.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "kernel/sysbpf.h"
#include "kernel/sysperf.h"
#include "kernel/uevent.h"
#include "lang/names.h"
#include "provider/provider.h"
#include "run/mappings.h"
#include "run/session.h"
#include "run/snapshot.h"
#include "symbols/unwind.h"
#include "symbols/usyms.h"

/* ---- the functions of struct value_env ---- */

static const struct stack_maps *stack_maps_of(const struct session *s, const struct type *t,
					      u32 id)
{
	u32 depth = stack_taken(&t->stack, t->stack.user ? STACK_AT_EVENT : STACK_BEGIN(id),
				s->image->stack_limit);

	for (const struct stack_maps *m = s->image->stacks; m; m = m->next)
		if (m->depth == depth && m->by_tables == t->stack.by_tables)
			return m;
	return NULL;
}

/*
 * Stacks for which the table had no room are in another map, whose entries contain their
 * ids.  One pass over that map notes the key of each id, so that thousands of stacks don't
 * need a pass each.
 */
struct stack_key { int fd; u32 id; u64 key; };
#define STACK_KEY offsetof(struct stack_key, key)

static void note_stacks(struct session *s, int fd)
{
	struct stack_key k = { .fd = fd }, *copy;
	u64 entry[STACK_MOST + 1];
	int err = sysbpf_map_next(fd, NULL, &k.key);

	for (; !err; err = sysbpf_map_next(fd, &k.key, &k.key)) {
		if (sysbpf_map_lookup(fd, &k.key, entry))
			continue;
		k.id = (u32)entry[0];
		if (hash_get(&s->decode.stacks, (const char *)&k, STACK_KEY))
			continue;
		copy = arena_memdup(s->image->arena, &k, sizeof(k));
		hash_put(&s->decode.stacks, (const char *)copy, STACK_KEY, copy);
	}
}

static bool find_overflow(struct session *s, const struct stack_maps *m, u32 id, u64 *addrs)
{
	struct stack_key want = { s->image->maps.v[m->overflow].fd, id, 0 }, *k;
	u64 entry[STACK_MOST + 1];

	k = hash_get(&s->decode.stacks, (const char *)&want, STACK_KEY);
	if (!k) {
		note_stacks(s, want.fd);
		k = hash_get(&s->decode.stacks, (const char *)&want, STACK_KEY);
	}
	if (!k || sysbpf_map_lookup(want.fd, &k->key, entry))
		return false;
	memcpy(addrs, entry + 1, m->depth * 8);
	return true;
}

/* May the kernel have left out frames?  awl's own walk leaves out none, and ends at the first 0. */
static bool has_gaps(const struct type *t, u32 id)
{
	return t->stack.gaps && (!t->stack.by_tables || STACK_BEGIN(id) == STACK_NO_TABLES);
}

static u32 stack_frames(void *ctx, const struct type *t, u64 stack, u64 *addrs, u32 max)
{
	struct session *s = ctx;
	u32 id = (u32)stack, n = 0;
	const struct stack_maps *m = stack_maps_of(s, t, id);
	u64 frames[STACK_MOST] = { 0 };
	bool gaps = has_gaps(t, id), ok;

	if (HAS_UNWIND && t->stack.is_copy)
		return snapshots_frames(s->decode.copies, (u32)(stack >> 32), addrs, max);
	if (!m || id == STACK_NONE || m->depth > ARRAY_SIZE(frames))
		return 0;
	id &= ~STACK_MARKS;
	if (id & STACK_OVERFLOW_ID)
		ok = find_overflow(s, m, id, frames);
	else
		ok = !sysbpf_map_lookup(s->image->maps.v[m->table].fd, &id, frames);
	for (u32 i = 0; ok && i < m->depth && n < max && (frames[i] || gaps); i++)
		if (frames[i])
			addrs[n++] = frames[i];
	return n;
}

/*
 * Do programs run from trampolines?  These are in the stacks of what the traced functions call, and
 * have symbols only while they are attached.  Later their addresses would get the name of whatever
 * program is below.
 */
static bool has_trampolines(const struct image *im)
{
	for (size_t i = 0; i < im->progs.n; i++)
		if (im->progs.v[i]->provider->prog_type == BPF_PROG_TYPE_TRACING)
			return true;
	return false;
}

/*
 * The functions that a module uses only for its start are freed as soon as they have run.  Their
 * names stay in kallsyms as long as the module is loaded if ftrace has a user at that time
 * (ftrace_free_mem() in kernel/trace/ftrace.c).  A kprobe at a function's entry is one on
 * architectures with ftrace_kprobes.  This one runs no program, and its function only for modules.
 */
static int use_ftrace(const struct image *im)
{
	for (const struct stack_maps *m = im->stacks; m; m = m->next)
		if (!m->by_tables && im->arch->ftrace_kprobes)
			return sysperf_kprobe("do_init_module", 0, false);
	return -1;
}

/* Reading all symbols takes tens of milliseconds, so it is done only for scripts with stacks.  It
 * is done before the command runs, because that may unload a module at once. */
void decode_note_modules(struct session *s)
{
	char *modules;

	if (!s->image->stacks)
		return;
	s->decode.uevents = uevent_open();
	s->decode.ftrace_user = use_ftrace(s->image);
	modules = host_read_file("/proc/modules", NULL);
	if ((modules && *modules) || has_trampolines(s->image))
		ksyms_note_modules(kern_ksyms(s->image->kern), NULL);
	mem_free(modules);
}

void decode_follow_modules(struct session *s)
{
	char name[64];

	while (s->decode.uevents >= 0 && uevent_module(s->decode.uevents, name, sizeof(name)))
		ksyms_note_modules(kern_ksyms(s->image->kern), name);
}

static void want_symbol(void *ctx, u32 pid, u64 addr)
{
	struct session *s = ctx;

	if (!pid)
		ksyms_want(kern_ksyms(s->image->kern), addr);
	else if (s->mappings.usyms)
		usyms_want(s->mappings.usyms, pid, addr);
}

static void resolve_symbols(void *ctx)
{
	struct session *s = ctx;

	if (s->mappings.usyms)
		usyms_resolve(s->mappings.usyms);
	if (ksyms_resolve(kern_ksyms(s->image->kern)) != -EACCES || s->decode.said_hidden)
		return;
	s->decode.said_hidden = true;
	print_error("%s", text_of(T_HIDDEN));
}

/* Where the handler of a signal returns to: nothing has called this function. */
static bool is_trampoline(const char *name)
{
	static const char *const names[] = {
		"__restore_rt", "__restore", "__kernel_rt_sigreturn", "__kernel_sigreturn",
		"__default_rt_sa_restorer", "__default_sa_restorer",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* Names a place without a symbol by its file, so that it has the same name in all processes.  The
 * mode build_id names all places so, by the build id or the whole path. */
static void name_by_place(struct session *s, struct value_sym *sym, const struct usym *u)
{
	const char *slash = strrchr(u->file, '/'), *file = slash ? slash + 1 : u->file;

	if (sym->by_file)
		file = u->id && *u->id ? u->id : u->file;
	sym->name = arena_printf(&s->decode.arena, "%s%s+%#llx", file, u->id ? "" : " (gone)",
				 (unsigned long long)u->place + sym_is_after_call(sym));
	sym->no_offset = sym->by_file = true;
	sym->build_id = u->id;
}

static void lookup_user(struct session *s, struct value_sym *sym)
{
	struct usym u;

	if (!s->mappings.usyms)
		return;
	usyms_find(s->mappings.usyms, sym->pid, sym->addr, &u);
	if (sym_has_lines(sym) && u.name && !u.off && is_trampoline(u.name))
		sym->is_after_call = false;
	if (sym_is_after_call(sym))
		usyms_find(s->mappings.usyms, sym->pid, sym->addr - 1, &u);
	sym->name = u.name;
	sym->module = u.file;
	sym->off = u.off + sym_is_after_call(sym);
	if (u.file && (sym->by_file || !u.name))
		name_by_place(s, sym, &u);
}

/* Entries of interrupts and exceptions, by how their names begin: arch/x86/entry/entry_64.S,
 * arch/arm64/kernel/entry.S, arch/arm/kernel/entry-armv.S. */
static bool is_interrupt(const char *name)
{
	static const char *const names[] = {
		"asm_exc_", "asm_sysvec_", "asm_common_interrupt", "el1h_64_", "el1_irq",
		"el1_sync", "__irq_svc", "__dabt_svc", "__pabt_svc", "__und_svc", "__fiq_svc",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (starts_with(name, names[i]))
			return true;
	return false;
}

static void lookup_symbol(void *ctx, struct value_sym *sym)
{
	struct session *s = ctx;
	const struct ksym *k;

	if (sym->pid) {
		lookup_user(s, sym);
		return;
	}
	k = ksyms_find(kern_ksyms(s->image->kern), sym->addr - sym_is_after_call(sym));
	if (!k)
		return;
	sym->name = k->name;
	sym->module = k->module;
	sym->off = sym->addr - k->start;
	if (sym_has_lines(sym))
		sym->is_interrupt = is_interrupt(k->name);
}

static const char *probe_name(void *ctx, const struct type *t, u32 id)
{
	struct session *s = ctx;

	return names_text(s->image, t, id);
}

/* ---- values ---- */

void decode_open(struct session *s)
{
	s->decode.uevents = s->decode.ftrace_user = -1;
	s->decode.copies = snapshots_open(s);
	s->decode.env = (struct value_env){
		.arena = &s->decode.arena, .ctx = s, .stack = stack_frames, .want = want_symbol,
		.resolve = resolve_symbols, .lookup = lookup_symbol,
		.probe_name = probe_name,
		.kernel_start = s->image->arch->kernel_start,
#ifndef NO_DWARF
		.want_line = sourceline_want, .resolve_lines = sourceline_resolve,
		.line_frames = sourceline_frames,
#endif
		.realtime_minus_boot = s->image->has(FEATURE_BOOT_NS) ? host_realtime_minus_boot()
							       : host_realtime_minus_mono(),
		.realtime_minus_tai = host_realtime_minus_tai(),
	};
}

void decode_close(struct session *s)
{
	if (s->decode.uevents >= 0)
		close(s->decode.uevents);
	if (s->decode.ftrace_user >= 0)
		close(s->decode.ftrace_user);
	sourceline_close(&s->decode.lines);
	snapshots_close(s->decode.copies);
	hash_free(&s->decode.stacks);
	arena_free(&s->decode.arena);
}

struct value *decode_record(struct session *s, const struct action *a, const void *record)
{
	u32 n = a->record->count - 1;
	struct value *v;

	mappings_drain(s);
	if (HAS_UNWIND && a->copies_stack)
		snapshots_take(s->decode.copies, record);
	arena_reset(&s->decode.arena);
	v = arena_array(&s->decode.arena, struct value, n + 1);
	for (u32 i = 0; i < n; i++) {
		const struct member *m = &a->record->members[i + 1];

		value_decode(&s->decode.env, m->type, (const u8 *)record + m->off, &v[i]);
	}
	value_resolve(&s->decode.env, v, n);
	return v;
}
