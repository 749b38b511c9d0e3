/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inflate.c - see inflate.h.
 *
 * A table has what the next bits begin with, if that is a short code.  Longer codes are decoded
 * bit by bit: a canonical Huffman code needs only the number of codes of each length for that.
 */
#include "base/inflate.h"

#include <errno.h>
#include <string.h>

enum { MAX_BITS = 15, SHORT = 10 };
enum { LITERALS = 288, DISTANCES = 32, LENGTHS = 19, END_OF_BLOCK = 256 };

struct stream {
	const u8 *data, *end;
	u8 *out;
	size_t n, room;		/* bytes written, size of out */
	u64 bits;		/* read, but not used yet; the first bit is the lowest */
	u32 n_bits;
	bool bad;
};

struct code {
	u16 count[MAX_BITS + 1];	/* codes of each length */
	u16 symbol[LITERALS];		/* in the order of their codes */
	u16 quick[1 << SHORT];		/* by the next bits: 16 * symbol + length; 0: none */
};

static void fill(struct stream *s)
{
	while (s->n_bits <= 56 && s->data < s->end) {
		s->bits |= (u64)*s->data++ << s->n_bits;
		s->n_bits += 8;
	}
}

static u32 drop(struct stream *s, u32 n)
{
	u32 v = (u32)s->bits & ((1u << n) - 1);

	s->bits >>= n;
	s->n_bits -= n;
	return v;
}

static u32 take(struct stream *s, u32 n)
{
	if (s->n_bits < n)
		fill(s);
	if (s->n_bits >= n)
		return drop(s, n);
	s->bad = true;
	return 0;
}

/* The first bit of a code is its highest one. */
static void make_quick(struct code *c)
{
	u32 i = 0;

	memset(c->quick, 0, sizeof(c->quick));
	for (u32 b = 1, code = 0; b <= SHORT; b++, code <<= 1) {
		for (u32 end = i + c->count[b]; i < end; i++, code++) {
			u32 reversed = 0;

			for (u32 k = 0; k < b; k++)
				reversed |= (code >> k & 1) << (b - 1 - k);
			for (; reversed < 1 << SHORT; reversed += 1u << b)
				c->quick[reversed] = (u16)(c->symbol[i] << 4 | b);
		}
	}
}

/* length[i] is the length of symbol i's code in bits; 0: it has no code.  False if there are
 * more codes than these lengths allow. */
static bool make_code(struct code *c, const u8 *length, u32 n)
{
	u16 at[MAX_BITS + 2] = { 0 };
	s32 left = 1;

	memset(c->count, 0, sizeof(c->count));
	for (u32 i = 0; i < n; i++)
		c->count[length[i]]++;
	c->count[0] = 0;
	for (u32 b = 1; b <= MAX_BITS; b++) {
		left = 2 * left - c->count[b];
		if (left < 0)
			return false;
		at[b + 1] = at[b] + c->count[b];
	}
	for (u32 i = 0; i < n; i++)
		if (length[i])
			c->symbol[at[length[i]]++] = (u16)i;
	make_quick(c);
	return true;
}

/* The codes of a length are consecutive numbers; they follow those of the next shorter one. */
static u32 decode(struct stream *s, const struct code *c)
{
	u32 code = 0, first = 0, index = 0, quick;

	if (s->n_bits < MAX_BITS)
		fill(s);
	quick = c->quick[s->bits & ((1 << SHORT) - 1)];
	if (quick && (quick & 15) <= s->n_bits) {
		drop(s, quick & 15);
		return quick >> 4;
	}
	for (u32 b = 1; b <= MAX_BITS && !s->bad; b++) {
		code |= take(s, 1);
		if (code - first < c->count[b])
			return c->symbol[index + code - first];
		index += c->count[b];
		first = (first + c->count[b]) << 1;
		code <<= 1;
	}
	s->bad = true;
	return END_OF_BLOCK;
}

static void put(struct stream *s, u8 byte)
{
	if (s->n < s->room)
		s->out[s->n++] = byte;
	else
		s->bad = true;
}

/* Lengths form groups of four and distances groups of two; each group has one extra bit more
 * than the one before. */
