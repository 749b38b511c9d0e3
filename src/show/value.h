/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * value.h - typed bytes become neutral values.
 *
 * What comes out of maps and records is bytes laid out by a struct type.
 * value_decode turns them into values that an output can show without knowing
 * BPF, symbols or the target's word size.  Values live in the arena given and
 * point into it; nothing is allocated elsewhere.
 *
 * Decoding is two steps, so that symbols are looked up in one pass: decode
 * everything to be shown (addresses are noted down), then value_resolve.
 */
#ifndef AWL_VALUE_H
#define AWL_VALUE_H

#include <string.h>

#include "lang/type.h"

enum value_kind {
	V_NONE,
	V_INT,		/* i */
	V_UINT,		/* u */
	V_BOOL,		/* u */
	V_ADDR,		/* u: a pointer or a register that looks like one */
	V_ENUM,		/* i, and s its name (NULL: none) */
	V_STR,		/* s, len */
	V_BYTES,	/* s, len: a buf */
	V_SYM,		/* sym: one address */
	V_STACK,	/* frames */
	V_ARRAY,	/* items, n */
	V_TUPLE,	/* items, n */
	V_RECORD,	/* items, names, n */
	V_AVG,		/* i or u: the average; as an integer everywhere */
	V_STATS,	/* count, average, total */
	V_HIST,		/* buckets, n: first to last that is not empty */
	V_SERIES,	/* buckets, n: intervals of i ns; lo: ns since the epoch,
			 * hi: the value, count 0: there is none; is_signed */
	V_KINDS
};

struct value_sym {
	u64 addr;
	const char *name;	/* NULL: unknown */
	const char *module;	/* kernel module, or file of a user symbol; "" if none */
	u64 off;		/* from the symbol's start */
	u32 pid;		/* 0: the kernel's */
	bool by_file;		/* not a symbol, but build id or file, and the place in it */
	bool no_offset;		/* show the name alone (ksym(), func, probe) */
};

struct bucket {
	s64 lo, hi;		/* [lo, hi) */
	u64 count;
	u8 lo_unit, hi_unit;	/* how a bound is labelled: in 1024^unit */
	bool open_lo, open_hi;	/* (..., hi) and [lo, ...) */
	bool is_unsigned;	/* lo, hi are u64s; hi 0 stands for 2^64 */
};

/*
 * 32 bytes, as a map can hold a million: members in one union are never of
 * the same kind of value.
 */
struct value {
	u8 kind;		/* enum value_kind */
	bool is_signed;		/* V_STATS, V_AVG: average and total are s64 */
	u8 size;		/* bytes of the integer it was, 0: 8; V_STR: of the array,
				 * 0: many */
	union {
		u8 stack_mode;	/* V_STACK: struct stack_opt's mode */
		bool is_word;	/* numbers: a register, of a type nobody knows */
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
		u64 count;	/* V_STATS, V_AVG: values; hist: the sum */
	};
};

/* What decoding needs from its surroundings. */
struct value_env {
	struct arena *arena;
	void *ctx;
	/* frames of a stack id, at most max; returns how many */
	u32 (*stack)(void *ctx, const struct type *t, u32 id, u64 *addrs, u32 max);
	/* note an address to be resolved / look it up, after resolve() */
	void (*want)(void *ctx, u32 pid, u64 addr);
	void (*resolve)(void *ctx);
	void (*lookup)(void *ctx, struct value_sym *sym);
	const char *(*probe_name)(void *ctx, const struct type *t, u32 id);
	s64 realtime_minus_boot;	/* ns, for strftime */
	s64 realtime_minus_tai;		/* ns, for what is TAI already */
};

void value_decode(struct value_env *env, const struct type *t, const void *bytes,
		  struct value *out);
/* Fills in the symbols of n values decoded before, with one resolve().  n
 * map entries are 2 * n values: value_resolve(env, &entries->key, 2 * n). */
void value_resolve(struct value_env *env, struct value *v, u32 n);
void value_lookup(struct value_env *env, struct value *v);	/* after a resolve() */

/* A word of an aggregation, whose bytes may lie anywhere. */
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

/* Adds one CPU's bytes of an aggregation into total (both laid out by t). */
void value_merge(const struct type *t, void *total, const void *cpu);

struct entry {			/* of a map */
	struct value key;	/* V_TUPLE of the keys; V_NONE for a scalar */
	struct value value;
};

struct map_view {		/* what an output is given to show */
	const char *name;	/* with the @ */
	bool keyed;
	struct entry *entries;	/* sorted */
	u32 n;
	u64 div;		/* print(@m, top, div): the output divides; 0 or 1: not */
	const char *const *key_names;	/* for columns and labels; NULL each: none */
	bool is_one_of_several;	/* maps with keys: folded's lines say which */
	const char *source;	/* what tells this run's metrics from others' */
	bool is_aggregation;	/* written by count() and its kind alone */
	bool only_grows;	/* a count, or a sum of what is not negative */
};

/* bpftrace's order: numbers by value, histograms by total, others by key. */
void value_sort(struct entry *entries, u32 n);
int value_compare(const struct value *a, const struct value *b);
/* u / by, toward 0, if is_signed as signed numbers; 0 if by is 0. */
u64 value_quotient(u64 u, u64 by, bool is_signed);
/* Divides numbers, averages, totals and bucket counts (these in place). */
void value_divide(struct value *v, u64 div);

#endif
