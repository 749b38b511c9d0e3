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
	BTF_TO_TASK, BTF_WORD,	/* it fills all 8 bytes; a pointer to a task, or anything else */
	BTF_NARROW,		/* it fills some bytes; the others are undefined */
	BTF_VOID, BTF_ODD	/* there is none; it is not in one register */
};

enum btf_brief_kind {		/* numbered as in BTF */
	BTF_TASK = 4,		/* struct task_struct */
	BTF_EVENT = 8,		/* the typedef of a tracepoint's functions */
	BTF_FUNCTION = 12
};

enum task_member { TASK_PID, TASK_PRIO, TASK_COMM, TASK_MEMBERS };

struct btf_brief {
	const char *name;	/* the caller sets name and kind, and the rest to 0 */
	enum btf_brief_kind kind;
	u32 off[TASK_MEMBERS];	/* BTF_TASK: bytes into the struct; 0: no such member */
	u32 count;		/* number of records with this name and kind */
	u32 id;			/* of the first of them */
	u32 n_params;		/* includes the "..." of a variadic function, which is BTF_ODD */
	u32 words;		/* bit n: parameter n is BTF_WORD or BTF_TO_TASK */
	u32 tasks;		/* bit n: it is BTF_TO_TASK; only if the last of v is the task */
	bool is_odd;		/* a parameter is BTF_ODD */
	enum btf_fit ret;
	u32 str, proto;		/* private: offset of the name; type or offset to read next */
};

/* The names "pid", "prio" (4 bytes in a task) and "comm" (16 bytes). */
extern const char btf_task_members[TASK_MEMBERS][5];

/* Fills in v[0 … n-1].  Returns 0, or -errno if path is not raw, little-endian BTF. */
int btf_scan(const char *path, struct btf_brief *v, u32 n);

#endif
