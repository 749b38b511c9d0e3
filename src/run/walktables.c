/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walktables.c - see walktables.h.
 *
 * Programs may be searching an area while it is replaced.  So areas are never changed in place: a
 * process gets new ones, and the entry for its id then refers to these.  When one half of the table
 * is full, what is still needed is copied to the other half, which no program has used for long.
 */
#include "run/walktables.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/print.h"
#include "base/shared.h"
#include "base/text.h"
#include "bpf/walk.h"
#include "kernel/limit.h"
#include "kernel/sysbpf.h"
#include "provider/provider.h"
#include "run/execs.h"
#include "run/session.h"
#include "symbols/elf.h"
#include "symbols/unwind.h"
#include "symbols/usyms.h"

#define LEAST_PROCS 1024	/* a power of two */
#define LEAST_MS 10		/* between looks for wanted files, soon after one was found; */
#define MOST_MS 320		/* … and when none has been for long */

struct owner {			/* some process that has mapped a file */
	u32 pid;
	bool is_known, is_probed;	/* the script has user probes in the file */
	u32 n_users;			/* how often a process was found to map it */
	struct usyms_area at;
};

struct proc {			/* a process and its areas */
	u64 as_of;
	u32 pid, first, n;	/* pid 0: a free entry */
	u8 marks;
};

struct walktables {
	struct session *s;
	const struct walk_maps *m;
	struct usyms *usyms;
	struct walk_area *areas;
	struct walk_range *files;
	struct unwind_rule *rules;
	struct unwind_row *rows;
	struct owner *owners;	/* [file] */
	u32 n_rows, n_rules, n_files, n_read;	/* used so far; files that were read */
	u32 next_area, last_area;	/* free areas: next_area up to last_area */
	u32 n_ranges;		/* how many ranges of areas there have been */
	struct hash by_rule;
	struct proc *procs;	/* a process is at the place that its id hashes to, or after it */
	u32 n_procs, cap;	/* cap: entries, a power of two */
	u64 as_of;		/* all records up to this time were handled */
	u64 *execs;
	int watch;		/* sets execs */
	VEC(u32) known, changed;	/* pids with PROC_KNOWN, with PROC_CHANGED */
	int wait_ms;
	bool rows_full, areas_full;	/* said already */
	struct arena arena;
};

enum { PROC_KNOWN = 1, PROC_CHANGED = 2, PROC_EAGER = 4 };

/* ---- ranges ---- */

static struct walk_range range_of(u32 first, u32 n, u32 size)
{
	u32 p = n ? 1u << (31 - __builtin_clz(n)) : 0;

	return (struct walk_range){ first * size, (n - p) * size, p / 2 * size, 0 };
}

/* ---- files ---- */

static void say_full(bool *said, const char *what)
{
	if (!*said)
		print_error(TEXT_ARGS(T_WALK_FULL, what));
	*said = true;
}

/* The rule's number in the table of all files; -1: there is no room. */
static s32 add_rule(struct walktables *w, const struct unwind_rule *rule)
{
	const char *key = (const char *)rule;
	uintptr_t i;

	if (rule->kind == UNWIND_NONE)
		return 0;
	i = (uintptr_t)hash_get(&w->by_rule, key, sizeof(*rule));
	if (i)
		return (s32)i;
	if (w->n_rules == w->m->n_rules)
		return -1;
	i = w->n_rules++;
	w->rules[i] = *rule;
	hash_put(&w->by_rule, arena_memdup(&w->arena, rule, sizeof(*rule)), sizeof(*rule),
		 (void *)i);
	return (s32)i;
}

static bool add_rows(struct walktables *w, const struct unwind_table *t, struct walk_range *out)
{
	s32 *number = mem_alloc(t->n_rules * sizeof(*number));
	bool fits = t->n_rows <= w->m->n_rows - w->n_rows;

	for (u32 i = 0; i < t->n_rules && fits; i++) {
		number[i] = add_rule(w, &t->rules[i]);
		fits = number[i] >= 0;
	}
	for (u32 i = 0; i < t->n_rows && fits; i++)
		w->rows[w->n_rows + i] = (struct unwind_row){ t->rows[i].at,
							      (u32)number[t->rows[i].rule] };
	mem_free(number);
	if (!fits) {
		say_full(&w->rows_full, "rows");
		return false;
	}
	*out = range_of(w->n_rows, t->n_rows, sizeof(struct unwind_row));
	w->n_rows += t->n_rows;
	return true;
}

