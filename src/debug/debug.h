/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * debug.h - source lines and inlined functions of programs, from their debug information.
 *
 * The information (DWARF 2 to 5) is in the program itself or in a file of its own.  Nothing is
 * decoded but what is asked for.  The files may be hostile: what makes no sense is left out,
 * and the memory that is used is bounded by a multiple of the file's size.
 */
#ifndef AWL_DEBUG_H
#define AWL_DEBUG_H

#include "base/mem.h"
#include "lang/type.h"
#include "symbols/btf.h"
#include "symbols/elf.h"

struct debug;

enum debug_error {
	DEBUG_OK,
	DEBUG_NONE,		/* no debug information */
	DEBUG_ZSTD,		/* compressed in a way that awl can't read */
	DEBUG_SPLIT,		/* it is in .dwo files */
	DEBUG_BROKEN,
	DEBUG_OTHER,		/* the file with it is another program's: its build id differs */
	DEBUG_OTHER_CRC,	/* the same: its checksum differs */
	DEBUG_NO_SHARED		/* the file that dwz made of parts of it is missing */
};

/* Why there is none.  file, in the arena: the separate file in question, or NULL. */
struct debug_why { enum debug_error error; const char *file; };

/*
 * Opens the debug information of a program, which may be in a separate file: next to it, or in
 * /usr/lib/debug below `root`.  Returns NULL and sets *why.  space: of its pointers.
 */
struct debug *debug_open(struct arena *a, const char *root, const char *path, enum space space,
			 struct debug_why *why);
/* The same of an open file, which is closed with it, or now if NULL is returned. */
struct debug *debug_open_elf(struct arena *a, struct elf *program, enum debug_error *err);
/* Closes the files.  Types that were made stay valid; a structure that was not looked into by
 * then has no members. */
void debug_close(struct debug *d);
const struct elf *debug_elf(const struct debug *d);	/* the file that has symbols */
/* Tells where the sections of a module lie in memory: 0 if fn does not know. */
void debug_place_sections(struct debug *d, u64 (*fn)(void *arg, const char *section), void *arg);
/* The address of a place in the file, as it was linked; UINT64_MAX: none. */
u64 debug_address(const struct debug *d, u64 offset);

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
	const char *scoped;	/* its name after all or some of its scopes: geo::Shape::area;
				 * func is the last part of it then */
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

/* Is the name, or the last part of it, that of an operator of C++, such as operator<<? */
bool debug_is_operator(const char *name);
/* Sets q->scoped if q->func has scopes. */
void debug_split_scope(struct debug_query *q);
/* Finds all places.  To be freed by debug_free_places(). */
void debug_find(struct debug *d, const struct debug_query *q, struct debug_places *out);
void debug_free_places(struct debug_places *p);

/* ---- lines, to be shown ---- */

struct debug_source {		/* a function or a file */
	char *path;
	u32 first;		/* the function's first line; 0: it is a file */
	u32 end;		/* the last line with code */
	VEC(u32) lines;		/* that have code, in order */
};
struct debug_sources { VEC(struct debug_source) v; };

/* Lines that have code, of all functions or files that the query means.  Its line is not used.
 * To be freed by debug_free_lines(). */
void debug_lines(struct debug *d, const struct debug_query *q, struct debug_sources *out);
void debug_free_lines(struct debug_sources *s);

/* ---- what code is from ---- */

struct debug_frame {
	const char *func;	/* its linkage name, or its name; NULL: unknown */
	const char *file;	/* without its folder; NULL: unknown */
	u32 line;
	struct debug_frame *outer;	/* if it is inlined: the function that it is part of */
};
struct debug_code {
	u64 addr;
	struct debug_frame *frames;	/* the innermost first; NULL: unknown */
	u32 n;
	u64 unit, scope;		/* for code.c */
	bool is_complete;		/* likewise */
};
/* Looks up n addresses, whose order it changes.  Frames are in the arena, their texts in the
 * files. */
void debug_code(struct debug *d, struct debug_code *v, u32 n);

/* ---- variables ---- */

/*
 * Steps work on a stack of numbers, which have the size of a word unless they are of a type.
 * Comparisons and divisions are signed, remainders are not.
 */
