/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symbol.c - kernel addresses to names and back.
 */
#include <string.h>

#include "bpf/gen.h"
#include "builtin/builtin.h"
#include "kernel/kern.h"
#include "lang/check.h"
#include "tables.h"

static void gen_same(struct gen *g, struct expr *e, struct operand *out)
{
	operand_set(out, gen_reg(g, e->args[0]));
}

/* kaddr("name"): looked up now, a constant in the program. */
static const struct type *check_kaddr(struct check *c, struct expr *e)
{
	struct kname n = { .name = e->args[0]->name };
	struct ksyms *k;

	if (!c->final)
		return &type_u64;
	k = kern_ksyms(c->s->kern);
	ksyms_lookup(k, &n, 1);
	if (k->hidden && !n.addr)
		return check_fail(c, E_KSYMS_HIDDEN, e->span);
	if (!n.found)
		return check_fail(c, E_NO_SYMBOL, e->span, n.name);
	e->kind = EX_INT;
	e->num = (s64)n.addr;
	e->is_unsigned_lit = true;
	return &type_u64;
}

static const struct builtin rows[] = {
	{ .name = "kaddr", .proto = "u64 kaddr(literal name)", .check = check_kaddr,
	  .gen = gen_same, .doc = DOC("the address of a kernel symbol") },
	{ .name = "ksym", .proto = "ksym ksym(ptr address)", .gen = gen_same,
	  .doc = DOC("a kernel address, shown as its symbol") },
};
const struct builtin_table builtin_symbol = { rows, ARRAY_SIZE(rows) };
