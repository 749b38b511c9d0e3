/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * format.h - printf's format strings, taken apart once.
 *
 * Flags `-+ #0`, width and precision (numbers or *), C's length modifiers
 * (accepted, the argument's own type decides), conversions
 * d i u o x X c s p, v (by type), r (bytes; rx: all as \xNN; rh: all as NN with
 * blanks between), %%.  A %% ends an item without a conversion.
 */
#ifndef AWL_FORMAT_H
#define AWL_FORMAT_H

#include "base/mem.h"

#define FORMAT_DIGITS 21	/* and a sign */
#define FORMAT_MADE 32

struct format_item {
	const char *text;	/* literal text before the conversion */
	u32 len;
	char conv;		/* 0: only text */
	bool minus, plus, blank, alt, zero, star_width, star_prec;
	bool hex, spaced;	/* %rx; %rh has both */
	bool is_own;		/* its argument is a literal of the script */
	int width, prec;	/* prec -1: none */
	u8 bytes;		/* hh 1, h 2, l/ll/j/z/t 8 (l is 8 too), none 0 */
	bool is_long;		/* l, z or t alone: of the target's word */
	u32 off;		/* of the '%' in the string, for messages */
	/* show/plain.c: what is in the record and where: size bytes or bits too many */
	enum { ITEM_NONE, ITEM_STRING, ITEM_NUMBER, ITEM_WORD } how;
	s32 at;
	u32 size, n_made;
	u64 mask, last;		/* of the 8 bytes there; what `made` is made of, if short */
	u64 keep;		/* of a number's bits */
	char made[FORMAT_MADE];
	const struct format_item *tail;	/* what ends the format behind this one, or NULL */
};

struct format {
	struct format_item *items;
	u32 n, n_args;		/* arguments it wants, stars included */
	u32 most;		/* show/plain.c: bytes a plain one can make */
	struct format_item *end;	/* of those it goes through */
	enum { FORMAT_NEW, FORMAT_PLAIN, FORMAT_ANY } how;
};

/* What %d and %i without a length show of a word: C's int if the upper half is zeros.
 * (If it is all ones, and a sign's, the number is the same; else it is no int.) */
static inline s64 format_word(u64 u)
{
	return u >> 32 ? (s64)u : (s32)u;
}

/* NULL and *what, *off (of the offending character) on a bad format. */
struct format *format_parse(struct arena *a, const char *s, u32 len,
			    const char **what, u32 *off);

#endif
