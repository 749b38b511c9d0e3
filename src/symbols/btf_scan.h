/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_scan.h - facts about a few kernel functions that are needed to attach to them.
 *
 * The file is streamed through one page.  This takes a tenth of the time and the memory of
 * btf_open(), which indexes all of it.
 */
#ifndef AWL_BTF_SCAN_H
#define AWL_BTF_SCAN_H

#include "base/base.h"

/* Length of a name in characters; shorter and longer names are not found. */
#define BTF_BRIEF_MIN 5
#define BTF_BRIEF_NAME 62

enum btf_fit {			/* how a parameter or result fills a register */
	BTF_TO_TASK, BTF_WORD,	/* all 8 bytes of it */
	BTF_NARROW,		/* some bytes; the others are undefined */
	BTF_VOID, BTF_ODD	/* no bytes; not in one register */
};

enum btf_brief_kind {		/* numbered as in BTF */
	BTF_TASK = 4,		/* struct task_struct */
	BTF_EVENT = 8,		/* the typedef of a tracepoint's functions */
	BTF_FUNCTION = 12
};

enum task_member { TASK_PID, TASK_PRIO, TASK_COMM, TASK_MEMBERS };

struct btf_brief {
	const char *name;	/* set by the caller, like kind; the rest is 0 */
	enum btf_brief_kind kind;
	u32 off[TASK_MEMBERS];	/* in struct task_struct, in bytes; 0: no such member */
	u32 count;		/* functions with this name: 0, 1 or more */
	u32 id;			/* of the first */
	u32 n_params;		/* with the "..." of a variadic function, which is BTF_ODD */
	u32 words;		/* bit n: parameter n is BTF_WORD */
	u32 tasks;		/* bit n: it points to a BTF_TASK; needs v[n - 1] to be that */
	bool is_odd;		/* a parameter is BTF_ODD */
	enum btf_fit ret;
	u32 str, proto;		/* private: offset of the name; id looked at next */
};

/* A task's pid, prio (4 bytes) and comm (16). */
extern const char btf_task_members[TASK_MEMBERS][5];

/* Fills in v[0 … n-1].  Returns 0, or -errno if path is not raw, little-endian BTF. */
int btf_scan(const char *path, struct btf_brief *v, u32 n);

#endif
