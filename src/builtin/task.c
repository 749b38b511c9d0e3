/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * task.c - the kernel's description of the current thread, and what is read
 * out of it: that needs to know struct task_struct, from BTF or declared.
 */
#include "bpf/gen.h"
#include "builtin/builtin.h"
#include "lang/check.h"
#include "lang/decl.h"
#include "provider/provider.h"

static const struct builtin rows[3];

/* Where struct task_struct is not known: a pointer to cast. */
static const struct type *check_curtask(struct check *c, struct expr *e)
{
	struct typename tn = { .tag = TN_STRUCT, .name = "task_struct" };

	(void)e;
	return type_ptr(c->s->arena, type_lookup(c->s, &tn), SPACE_KERNEL, c->s->arch->word);
}

static void gen_curtask(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r = gen_shared(g, SHARED_TASK), low;

	(void)e;
	if (g->s->arch->word == 4) {	/* it comes sign-extended */
		low = ir_vreg(g->ir);
		ir_mov(g->ir, low, r);
		ir_alu32i(g->ir, ALU_AND, low, -1);
		r = low;
	}
	operand_set(out, r);
}

static struct expr *member_of(struct check *c, struct expr *a, const char *name)
{
	struct expr *e = arena_new(c->s->arena, struct expr);

	e->kind = EX_MEMBER;
	e->span = e->name_span = a->span;
	e->is_arrow = true;
	e->a = a;
	e->name = name;
	return e;
}

/* e becomes curtask->real_parent->name. */
static const struct type *parents(struct check *c, struct expr *e, const char *name)
{
	struct expr *task = arena_new(c->s->arena, struct expr);

	if (check_curtask(c, e)->elem == NULL)
		return check_fail(c, E_NO_TYPE, e->span, "struct task_struct");
	task->kind = EX_BUILTIN;
	task->span = e->span;
	task->builtin = &rows[0];
	*e = *member_of(c, member_of(c, task, "real_parent"), name);
	return check_expr(c, e);
}

static const struct type *check_pcomm(struct check *c, struct expr *e)
{
	return parents(c, e, "comm");
}

static const struct type *check_ppid(struct check *c, struct expr *e)
{
	return parents(c, e, "tgid");
}

static const struct builtin rows[] = {
	{ PROTO("curtask", "ptr", ""),
	  .check = check_curtask, .gen = gen_curtask,
	  .doc = DOC("the current thread: a struct task_struct pointer") },
	{ PROTO("pcomm", "string", ""),
	  .check = check_pcomm, .doc = DOC("name of the parent process") },
	{ PROTO("ppid", "s32", ""),
	  .check = check_ppid, .doc = DOC("id of the parent process") },
};
const struct builtin_table builtin_task = { rows, ARRAY_SIZE(rows) };