static void set_state(struct walktables *w, u32 file, u32 state)
{
	__atomic_store_n(&w->files[file].state, state, __ATOMIC_RELEASE);
}

static void read_file(struct walktables *w, u32 file)
{
	const struct owner *o = &w->owners[file];
	struct elf *stripped, *elf = usyms_elf(w->usyms, o->pid, &o->at, &stripped);
	struct unwind_table t = { 0 };
	struct walk_range range;
	u32 state = WALK_NONE;

	if (elf && !unwind_read(elf, stripped, w->s->image->arch, &t) && t.n_rows &&
	    add_rows(w, &t, &range)) {
		w->files[file].first = range.first;
		w->files[file].skip = range.skip;
		w->files[file].half = range.half;
		w->n_read++;
		state = WALK_READY;
	}
	set_state(w, file, state);
	unwind_free(&t);
	elf_close(stripped);
	elf_close(elf);
}

/* Reads the files that programs have marked.  Returns whether there were any. */
static bool read_wanted(struct walktables *w)
{
	bool any = false;

	for (u32 i = 1; i < w->n_files; i++) {
		if (__atomic_load_n(&w->files[i].state, __ATOMIC_ACQUIRE) != WALK_WANTED)
			continue;
		read_file(w, i);
		any = true;
	}
	return any;
}

/* ---- processes ---- */

static struct proc *place_of(const struct walktables *w, u32 pid)
{
	u32 i = pid * 0x9e3779b1 & (w->cap - 1);	/* 2^32 / the golden ratio */

	while (w->procs[i].pid && w->procs[i].pid != pid)
		i = (i + 1) & (w->cap - 1);
	return &w->procs[i];
}

static void forget_proc(struct walktables *w, struct proc *p)
{
	if (p->marks & PROC_KNOWN)
		sysbpf_map_delete(w->s->image->maps.v[w->m->procs].fd, &p->pid);
	p->pid = 0;
}

/* Drops processes that have ended.  Then at most a quarter of the table is in use. */
static void forget_dead(struct walktables *w)
{
	struct proc *old = w->procs;
	u32 n = w->cap;

	w->n_procs = 0;
	for (u32 i = 0; i < n; i++) {
		if (old[i].pid && !usyms_is_alive(w->usyms, old[i].pid))
			forget_proc(w, &old[i]);
		w->n_procs += old[i].pid != 0;
	}
	while (w->cap < w->n_procs * 4)
		w->cap *= 2;
	w->procs = mem_alloc(w->cap * sizeof(*w->procs));
	w->known.n = 0;
	for (u32 i = 0; i < n; i++) {
		if (!old[i].pid)
			continue;
		*place_of(w, old[i].pid) = old[i];
		if (old[i].marks & PROC_KNOWN)
			vec_push(&w->known, old[i].pid);
	}
	mem_free(old);
}

/* The process, valid until the next call. */
static struct proc *proc_of(struct walktables *w, u32 pid)
{
	struct proc *p = place_of(w, pid);

	if (p->pid)
		return p;
	if (w->n_procs >= w->cap / 4 * 3)
		forget_dead(w);
	w->n_procs++;
	p = place_of(w, pid);
	*p = (struct proc){ .pid = pid };
	return p;
}

/* as_of: the time that these areas are of. */
static void set_proc(struct walktables *w, u32 pid, u32 first, u32 n, u64 as_of)
{
	int fd = w->s->image->maps.v[w->m->procs].fd;
	struct walk_proc r = { range_of(first, n, sizeof(struct walk_area)), as_of };
	struct proc *p = proc_of(w, pid);

	r.areas.state = ++w->n_ranges;
	p->as_of = as_of;
	p->first = first;
	p->n = n;
	if (!(p->marks & PROC_KNOWN))
		vec_push(&w->known, pid);
	p->marks |= PROC_KNOWN;
	if (!sysbpf_map_update(fd, &pid, &r, BPF_ANY))
		return;
	forget_dead(w);
	if (sysbpf_map_update(fd, &pid, &r, BPF_ANY))
		say_full(&w->areas_full, "processes");
}

