/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * value.h - decodes typed bytes to values.
 *
 * Maps and records contain bytes in the layout of a struct type.  value_decode()
 * makes them values that an output can show without knowing BPF, symbols or the
 * target's word size.  Values are in the given arena and point only into it.
 *
 * Decoding has two steps, so that symbols are looked up in one pass: decode
 * everything to be shown, which notes addresses, then call value_resolve().
 */
#ifndef AWL_VALUE_H
#define AWL_VALUE_H

#include <string.h>

#include "lang/type.h"

/* Can maps be saved to files and merged?  In an awl that was configured without that, the compiler
 * drops the code for it. */
#ifdef NO_MERGE
#define HAS_MERGE false
#else
#define HAS_MERGE true
#endif

enum value_kind {
	V_NONE,
	V_INT,		/* i */
	V_UINT,		/* u */
	V_BOOL,		/* u */
	V_ADDR,		/* u: a pointer or a register that looks like one */
	V_ENUM,		/* i, and s its name (NULL: none) */
	V_STR,		/* s, len */
	V_BYTES,	/* s, len: a buf */
	V_SYM,		/* frames, n: one address, with inlined functions before it */
	V_STACK,	/* frames */
	V_ARRAY,	/* items, n */
	V_TUPLE,	/* items, n */
	V_RECORD,	/* items, names, n */
	V_AVG,		/* i or u: the average, an integer in all outputs */
	V_STATS,	/* count, average, total */
	V_HIST,		/* buckets, n: from the first to the last that is not empty */
	V_SERIES,	/* buckets, n, is_signed: intervals of u ns; lo is when one started in
			 * ns since the epoch, hi its value, count 0 if it has none */
	V_KINDS
};

struct value_sym {
	u64 addr;
	const char *name;	/* NULL: unknown */
	const char *module;	/* kernel module, or file of a user symbol; "" if none */
	const char *source;	/* file of the source, without its folder; NULL: unknown */
	const char *build_id;	/* by_file: of that file, in hex; NULL: unknown */
	u64 off;		/* from the symbol's start */
	u32 pid;		/* 0: the kernel's */
	u32 line;		/* in `source` */
	bool by_file;		/* shown as build id or file and the offset in it */
	bool no_offset;		/* show the name alone (ksym(), func, probe) */
	bool has_lines;		/* its line and inlined functions are wanted */
	bool is_inlined;	/* a function that is part of that of the next frame */
	bool is_after_call;	/* has_lines: the address that a call returns to, so that the
				 * symbol and the line are those of the byte before it */
	bool is_interrupt;	/* has_lines: an entry of the kernel; the next frame was
				 * interrupted anywhere */
};

/* Is its line wanted?  In an awl without debug information that is false, which the compiler then
 * knows, and drops the code for it. */
static inline bool sym_has_lines(const struct value_sym *sym)
{
#ifdef NO_DWARF
	(void)sym;
	return false;
#else
	return sym->has_lines;
#endif
}

static inline bool sym_is_after_call(const struct value_sym *sym)
{
	return sym_has_lines(sym) && sym->is_after_call;
}

#define LINE_FRAMES 33		/* most frames of an address: 32 inlined functions */

struct bucket {
	s64 lo, hi;		/* [lo, hi) */
	u64 count;
	u8 lo_unit, hi_unit;	/* the label shows the bound in units of 1024^unit */
	bool open_lo, open_hi;	/* (..., hi) and [lo, ...) */
	bool is_unsigned;	/* lo, hi are u64s; hi 0 means 2^64 */
};

/*
 * It has only 32 bytes, because a map can hold a million entries.  No kind of value uses
 * two members of the same union.
 */
struct value {
	u8 kind;		/* enum value_kind */
	union {
		bool is_signed;		/* V_STATS, V_AVG: average and total are s64 */
		bool stack_has_link;	/* V_STACK: its second frame is the link register */
	};
	union {
		u8 size;	/* bytes of the integer, 0: 8; V_STR: bytes of its array,
				 * 0: 256 or more */
		u8 stack_begin;	/* V_STACK: enum stack_begin */
	};
	union {
		u8 stack_mode;	/* V_STACK: struct stack_opt's mode */
		bool is_word;	/* numbers: a register, whose type is not known */
	};
	union { u32 n, len; };
	union { s64 i; u64 u; };
	union {
		const char *s;
		struct value *items;
		struct value_sym *frames;	/* V_SYM: one; V_STACK: n */
		struct bucket *buckets;
		u64 total;			/* V_STATS, V_AVG */
	};
	union {
		const char *const *names;	/* V_RECORD */
		u64 count;	/* V_STATS, V_AVG: number of values; V_HIST: sum of the buckets */
		struct { u32 stack_depth, stack_skip; };	/* V_STACK: of struct stack_opt */
	};
};

