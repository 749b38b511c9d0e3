/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stack_len.c - len(kstack) and len(ustack): how many frames a stack has. */
#include <linux/perf_event.h>

#include "base/text.h"
#include "builtin/place.h"
#include "builtin/stack.h"
#include "builtin/unwound.h"
#include "symbols/unwind.h"

/*
 * Sets ex_variant() of the stack: only its length is needed, so it needs no map.  Maps are made
 * in the last round, when e is no longer a name.
 */
const struct type *check_stack_len(struct check *c, struct expr *e)
{
	const struct type *t;

	if (e->kind == EX_BUILTIN)
		ex_variant(e) = 1;
	t = check_expr(c, e);
	if (t->kind == TY_ERROR || t->kind == TY_UNKNOWN)
		return t;
	if (check_copied(c, t, e->span))
		return &type_error;
	if (expr_is_dynamic(e))
		return &type_s64;
	if (t->kind != TY_STACK || e->kind != EX_BUILTIN)
		return check_fail(c, E_ARG_TYPE, e->span, "len",
				  text_of(T_HAS_LEN),
				  type_name(t));
	return &type_s64;
}

/*
 * Counts frames up to the first 0, at which showing a stack ends, too: arm's unwinder may add one.
 *
 *	p = frames; n = 0;
 *   top:
 *	if (!*p) goto end;
 *	p++; n++;
 *	if (n < depth) goto top;
 *   end:
 */
static void count_frames(struct gen *g, slot frames, u32 depth, vreg n)
{
	struct ir *ir = g->ir;
	vreg p = ir_vreg(ir), frame = ir_vreg(ir);
	label top = ir_label(ir), end = ir_label(ir);

	ir_lea(ir, p, frames, 0);
	ir_imm(ir, n, 0);
	ir_put(ir, top);
	ir_load(ir, 8, frame, p, 0);
	ir_jcci(ir, COND_EQ, frame, 0, end);
	ir_alui(ir, ALU_ADD, p, 8);
	ir_alui(ir, ALU_ADD, n, 1);
	ir_jcci(ir, COND_LT, n, depth, top);
	ir_put(ir, end);
}

/*
 * The same where unknown frames are 0, interrupts are marked by numbers from PERF_CONTEXT_MAX
 * (-4095) on, and other frames go on after them (arch.stack_gaps).  Branches would be 2^depth
 * paths.
 *
 *	p = frames; i = n = 0;
 *   top:
 *	n += ((0 - *p | *p) & (~*p | *p + 4095)) >> 63;	-- 1 unless it is 0 or a mark
 *	p++; i++;
 *	if (i < depth + gaps) goto top;
 *	if (n > depth) n = depth;
 */
static void count_known(struct gen *g, slot frames, u32 depth, u32 gaps, vreg n)
{
	struct ir *ir = g->ir;
	vreg p = ir_vreg(ir), i = ir_vreg(ir), frame = ir_vreg(ir);
	label top = ir_label(ir), end = ir_label(ir);
	vreg some, plain;

	ir_lea(ir, p, frames, 0);
	ir_imm(ir, n, 0);
	ir_imm(ir, i, 0);
	ir_put(ir, top);
	ir_load(ir, 8, frame, p, 0);
	some = ir_vreg(ir);
	ir_imm(ir, some, 0);
	ir_alu(ir, ALU_SUB, some, frame);
	ir_alu(ir, ALU_OR, some, frame);
	plain = ir_vreg(ir);
	ir_mov(ir, plain, frame);
	ir_alui(ir, ALU_XOR, plain, -1);
	ir_alui(ir, ALU_ADD, frame, -(s64)PERF_CONTEXT_MAX);
	ir_alu(ir, ALU_OR, plain, frame);
	ir_alu(ir, ALU_AND, some, plain);
	ir_alui(ir, ALU_RSH, some, 63);
	ir_alu(ir, ALU_ADD, n, some);
	ir_alui(ir, ALU_ADD, p, 8);
	ir_alui(ir, ALU_ADD, i, 1);
	ir_jcci(ir, COND_LT, i, depth + gaps, top);
	ir_jcci(ir, COND_LE, n, depth, end);
	ir_imm(ir, n, depth);
	ir_put(ir, end);
}

