/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * list_types.c - -l 'struct task_*': lists types of the kernel's BTF; see list.h.
 */
#include <string.h>
#include <unistd.h>

#include "base/find.h"
#include "base/hash.h"
#include "base/print.h"
#include "base/text.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "run/list.h"

bool list_names_types(const char *glob)
{
	return starts_with(glob, "struct ") || starts_with(glob, "union ") ||
	       starts_with(glob, "enum ");
}

/* As C does, it puts an array's dimensions after the name: "char name[16];". */
static void put_member(struct strbuf *out, const struct member *m)
{
	const struct type *t = m->type;

	while (t->kind == TY_ARRAY && t->elem)
		t = t->elem;
	sb_printf(out, "\t%s%s%s", type_name(t), *m->name ? " " : "", m->name);
	for (t = m->type; t->kind == TY_ARRAY && t->elem; t = t->elem)
		sb_printf(out, "[%u]", t->count);
	if (m->bit_size)
		sb_printf(out, ":%u", m->bit_size);
	sb_puts(out, ";\n");
}

static void put_body(struct strbuf *out, const struct type *t)
{
	sb_printf(out, "%s {\n", t->name);
	for (u32 i = 0; i < t->count; i++) {
		if (t->kind == TY_ENUM)
			sb_printf(out, "\t%s = %lld,\n", t->enums[i].name,
				  (long long)t->enums[i].value);
		else
			put_member(out, &t->members[i]);
	}
	sb_puts(out, "};\n");
}

struct types {
	struct kern *k;
	const char *glob;
	bool verbose;
	struct hash seen;
	struct strbuf out;
};

/* BTF may have the same type several times, so equal texts are shown once.  Returns whether the
 * type matches. */
static bool show_type(struct types *l, const struct type *t)
{
	size_t before = l->out.n;
	const char *text;

	if (!t || (t->kind != TY_STRUCT && t->kind != TY_ENUM) || !t->name ||
	    !host_glob(l->glob, t->name))
		return false;
	if (l->verbose)
		put_body(&l->out, type_complete(t));
	else
		sb_printf(&l->out, "%s\n", t->name);
	text = arena_strdup(l->k->arena, sb_str(&l->out) + before);
	if (hash_put(&l->seen, text, strlen(text), (void *)t))
		l->out.n = before;
	return true;
}

int list_types(struct kern *k, const char *glob, bool verbose)
{
	struct types l = { .k = k, .glob = glob, .verbose = verbose };
	u32 n = 0;
	int err;
	struct btf *b = kern_btf(k, &err);

	for (u32 id = 1; b && id <= btf_last_id(b); id++)
		n += show_type(&l, btf_type(b, id));
	print_buffer(STDOUT_FILENO, &l.out);
	sb_free(&l.out);
	hash_free(&l.seen);
	if (!b)
		print_error("%s", text_of(T_NO_BTF_HERE));
	else if (!n)
		print_error(TEXT_ARGS(T_NO_TYPE_LIKE, glob));
	return n ? 0 : 1;
}