/* What decoding needs from its caller.  A function that is NULL is not called. */
struct value_env {
	struct arena *arena;
	void *ctx;
	/* sets addrs to the frames of a stack, at most max; returns how many */
	u32 (*stack)(void *ctx, const struct type *t, u64 stack, u64 *addrs, u32 max);
	/* want() notes an address, resolve() resolves all of them, lookup() fills in sym */
	void (*want)(void *ctx, u32 pid, u64 addr);
	void (*resolve)(void *ctx);
	void (*lookup)(void *ctx, struct value_sym *sym);
	/* the same for lines, after lookup(); NULL in an awl without them.  line_frames() returns
	 * how many frames it set, the innermost first; 0: nothing is known */
	void (*want_line)(void *ctx, const struct value_sym *sym);
	void (*resolve_lines)(void *ctx);
	u32 (*line_frames)(void *ctx, const struct value_sym *sym, struct value_sym *out);
	bool wants_lines;	/* value.c: want_line() was called */
	bool keeps_words;	/* an aggregation becomes a V_BYTES of its words */
	bool has_trimmed;	/* frames were removed from a stack, so that several stacks may
				 * look the same now; cleared by who needs to know */
	u64 kernel_start;	/* addresses from here on belong to the kernel */
	const char *(*probe_name)(void *ctx, const struct type *t, u32 id);
	s64 realtime_minus_boot;	/* ns, for strftime() of times since boot */
	s64 realtime_minus_tai;		/* ns, for strftime() of times in TAI */
};

/* Decodes bytes of type t.  What can't be decoded becomes V_NONE. */
void value_decode(struct value_env *env, const struct type *t, const void *bytes,
		  struct value *out);
struct entry;
/* Fills in the symbols of n decoded values, or of those of n entries, with one resolve(). */
void value_resolve(struct value_env *env, struct value *v, u32 n);
void value_resolve_entries(struct value_env *env, struct entry *e, u32 n);

/* Reads and writes a word of an aggregation, which may be unaligned. */
static inline u64 value_word(const void *p)
{
	u64 u;

	memcpy(&u, p, 8);
	return u;
}
static inline void value_put_word(void *p, u64 u)
{
	memcpy(p, &u, 8);
}

/* Merges one CPU's bytes of an aggregation into total; both have type t. */
void value_merge(const struct type *t, void *total, const void *cpu);

struct entry {			/* of a map */
	struct value key;	/* V_TUPLE of the keys; V_NONE if the map has none */
	struct value value;
	u8 *row;		/* the bytes of both (run/mapread.h); NULL: they are not known */
};

struct map_view {		/* a map for an output to show */
	const char *name;	/* with the @ */
	bool keyed;
	struct entry *entries;	/* sorted */
	u32 n;
	u64 div;		/* print(@m, top, div): the output divides; 0 or 1: not */
	const char *const *key_names;	/* for columns and labels; each may be NULL: no name */
	bool is_one_of_several;	/* the script has several maps with keys */
	const char *title;	/* of the whole page */
	const char *source;	/* distinguishes this run's metrics from those of others */
	bool is_aggregation;	/* only count() and the like write to it */
	bool only_grows;	/* a count, or a sum of unsigned values */
	bool is_sorted;		/* already, perhaps in an order of its own */
	bool marks_kernel;	/* the folded format has FOLDED_KERNEL before kernel stacks */
	bool is_diff;		/* values are records: of one side, of the other, the difference */
};

/* Entries that need not be in memory.  at() returns the one with number i.  It is valid until at()
 * is called with the same place, which is 0 or 1, or with place 0. */
struct value_list {
	const struct entry *(*at)(void *ctx, u32 i, u32 place);
	void *ctx;
	u32 n;
};
/* The numbers of the entries in bpftrace's order: numbers by value, histograms by total, others by
 * key.  by_key: all by key.  The caller frees them with mem_free(). */
u32 *value_order(const struct value_list *list, bool by_key);
/* Moves the element order[i] of n elements of `size` bytes to place i, for each i.  Overwrites
 * order. */
void value_permute(void *v, size_t size, u32 *order, u32 n);
/* Sorts entries in that order. */
void value_sort(struct entry *entries, u32 n, bool by_key);
/* < 0, 0 or > 0: a is before b, is equal, or is after it. */
int value_compare(const struct value *a, const struct value *b);
/* u / by, rounded toward 0, with u as an s64 if is_signed; 0 if by is 0. */
u64 value_quotient(u64 u, u64 by, bool is_signed);
/* Divides numbers, averages, totals and bucket counts; 0 or 1: not.  The buckets are changed in
 * place, also those of copies of v. */
void value_divide(struct value *v, u64 div);

#endif
