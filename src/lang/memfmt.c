/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memfmt.c - the formats of ply 1's mem() and sizeof(): "128s", "wH", "4Bq".
 *
 * A number before a type is a count.  Several types make a tuple with the target's C layout, as
 * in Python's struct module with native alignment.
 */
#include <ctype.h>

#include "lang/check.h"

#define MAX_FIELDS 16
#define MAX_REPEAT 4096

static const struct type *letter_type(struct check *c, char letter, u32 repeat)
{
	static const struct type *const sized[][2] = {
		{ &type_s8, &type_u8 }, { &type_s16, &type_u16 },
		{ &type_s32, &type_u32 }, { &type_s64, &type_u64 },
	};
	u32 word = c->s->arch->word;
	int size;

	switch (tolower((u8)letter)) {
	case 'b': size = 0; break;
	case 'h': size = 1; break;
	case 'w':
	case 'i': size = 2; break;
	case 'q': size = 3; break;
	case 'l': size = word == 8 ? 3 : 2; break;
	case 's': return letter == 's' ? type_string(c->s->arena, repeat ? repeat :
						     c->s->image.opt.strlen) : NULL;
	case 'p': return letter == 'p' ? type_ptr(c->s->arena, NULL, SPACE_NONE, word) : NULL;
	default: return NULL;
	}
	return sized[size][isupper((u8)letter) ? 1 : 0];
}

const struct type *memfmt_type(struct check *c, const char *s)
{
	const struct type *fields[MAX_FIELDS];
	u32 n = 0, repeat;

	for (; *s && n < MAX_FIELDS; s++, n++) {
		for (repeat = 0; isdigit((u8)*s) && repeat <= MAX_REPEAT; s++)
			repeat = repeat * 10 + (u32)(*s - '0');
		fields[n] = repeat > MAX_REPEAT ? NULL : letter_type(c, *s, repeat);
		if (!fields[n])
			return NULL;
		if (repeat && fields[n]->kind != TY_STRING)
			fields[n] = type_array(c->s->arena, fields[n], repeat);
	}
	if (*s || !n)
		return NULL;
	return n == 1 ? fields[0] : type_tuple(c->s->arena, fields, n);
}