static u32 with_extra(struct stream *s, u32 code, u32 group, u32 base)
{
	u32 extra = code < 2 * group ? 0 : code / group - 1;

	if (!extra)
		return base + code;
	return base + ((group + code % group) << extra) + take(s, extra);
}

static void copy(struct stream *s, u32 symbol, const struct code *distances)
{
	/* the last length, 258, has no extra bits */
	u32 n = symbol == 285 ? 258 : with_extra(s, symbol - 257, 4, 3);
	u32 code = decode(s, distances), back;

	if (symbol > 285 || code > 29) {
		s->bad = true;
		return;
	}
	back = with_extra(s, code, 2, 1);
	if (back > s->n || n > s->room - s->n || s->bad) {
		s->bad = true;
		return;
	}
	for (; n; n--, s->n++)
		s->out[s->n] = s->out[s->n - back];
}

static void compressed(struct stream *s, const struct code *literals, const struct code *distances)
{
	while (!s->bad) {
		u32 symbol = decode(s, literals);

		if (symbol == END_OF_BLOCK)
			return;
		if (symbol < END_OF_BLOCK)
			put(s, (u8)symbol);
		else
			copy(s, symbol, distances);
	}
}

static void stored(struct stream *s)
{
	u32 n, check;

	take(s, s->n_bits % 8);		/* a stored block starts at a byte */
	n = take(s, 16);
	check = take(s, 16);
	if (n != (~check & 0xffff))
		s->bad = true;
	while (n-- && !s->bad)
		put(s, (u8)take(s, 8));
}

static void fixed(struct stream *s)
{
	struct code literals, distances;
	u8 length[LITERALS];

	for (u32 i = 0; i < LITERALS; i++)
		length[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
	make_code(&literals, length, LITERALS);
	memset(length, 5, DISTANCES);
	make_code(&distances, length, DISTANCES);
	compressed(s, &literals, &distances);
}

/* Reads the lengths of a block's codes, which are coded themselves: 16 repeats the previous
 * length, 17 and 18 are runs of zeros. */
static void read_lengths(struct stream *s, const struct code *c, u8 *length, u32 n)
{
	for (u32 i = 0; i < n && !s->bad; ) {
		u32 symbol = decode(s, c), times = 1;
		u8 value = (u8)symbol;

		if (symbol == 16) {
			value = i ? length[i - 1] : 0;
			s->bad |= !i;
			times = 3 + take(s, 2);
		} else if (symbol > 16) {
			value = 0;
			times = symbol == 17 ? 3 + take(s, 3) : 11 + take(s, 7);
		}
		if (times > n - i)
			s->bad = true;
		while (times-- && !s->bad)
			length[i++] = value;
	}
}

static void dynamic(struct stream *s)
{
	static const u8 order[LENGTHS] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2,
					   14, 1, 15 };
	u32 n_literals = take(s, 5) + 257, n_distances = take(s, 5) + 1, n = take(s, 4) + 4;
	u8 length[LITERALS + DISTANCES] = { 0 };
	struct code literals, distances;

	for (u32 i = 0; i < n; i++)
		length[order[i]] = (u8)take(s, 3);
	if (n_literals > LITERALS || !make_code(&literals, length, LENGTHS)) {
		s->bad = true;
		return;
	}
	read_lengths(s, &literals, length, n_literals + n_distances);
	if (make_code(&literals, length, n_literals) &&
	    make_code(&distances, length + n_literals, n_distances))
		compressed(s, &literals, &distances);
	else
		s->bad = true;
}

s64 inflate(const u8 *data, size_t n, u8 *out, size_t room)
{
	struct stream s = { .data = data, .end = data + n, .out = out, .room = room };
	u32 last = 0;

	while (!last && !s.bad) {
		last = take(&s, 1);
		switch (take(&s, 2)) {
		case 0:
			stored(&s);
			break;
		case 1:
			fixed(&s);
			break;
		case 2:
			dynamic(&s);
			break;
		default:
			s.bad = true;
		}
	}
	return s.bad ? -EINVAL : (s64)s.n;
}
