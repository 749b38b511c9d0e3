/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usyms.c - symbols of user addresses; see usyms.h.
 *
 * A ring holds the mappings in order of arrival; those of a process are chained from the newest
 * to the oldest.  A fork is an entry, too: if a child has not mapped an address itself, its
 * parent's mappings at that time are searched.  The latest mapping of an address counts.  So
 * exec and reused process ids need no special care, and the order of records from different
 * CPUs does not matter.
 */
#include "symbols/usyms.h"

#include <dirent.h>
#include <elf.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/find.h"
#include "base/number.h"
#include "kernel/procmaps.h"
#include "symbols/elf.h"
#include "symbols/usyms_impl.h"

/* ---- mappings ---- */

static void add(struct usyms *u, u32 pid, const struct mapping *at)
{
	struct mapping *m;

	if (u->n == u->cap && u->cap < USYMS_MAX) {
		u->cap = u->cap ? u->cap * 2 : 1024;
		u->ring = mem_realloc(u->ring, u->cap * sizeof(*u->ring));
	}
	u->overwritten |= u->n >= u->cap;
	m = &u->ring[u->n++ & (u->cap - 1)];
	*m = *at;
	m->pid = pid;
	m->prev = u->last[pid];
	u->last[pid] = u->n;
}

const struct mapping *usyms_entry(const struct usyms *u, u32 index)
{
	return index && u->n - index < u->cap ? &u->ring[(index - 1) & (u->cap - 1)] : NULL;
}

static u32 file_index(struct usyms *u, const char *path, u32 ino)
{
	struct file *f;
	uintptr_t i;

	if (strcmp(path, "[vdso]") && (path[0] != '/' || path[1] == '/'))
		return NO_FILE;
	sb_reset(&u->text);
	sb_put(&u->text, &ino, 4);
	sb_puts(&u->text, path);
	i = (uintptr_t)hash_get(&u->by_name, u->text.s, u->text.n);
	if (i)
		return (u32)i;
	if (u->files.n > USYMS_FILES) {
		u->nameless++;
		return NO_FILE;
	}
	f = arena_new(&u->arena, struct file);
	f->path = arena_strndup(&u->arena, u->text.s, u->text.n) + 4;
	f->ino = ino;
	f->is_made = starts_with(path, "/memfd:") || starts_with(path, "/dev/zero");
	f->syms.demangle = !u->mangled;
	i = u->files.n;
	vec_push(&u->files, f);
	hash_put(&u->by_name, f->path - 4, u->text.n, (void *)i);
	return (u32)i;
}

static void add_mapping(struct usyms *u, u32 pid, const char *path, u32 ino,
			struct mapping *m)
{
	m->file = file_index(u, path, ino);
	add(u, pid, m);
}

u64 usyms_nameless(const struct usyms *u)
{
	return u->nameless;
}

/* Returns the mapping of addr in a process, or NULL if none is known. */
static const struct mapping *find(const struct usyms *u, u32 pid, u64 addr)
{
	const struct mapping *m, *best, *fork;
	u64 before = UINT64_MAX;

	for (u32 depth = 0; pid < PIDS && depth < FORK_DEPTH; depth++) {
		best = fork = NULL;
		for (u32 i = u->last[pid]; (m = usyms_entry(u, i)); i = m->prev) {
			if (m->time > before)
				continue;
			if (m->file == IS_FORK)
				fork = fork && fork->time >= m->time ? fork : m;
			else if (addr >= m->start && (addr - m->start) >> PAGE < m->pages &&
				 (!best || m->time > best->time))
				best = m;
		}
		if (best || !fork)
			return best;
		pid = fork->pgoff;
		before = fork->time;
	}
	return NULL;
}

/* ---- /proc ---- */

struct reading { struct usyms *u; u32 pid; };

static int add_procmap(void *arg, const struct procmap *p)
{
	const struct reading *r = arg;
	struct mapping m = { .start = p->start, .pages = (u32)((p->end - p->start) >> PAGE),
			     .pgoff = (u32)(p->off >> PAGE) };

	add_mapping(r->u, r->pid, p->path, (u32)p->ino, &m);
	return 0;
}

static void read_maps(struct usyms *u, u32 pid)
{
	procmaps_each(u->proc, pid, add_procmap, &(struct reading){ u, pid });
}

struct usyms *usyms_open(const char *proc, bool unsure)
{
	struct usyms *u = mem_alloc(sizeof(*u));
	DIR *d = opendir(proc);
	struct dirent *e;
	u64 pid;

