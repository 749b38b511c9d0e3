/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * packed.c - letters, and copies of what was there before, as an arithmetic code of
 * bits: contrib/pack writes what this reads.  See packed.h.
 */
#include "base/packed.h"

#include "base/packed_data.h"
#include "base/text.h"

enum { LETTER_BITS = 7, BITS_BITS = 4, SHORTEST = 3 };

/* How often a bit was 0 and 1 in its place so far, twice. */
struct odds { u16 was[2]; };

/* The bits of a number up to 65535: how many follow the highest one, as a tree; then these. */
struct number { struct odds bits[1 << BITS_BITS], bit[1 << BITS_BITS]; };

static struct odds is_copy[2], letter[1 << LETTER_BITS][1 << LETTER_BITS];
static struct number distance, length;

static const u8 *in = packed;
static u32 code, width = 1;

static char all[PACKED_SIZE];
static u16 begins[PACKED_TEXTS + 1];
static u32 n_all, n_texts;

/* Zeros have that part of width which they had of all bits there, and are the lower one. */
static u32 read_bit(struct odds *o)
{
	u32 zeros, bit;

	for (; width < 1u << 24; width <<= 8)
		code = code << 8 | *in++;
	zeros = width / (o->was[0] + o->was[1] + 2u) * (o->was[0] + 1u);
	bit = code >= zeros;
	if (bit) {
		code -= zeros;
		width -= zeros;
	} else {
		width = zeros;
	}
	o->was[bit] += 2;
	return bit;
}

/* The highest bit first, each with odds of its own for those before it. */
static u32 read_tree(struct odds *o, u32 bits)
{
	u32 n = 1;

	while (!(n >> bits))
		n = n * 2 + read_bit(&o[n]);
	return n - (1u << bits);
}

static u32 read_number(struct number *m)
{
	u32 n = 1, bits = read_tree(m->bits, BITS_BITS);

	while (bits--)
		n = n * 2 + read_bit(&m->bit[bits]);
	return n;
}

static void put(char c)
{
	all[n_all++] = c;
	if (!c)
		begins[++n_texts] = (u16)n_all;
}

static const char *text_at(u32 n)
{
	static bool copied;

	while (n_texts <= n) {
		copied = read_bit(&is_copy[copied]);
		if (copied) {
			u32 back = read_number(&distance);

			for (u32 len = read_number(&length) + SHORTEST - 1; len--;)
				put(all[n_all - back]);
		} else {
			put((char)read_tree(letter[n_all ? (u8)all[n_all - 1] : 0], LETTER_BITS));
		}
	}
	return all + begins[n];
}

u32 nine_bits(const u8 *numbers, u32 n, u32 i)
{
	return numbers[i] | (numbers[n + i / 8] >> i % 8 & 1u) << 8;
}

const char *packed_call(u32 place)
{
	return text_at(place);
}

const char *packed_error(u32 number)
{
	const char *text = number < ERRORS ? text_at(FIRST_ERROR + number) : "";

	return *text ? text : NULL;
}

const char *text_of(u32 id)
{
	return text_at(FIRST_TEXT + id);
}
