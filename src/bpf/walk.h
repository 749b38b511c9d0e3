/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walk.h - what programs that walk user stacks by tables share with the runtime.
 *
 * Each table is an array map with one value, which programs load from directly and user space maps.
 * The runtime fills them (run/walktables.c), the generator's code reads them (gen/gen_walk.c):
 *
 *	procs[process id]	a hash: which of the areas are the process's (struct walk_proc)
 *	execs			when processes executed another program (run/execs.h): by the low
 *				bits of their ids, which some share
 *	areas			executable mappings, those of a process in order of address
 *	files			which of the rows are a file's
 *	rows, rules		struct unwind_row and struct unwind_rule of symbols/unwind.h
 *
 * The first area matches no address.  The first rule follows frame pointers, and the first file
 * has no rows.  All numbers of entries are powers of two, so that one AND gives the verifier a
 * bound.
 */
#ifndef AWL_WALK_H
#define AWL_WALK_H

#include "base/base.h"

/*
 * A sorted part of a table, prepared for searching it: offsets in bytes.  With n entries and p the
 * largest power of two up to n, the search is in the last p or the first p of them: it looks at
 * entry n - p first.  Then half = p / 2 entries.
 */
struct walk_range {
	u32 first, skip, half;
	u32 state;	/* of a file: below; of a process: a number that no other areas had */
};

enum {			/* state of a file */
	WALK_UNKNOWN,	/* nobody has asked for it yet */
	WALK_WANTED,	/* a program has met an address in it */
	WALK_READY,	/* its rows are there */
	WALK_NONE	/* it has none, so frame pointers are followed */
};

/*
 * The areas are those of the time `as_of` (ns of CLOCK_MONOTONIC).  If the process has executed
 * another program since, they are no longer its own.
 */
struct walk_proc {
	struct walk_range areas;
	u64 as_of;
};

struct walk_area {
	u64 start, end;
	u64 bias;	/* address minus offset in the file */
	u32 file, pad;
};

/* The most entries of the tables; a machine with less memory gets fewer. */
#define WALK_ROWS (1u << 19)
#define WALK_AREAS (1u << 15)
#define WALK_FILES (1u << 12)
#define WALK_RULES (1u << 13)
#define WALK_PROCS (1u << 12)
#define WALK_EXECS (1u << 12)	/* always */

struct walk_maps {
	u32 procs, execs, areas, files, rows, rules;	/* indices in image.maps */
	u64 ns_dev, ns_ino;	/* the PID namespace that ids are of; 0: the first one */
	u32 n_areas, n_files, n_rows, n_rules, n_procs;
};

#endif