/* Copies the areas of living processes to the other half. */
static void collect(struct walktables *w)
{
	u32 half = w->m->n_areas / 2, *moved = mem_alloc(w->m->n_areas * sizeof(u32));

	forget_dead(w);
	w->next_area = w->last_area == half ? half : 1;
	w->last_area = w->last_area == half ? 2 * half : half;
	for (size_t i = 0; i < w->known.n; i++) {
		const struct proc p = *place_of(w, w->known.v[i]);

		if (!moved[p.first] && p.n < w->last_area - w->next_area) {
			memcpy(&w->areas[w->next_area], &w->areas[p.first],
			       p.n * sizeof(*w->areas));
			moved[p.first] = w->next_area;
			w->next_area += p.n;
		}
		set_proc(w, p.pid, moved[p.first], moved[p.first] ? p.n : 1, p.as_of);
	}
	mem_free(moved);
}

/* Does the script have a user probe in a file of this name? */
static bool is_probed(const struct session *s, const char *path)
{
	for (size_t i = 0; i < s->image->targets.n; i++) {
		const struct target *t = s->image->targets.v[i];

		if (t->module && *t->module == '/' && !strcmp(t->module, path))
			return true;
	}
	return false;
}

static u32 file_of(struct walktables *w, u32 pid, const struct usyms_area *a)
{
	struct owner *o;

	if (!a->file || a->file >= w->m->n_files)
		return 0;
	o = &w->owners[a->file];
	if (a->file >= w->n_files)
		w->n_files = a->file + 1;
	if (!o->is_known)
		o->is_probed = is_probed(w->s, usyms_file(w->usyms, a->file));
	o->is_known = true;
	o->n_users++;
	o->pid = pid;
	o->at = *a;
	if (o->is_probed)
		proc_of(w, pid)->marks |= PROC_EAGER;
	return a->file;
}

/* Gives a process areas as its mappings are now. */
static void renew(struct walktables *w, u32 pid)
{
	const struct usyms_area *a;
	u32 n = usyms_areas(w->usyms, pid, &a), file;
	const struct proc *p;

	proc_of(w, pid)->marks &= (u8)~PROC_CHANGED;
	if (n >= w->last_area - w->next_area)
		collect(w);
	if (n >= w->last_area - w->next_area) {
		say_full(&w->areas_full, "mappings");
		return;
	}
	for (u32 i = 0; i < n; i++) {
		file = file_of(w, pid, &a[i]);
		w->areas[w->next_area + i] = (struct walk_area){ a[i].start, a[i].end, a[i].bias,
								 file, 0 };
	}
	set_proc(w, pid, n ? w->next_area : 0, n ? n : 1, w->as_of);
	w->next_area += n;
	p = proc_of(w, pid);
	for (u32 i = 0; i < n && p->marks & PROC_EAGER; i++) {
		file = w->areas[p->first + i].file;
		if (file && w->files[file].state == WALK_UNKNOWN)
			read_file(w, file);
	}
}

static void note_changed(struct walktables *w, u32 pid)
{
	struct proc *p = proc_of(w, pid);

	if (!(p->marks & PROC_CHANGED))
		vec_push(&w->changed, pid);
	p->marks |= PROC_CHANGED;
}

static u32 child_pid(const struct session *s)
{
	u64 pid;

	memcpy(&pid, s->maps.vars + VARS_CHILD_PID, 8);
	return (u32)pid;
}

/* A process that was forked and has mapped nothing yet shares its parent's areas. */
static void on_change(void *arg, u32 pid, bool is_fork, u32 parent)
{
	struct walktables *w = arg;
	const struct proc from = is_fork ? *place_of(w, parent) : (struct proc){ 0 };
	struct proc *p;

	if (!pid)
		return;
	p = proc_of(w, pid);
	p->marks &= (u8)~(is_fork ? PROC_EAGER : 0);
	if (pid == child_pid(w->s) || from.marks & PROC_EAGER)
		p->marks |= PROC_EAGER;
	if (from.marks & PROC_KNOWN && !((from.marks | p->marks) & PROC_CHANGED))
		set_proc(w, pid, from.first, from.n, w->as_of);
	else
		note_changed(w, pid);
}

/* The areas of processes that have executed another program are right again, as its records have
 * been handled.  Returns whether there were any, or may be some soon. */
static bool renew_executed(struct walktables *w)
{
	bool any = false;

	for (size_t i = 0; i < w->known.n; i++) {
		u32 pid = w->known.v[i];
		const struct proc *p = place_of(w, pid);
		u64 at = shared_load(&w->execs[pid % WALK_EXECS]);

		if (p->as_of >= at)
			continue;
		any = true;
		if (at <= w->as_of)
			set_proc(w, pid, p->first, p->n, w->as_of);
	}
	return any;
}

