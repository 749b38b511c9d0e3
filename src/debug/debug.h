/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * debug.h - source lines and inlined functions of programs, from their debug information.
 *
 * The information (DWARF 2 to 5) is in the program itself.  Nothing is decoded but what is
 * asked for.  The files may be hostile: what makes no sense is left out, and the memory that
 * is used is bounded by a multiple of the file's size.
 */
#ifndef AWL_DEBUG_H
#define AWL_DEBUG_H

#include "base/mem.h"
#include "symbols/elf.h"

struct debug;

enum debug_error {
	DEBUG_OK,
	DEBUG_NONE,		/* no debug information */
	DEBUG_ZSTD,		/* compressed in a way that awl can't read */
	DEBUG_SPLIT,		/* it is in .dwo files */
	DEBUG_BROKEN
};

/* Opens the debug information of a program, which must stay open.  NULL and *err. */
struct debug *debug_open(struct arena *a, struct elf *program, enum debug_error *err);
void debug_close(struct debug *d);

struct debug_place {
	u64 addr;		/* as the file was linked */
	bool is_inlined;	/* it is an inlined instance of the function */
};

struct debug_places {
	VEC(struct debug_place) v;	/* in order of address, each once */
	bool has_function;	/* there is such a function, or file */
	u32 line;		/* the line in its file that was looked for */
	u32 before, after;	/* the nearest lines that have code; 0: none */
};

/* What is looked for: lines of a file, of a function, or a function.  Unused members are
 * NULL or 0. */
struct debug_query {
	const char *func;	/* its name in the source, or its linkage name */
	const char *file;	/* its path, or the end of that */
	u32 line;		/* in the file; with func: from the function's first line,
				 * where 0 is its entry */
	bool has_line;
	u32 column;
};

/*
 * func:LINE, func@FILE, func@FILE:LINE, FILE:LINE[:COLUMN] and @FILE:LINE[:COLUMN].  A name
 * with a dot or slash is a file's: functions have none in the source.  False if the text is
 * none of these; "func" alone is accepted, too.
 */
bool debug_parse_query(struct arena *a, const char *text, struct debug_query *q);

/* Finds all places.  To be freed by debug_free_places(). */
void debug_find(struct debug *d, const struct debug_query *q, struct debug_places *out);
void debug_free_places(struct debug_places *p);

#endif
