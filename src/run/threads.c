/* SPDX-License-Identifier: GPL-2.0-or-later */
/* threads.c - see threads.h. */
#include "run/threads.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/host.h"
#include "run/session.h"

#define LOOK_MS 1000
/* The kernel gives numbers in a circle.  It gives far fewer than these between two looks at the
 * last one. */
#define SOON 2048
#define RESERVED 300		/* those that it leaves out after the largest */

void threads_begin(struct session *s)
{
	struct image *im = s->image;

	for (size_t i = 0; i < im->globals.n; i++)
		if (im->globals.v[i]->keeps_deleted)
			vec_push(&s->threads.maps,
				 ((struct thread_map){ .g = im->globals.v[i] }));
	s->threads.next = pace_now() + LOOK_MS * 1000000ull;
}

int threads_wait(const struct session *s)
{
	return s->threads.maps.n ? LOOK_MS : -1;
}

static bool has_ended(u32 tid)
{
	return kill((pid_t)tid, 0) && errno == ESRCH;
}

static void note(void *ctx, u32 tid)
{
	struct thread_map *m = ctx;

	if (has_ended(tid))
		vec_push(&m->ended, tid);
}

/* The last number in a file of /proc; 0 if it can't be read. */
static u32 last_number(const char *path)
{
	char *text = host_read_file(path, NULL);
	const char *last = text ? strrchr(text, ' ') : NULL;
	u32 n = text ? (u32)strtoul(last ? last : text, NULL, 10) : 0;

	mem_free(text);
	return n;
}

/* May the kernel give this number to a new thread soon, or is that unknown? */
static bool is_given_soon(u32 tid, u32 last, u32 most)
{
	u32 ahead = tid > last ? tid - last : tid + most - last;

	return !last || !most || ahead < SOON + RESERVED;
}

static void remove_ended(struct session *s, struct thread_map *m)
{
	u32 last = 0, most = host_proc_is_own() ? last_number("/proc/sys/kernel/pid_max") : 0;

	for (u32 i = 0; i < m->ended.n; i++) {
		if (i % 256 == 0)	/* it is after the load, in proc_loadavg(5) */
			last = last_number("/proc/loadavg");
		if (!is_given_soon(m->ended.v[i], last, most) && has_ended(m->ended.v[i]))
			m->removed += mapread_remove(&s->maps, m->g, m->ended.v[i]);
	}
	m->ended.n = 0;
}

static void look(struct session *s, struct thread_map *m)
{
	u64 n = mapread_counter(&s->maps, m->g->len_off) - m->removed;

	if (m->ended.n)
		remove_ended(s, m);
	else if (n > s->image->maps.v[m->g->map].max_entries / 2 ||
		 mapread_is_front_crowded(&s->maps, m->g))
		mapread_each_deleted(&s->maps, m->g, note, m);
}

void threads_look(struct session *s)
{
	u64 now = pace_now();

	if (now < s->threads.next)
		return;
	s->threads.next = now + LOOK_MS * 1000000ull;
	for (u32 i = 0; i < s->threads.maps.n; i++)
		look(s, &s->threads.maps.v[i]);
}

void threads_end(struct session *s)
{
	for (u32 i = 0; i < s->threads.maps.n; i++)
		vec_free(&s->threads.maps.v[i].ended);
	vec_free(&s->threads.maps);
}
