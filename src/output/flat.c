/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flat.c - values on one line; see flat.h. */
#include "output/flat.h"

#include <string.h>

#include "show/render.h"

static void put_frame(struct strbuf *out, const struct value_sym *f)
{
	struct value_sym plain = *f;
	struct value v = { .kind = V_SYM, .n = 1, .frames = &plain };
	size_t start = out->n;

	plain.no_offset = true;
	plain.has_lines = false;
	render_value(out, &v);
	if (sym_has_lines(f) && f->source)
		sb_printf(out, ":%s:%u", f->source, f->line);
	if (sym_has_lines(f) && f->is_inlined)
		sb_puts(out, "_[i]");
	for (char *p = out->s + start; *p; p++)
		if (*p == ';')
			*p = ':';
}

void flat_value(struct strbuf *out, const struct value *v)
{
	if (v->kind != V_STACK) {
		render_value(out, v);
		return;
	}
	for (u32 i = v->n; i--; ) {
		put_frame(out, &v->frames[i]);
		if (i)
			sb_putc(out, ';');
	}
}

const struct value *flat_key(const struct value *key, u32 i)
{
	return key->kind == V_TUPLE ? &key->items[i] : key;
}

u32 flat_keys(const struct map_view *m)
{
	if (!m->keyed || !m->n)
		return 0;
	return m->entries->key.kind == V_TUPLE ? m->entries->key.n : 1;
}

void flat_key_name(struct strbuf *out, const struct map_view *m, u32 i)
{
	if (m->key_names && m->key_names[i])
		sb_puts(out, m->key_names[i]);
	else
		sb_printf(out, "key%u", i);
}

bool flat_is_number(const struct value *v)
{
	return (v->kind >= V_INT && v->kind <= V_ENUM) || v->kind == V_AVG;
}

u64 flat_weight(const struct value *v, u64 div)
{
	struct value n = *v;
	bool is_signed = v->kind == V_INT || v->kind == V_ENUM || v->is_signed;

	if (v->kind == V_HIST || v->kind == V_STATS)
		n = (struct value){ .kind = V_UINT,
				    .u = v->kind == V_HIST ? v->count : v->total };
	else if (!flat_is_number(v))
		return 0;
	value_divide(&n, div);
	return is_signed && n.i < 0 ? 0 : n.u;
}
