/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * type.h - the types of awl's values.
 *
 * A type says three things: what a value means (kind), how its bytes are laid out in a key, a
 * map value or an event record (size, align, members), and what the reader of those bytes needs
 * to show it (signedness, symbol table, formats).  Sizes are the target's, not the host's.
 *
 * Types don't change after they were made, and live in the arena of the compilation; the common
 * ones are static.  Compare them by type_same().
 */
#ifndef AWL_TYPE_H
#define AWL_TYPE_H

#include "base/mem.h"

struct agg;
struct gen;
struct place;
struct strbuf;
struct value;
struct value_env;

enum type_kind {
	TY_ERROR,	/* an error was already reported */
	TY_UNKNOWN,	/* not inferred yet: a map read before it is written */
	TY_VOID,
	TY_INT,		/* size 1, 2, 4, 8; is_signed */
	TY_BOOL,	/* 1 byte */
	TY_ENUM,	/* like TY_INT, with names */
	TY_PTR,		/* to elem (NULL: void), in space */
	TY_ARRAY,	/* count times elem */
	TY_STRUCT,	/* members; is_union */
	TY_STRING,	/* size bytes, NUL-terminated unless full */
	TY_BUF,		/* u32 length, then size - 4 bytes */
	TY_TUPLE,	/* members without names */
	TY_STACK,	/* u32 id, and of user stacks u32 pid; of kernel stacks the low half of the
			 * caller's address if the stack lacks it, or 0; see struct stack_opt */
	TY_KSYM,	/* u64 kernel address, shown as its symbol; SHOW_WORD: as
			 * symbol+offset; SHOW_LINE: with its line, too */
	TY_USYM,	/* u64 user address, u32 pid, u32 0; shown likewise */
	TY_PROBE,	/* u32, shown as the name of a probe: lang/names.h */
	TY_FUNC,	/* u32, shown as the name of a function */
	TY_INET,	/* u32 family, u8[16] address, u32 0 */
	TY_MAC,		/* u8[6] */
	TY_TIME,	/* u64 ns, shown by strftime() with the format `text` */
	TY_LATE,	/* u64, which becomes text when it is shown: see struct late */
	TY_AGG,		/* an aggregation: see struct agg */
	TY_KINDS
};

enum space {		/* where a pointer points */
	SPACE_NONE,	/* unknown: the address itself says whether it is the kernel's */
	SPACE_KERNEL,
	SPACE_USER,
	SPACE_CTX,	/* the probe's context: the program loads from it directly */
	SPACE_BPF	/* the program's stack, a map value or a record: direct loads */
};

/* Is memory in this space read by a helper instead of direct loads? */
static inline bool space_is_foreign(enum space s)
{
	return s != SPACE_CTX && s != SPACE_BPF;
}

/*
 * How an aggregation works: a constant in the file of src/builtin/ that has its row.  Other
 * files ask its flags or call it through struct agg, and don't know which it is.
 *
 * Each CPU keeps u64s in the target's order, which begin as zeros.  They are a fixed number of
 * words, or as many for each of agg.buckets.  An aggregation that programs can read has one or
 * two words; if it has a merge(), the first is a value that update() can put into others.
 */
struct agg_ops {
	const char *name;		/* for messages */
	u8 words;			/* u64s, or u64s of a bucket */
	s8 count_word;			/* the word that is 0 until a value is put in; -1: none */
	bool is_number;			/* programs can read it, as one number */
	bool only_grows;		/* if the values are unsigned */
	void (*layout)(struct agg *agg);	/* sets agg->buckets; NULL: 0 */
	/* Can a script have these parameters?  They are from a file.  NULL: it has none. */
	bool (*is_valid)(const struct agg *agg);
	/* Adds ns to the times in the words, for another clock.  False if some time is out of
	 * range, which is dropped.  NULL: there are no times. */
	bool (*shift)(const struct agg *agg, u8 *words, s64 ns);
	/* Code that puts x, a register, into the words at `at`. */
	void (*update)(struct gen *g, const struct agg *agg, struct place at, u32 x);
	/* Code that makes the number, in a register, of the words at `at`; NULL: the first. */
	u32 (*number)(struct gen *g, const struct agg *agg, struct place at);
	/* Adds one CPU's words to those of others.  NULL: the words are sums and are added up; then
	 * update() adds atomically where several programs may write (gen_add_to()). */
	void (*merge)(const struct agg *agg, u8 *total, const u8 *cpu);
	/* The value to show, whose memory is env's arena. */
	void (*decode)(struct value_env *env, const struct agg *agg, const u8 *words,
		       struct value *out);
};

