/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * format.h - printf's format strings, parsed when the script is compiled.
 *
 * A conversion has C's flags (-+ #0), width, precision (numbers or *) and length modifier,
 * although the argument's type decides about the length.  Conversions are those of C,
 * d i u o x X c s p %, and two of awl: v shows a value by its type, r shows bytes (rx: all as
 * \xNN; rh: all as NN with blanks between).
 */
#ifndef AWL_FORMAT_H
#define AWL_FORMAT_H

#include "base/mem.h"

#define FORMAT_DIGITS 21	/* and a sign */
#define FORMAT_MADE 32

struct format_item {
	const char *text;	/* literal text before the conversion */
	u32 len;
	char conv;		/* the conversion; 0: there is only text */
	bool minus, plus, blank, alt, zero, star_width, star_prec;
	bool hex, spaced;	/* %rx; %rh has both */
	bool is_own;		/* its argument is a literal of the script */
	int width, prec;	/* characters; prec -1: none */
	u8 bytes;		/* of the length modifier: hh 1, h 2, others 8; none 0 */
	bool is_long;		/* the modifier is l, z or t: the target's word */
	u32 off;		/* of the '%' in the string, for messages */
	/* show/plain.c: what is in the record and where: size bytes or bits too many */
	enum { ITEM_NONE, ITEM_STRING, ITEM_NUMBER, ITEM_WORD } how;
	s32 at;
	u32 size, n_made;
	u64 mask, last;		/* of the 8 bytes there; what `made` is made of, if short */
	u64 keep;		/* of a number's bits */
	char made[FORMAT_MADE];
	const struct format_item *tail;	/* the text after the last conversion, or NULL */
};

struct format {
	struct format_item *items;
	u32 n, n_args;		/* items; arguments it needs, with those for stars */
	u32 most;		/* show/plain.c: bytes a plain one can make */
	struct format_item *end;	/* of those it goes through */
	enum { FORMAT_NEW, FORMAT_PLAIN, FORMAT_ANY } how;
};

/* The number that %d and %i without a length modifier show for a word: if the upper half is
 * zeros, the lower half is taken as C's int. */
static inline s64 format_word(u64 u)
{
	return u >> 32 ? (s64)u : (s32)u;
}

/* Parses a format.  If it is wrong, returns NULL, the error in *what and the offset of the wrong
 * character in *off. */
struct format *format_parse(struct arena *a, const char *s, u32 len,
			    const char **what, u32 *off);

#endif