	u->proc = proc;
	u->unsure = unsure;
	u->jit = jit_open(proc);
	u->last = mem_alloc(PIDS * sizeof(*u->last));
	vec_push(&u->files, NULL);
	while (d && (e = readdir(d))) {
		const char *s = e->d_name;

		if (number_decimal(&s, &pid) && !*s && pid < PIDS)
			read_maps(u, (u32)pid);
	}
	if (d)
		closedir(d);
	return u;
}

void usyms_mangled(struct usyms *u)
{
	u->mangled = true;
	for (u32 i = 1; i < u->files.n; i++)
		u->files.v[i]->syms.demangle = false;
}

void usyms_close(struct usyms *u)
{
	if (!u)
		return;
	for (size_t i = 1; i < u->files.n; i++)
		symcache_free(&u->files.v[i]->syms);
	vec_free(&u->files);
	vec_free(&u->areas);
	jit_close(u->jit);
	hash_free(&u->by_name);
	mem_free(u->ring);
	mem_free(u->last);
	mem_free(u->marks);
	sb_free(&u->text);
	arena_free(&u->arena);
	mem_free(u);
}

/* ---- the kernel's records ---- */

struct mmap2 {			/* PERF_RECORD_MMAP2 */
	struct perf_event_header h;
	u32 pid, tid;
	u64 addr, len, pgoff;
	u32 maj, min;
	u64 ino, generation;
	u32 prot, flags;
	char path[];		/* then u64 time */
};

struct fork {			/* PERF_RECORD_FORK */
	struct perf_event_header h;
	u32 pid, ppid, tid, ptid;
	u64 when;
	u64 time;
};

static void on_mmap(struct usyms *u, const struct mmap2 *r, u32 size, u64 time)
{
	struct mapping m = { .start = r->addr, .time = time, .pages = (u32)(r->len >> PAGE),
			     .pgoff = (u32)(r->pgoff >> PAGE) };
	u32 max = size - (u32)sizeof(*r) - 8;

	if (r->pid < PIDS && strnlen(r->path, max) < max)
		add_mapping(u, r->pid, r->path, (u32)r->ino, &m);
}

static void on_fork(struct usyms *u, const struct fork *r)
{
	if (r->pid == r->ppid || r->pid >= PIDS)	/* a thread */
		return;
	jit_forget(u->jit, r->pid);
	add(u, r->pid, &(struct mapping){ .file = IS_FORK, .pgoff = r->ppid, .time = r->time });
}

void usyms_record(struct usyms *u, const void *record, u32 size)
{
	const struct perf_event_header *h = record;
	u64 time;

	if (h->type == PERF_RECORD_FORK && size >= sizeof(struct fork))
		on_fork(u, record);
	if (h->type != PERF_RECORD_MMAP2 || size < sizeof(struct mmap2) + 8)
		return;
	memcpy(&time, (const u8 *)record + size - 8, 8);
	on_mmap(u, record, size, time);
}

/* ---- processes that have ended ---- */

#define SWEEP_LEAST 4096	/* least number of new mappings between sweeps */

bool usyms_has_grown(const struct usyms *u)
{
	return !u->marks && u->n - u->left >= (u->left > SWEEP_LEAST ? u->left : SWEEP_LEAST);
}

bool usyms_sweeping(const struct usyms *u)
{
	return u->marks;
}

bool usyms_is_alive(const struct usyms *u, u32 pid)
{
	char path[64];

	snprintf(path, sizeof(path), "%.40s/%u", u->proc, pid);
	return !access(path, F_OK);
}

/* Returns the index of the oldest entry in the ring. */
static u32 first_entry(const struct usyms *u)
{
	return u->n > u->cap ? u->n - u->cap : 0;
}

enum { PID_SEEN = 1, PID_KEPT = 2 };

void usyms_keep(struct usyms *u, u32 pid)
{
	if (pid < PIDS)
		u->marks[pid] |= PID_KEPT;
}

void usyms_sweep(struct usyms *u)
{
	u->marks = mem_alloc(PIDS);
	u->seen = u->n;
	for (u32 i = first_entry(u); i < u->n; i++) {
		u32 pid = usyms_entry(u, i + 1)->pid;

		if (!(u->marks[pid] & PID_SEEN) && usyms_is_alive(u, pid))
			usyms_keep(u, pid);
		u->marks[pid] |= PID_SEEN;
	}
}

