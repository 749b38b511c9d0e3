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

static const struct builtin rows[5];

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

/* e becomes task->link->name, of the task that is its argument, or of the current one. */
static const struct type *related(struct check *c, struct expr *e, const char *link,
				  const char *name)
{
	struct expr *task = e->n_args ? e->args[0] : arena_new(c->s->arena, struct expr);

	if (check_curtask(c, e)->elem == NULL)
		return check_fail(c, E_NO_TYPE, e->span, "struct task_struct");
	if (!e->n_args) {
		task->kind = EX_BUILTIN;
		task->span = e->span;
		task->builtin = &rows[0];
	}
	*e = *member_of(c, member_of(c, task, link), name);
	return check_expr(c, e);
}

static const struct type *check_leader_comm(struct check *c, struct expr *e)
{
	return related(c, e, "group_leader", "comm");
}

static const struct type *check_leader_tid(struct check *c, struct expr *e)
{
	return related(c, e, "group_leader", "pid");
}

static const struct type *check_pcomm(struct check *c, struct expr *e)
{
	return related(c, e, "real_parent", "comm");
}

static const struct type *check_ppid(struct check *c, struct expr *e)
{
	return related(c, e, "real_parent", "tgid");
}

static const struct builtin rows[] = {
	{ PROTO("curtask", "ptr", ""),
	  .check = check_curtask, .gen = gen_curtask,
	  .doc = DOC("the current thread: a struct task_struct pointer") },
	{ PROTO("leader_comm", "string", "([ptr task])"),
	  .check = check_leader_comm, .doc = DOC("name of the first thread of its process") },
	{ PROTO("leader_tid", "s32", "([ptr task])"),
	  .check = check_leader_tid, .doc = DOC("id of the first thread of its process") },
	{ PROTO("pcomm", "string", "([ptr task])"),
	  .check = check_pcomm, .doc = DOC("name of the parent process") },
	{ PROTO("ppid", "s32", "([ptr task])"),
	  .check = check_ppid, .doc = DOC("id of the parent process") },
};
const struct builtin_table builtin_task = { rows, ARRAY_SIZE(rows) };