struct agg {
	const struct agg_ops *ops;
	const struct agg_ops *how;	/* tseries: of an interval; NULL: the last value */
	bool is_signed;			/* of the values put in */
	bool is_shared;			/* all CPUs write the same words */
	u32 buckets;			/* layout() computes it of the others */
	union {				/* in saved maps the same number */
		u32 bits;		/* hist: sub-buckets are 1 << bits */
		u32 div;		/* sum, avg, stats: of totals that are read; 0: 1 */
	};
	u32 most;			/* top: entries that are shown; 0: all */
	s64 min, max, step;		/* lhist; tseries: max is buckets, step in ns */
};

enum stack_mode { STACK_AWL, STACK_PERF, STACK_RAW, STACK_BUILD_ID, STACK_LINES };
/*
 * Or'ed to the id of a stack with lines if its first address, too, is one that a call returns to.
 * It is in the value, as a map may have stacks of several kinds of probes.
 */
#ifdef NO_DWARF
#define STACK_AFTER_CALL 0u
#else
#define STACK_AFTER_CALL 0x40000000u
#endif

/* How a kernel stack begins.  It is in the stack's id, too, shifted. */
enum stack_begin {
	STACK_AT_EVENT,		/* where the registers of the event say */
	STACK_IN_TRACER,	/* in the program, and in the functions that called it */
	STACK_AT_RETURN		/* the same for a function that has returned */
};
/* Frames more than wanted that a stack has if it does not begin at the event, for one that is found
 * to be the tracer's when it is shown: that of a function that runs several tracers' programs, or
 * of one that has returned. */
#define STACK_SPARE 1
#define STACK_GAPS 2	/* most arch.stack_gaps */
/* In a user stack's id: the kernel walked it, although the script asked for a walk by tables. */
#define STACK_NO_TABLES STACK_IN_TRACER
#define STACK_BEGIN_SHIFT 28
#define STACK_BEGIN(id) ((id) >> STACK_BEGIN_SHIFT & 3)
#define STACK_MARKS (STACK_AFTER_CALL | 3u << STACK_BEGIN_SHIFT)

struct stack_opt {
	u32 depth;			/* most frames */
	u32 skip;			/* frames that are left out at the start */
	u32 mode;			/* enum stack_mode */
	bool user;
	bool by_tables;			/* of a user stack: awl's program walks it (gen_walk.c) */
	bool is_copy;			/* … it is copied into the record, and walked by awl */
	u32 mark;			/* STACK_AFTER_CALL, or 0 */
	u32 gaps;			/* arch.stack_gaps */
};

/* Turns a number into text when it is shown: a name, a path. */
struct late {
	void (*show)(struct strbuf *out, u64 n, const void *arg);
	const void *arg;
};

enum show {		/* how an integer prints by default */
	SHOW_DEC,
	SHOW_WORD,	/* a register: kernel addresses in hex, else decimal */
	SHOW_HEX,
	SHOW_LINE,	/* an address */
	SHOW_CHAR	/* C's char: in decimal; an array of it is a string */
};

struct member {
	const char *name;		/* "" if anonymous */
	const struct type *type;
	u32 off;			/* bytes from the start */
	u8 bit_off, bit_size;		/* bit_size 0: not a bitfield.  bit_off counts in the
					 * order of memory: on a big-endian machine from the
					 * highest bit */
	bool is_loc;			/* tracepoint's __data_loc: a u32 with offset and length */
	bool is_rel_loc;		/* the offset counts from the end of the field */
	const struct field_names *names;	/* names of a tracepoint's values; or NULL */
	const char *const *in_task;	/* the field is read from the current task instead: names of
					 * members, then NULL; or NULL */
};

