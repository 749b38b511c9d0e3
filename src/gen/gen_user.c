/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gen_user.c - the registers with which the current task entered the kernel. */
#include "gen/gen.h"
#include "lang/decl.h"
#include "provider/provider.h"

static const struct type *type_named(struct script *s, const char *name)
{
	return type_lookup(s, &(struct typename){ .tag = TN_STRUCT, .name = name });
}

/* The registers are at the top of the task's kernel stack (task_pt_regs() of <asm/processor.h>). */
static struct user_regs regs_in_stack(struct script *s)
{
	const struct type *task = type_named(s, "task_struct"), *regs = type_named(s, "pt_regs");
	struct user_regs how = { .by = REGS_NOT };
	u32 off = 0;

	if (!s->arch->unwind.thread_size || !task || !regs || !type_member(task, "stack", &off))
		return how;
	how.by = REGS_BY_STACK;
	how.stack_off = (s32)off;
	how.top = (s32)(s->arch->unwind.thread_size - regs->size);
	return how;
}

struct user_regs user_regs_of(struct script *s, const struct prog *p)
{
	u32 of_user = OFFERS_REGS | OFFERS_USER_CTX;
	struct user_regs how = { .by = REGS_NOT };

	if (s->image.has(FEATURE_TASK_REGS) && s->image.has(FEATURE_TASK_BTF))
		how.by = REGS_BY_HELPER;
	else if ((p->provider->offers & of_user) == of_user)
		how.by = REGS_BY_CONTEXT;
	else
		how = regs_in_stack(s);
	return how;
}

/*
 * They are at the top of the task's kernel stack.
 *
 *	regs = task_pt_regs(get_current_task_btf());		5.15
 * or
 *	regs = *(get_current_task() + stack_off) + top;
 */
vreg gen_user_regs(struct gen *g, const struct user_regs *how, struct place word, label none)
{
	struct ir *ir = g->ir;
	u32 size = g->s->arch->word;
	vreg regs = ir_vreg(ir), task;
	struct ir_arg arg, read[] = { place_arg(word), ARG_I(size), ARG_I(0) };

	switch (how->by) {
	case REGS_BY_CONTEXT:
		return ir->ctx;
	case REGS_BY_HELPER:
		arg = ARG_R(gen_call0(g, HELPER_get_current_task_btf));
		gen_call(g, regs, HELPER_task_pt_regs, &arg, 1);
		return regs;
	default:
		task = gen_shared(g, SHARED_TASK);
		read[2] = ARG_RO(task, how->stack_off);
		gen_call(g, regs, gen_read_helper(g, SPACE_KERNEL, false), read, 3);
		ir_jcci(ir, COND_NE, regs, 0, none);
		place_load(g, regs, size, word);
		ir_alui(ir, ALU_ADD, regs, how->top);
		return regs;
	}
}

/*
 *	if ((regs[compat_off] & compat_mask) != compat_value) goto other;
 */
void gen_unless_compat(struct gen *g, label other)
{
	struct user_regs how = user_regs_of(g->s, g->p);
	const struct arch *arch = g->s->arch;
	struct place word = place_slot(gen_slot(g, 8), 0);
	vreg regs, mode = ir_vreg(g->ir);

	if (how.by == REGS_NOT && g->p->ctx_form != CTX_SYSCALL) {
		ir_jmp(g->ir, other);
		return;
	}
	gen_scope_open(g);
	if (g->p->ctx_form == CTX_SYSCALL) {
		regs = gen_call_regs(g);
		how.by = REGS_BY_CONTEXT;
	} else {
		regs = gen_user_regs(g, &how, word, other);
	}
	if (how.by == REGS_BY_STACK) {
		gen_probe_read(g, word, 1, regs, arch->compat_off, SPACE_KERNEL);
		place_load(g, mode, 1, word);
	} else {
		ir_load(g->ir, 1, mode, regs, arch->compat_off);
	}
	gen_scope_close(g);
	ir_alui(g->ir, ALU_AND, mode, arch->compat_mask);
	ir_jcci(g->ir, COND_NE, mode, arch->compat_value, other);
}

void gen_mark_compat(struct gen *g, vreg n)
{
	vreg mark = ir_vreg(g->ir);
	label own = ir_label(g->ir);

	gen_unless_compat(g, own);
	ir_imm(g->ir, mark, COMPAT_CALL);
	ir_alu(g->ir, ALU_OR, n, mark);
	ir_put(g->ir, own);
}
