/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * debug_impl.h - what the files of debug/ share: sections, units, entries and their attributes.
 *
 * Facts: DWARF Debugging Information Format, versions 2 to 5; dwarf.h has its numbers.  An
 * "entry" is what the standard calls a debugging information entry, a "place" an address.
 */
#ifndef AWL_DEBUG_IMPL_H
#define AWL_DEBUG_IMPL_H

#include "base/hash.h"
#include "base/strbuf.h"
#include "base/cursor.h"
#include "debug/debug.h"
#include "symbols/dwarf.h"
#include "lang/type.h"

enum section_id {
	SEC_INFO, SEC_ABBREV, SEC_STR, SEC_LINE, SEC_LINE_STR, SEC_STR_OFFSETS, SEC_ADDR,
	SEC_RANGES, SEC_RNGLISTS, SEC_LOC, SEC_LOCLISTS, SEC_FRAME, SEC_EH_FRAME,
	SEC_ARANGES, SECTIONS
};

#define NOWHERE UINT64_MAX	/* an offset: there is none */

/* How many bytes attributes have, if that does not depend on their values. */
struct attr_sizes { u32 bytes, addresses, offsets; bool is_varying; };

struct abbrev {			/* what entries with this code look like */
	u64 code;
	u32 tag;
	bool has_children;
	u32 first, n;		/* of its attributes in abbrevs.specs */
	struct attr_sizes sizes;	/* of all of them */
};
struct spec { u32 name, form; s64 constant; };
struct abbrevs {		/* in order of their codes */
	u64 off;
	u32 n;
	struct abbrev *v;
	struct spec *specs;
};

/* mention.c: a table of abbreviations with names that are not in .debug_str.  It takes more than
 * five bytes of the file. */
struct form_marks {
	u64 from, to;		/* its place in .debug_abbrev */
	bool has_functions, has_variables;	/* names of these are in their entries */
	bool is_elsewhere;	/* names are in other places, or entries in other units */
};

struct unit {
	struct debug *d;
	u64 off, end;		/* in .debug_info, header included */
	u64 first;		/* its root */
	u64 abbrev_off;
	u8 version, word, offset;
	bool is_loaded, is_c;
	/* what unit_load() reads of its root */
	const struct abbrevs *abbrevs;	/* NULL: they are broken */
	u64 str_offsets, addrs, rnglists, loclists, lines;
	u64 low_pc;
	const char *dir;
};

struct debug {
	struct arena *arena;
	struct elf *file;	/* with the debug information */
	struct elf *program;	/* that it is about, often the same file */
	struct debug *shared;	/* dwz's, for DW_FORM_GNU_ref_alt and the like; or NULL */
	u32 word;
	bool is_big;		/* the file's numbers are big-endian */
	enum debug_error error;
	struct bytes { const u8 *p; u64 n, addr; bool tried, owned; } sections[SECTIONS];
	VEC(struct unit *) units;	/* in order; all if has_all_units */
	bool has_all_units;
	struct unit *last;	/* found by its header */
	/* address.c: in order of `from` */
	VEC(struct code_range { u64 from, to, unit; }) code;
	bool has_code, has_all_code;	/* .debug_aranges was read; the units' roots were, too */
	enum space space;	/* of pointers */
	struct hash made;	/* types: offset to struct made */
	struct hash named;	/* name.c: what was found by its name, or not */
	struct scopes *scopes;	/* variable.c: the last ones that were asked for; or NULL */
	struct frame *frame;	/* frame.c: the last one that was found; or NULL */
	struct hash tables;	/* offset to struct abbrevs */
	struct { const char *name; u64 off; } global;	/* variable.c: the last one found */
	VEC(struct form_marks) marks;	/* mention.c: in order, if has_marks */
	bool has_marks;
	u64 abbrev_bytes;	/* read so far: tables do not overlap */
};

/* Gives back the memory of the sections. */
void sections_forget(struct debug *d);
/* A cursor at an offset of a section, which is read, and expanded, when it is first used. */
struct cursor debug_at(struct debug *d, enum section_id id, u64 off);

/* ---- separate.c ---- */

/* Finds the separate file of a program.  Returns NULL and sets *why, which is DEBUG_NONE
 * before. */
struct debug *debug_open_separate(struct arena *a, const char *root, const char *path,
				  const struct elf *program, struct debug_why *why);
/* Opens the file that dwz shares between several, if there is one.  path: of d's file. */
bool debug_open_shared(struct debug *d, const char *root, const char *path,
		       struct debug_why *why);

/* ---- unit.c ---- */

