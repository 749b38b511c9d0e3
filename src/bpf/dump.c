/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dump.c - code as text. */
#include "bpf/dump.h"

#include "bpf/insn.h"

/* Prints the line of the script, unless it is the same as last time. */
static void source_line(struct strbuf *out, struct diag *diag, struct span at,
			const char **last)
{
	const char *name, *text;
	unsigned line, col;
	size_t len;

	if (!at.beg)
		return;
	text = diag_line(diag, at.beg, &len);
	if (text == *last)
		return;
	*last = text;
	diag_place(diag, at.beg, &name, &line, &col);
	sb_printf(out, "; %s:%u: %.*s\n", name, line, (int)len, text);
}

static void dump_prog(struct strbuf *out, struct diag *diag, const struct prog *p)
{
	const struct code *c = &p->code;
	const char *last = NULL;

	sb_printf(out, "%s", p->targets.v[0]->name);
	if (p->targets.n > 1)
		sb_printf(out, " and %u more", p->targets.n - 1);
	sb_printf(out, ": %u instructions, %u bytes of stack, %u of scratch\n", c->n,
		  c->stack, c->scratch);
	for (u32 i = 0; i < c->n; ) {
		source_line(out, diag, c->spans[i], &last);
		sb_printf(out, "%4u: ", i);
		i += insn_text(out, &c->insns[i], i);
		sb_putc(out, '\n');
	}
	sb_putc(out, '\n');
}

void dump_code(struct strbuf *out, struct diag *diag, const struct image *im)
{
	for (size_t i = 0; i < im->progs.n; i++)
		dump_prog(out, diag, im->progs.v[i]);
}
