/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * merge_folded.c - makes an awlmap file of folded text, "frame;frame;frame number" a line, the root
 * first.  It has one map, @stacks, with sums by stack.
 */
#define _GNU_SOURCE	/* strchrnul() */

#include <string.h>

#include "base/number.h"
#include "run/merge_impl.h"

struct line { const char *s; size_t len; u64 n; };

/* Reads the line at s and returns the next one; NULL if it has no number at its end. */
static const char *read_line(const char *s, struct line *line)
{
	const char *end = strchrnul(s, '\n'), *number = end;

	while (number > s && number[-1] >= '0' && number[-1] <= '9')
		number--;
	*line = (struct line){ s, (size_t)(number - s), 0 };
	if (line->len < 2 || number[-1] != ' ' || !number_decimal(&number, &line->n))
		return NULL;
	line->len--;
	return end + (*end == '\n');
}

/* A stack's innermost frame comes first. */
static void pack_stack(struct strbuf *out, struct texts *texts, const struct line *line)
{
	struct arena arena = { 0 };
	struct value stack = { .kind = V_STACK, .n = 1 }, key = { .kind = V_TUPLE, .n = 1 };
	const char *s = line->s;

	for (size_t i = 0; i < line->len; i++)
		stack.n += s[i] == ';';
	stack.frames = arena_array(&arena, struct value_sym, stack.n);
	for (u32 i = stack.n; i--; ) {
		size_t len = i ? strcspn(s, ";") : line->len - (size_t)(s - line->s);

		stack.frames[i] = (struct value_sym){ .name = arena_strndup(&arena, s, len),
						      .no_offset = true };
		s += len + 1;
	}
	key.items = &stack;
	pack_value(out, texts, &key);
	arena_free(&arena);
}

static void put_line(struct mapfile_writer *w, const struct line *line)
{
	struct strbuf *out = mapfile_entry(w);

	pack_stack(out, w->texts, line);
	pack_words(out, (const u8 *)&line->n, 1);
}

u32 merge_unfold(struct strbuf *out, const char *text, size_t len)
{
	static const struct agg_ops sum = { .name = "sum" };	/* a file has only its name */
	const struct agg agg = { .ops = &sum };
	const struct type type = { .kind = TY_AGG, .agg = &agg };
	const struct mapfile_map map = { .name = "@stacks", .shape = "k", .n_keys = 1,
					 .value = &type };
	struct texts texts = { 0 };
	struct mapfile_writer w;
	const char *end = text + len;
	u32 n = 1;

	mapfile_begin(&w, out, &texts);
	mapfile_put_map(&w, &map);
	while (text && text < end) {
		struct line line;

		text = read_line(text, &line);
		if (text)
			put_line(&w, &line);
		n += text != NULL;
	}
	mapfile_end(&w);
	texts_free(&texts);
	return text ? 0 : n;
}