struct enumerator { const char *name; s64 value; };

#define TASK_NAME 16	/* TASK_COMM_LEN */

struct type {
	enum type_kind kind : 8;
	enum space space : 8;		/* pointers */
	enum show show : 8;		/* integers */
	bool is_signed : 1, is_union : 1;
	bool is_open : 1;	/* TY_STRING: what is read may be longer; gen_read_open() */
	bool is_float : 1;	/* TY_ARRAY: the bytes of a floating-point number */
	bool to_code : 1;	/* TY_PTR: to a function */
	bool to_local : 1;	/* TY_PTR: &$x, which is invalid after the probe */
	bool is_record : 1;	/* TY_STRUCT: (a = 1, …), compared by its members' names */
	bool goes_by_address : 1;	/* TY_STRUCT: a class of C++ that functions always get and
					 * return by its address: debug/class.c */
	u32 size, align;		/* bytes */
	u32 count;			/* elements or members */
	const char *name;		/* "struct sock", "u32", … for messages */
	const struct type *elem;	/* pointers and arrays */
	const struct member *members;	/* structs and tuples */
	const struct enumerator *enums;	/* enums: count of them */
	union {				/* for one kind each */
		const struct agg *agg;		/* TY_AGG */
		struct stack_opt stack;		/* TY_STACK */
		const char *text;		/* TY_TIME: the strftime format */
		struct late late;		/* TY_LATE */
		struct {			/* TY_STRUCT, TY_ENUM and others of BTF */
			/* fetches the members when they are first needed; NULL: they are set */
			const struct type *(*complete)(const struct type *self);
			void *complete_from;
			u32 complete_id;
		};
	};
};

extern const struct type type_error, type_unknown, type_void, type_bool;
extern const struct type type_s8, type_s16, type_s32, type_s64;
extern const struct type type_char;	/* s8 with SHOW_CHAR */
extern const struct type type_u8, type_u16, type_u32, type_u64;
extern const struct type type_ksym, type_usym, type_probe, type_func;
extern const struct type type_inet, type_mac;

const struct type *type_int(u32 size, bool is_signed);
/* The scalar type with a name of C ("unsigned int", "u64", "size_t") on a target with words of
 * `word` bytes; NULL if it is no such name. */
const struct type *type_scalar_named(const char *name, u32 word);
const struct type *type_string(struct arena *a, u32 size);
const struct type *type_ptr(struct arena *a, const struct type *elem,
			    enum space space, u32 word);
const struct type *type_array(struct arena *a, const struct type *elem, u32 count);
/* A tuple of n members, laid out by C's rules. */
const struct type *type_tuple(struct arena *a, const struct type *const *types, u32 n);

/* The type of an aggregation, with a copy of *agg; its layout() computes the buckets. */
const struct type *type_agg(struct arena *a, const struct agg *agg);

bool type_is_chars(const struct type *t);	/* char x[n] */
bool type_same(const struct type *a, const struct type *b);
/* Do these count in the same way?  The sign doesn't matter. */
bool type_same_agg(const struct agg *a, const struct agg *b);
/* Does it fit into a register: int, bool, enum, pointer, ksym, …? */
bool type_is_scalar(const struct type *t);
bool type_is_int(const struct type *t);		/* int, bool, enum */
/* The type of an operand after C's integer promotion (a pointer counts as u64), and the type of
 * arithmetic with two operands: C's usual arithmetic conversions. */
const struct type *type_promoted(const struct type *t);
const struct type *type_arith(const struct type *a, const struct type *b);
/* Finds a member, also in anonymous structs and unions.  *off is its offset in bytes from the
 * start of t.  NULL if there is none. */
const struct member *type_member(const struct type *t, const char *name, u32 *off);
const struct type *type_complete(const struct type *t);
/* Is fn true of the type, or of that of some element or member at any depth? */
bool type_any(const struct type *t, bool (*fn)(const struct type *t));
/* The name for messages: "struct sock *", "u32", "char[16]".  Valid until four more calls. */
const char *type_name(const struct type *t);

#endif
