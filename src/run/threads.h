/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * threads.h - removes the entries of threads that have ended, from maps in which programs keep
 * deleted entries (global.keeps_deleted, lang/thread.c).
 *
 * A program may not find the entry that is being removed.  So one is removed only if its thread did
 * not exist any more a second ago: a thread runs on for a moment when its number is gone already.
 * And the kernel must not be about to give the number to a new thread.
 *
 * The same second serves for the thread's place in the map's front.  A program that saw the place
 * free before that thread took it, and has not taken it itself yet, has ended by then.
 */
#ifndef AWL_THREADS_H
#define AWL_THREADS_H

#include "base/mem.h"

struct global;
struct session;

struct threads {
	VEC(struct thread_map {
		const struct global *g;
		u64 removed;		/* entries so far */
		VEC(u32) ended;		/* threads that didn't exist when they were looked at */
	}) maps;
	u64 next;			/* when to look again: pace_now() */
};

/* To be called when the maps were made. */
void threads_begin(struct session *s);
/* Once a second, looks at maps that are more than half full.  Else does nothing. */
void threads_look(struct session *s);
/* How many ms the loop may wait until then; -1: without limit. */
int threads_wait(const struct session *s);
void threads_end(struct session *s);

#endif