/* Keeps the parents of kept processes, because a child needs its parent's mappings.  Parents
 * mostly come first in the ring, so one pass is enough, except for records from other CPUs. */
static void keep_parents(struct usyms *u, u32 first)
{
	bool more = true;

	while (more) {
		more = false;
		for (u32 i = u->n; i > first; i--) {
			const struct mapping *m = usyms_entry(u, i);
			bool needs = m->file == IS_FORK && u->marks[m->pid] & PID_KEPT &&
				     m->pgoff < PIDS && !(u->marks[m->pgoff] & PID_KEPT);

			if (needs)
				usyms_keep(u, m->pgoff);
			more |= needs;
		}
	}
}

/* Copies the kept entries to a new ring and a new array of chains.  The array is replaced because
 * its pages for old pids use memory, too. */
static void drop(struct usyms *u, u32 first)
{
	struct usyms old = *u;

	u->ring = NULL;
	u->n = u->cap = 0;
	u->last = mem_alloc(PIDS * sizeof(*u->last));
	for (u32 i = first; i < old.n; i++) {
		const struct mapping *m = usyms_entry(&old, i + 1);

		if (u->marks[m->pid] & PID_KEPT)
			add(u, m->pid, m);
	}
	u->told = u->n;
	mem_free(old.ring);
	mem_free(old.last);
}

static void forget_made(void *arg, u32 pid)
{
	struct usyms *u = arg;

	if (!(u->marks[pid] & PID_KEPT))
		jit_forget(u->jit, pid);
}

void usyms_swept(struct usyms *u, bool complete)
{
	u32 first = first_entry(u);

	/* Entries that came during the sweep may be of processes that were not checked. */
	for (u32 i = u->seen > first ? u->seen : first; i < u->n; i++)
		usyms_keep(u, usyms_entry(u, i + 1)->pid);
	if (complete) {
		keep_parents(u, first);
		jit_each(u->jit, forget_made, u);
		drop(u, first);
	}
	u->left = u->n;
	mem_free(u->marks);
	u->marks = NULL;
}

/* ---- symbols ---- */

/* Opens awl's own vdso, because all processes of a word size have the same.  Returns NULL if the
 * word sizes differ. */
static struct elf *open_vdso(const struct usyms *u, const struct file *f)
{
	u64 at = getauxval(AT_SYSINFO_EHDR);
	const struct mapping *m = find(u, (u32)getpid(), at);
	int err;

	if (!at || !m || m->start != at || !(at >> 32) != !(f->start >> 32))
		return NULL;
	return elf_in_memory((const void *)(uintptr_t)at, (u64)m->pages << PAGE, &err);
}

/*
 * The ways to a file: /proc/PID/map_files, which works for deleted files and in containers; its
 * path below the process's root; its path.  Returns NULL if that is not the same file.
 */
#define WAYS 3
static const char *path_by(struct usyms *u, const struct file *f, u32 way)
{
	const char *path = f->path;
	struct stat st;

	if (way < WAYS - 1) {
		sb_reset(&u->text);
		sb_printf(&u->text, "%s/%u/", u->proc, f->pid);
		if (way)
			sb_printf(&u->text, "root%s", path);
		else
			sb_printf(&u->text, "map_files/%llx-%llx", (unsigned long long)f->start,
				  (unsigned long long)f->end);
		path = u->text.s;
	}
	return stat(path, &st) || (u32)st.st_ino != f->ino ? NULL : path;
}

struct elf *usyms_open_file(struct usyms *u, const struct file *f)
{
	struct elf *elf = NULL;
	const char *path;
	int err;

	if (*f->path == '[')
		return open_vdso(u, f);
	for (u32 way = 0; !elf && way < WAYS; way++) {
		path = path_by(u, f, way);
		elf = path ? elf_open(path, &err) : NULL;
	}
	return elf;
}

/* Its own path comes first: files with what was stripped from it are found by it. */
static const char *own_path(struct usyms *u, const struct file *f)
{
	const char *path = NULL;

	for (u32 way = WAYS; *f->path != '[' && !path && way-- > 0; )
		path = path_by(u, f, way);
	return path;
}

static bool take(void *arg, const char *path, struct elf *e)
{
	struct elf **to = arg;

	(void)path;
	*to = e;
	return e;
}

