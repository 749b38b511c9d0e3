/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pack.h - values as bytes that mean the same on every machine, as in awlmap(5).
 *
 * Numbers are LEB128.  A string is the number of a text in a table, so that a name that is in
 * thousands of stacks is there once.  Equal values of equal texts have equal bytes, so that keys
 * are compared as bytes.
 */
#ifndef AWL_PACK_H
#define AWL_PACK_H

#include "base/hash.h"
#include "base/strbuf.h"
#include "show/value.h"

struct text { const char *s; u32 len; };

/* Text i + 1 is v.v[i]; 0 means that there is no text. */
struct texts {
	struct arena arena;
	struct hash numbers;
	VEC(struct text) v;
};

u32 texts_add(struct texts *t, const char *s, size_t len);
void texts_free(struct texts *t);

void pack_number(struct strbuf *out, u64 n);
void pack_signed(struct strbuf *out, s64 n);
/* The number of the text; s may be NULL. */
void pack_text(struct strbuf *out, struct texts *t, const char *s);
/* Returns which word is the first that is not 0, and sets *n to the number after the last one.  If
 * all are 0, both are 0. */
u32 words_used(const u8 *words, u32 *n);
/* n words of an aggregation, from the first to the last that is not 0. */
void pack_words(struct strbuf *out, const u8 *words, u32 n);
/* A value that is no aggregation's. */
void pack_value(struct strbuf *out, struct texts *t, const struct value *v);

/* Bytes to be unpacked.  They are not trusted: what is wrong sets `bad` and reads as 0. */
struct unpack {
	const u8 *p, *end;
	const struct texts *texts;
	const u32 *numbers;	/* the numbers in `texts` of the file's texts; NULL: the same */
	u32 n_numbers;
	struct arena *arena;	/* of the values */
	u32 depth, parts;	/* pack.c */
	bool bad;
};

u64 unpack_number(struct unpack *u);
s64 unpack_signed(struct unpack *u);
/* A number that is at most `most`. */
u32 unpack_most(struct unpack *u, u64 most);
/* NULL if there is none. */
const struct text *unpack_text(struct unpack *u);
const char *unpack_string(struct unpack *u);
/* The same for what outputs don't escape: it has no control characters. */
const char *unpack_name(struct unpack *u);
void unpack_words(struct unpack *u, u8 *words, u32 n);
void unpack_value(struct unpack *u, struct value *out);

#endif
