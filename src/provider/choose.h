/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * choose.h - what a program looks at, which decides how cheaply it can be attached.
 *
 * choose.c fills it in and asks provider.cheaper().
 */
#ifndef AWL_CHOOSE_H
#define AWL_CHOOSE_H

#include "provider/fields.h"

struct use {
	u32 needs;		/* OFFERS_* */
	u32 args;		/* bit n: argument n */
	u32 records;		/* mentions of the record */
	struct fields read;	/* … those that read a field; full if there are too many */
	bool is_odd;		/* it names registers, or arguments that have no number */
	bool comm;		/* it names the task's name */
	bool just_deletes;	/* it does nothing but delete entries, which nothing counts */
};

#endif
