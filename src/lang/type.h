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

struct strbuf;

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
	TY_STACK,	/* u32 id, u32 pid (0: kernel); see struct stack_opt */
	TY_KSYM,	/* u64 kernel address, shown as its symbol; SHOW_WORD: as
			 * symbol+offset */
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
 * The value of an aggregation on one CPU: u64s in the target's byte order.
 *
 *	COUNT		n
 *	SUM		total
 *	MIN, MAX	value, n	n is 0 until the first value
 *	AVG, STATS	total, n
 *	HIST, LHIST	bucket[agg.buckets]
 *	TSERIES		(value, n, interval)[agg.buckets]
 *
 * n is the number of values so far, so that "no value yet" is known.  Totals and values are s64
 * with is_signed.
 *
 * Buckets of HIST, where K is agg.bits (0 to 5) and M the number of the highest bit set in x:
 *	0			negative values (none unless is_signed)
 *	1 + x			0 <= x < 2^K: one value each
 *	1 + ((M - K + 1) << K) + the K bits of x below bit M	the others
 * so that with K = 0 bucket 1 is zero and bucket i + 2 is [2^i, 2^(i+1)).
 * Buckets of LHIST: 0 is x < min; 1 + (x - min) / step; the last is x >= max.
 * gen/aggregate.c computes the index of a value, agg_bucket() the bucket of an index.
 *
 * TSERIES counts intervals of agg.step ns since boot.  Place i is for the intervals whose number
 * modulo agg.buckets is i; `interval` is that number plus 1, or 0 if the place is empty.  value
 * and n are those of the aggregation whose kind is agg.bits.  COUNT means the last value there,
 * and n is its time.
 */
enum agg_kind {
	AGG_COUNT,
	AGG_SUM,
	AGG_MIN,
	AGG_MAX,
	AGG_AVG,
	AGG_STATS,
	AGG_HIST,
	AGG_LHIST,
	AGG_TSERIES,
	AGG_KINDS
};

struct agg {
	enum agg_kind kind;
	bool is_signed;			/* the values are */
	u32 buckets;			/* hist, lhist: number of u64; tseries: intervals */
	u32 bits;			/* hist: log2 of sub-buckets; tseries: enum agg_kind */
	s64 min, max, step;		/* lhist; tseries: max is buckets, step in ns;
					 * count: step entries are shown, 0: all */
};

struct stack_opt {
	u32 depth;			/* most frames */
	enum { STACK_AWL, STACK_PERF, STACK_RAW, STACK_BUILD_ID } mode;
	bool user;
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
	SHOW_CHAR	/* C's char: in decimal; an array of it is a string */
};

struct member {
	const char *name;		/* "" if anonymous */
	const struct type *type;
	u32 off;			/* bytes from the start */
	u8 bit_off, bit_size;		/* bit_size 0: not a bitfield */
	bool is_loc;			/* tracepoint's __data_loc: a u32 with offset and length */
	bool is_rel_loc;		/* the offset counts from the end of the field */
	const struct field_names *names;	/* names of a tracepoint's values; or NULL */
};

struct enumerator { const char *name; s64 value; };

#define TASK_NAME 16	/* TASK_COMM_LEN */

struct type {
	enum type_kind kind : 8;
	enum space space : 8;		/* pointers */
	enum show show : 8;		/* integers */
	bool is_signed : 1, is_union : 1;
	bool is_open : 1;	/* TY_STRING: what is read may be longer; gen_read_open() */
	bool to_code : 1;	/* TY_PTR: to a function */
	bool to_local : 1;	/* TY_PTR: &$x, which is invalid after the probe */
	bool is_record : 1;	/* TY_STRUCT: (a = 1, …), compared by its members' names */
	u32 size, align;		/* bytes */
	u32 count;			/* elements or members */
	const char *name;		/* "struct sock", "u32", … for messages */
	const struct type *elem;	/* pointers and arrays */
	const struct member *members;	/* structs and tuples */
	const struct enumerator *enums;	/* enums: count of them */
	union {				/* for one kind each */
		struct agg agg;			/* TY_AGG */
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

/* The type of an aggregation.  Computes agg.buckets and the size.  For LHIST the caller ensures
 * that step > 0, min < max, and that there are not too many buckets. */
const struct type *type_agg(struct arena *a, const struct agg *agg);

bool type_is_chars(const struct type *t);	/* char x[n] */
bool type_same(const struct type *a, const struct type *b);
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
/* The name for messages: "struct sock *", "u32", "char[16]".  Valid until four more calls. */
const char *type_name(const struct type *t);

extern const char *const agg_names[AGG_KINDS];

#endif