enum debug_step_kind {
	STEP_NONE,
	STEP_NUM,		/* push num */
	STEP_REG,		/* push register num, as DWARF numbers them */
	STEP_IP,		/* push the address of the probe while the program runs */
	STEP_PICK,		/* push a copy of number `num`, counted from the top */
	STEP_DEREF,		/* replace an address by the num bytes there */
	STEP_TYPE,		/* make it a number of a type, see DEBUG_SIGNED */
	STEP_NEG, STEP_NOT,
	STEP_ADD, STEP_SUB, STEP_MUL, STEP_DIV, STEP_MOD, STEP_AND, STEP_OR, STEP_XOR,
	STEP_SHL, STEP_SHR, STEP_SAR, STEP_EQ, STEP_NE, STEP_LT, STEP_LE, STEP_GT, STEP_GE,
	STEP_SWAP,		/* the last two */
	STEP_ROT,		/* move the last of three below the other two */
	STEP_DROP,
	STEP_SELECT,		/* of three: the first if the last isn't 0, else the second */
	/* The end of a part of num bytes.  The one number on the stack is its address, its
	 * value, or there is none because it is lost. */
	STEP_MEMORY_PART, STEP_VALUE_PART, STEP_LOST_PART,
	STEP_KINDS
};
/* Of STEP_TYPE: bytes, 0 for a word without a type; with this bit the type is signed. */
#define DEBUG_SIGNED 0x100

#define DEBUG_STEPS 64
struct debug_variable {
	const char *name;
	const struct type *type;	/* NULL: unknown */
	bool is_param, is_global;
	enum debug_what {
		DEBUG_IN_MEMORY,	/* the steps compute its address */
		DEBUG_COMPUTED,		/* … its value */
		DEBUG_IN_PARTS,		/* … its parts, in order */
		DEBUG_GONE,		/* it has no value at this address */
		DEBUG_UNREADABLE,	/* what says where it is can't be followed by a probe */
		DEBUG_WRONG		/* the compiler is known to say something wrong */
	} what;
	struct debug_step { enum debug_step_kind kind; u64 num; } steps[DEBUG_STEPS];
	u32 n_steps;
};

/* Can all of its value be computed at this address? */
bool debug_has_value(const struct debug_variable *v);
/* Calls fn for the variables that can be seen at an address, the innermost first, until it
 * returns non-zero. */
typedef int debug_variable_fn(void *arg, const struct debug_variable *v);
int debug_each_variable(struct debug *d, u64 pc, debug_variable_fn *fn, void *arg);
/* Finds one by its name, or a global one of another unit. */
bool debug_variable(struct debug *d, u64 pc, const char *name, struct debug_variable *out);
/* The same of global variables only: of the unit with the address first. */
bool debug_global(struct debug *d, u64 pc, const char *name, struct debug_variable *out);
/* Is that a variable in memory at an address of the file as it was linked?  pc: where it was
 * asked for. */
bool debug_is_at(const struct debug_variable *v, u64 pc, u64 addr);
/* The type of a global variable; NULL: there is none, or its type is unknown. */
const struct type *debug_variable_type(struct debug *d, const char *name);
/* Lines of its function at which a variable has a value, though it has none at the address.
 * To be freed by debug_free_spans(). */
struct debug_spans {
	/* in the file; all lines with code between two have one */
	VEC(struct { u32 from, to; }) v;
	const char *func;
	char *path;
	u32 first;		/* the function's first line */
};
void debug_value_lines(struct debug *d, u64 pc, const char *name, struct debug_spans *out);
void debug_free_spans(struct debug_spans *s);
/* Does the function with a symbol begin at an address?  Nops may come before it, for ftrace. */
bool debug_is_entry(struct debug *d, const struct elf_symbol *sym, u64 addr);
/* The parameters of the function that starts at an address, in order, without their places;
 * -1 if there is no such function. */
int debug_params(struct debug *d, u64 pc, debug_variable_fn *fn, void *arg);
/* The type of what that function returns; NULL: nothing, or it is unknown. */
const struct type *debug_return_type(struct debug *d, u64 pc);

/* ---- by name ---- */

/* The same as btf_struct(), btf_enumerator() and btf_func().  Of types that several files define
 * in different ways, that of the first file is found.  What functions declare is found last. */
const struct type *debug_type(struct debug *d, enum btf_want want, const char *name);
bool debug_constant(struct debug *d, const char *name, s64 *value, const struct type **type);
bool debug_func(struct debug *d, const char *name, struct btf_func *out);

#endif