struct elf *usyms_open_stripped(struct usyms *u, const struct file *f, const struct elf *elf)
{
	const char *path = own_path(u, f);
	struct arena a = { 0 };
	struct elf *found = NULL;

	if (path)
		elf_each_separate(&a, "", path, elf, take, &found);
	arena_free(&a);
	return found;
}

/* elf: the file that is mapped, whose places are wanted; its symbols may be in another one. */
struct feed { struct usyms *u; struct file *f; struct elf *elf; struct symcache_pass *pass; };

static int offer(void *arg, const struct elf_symbol *s)
{
	struct feed *feed = arg;

	symcache_offer(feed->pass, &(struct symcache_sym){
		.start = elf_offset(feed->elf, s->addr), .size = s->size, .name = s->name,
		.module = "", .kind = s->is_func ? 'T' : 'D' });
	return 0;
}

static void read_id(struct usyms *u, struct file *f, const struct elf *elf)
{
	const u8 *id;
	u32 n = elf_build_id(elf, &id);

	sb_reset(&u->text);
	for (u32 i = 0; i < n; i++)
		sb_printf(&u->text, "%02x", id[i]);
	f->id = n ? arena_strndup(&u->arena, u->text.s, u->text.n) : "";
}

static int feed_file(void *arg, struct symcache_pass *pass)
{
	struct feed *feed = arg;
	struct elf *stripped = NULL;

	feed->pass = pass;
	feed->elf = usyms_open_file(feed->u, feed->f);
	if (!feed->elf)
		return 0;
	feed->f->is_arm = elf_machine(feed->elf) == EM_ARM;
	if (!feed->f->id)
		read_id(feed->u, feed->f, feed->elf);
	if (!elf_has_symbols(feed->elf))
		stripped = usyms_open_stripped(feed->u, feed->f, feed->elf);
	elf_each(stripped && elf_has_symbols(stripped) ? stripped : feed->elf, offer, feed);
	symcache_keep(pass);
	elf_close(stripped);
	elf_close(feed->elf);
	return 0;
}

static u64 offset(const struct mapping *m, u64 addr)
{
	return addr - m->start + ((u64)m->pgoff << PAGE);
}

/* Reads /proc/PID/maps again if nothing is known of the process, or if entries may be missing.
 * Returns true if it did. */
static bool ask_again(struct usyms *u, u32 pid)
{
	if (pid >= PIDS || u->asked == pid || !(u->unsure || u->overwritten || !u->last[pid]))
		return false;
	read_maps(u, pid);
	u->asked = pid;
	return true;
}

void usyms_want(struct usyms *u, u32 pid, u64 addr)
{
	const struct mapping *m = find(u, pid, addr);
	struct file *f;

	if (!m && ask_again(u, pid))
		m = find(u, pid, addr);
	if (!m)
		return;
	f = u->files.v[m->file];
	if (!f || f->is_made)
		jit_want(u->jit, pid, addr);
	if (!f)
		return;
	f->pid = m->pid;
	f->start = m->start;
	f->end = m->start + ((u64)m->pages << PAGE);
	symcache_want(&f->syms, offset(m, addr));
}

void usyms_resolve(struct usyms *u)
{
	for (size_t i = 1; i < u->files.n; i++)
		symcache_resolve(&u->files.v[i]->syms, feed_file,
				 &(struct feed){ .u = u, .f = u->files.v[i] });
	jit_resolve(u->jit);
	u->asked = 0;
}

void usyms_find(struct usyms *u, u32 pid, u64 addr, struct usym *out)
{
	const struct mapping *m = find(u, pid, addr);
	const struct file *f = m ? u->files.v[m->file] : NULL;
	const struct ksym *s;
	u64 start;

	*out = (struct usym){ 0 };
	if (m && (!f || f->is_made))
		out->name = jit_find(u->jit, pid, addr, &start);
	if (out->name)
		out->off = addr - start;
	if (!f || out->name)
		return;
	out->file = f->path;
	out->id = f->id;
	out->place = offset(m, addr);
	s = symcache_find(&f->syms, out->place);
	if (!s)
		return;
	out->name = s->name;
	out->off = out->place - s->start - (f->is_arm & addr & 1);	/* the Thumb bit */
}

const char *usyms_path(struct usyms *u, u32 pid, u64 addr)
{
	const struct mapping *m = find(u, pid, addr);
	const struct file *f = m && m->file ? u->files.v[m->file] : NULL;

	return f ? own_path(u, f) : NULL;
}