/* Counts the caller if the kernel left it out and a stack of that depth has room for it. */
static void count_caller(struct gen *g, slot frames, u32 depth, vreg n)
{
	vreg frame = ir_vreg(g->ir);
	label end = ir_label(g->ir);
	struct operand caller;

	if (depth < 2)
		return;
	place_load_caller(g, g->s->arch->word, &caller);
	ir_jcci(g->ir, COND_EQ, caller.reg, 0, end);
	ir_jcci(g->ir, COND_EQ, n, 0, end);
	ir_jcci(g->ir, COND_EQ, n, depth, end);
	ir_load_slot(g->ir, 8, frame, frames, 8);
	ir_jcc(g->ir, COND_EQ, frame, caller.reg, end);
	ir_alui(g->ir, ALU_ADD, n, 1);
	ir_put(g->ir, end);
}

/*
 *	if (n > skip) goto some;
 *	n = skip;
 *   some:
 *	n -= skip;
 */
static void skip_frames(struct gen *g, u32 skip, vreg n)
{
	label some = ir_label(g->ir);

	if (!skip)
		return;
	ir_jcci(g->ir, COND_GT, n, skip, some);
	ir_imm(g->ir, n, skip);
	ir_put(g->ir, some);
	ir_alui(g->ir, ALU_SUB, n, (s32)skip);
}

/*
 *	frames = 0;		-- raw tracepoints' programs must (bpf_get_stack_proto_raw_tp)
 *	get_stack(ctx, frames, size, flags);
 */
static vreg gen_kernel_len(struct gen *g, const struct stack_opt *opt)
{
	u32 depth = opt->depth + opt->skip, size = (depth + opt->gaps) * 8;
	struct ir *ir = g->ir;
	slot frames = gen_slot(g, size);
	struct ir_arg get[] = { ARG_R(ir->ctx), ARG_S(frames, 0), ARG_I(size),
				ARG_I((s64)stack_flags(g, opt)) };
	vreg n = ir_vreg(ir);

	place_zero(g, place_slot(frames, 0), size);
	gen_call(g, 0, HELPER_get_stack, get, 4);
	if (opt->gaps)
		count_known(g, frames, depth, opt->gaps, n);
	else
		count_frames(g, frames, depth, n);
	n = gen_forget(g, n);	/* else each length is a path of its own through what follows */
	if (stack_lacks_caller(g->s->arch, g->p, opt))
		count_caller(g, frames, depth, n);
	skip_frames(g, opt->skip, n);
	return n;
}

/*
 *	n = walk();
 *	goto have;
 *   other:
 *	n = …gen_kernel_len…
 *   have:
 */
static vreg gen_walked_len(struct gen *g, const struct stack_opt *opt, const struct user_regs *regs)
{
	struct walked w;
	label other = ir_label(g->ir), have = ir_label(g->ir);
	vreg n = ir_vreg(g->ir);

	gen_scope_open(g);
	gen_walk_stack(g, opt->depth + opt->skip, regs, other, &w);
	ir_mov(g->ir, n, w.n);
	skip_frames(g, opt->skip, n);
	ir_jmp(g->ir, have);
	gen_scope_close(g);
	ir_put(g->ir, other);
	gen_scope_open(g);
	ir_mov(g->ir, n, gen_kernel_len(g, opt));
	gen_scope_close(g);
	ir_put(g->ir, have);
	return n;
}

void gen_stack_len(struct gen *g, struct expr *e, struct operand *out)
{
	const struct stack_opt *opt = &e->type->stack;
	struct user_regs regs = { 0 };

	if (HAS_UNWIND && opt->by_tables)
		regs = user_regs_of(g->s, g->p);
	if (HAS_UNWIND && regs.by != REGS_NOT)
		operand_set(out, gen_walked_len(g, opt, &regs));
	else
		operand_set(out, gen_kernel_len(g, opt));
}
