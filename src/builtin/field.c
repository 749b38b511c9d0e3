/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * field.c - fields of tracepoints that are shown by name, as the kernel's own trace has
 * them: __print_symbolic and __print_flags of the event's format.
 *
 * Only %s and print(args) show names: elsewhere the field is the number that scripts
 * compare, and that bpftrace has for it.
 */
#include "builtin/field.h"

#include "kernel/tracefs_names.h"
#include "lang/check.h"
#include "show/render.h"

/* As trace_print_flags_seq() does, but 0 where that has nothing. */
static void put_flags(struct strbuf *out, u64 v, const struct field_names *f)
{
	const char *delim = "";

	for (u32 i = 0; i < f->n && v; i++) {
		if ((v & f->names[i].value) != f->names[i].value)
			continue;
		sb_puts(out, delim);
		sb_puts(out, f->names[i].name);
		v &= ~f->names[i].value;
		delim = f->delim;
	}
	if (v)
		sb_printf(out, "%s0x%llx", delim, (unsigned long long)v);
	else if (!*delim)
		sb_putc(out, '0');
}

static void show_field(struct strbuf *out, u64 v, const void *arg)
{
	const struct field_names *f = arg;

	v &= f->mask;
	if (f->delim) {
		put_flags(out, v, f);
		return;
	}
	for (u32 i = 0; i < f->n; i++)
		if (f->names[i].value == v) {
			sb_puts(out, f->names[i].name);
			return;
		}
	sb_printf(out, "0x%llx", (unsigned long long)v);
}

const struct type *field_text_type(struct check *c, const struct member *m)
{
	struct type *t;

	if (!m || !m->names)
		return NULL;
	t = arena_new(c->s->arena, struct type);
	*t = (struct type){ .kind = TY_LATE, .size = m->type->size, .align = m->type->align,
			    .name = m->type->name, .late = { show_field, m->names } };
	return t;
}