/* Reads the files that a quarter of all processes have mapped, such as the C library, so that the
 * first stacks of a process that begins now need not wait for them. */
static void read_common(struct walktables *w, size_t n_procs)
{
	for (u32 i = 1; i < w->n_files; i++)
		if (w->owners[i].n_users >= 2 && w->owners[i].n_users * 4 >= n_procs &&
		    w->files[i].state == WALK_UNKNOWN)
			read_file(w, i);
}

void walktables_update(struct walktables *w, u64 as_of)
{
	bool any, is_first;

	if (!HAS_UNWIND || !w)
		return;
	is_first = !w->as_of;
	w->as_of = as_of;
	usyms_changed(w->usyms, on_change, w);
	any = w->changed.n;
	for (size_t i = 0; i < w->changed.n; i++)
		renew(w, w->changed.v[i]);
	if (is_first)
		read_common(w, w->changed.n);
	w->changed.n = 0;
	any |= renew_executed(w);
	any |= read_wanted(w);
	if (any)
		w->wait_ms = LEAST_MS;
	else if (w->wait_ms < MOST_MS)
		w->wait_ms *= 2;
}

int walktables_wait(const struct walktables *w)
{
	return w ? w->wait_ms : -1;
}

/* ---- beginning and end ---- */

static void *map_table(struct walktables *w, u32 index)
{
	const struct map *m = &w->s->image->maps.v[index];
	void *p = mmap(NULL, m->value_size, PROT_READ | PROT_WRITE, MAP_SHARED, m->fd, 0);

	if (p != MAP_FAILED)
		return p;
	print_error("%s: %s", m->name, error_text(0));
	return NULL;
}

static void unmap(struct walktables *w, void *p, u32 index)
{
	if (p)
		munmap(p, w->s->image->maps.v[index].value_size);
}

/* The first entries of the tables, which find nothing: see bpf/walk.h. */
static void set_firsts(struct walktables *w)
{
	w->areas[0].start = w->areas[0].end = UINT64_MAX;
	w->files[0].state = WALK_NONE;
	w->rules[0] = unwind_chain(w->s->image->arch);
	w->n_rules = w->n_files = 1;
	w->next_area = 1;
	w->last_area = w->m->n_areas / 2;
}

struct walktables *walktables_open(struct session *s)
{
	struct walktables *w;

	if (!HAS_UNWIND || !s->image->walk || !s->mappings.usyms)
		return NULL;
	w = mem_alloc(sizeof(*w));
	w->s = s;
	w->m = s->image->walk;
	w->usyms = s->mappings.usyms;
	w->cap = LEAST_PROCS;
	w->procs = mem_alloc(w->cap * sizeof(*w->procs));
	w->owners = mem_alloc(w->m->n_files * sizeof(*w->owners));
	w->areas = map_table(w, w->m->areas);
	w->files = map_table(w, w->m->files);
	w->rules = map_table(w, w->m->rules);
	w->rows = map_table(w, w->m->rows);
	w->execs = map_table(w, w->m->execs);
	w->watch = execs_watch(w->m, s->image->maps.v[w->m->execs].fd);
	if (w->watch < 0)
		print_error(TEXT_ARGS(T_WALK_EXECS, limit_error(w->watch)));
	if (!w->areas || !w->files || !w->rules || !w->rows || !w->execs) {
		walktables_close(w);
		return NULL;
	}
	set_firsts(w);
	w->wait_ms = LEAST_MS;
	return w;
}

void walktables_say(const struct walktables *w)
{
	if (HAS_UNWIND && w && w->s->opt->verbose)
		print_error(TEXT_ARGS(T_WALK_TABLES, w->n_read, w->n_rows, w->n_rules,
				      (u32)w->known.n, (unsigned long long)
				      mapread_counter(&w->s->maps, w->s->image->guessed_off)));
}

void walktables_close(struct walktables *w)
{
	if (!HAS_UNWIND || !w)
		return;
	unmap(w, w->areas, w->m->areas);
	unmap(w, w->files, w->m->files);
	unmap(w, w->rules, w->m->rules);
	unmap(w, w->rows, w->m->rows);
	unmap(w, w->execs, w->m->execs);
	if (w->watch >= 0)
		close(w->watch);
	hash_free(&w->by_rule);
	vec_free(&w->known);
	vec_free(&w->changed);
	mem_free(w->owners);
	mem_free(w->procs);
	arena_free(&w->arena);
	mem_free(w);
}
