/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * areas.c - the executable mappings of a process in order of address; see usyms.h.
 *
 * The records of a process are chained from the newest to the oldest, and no record says that a
 * mapping was removed.  So the newest mapping of an address counts.  What is older than the
 * process's own fork belongs to an earlier process with the same id; the mappings that the parent
 * had then come after it.
 */
#include <string.h>

#include "base/sort.h"
#include "symbols/usyms_impl.h"

static bool by_time(const void *ctx, const void *a, const void *b)
{
	const struct mapping *const *m = a, *const *n = b;

	(void)ctx;
	return (*m)->time >= (*n)->time;
}

struct found { VEC(const struct mapping *) all; };

/* Adds the process's own mappings of a time, the newest first.  Returns its fork, or NULL. */
static const struct mapping *find_own(const struct usyms *u, u32 pid, u64 before,
				      struct found *found)
{
	const struct mapping *m, *fork = NULL;
	size_t first = found->all.n;

	for (u32 i = u->last[pid]; (m = usyms_entry(u, i)); i = m->prev)
		if (m->file == IS_FORK && m->time <= before && !(fork && fork->time >= m->time))
			fork = m;
	for (u32 i = u->last[pid]; (m = usyms_entry(u, i)); i = m->prev)
		if (m->file != IS_FORK && m->time <= before && !(fork && m->time < fork->time))
			vec_push(&found->all, m);
	sort_array(found->all.v + first, (u32)(found->all.n - first), sizeof(m), by_time, NULL);
	return fork;
}

static void insert(struct usyms *u, size_t at, const struct mapping *m, u64 start, u64 end)
{
	struct usyms_area a = { start, end, m->start - ((u64)m->pgoff << PAGE), m->file };

	vec_push(&u->areas, a);
	memmove(&u->areas.v[at + 1], &u->areas.v[at], (u->areas.n - 1 - at) * sizeof(a));
	u->areas.v[at] = a;
}

/* Adds those parts of an older mapping that newer ones leave free. */
static void add_free(struct usyms *u, const struct mapping *m)
{
	u64 start = m->start, end = m->start + ((u64)m->pages << PAGE);
	size_t i = 0;

	for (; i < u->areas.n && start < end; i++) {
		struct usyms_area *a = &u->areas.v[i];
		u64 next = a->end;

		if (next <= start)
			continue;
		if (a->start >= end)
			break;
		if (a->start > start)
			insert(u, i++, m, start, a->start);
		start = next;
	}
	if (start < end)
		insert(u, i, m, start, end);
}

u32 usyms_areas(struct usyms *u, u32 pid, const struct usyms_area **out)
{
	struct found found = { 0 };
	u64 before = UINT64_MAX;

	for (u32 depth = 0; pid < PIDS && depth < FORK_DEPTH; depth++) {
		const struct mapping *fork = find_own(u, pid, before, &found);

		if (!fork)
			break;
		pid = fork->pgoff;
		before = fork->time;
	}
	u->areas.n = 0;
	for (size_t i = 0; i < found.all.n; i++)
		add_free(u, found.all.v[i]);
	vec_free(&found.all);
	*out = u->areas.v;
	return (u32)u->areas.n;
}

void usyms_changed(struct usyms *u, void (*changed)(void *arg, u32 pid, bool is_fork, u32 parent),
		   void *arg)
{
	const struct mapping *m;

	if (u->n - u->told > u->cap)
		u->told = u->n - u->cap;
	while (u->told != u->n) {
		m = usyms_entry(u, ++u->told);
		if (m)
			changed(arg, m->pid, m->file == IS_FORK, m->pgoff);
	}
}

struct elf *usyms_elf(struct usyms *u, u32 pid, const struct usyms_area *a, struct elf **stripped)
{
	struct file *f = u->files.v[a->file];
	struct elf *elf;

	f->pid = pid;
	f->start = a->start;
	f->end = a->end;
	elf = usyms_open_file(u, f);
	*stripped = elf ? usyms_open_stripped(u, f, elf) : NULL;
	return elf;
}

const char *usyms_file(const struct usyms *u, u32 file)
{
	return u->files.v[file]->path;
}
