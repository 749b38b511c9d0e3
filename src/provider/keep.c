/* SPDX-License-Identifier: GPL-2.0-or-later */
/* keep.c - keeps what debug information says, for a bundle; resolved.c describes the form. */
#include "provider/keep.h"

#include <string.h>

#include "provider/source.h"
#include "script.h"

#ifndef NO_DWARF

void resolved_keep(struct script *s)
{
	s->resolved = arena_new(s->arena, struct resolved);
	s->resolved->text = "";
	s->resolved->keeps = true;
	s->resolved->writer.arena = s->arena;
}

/* The passes ask more than once. */
static bool is_new(struct script *s, const char *key)
{
	return s->resolved && s->resolved->keeps &&
	       !hash_put(&s->resolved->kept, key, strlen(key), s);
}

void keep_places(struct script *s, const struct prog *p, const char *name, u32 first)
{
	if (!is_new(s, name))
		return;
	sb_printf(&s->resolved->lines, "P %s\n", name);
	for (u32 i = first; i < p->targets.n; i++) {
		const struct target *t = p->targets.v[i];

		sb_printf(&s->resolved->lines, "T %s %llx %d %s\n", t->func,
			  (unsigned long long)t->addr, t->is_inlined, t->module);
	}
}

static void keep_text(struct script *s, const char *start, const char *text)
{
	if (is_new(s, start))
		sb_printf(&s->resolved->lines, "%s%s\n", start + 1, text);
}

/* Expressions of source_variables have no other kinds. */
static void write_tree(struct resolved *r, const struct expr *e, struct strbuf *out)
{
	sb_printf(out, "%x ", e->kind);
	switch (e->kind) {
	case EX_INT:
		sb_printf(out, "%llx ", (unsigned long long)ex_num(e));
		return;
	case EX_UNARY:
	case EX_BINARY:
		sb_printf(out, "%x ", e->op);
		write_tree(r, e->a, out);
		if (e->kind == EX_BINARY)
			write_tree(r, e->b, out);
		return;
	case EX_COND:
		sb_printf(out, "0 ");
		write_tree(r, e->a, out);
		write_tree(r, e->b, out);
		write_tree(r, ex_else(e), out);
		return;
	case EX_CALL:
		sb_printf(out, "%x %s ", e->n_args, e->name);
		break;
	case EX_ARG:
		sb_printf(out, "%x %x %llx ", e->n_args, btf_write_type(&r->writer, e->type),
			  (unsigned long long)ex_lost(e));
		break;
	default:
		bug("variable of kind %d", (int)e->kind);
	}
	for (u32 i = 0; i < e->n_args; i++)
		write_tree(r, e->args[i], out);
}

void keep_variable(struct script *s, const char *start, const struct expr *e)
{
	struct strbuf tree = { 0 };

	if (s->resolved->keeps)
		write_tree(s->resolved, e, &tree);
	keep_text(s, start, sb_str(&tree));
	sb_free(&tree);
}

void keep_names(struct script *s, const char *start, const char **names)
{
	struct strbuf text = { 0 };

	for (u32 i = 0; names[i]; i++)
		sb_printf(&text, i ? " %s" : "%s", names[i]);
	keep_text(s, start, sb_str(&text));
	sb_free(&text);
}

void resolved_keep_type(struct script *s, int tag, const char *name, const struct type *t)
{
	if (!is_new(s, arena_printf(s->arena, "%d%s", tag, name)))
		return;
	if (tag == TN_PLAIN)
		btf_write_name(&s->resolved->writer, name, t);
	else
		btf_write_type(&s->resolved->writer, t);
}

void resolved_keep_func(struct script *s, const char *name, const struct btf_func *f)
{
	if (is_new(s, arena_printf(s->arena, "f%s", name)))
		btf_write_func(&s->resolved->writer, name,
			       arena_memdup(s->arena, f, sizeof(*f)));
}

static void write_build_id(struct script *s, struct strbuf *out)
{
	struct debug *d = source_kernel(s, NULL);
	const u8 *id = (const u8 *)"";
	u32 n = d ? elf_build_id(debug_elf(d), &id) : 0;

	sb_putc(out, (char)n);
	sb_put(out, id, n);
}

/* An empty name ends the list of files (bundle.c). */
bool resolved_pack(struct script *s, struct strbuf *out)
{
	struct resolved *r = s->resolved;
	bool any = r->lines.n || r->writer.items.n;

	if (any) {
		sb_putc(out, 0);
		sb_putc(out, '\n');
		sb_puts(out, sb_str(&r->lines));
		sb_putc(out, 0);
		write_build_id(s, out);
	}
	btf_write_end(&r->writer, any ? out : &r->lines);
	sb_free(&r->lines);
	hash_free(&r->kept);
	return any;
}

#endif
