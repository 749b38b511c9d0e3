/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_scan.h - what attaching must know of a few kernel functions.
 *
 * The file is streamed through one page: a tenth of the time and of the memory
 * that btf_open() takes for all of it.
 */
#ifndef AWL_BTF_SCAN_H
#define AWL_BTF_SCAN_H

#include "base/base.h"

/* Characters in a name; others are not found. */
#define BTF_BRIEF_MIN 5
#define BTF_BRIEF_NAME 62

enum btf_fit {			/* a parameter or result, in a register */
	BTF_TO_TASK, BTF_WORD,	/* all of its 8 bytes */
	BTF_NARROW,		/* some: the others mean nothing */
	BTF_VOID, BTF_ODD	/* none; not in one register */
};

enum btf_brief_kind {		/* the numbers are BTF's */
	BTF_TASK = 4,		/* struct task_struct */
	BTF_EVENT = 8,		/* the typedef of a tracepoint's functions */
	BTF_FUNCTION = 12
};

enum task_member { TASK_PID, TASK_PRIO, TASK_COMM, TASK_MEMBERS };

struct btf_brief {
	const char *name;	/* given, and the kind; the rest zero */
	enum btf_brief_kind kind;
	u32 off[TASK_MEMBERS];	/* of a task's, in bytes; 0: there is none such */
	u32 count;		/* how many there are of this name: 0, 1 or more */
	u32 id;			/* of the first */
	u32 n_params;		/* with the "..." of a variadic one, which is odd */
	u32 words;		/* bit n: parameter n is BTF_WORD */
	u32 tasks;		/* … points to a BTF_TASK, which v[n - 1] must be for that */
	bool is_odd;		/* a parameter is BTF_ODD */
	enum btf_fit ret;
	u32 str, proto;		/* its own: of the name, of what is looked at then */
};

/* A task's pid, prio (4 bytes) and comm (16). */
extern const char btf_task_members[TASK_MEMBERS][5];

/* Fills in v[0 … n-1].  -errno: no (raw, little-endian) BTF there. */
int btf_scan(const char *path, struct btf_brief *v, u32 n);

#endif
