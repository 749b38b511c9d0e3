/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * choose.h - what a program reads, which decides how cheaply it can be attached, and what other
 * programs may do while it runs.
 *
 * choose.c fills in struct use and passes it to provider.cheaper().
 */
#ifndef AWL_CHOOSE_H
#define AWL_CHOOSE_H

#include "provider/fields.h"

struct use {
	u32 needs;		/* OFFERS_* */
	u32 args;		/* bit n: argument n */
	u32 records;		/* number of mentions of the record */
	struct fields read;	/* … of those that read a field; full if there are too many */
	bool is_odd;		/* it reads the context itself, or arguments beyond 0 to 31 */
	bool comm;		/* it reads the task's name */
	bool just_deletes;	/* it only deletes entries of maps whose length is never read */
};

struct script;

/* Trampolines' programs may interrupt each other, so cells that two change need atomic additions.
 * Returns false if that is not possible for one, and sets *shares if there are any. */
bool preempted_may_share(struct script *s, bool *shares);
/* Sets shares_cells if programs as they are written may interrupt each other.  If the kernel
 * preempts tasks in the kernel, also marks the programs that it may preempt, and those that must
 * prevent that (image.h). */
void preempted_guard(struct script *s, bool preempts);
/* Gives nested_off to the programs that an interrupt may run again.  Call it when it is known how
 * all are attached. */
void preempted_note_nesting(struct script *s);

#endif
