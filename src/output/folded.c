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
static void put_part(struct strbuf *out, size_t start, const struct value *v)
{
	size_t at;

	if (out->n > start)
		sb_putc(out, ';');
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

static void folded_map(struct strbuf *out, const struct map_view *m)
{
	u32 keys = flat_keys(m);

	for (u32 e = 0; e < m->n && keys; e++) {
		u64 weight = flat_weight(&m->entries[e].value, m->div);
		size_t start = out->n;

		if (!weight)
			continue;
		if (m->is_one_of_several)
			sb_puts(out, m->name);
		for (enum part p = PART_OTHER; p < PARTS; p++)
			for (u32 i = 0; i < keys; i++) {
				const struct value *v = flat_key(&m->entries[e].key, i);

				if (part_of(v) == p)
					put_part(out, start, v);
			}
		if (out->n == start)
			sb_puts(out, "[none]");
		sb_putc(out, ' ');
		render_uint(out, weight);
		sb_putc(out, '\n');
	}
}

const struct output output_folded = {
	.name = "folded",
	.map = folded_map,
};