#define FORGET 64	/* units, after which their memory is given back */

#define WINDOW (4u << 20)	/* bytes that are searched before their memory is given back */

bool units_open(struct debug *d);	/* false: there are none */
/* Reads the header at an offset.  False for units that awl has no use for, such as type units;
 * u->end is set. */
bool unit_header(struct debug *d, u64 off, struct unit *u);
struct unit *unit_at_header(struct debug *d, u64 off);	/* the same, kept; or NULL */
struct unit *unit_next(struct debug *d, u32 i);		/* unit i of all; NULL: no more */
struct unit *unit_at_header(struct debug *d, u64 off);	/* whose header is at an offset */
/* Gives back the memory of what was read so far.  No entry may be in use. */
void units_forget(struct debug *d);
bool unit_load(struct unit *u);
struct unit *unit_of(struct debug *d, u64 off);		/* that contains an offset */
const struct abbrevs *abbrevs_read(struct debug *d, u64 off);
const struct abbrev *abbrev_find(const struct abbrevs *t, u64 code);

/* ---- address.c ---- */

struct unit *unit_at(struct debug *d, u64 addr);	/* with the code at an address; or NULL */
u64 unit_offset(struct debug *d, u64 addr);	/* of that unit's header; NOWHERE: there is none */
/* Gives back the memory of what was read; the addresses of sections may change. */
void addresses_forget(struct debug *d);

/* ---- form.c ---- */

struct attr {
	u32 form;
	u64 num;		/* a number, an offset or an index; signed ones are extended */
	const u8 *data;		/* a block, or the text of DW_FORM_string */
	u64 len;
};
void attr_read(struct cursor *c, const struct unit *u, const struct spec *s, struct attr *out);
void attr_size(u32 form, struct attr_sizes *out);	/* adds that of one more attribute */
/* What an attribute means.  "", false or NOWHERE if it is no such thing. */
const char *attr_text(const struct unit *u, const struct attr *a);
bool attr_address(const struct unit *u, const struct attr *a, u64 *addr);
/* The offset in .debug_info of the entry that an attribute refers to, and the file that has it:
 * NULL if there is none. */
u64 attr_entry(const struct unit *u, const struct attr *a);
struct debug *attr_debug(const struct unit *u, const struct attr *a);

/* ---- entry.c ---- */

struct entry {
	struct unit *u;
	u64 off;
	const struct abbrev *kind;
	struct cursor attrs;
	u32 depth;		/* of a walk: its root has 0 */
};
struct walk { struct unit *u; struct cursor at; u32 depth; bool ended; };

bool entry_at(struct debug *d, u64 off, struct entry *out);
/* Its own attribute. */
bool entry_attr(const struct entry *e, u32 name, struct attr *out);
/* The same or that of the entry that it completes or is an instance of.  *of gets which. */
bool entry_inherits(const struct entry *e, u32 name, struct attr *out, struct entry *of);
bool entry_ref(const struct entry *e, u32 name, struct entry *out);
const char *entry_name(const struct entry *e);		/* "" */
u64 entry_num(const struct entry *e, u32 name, u64 otherwise);

void walk_unit(struct walk *w, struct unit *u);
void walk_from(struct walk *w, const struct entry *e);	/* e first, then what is in it */
bool walk_next(struct walk *w, struct entry *e);	/* in the order of the file */
void walk_skip(struct walk *w, const struct entry *e);	/* what is in e, the last entry */
bool entry_is_scope(const struct entry *e);	/* does it contain code and variables? */
bool walk_next_scope(struct walk *w, struct entry *e);	/* leaves out other entries */

/* ---- scope.c ---- */

/* Inlined instances that were looked at, by the offset of the function they are of. */
#define KNOWN 256
struct known { u64 off[KNOWN]; bool is[KNOWN]; };
/* Is e what the query calls a function?  *known, which is 0 at first, is of this query. */
bool entry_is_function(const struct entry *e, const struct debug_query *q, struct known *known);

/* ---- range.c ---- */

/* Calls fn for each range [from, to) of an entry's code until it returns non-zero. */
typedef int range_fn(void *arg, u64 from, u64 to);
int entry_ranges(const struct entry *e, range_fn *fn, void *arg);
bool entry_contains(const struct entry *e, u64 addr);
bool entry_start(const struct entry *e, u64 *addr);	/* where its code is entered */

/* ---- types.c ---- */

const struct type *entry_type(const struct entry *e);	/* of a variable; NULL: unknown */
const struct type *entry_returns(const struct entry *e);	/* of a function; NULL: unknown */
const struct type *entry_as_type(const struct entry *e);	/* that it describes */
/* The same inside of `depth` other types. */
const struct type *type_at(const struct entry *e, u32 depth);
bool class_goes_by_address(const struct entry *e, u32 depth);	/* class.c */

