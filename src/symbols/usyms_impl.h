/* SPDX-License-Identifier: GPL-2.0-or-later */
/* usyms_impl.h - the mappings of processes, for usyms.c and areas.c. */
#ifndef AWL_USYMS_IMPL_H
#define AWL_USYMS_IMPL_H

#include "base/hash.h"
#include "base/strbuf.h"
#include "symbols/jit.h"
#include "symbols/symcache.h"
#include "symbols/usyms.h"

#define PIDS (1 << 22)		/* PID_MAX_LIMIT; in arrays only pages of used pids take memory */
#define PAGE 12			/* log2 of the unit of mappings */
#define FORK_DEPTH 64		/* generations of parents that are searched */
#define NO_FILE 0		/* files[0] is for code without a file */
#define IS_FORK UINT32_MAX

struct mapping {
	u64 start, time;
	u32 pages, pgoff;	/* pgoff: pages into the file; for a fork: the parent's pid */
	u32 file;		/* index in files, or IS_FORK */
	u32 pid, prev;		/* prev: index + 1 of the process's previous entry, or 0 */
};

struct file {
	const char *path;
	u32 ino;		/* low bits; kernels and C libraries differ in the others */
	u32 pid;		/* a process that maps it, used to open it */
	u64 start, end;		/* addresses of that mapping */
	bool is_arm;
	bool is_made;		/* it has no path: a process has made its code (jit.h) */
	const char *id;		/* build id in hex; "": it has none; NULL: not opened */
	struct symcache syms;	/* by offset in the file */
};

struct usyms {
	const char *proc;
	bool unsure, mangled;
	u32 asked;		/* the process whose maps were last read again; 0: none */
	struct mapping *ring;
	u32 n, cap;		/* n: number ever added; cap: a power of two */
	bool overwritten;	/* newer mappings have replaced older ones */
	u32 *last;		/* [pid]: index + 1 of its newest mapping, or 0 */
	u32 left, seen;		/* n after the last sweep; n at the start of this one */
	u8 *marks;		/* during a sweep: [pid] has PID_…; else NULL */
	VEC(struct file *) files;
	struct jit *jit;
	struct hash by_name;	/* from inode and path to the index */
	u64 nameless;		/* number of mappings whose file there was no room for */
	u32 told;		/* n when usyms_changed() was last called */
	VEC(struct usyms_area) areas;	/* of the last usyms_areas() */
	struct strbuf text;
	struct arena arena;
};

/* Returns the entry of an index + 1.  Returns NULL at the end, or if the entry was overwritten. */
const struct mapping *usyms_entry(const struct usyms *u, u32 index);
/* Opens the file, by a process that has mapped it.  NULL: it can't be opened any more. */
struct elf *usyms_open_file(struct usyms *u, const struct file *f);
/* Opens the file that has what was stripped from that one.  NULL: there is none. */
struct elf *usyms_open_stripped(struct usyms *u, const struct file *f, const struct elf *elf);

#endif
