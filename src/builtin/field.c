/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * field.c - shows fields of tracepoints by name, as the kernel's own trace does, with the names
 * of __print_symbolic and __print_flags in the event's format.
 *
 * Only %s and print(args) show names.  Elsewhere the field is the number, which scripts
 * compare, as in bpftrace.
 */
#include "builtin/field.h"

#include "kernel/tracefs_names.h"
#include "lang/check.h"
#include "show/render.h"

/* Prints flags like the kernel's trace_print_flags_seq(), but 0 instead of nothing. */
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