/* ---- variable.c ---- */

/* Finds the function that starts at an address; *out is its entry. */
bool function_at(struct debug *d, u64 pc, struct entry *out);
/* The function with a symbol. */
bool function_of_symbol(struct debug *d, const struct elf_symbol *sym, struct entry *out);

#define NESTED 32	/* blocks and functions around an address */
/* The unit's root, the function with an address and what is around the address in there. */
struct scopes { u64 pc; struct entry v[NESTED]; u32 n; struct entry function; };
/* Returns those of the address, which stay valid until those of another one are asked for or
 * memory is given back; NULL: no unit has the address. */
const struct scopes *scopes_at(struct debug *d, u64 pc);
/* Calls fn for the variables of scopes, the innermost first, until it returns non-zero. */
typedef int scope_fn(void *arg, const struct entry *e, u32 scope);
int scopes_each(const struct scopes *s, scope_fn *fn, void *arg);
/* Where a variable lies at an address: v->what and the steps. */
void variable_place(const struct entry *e, const struct scopes *s, u64 pc,
		    struct debug_variable *v);

/* ---- location.c, frame.c ---- */

struct location {
	u64 pc;			/* where it is asked for */
	struct entry at;	/* the function whose frame it may be relative to */
	const struct unit *u;
	u32 depth;		/* of expressions that others refer to */
	bool in_list;		/* the expression is for some addresses of the function only */
	bool is_wrong;		/* it is known that a compiler makes this mistake */
	enum debug_what what;
	struct debug_step steps[DEBUG_STEPS];
	u32 n;
};
/* The value of a DW_AT_location; 1 if a probe can't compute it. */
int location_of(struct location *l, const struct attr *a);
bool location_add(struct location *l, struct cursor expression);
bool frame_cfa(struct location *l);		/* adds the call frame address */

/* ---- name.c ---- */

/* The same as debug_type() of what is declared outside of functions. */
const struct type *outer_type(struct debug *d, enum btf_want want, const char *name);

/* ---- mention.c ---- */

struct mentions {		/* a search for units that may have entries of a name */
	struct debug *d;
	const char *name;
	enum mention_of { MENTION_TYPE, MENTION_FUNCTION, MENTION_VARIABLE } of;
	char more;		/* may follow the name, as in work<int>; NUL: nothing */
	bool is_off;		/* all units may have them */
	VEC(u32) offsets;	/* of the name in .debug_str */
	u64 at;			/* the unit to be searched next */
};
/* Linkage names and names before template arguments are names of functions and variables, too. */
void mentions_open(struct mentions *m, struct debug *d, const char *name, enum mention_of of);
struct unit *mentions_next(struct mentions *m);		/* NULL: no more */
void mentions_close(struct mentions *m);

/* ---- line.c ---- */

struct lines {			/* a unit's line program */
	const struct unit *u;
	struct cursor code;
	u8 version, min_insn, line_range, opcode_base;
	s8 line_base;
	bool default_stmt;
	const u8 *lengths;	/* of the operands of standard opcodes */
	u32 first_file;		/* number of the first file: 0 from version 5 on, else 1 */
	VEC(const char *) dirs;
	VEC(struct line_file { const char *name; u64 dir; }) files;
};
struct line_row { u64 addr; u64 file, line, column; bool is_stmt, is_end; };

bool lines_open(struct lines *l, struct unit *u);	/* false: it has none, or a broken one */
void lines_close(struct lines *l);
/* Calls fn for all tables.  Some may come twice. */
typedef void table_fn(void *arg, const struct lines *l);
void lines_each_table(struct debug *d, table_fn *fn, void *arg);
/* Calls fn for each row until it returns non-zero. */
typedef int row_fn(void *arg, const struct line_row *row);
int lines_each(const struct lines *l, row_fn *fn, void *arg);
/* The name of a file in the table, which may lack its directory; NULL if there is none. */
const char *lines_name(const struct lines *l, u64 file);
/* The path of the file that an entry is declared in, to be freed; NULL if it is not known. */
char *entry_file(const struct entry *e);
/* The path of a file, written to *out; NULL if there is none. */
const char *lines_path(const struct lines *l, u64 file, struct strbuf *out);
const char *base_name(const char *path);	/* what is after the last slash */
/* Does path, or its end after a slash, equal `want`? */
bool path_ends_with(const char *path, const char *want);

#endif
