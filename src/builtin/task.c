/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * task.c - the kernel's description of the current thread, and values that are read from it.
 * Reading needs struct task_struct from BTF or from a declaration.
 */
#include "base/text.h"
#include "builtin/builtin.h"
#include "gen/gen.h"
#include "lang/check.h"
#include "lang/decl.h"
#include "provider/provider.h"

/* If struct task_struct is not known, curtask is a void pointer, which scripts can cast. */
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
	if (g->s->arch->word == 4) {	/* the helper extends it by its sign */
		low = ir_vreg(g->ir);
		ir_mov(g->ir, low, r);
		ir_alu32i(g->ir, ALU_AND, low, -1);
		r = low;
	}
	operand_set(out, r);
}

static struct expr *member_of(struct check *c, struct expr *a, const char *name)
{
	return expr_arrow(c->s->arena, a, name, a->span);
}

static struct expr *current(struct check *c, const struct expr *e)
{
	struct expr *task = expr_new(c->s->arena, EX_BUILTIN, e->span);

	ex_builtin(task) = registry_builtin(c->s->registry, "curtask");
	return task;
}

/* Turns e into task->link->name.  The task is the argument, or the current one. */
static const struct type *related(struct check *c, struct expr *e, const char *link,
				  const char *name)
{
	struct expr *task = e->n_args ? e->args[0] : current(c, e);

	if (check_curtask(c, e)->elem == NULL) {
		check_fail(c, E_NO_TYPE, e->span, "struct task_struct");
		if (c->final && !c->s->find_type)
			diag_hint(c->s->diag, T_AS_IT_IS, text_of(c->s->why_no_btf));
		return &type_error;
	}
	*e = *member_of(c, member_of(c, task, link), name);
	return check_expr(c, e);
}

static const struct type *check_leader_comm(struct check *c, struct expr *e)
{
	return related(c, e, "group_leader", "comm");
}

static const struct type *check_pcomm(struct check *c, struct expr *e)
{
	return related(c, e, "real_parent", "comm");
}

/* ---- ids in awl's PID namespace ---- */

enum { NS_OWN, NS_INIT };	/* ex_variant() */

/* Sets ex_variant() by an argument that names a namespace; false if it doesn't. */
static bool names_ns(struct expr *e)
{
	const char *name = e->n_args && e->args[0]->kind == EX_NAME ? e->args[0]->name : "";

	ex_variant(e) = !strcmp(name, "init") ? NS_INIT : NS_OWN;
	return ex_variant(e) == NS_INIT || !strcmp(name, "curr_ns");
}

static bool has_own_ids(struct check *c, const struct expr *e)
{
	if (ex_variant(e) == NS_INIT || !c->s->opt.lacks_ns_pid)
		return true;
	check_fail(c, E_KERNEL_LACKS, e->span,
		   arena_printf(c->s->arena, "%s in a PID namespace", ex_builtin(e)->name),
		   "a kernel from 5.7 on",
		   arena_printf(c->s->arena, "use %s(init)", ex_builtin(e)->name));
	return false;
}

static const struct type *check_id(struct check *c, struct expr *e)
{
	if (!names_ns(e) && e->n_args)
		return check_fail(c, E_PID_NS, e->args[0]->span);
	return has_own_ids(c, e) ? &type_u32 : &type_error;
}

static vreg ids(struct gen *g, const struct expr *e)
{
	vreg r = ir_vreg(g->ir);

	ir_mov(g->ir, r, gen_shared(g, ex_variant(e) == NS_INIT && g->s->opt.pid_ns.ino ?
				       SHARED_INIT_PID_TGID : SHARED_PID_TGID));
	return r;
}

static void gen_pid(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r = ids(g, e);

	ir_alui(g->ir, ALU_RSH, r, 32);
	operand_set(out, r);
}

static void gen_tid(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r = ids(g, e);

	ir_alu32i(g->ir, ALU_AND, r, -1);
	operand_set(out, r);
}

/* Makes the call of the library's macro for a task's process id in awl's namespace. */
static const struct type *process_of(struct check *c, struct expr *e, struct expr *task)
{
	struct expr *ino = expr_int(c->s->arena, (s64)c->s->opt.pid_ns.ino, e->span);

	expr_become(e, EX_CALL);
	e->name = intern_s(&c->s->names, "pid_in_ns");
	e->n_args = 2;
	e->args = arena_array(c->s->arena, struct expr *, 2);
	e->args[0] = task;
	e->args[1] = ino;
	return check_expr(c, e);
}

/* The process id of task->link, or of the task if link is NULL. */
static const struct type *check_process(struct check *c, struct expr *e, const char *link,
					const char *name)
{
	struct expr *task;

	if (names_ns(e))
		e->n_args = 0;
	if (ex_variant(e) == NS_INIT || !c->s->opt.pid_ns.ino)
		return related(c, e, link ? link : "group_leader", name);
	if (!has_own_ids(c, e))
		return &type_error;
	if (!check_curtask(c, e)->elem)
		return check_fail(c, E_KERNEL_LACKS, e->span,
				  arena_printf(c->s->arena, "%s in a PID namespace",
					       ex_builtin(e)->name), "the kernel's BTF",
				  arena_printf(c->s->arena, "use %s(init)", ex_builtin(e)->name));
	task = e->n_args ? e->args[0] : current(c, e);
	return process_of(c, e, link ? member_of(c, task, link) : task);
}

static const struct type *check_leader_tid(struct check *c, struct expr *e)
{
	return check_process(c, e, NULL, "pid");
}

static const struct type *check_ppid(struct check *c, struct expr *e)
{
	return check_process(c, e, "real_parent", "tgid");
}

static const struct builtin rows[] = {
	{ PROTO("curtask", "ptr", ""), .check = check_curtask, .gen = gen_curtask,
	  .is_task = true },
	{ PROTO("kpid", "u32", "([raw namespace])"), .check = check_id, .gen = gen_tid },
	{ PROTO("leader_comm", "string", "([ptr task])"), .check = check_leader_comm },
	{ PROTO("leader_tid", "s32", "([raw task])"), .check = check_leader_tid },
	{ PROTO("pcomm", "string", "([ptr task])"), .check = check_pcomm },
	{ PROTO("pid", "u32", "([raw namespace])"), .check = check_id, .gen = gen_pid,
	  .flags = SAME_IN_PROGRAM },
	{ PROTO("ppid", "s32", "([raw task])"), .check = check_ppid },
	{ PROTO("tid", "u32", "([raw namespace])"), .check = check_id, .gen = gen_tid,
	  .flags = SAME_IN_PROGRAM, .is_thread = true },
};
const struct builtin_table builtin_task = { rows, ARRAY_SIZE(rows) };
