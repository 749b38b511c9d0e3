/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * folded.c - lines "frame;frame;frame count", the root first, as flamegraph.pl reads them.
 *
 * The map's name comes first if the script has several maps with keys.  Then come the parts of the
 * key that are not stacks, in their order, then user stacks, then kernel stacks.  Maps without
 * keys, and values that are not numbers, are omitted.
 */
#include "output/output.h"

#include <string.h>

#include "output/flat.h"
#include "show/render.h"

enum part { PART_OTHER, PART_USER, PART_KERNEL, PARTS };

static enum part part_of(const struct value *v)
{
	if (v->kind != V_STACK)
		return PART_OTHER;
	return v->n && v->frames->pid ? PART_USER : PART_KERNEL;
}

/* Puts one or several frames.  Characters that would end a frame or the line are replaced. */
static void put_part(struct strbuf *out, size_t start, const struct value *v, bool marks)
{
	size_t at;

	if (out->n > start)
		sb_putc(out, ';');
	if (marks && v->n)
		sb_putc(out, FOLDED_KERNEL);
	at = out->n;
	flat_value(out, v);
	if (out->n == at && at > start)
		out->s[--out->n] = '\0';
	for (; at < out->n; at++)
		if ((u8)out->s[at] < ' ')
			out->s[at] = ' ';
		else if (out->s[at] == ';' && v->kind != V_STACK)
			out->s[at] = ':';
}

/* " 5", or of --diff " 5 7", which flamegraph.pl shows as a differential flame graph. */
static void put_weights(struct strbuf *out, const struct map_view *m, const struct value *v)
{
	u32 n = m->is_diff ? 2 : 1;

	for (u32 i = 0; i < n; i++) {
		sb_putc(out, ' ');
		render_uint(out, flat_weight(m->is_diff ? &v->items[i] : v, m->div));
	}
}

static bool has_weight(const struct map_view *m, const struct value *v)
{
	if (m->is_diff)
		return flat_weight(&v->items[0], 0) || flat_weight(&v->items[1], 0);
	return flat_weight(v, m->div);
}

static void folded_map(struct strbuf *out, const struct map_view *m)
{
	u32 keys = flat_keys(m);

	for (u32 e = 0; e < m->n && keys; e++) {
		size_t start = out->n;

		if (!has_weight(m, &m->entries[e].value))
			continue;
		if (m->is_one_of_several)
			sb_puts(out, m->name);
		for (enum part p = PART_OTHER; p < PARTS; p++)
			for (u32 i = 0; i < keys; i++) {
				const struct value *v = flat_key(&m->entries[e].key, i);
				bool marks = m->marks_kernel && p == PART_KERNEL;

				if (part_of(v) == p)
					put_part(out, start, v, marks);
			}
		if (out->n == start)
			sb_puts(out, "[none]");
		put_weights(out, m, &m->entries[e].value);
		sb_putc(out, '\n');
	}
}

const struct output output_folded = {
	.name = "folded", .diff = DIFF_ALL,
	.map = folded_map,
};
