/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * place.c - the place of a probe, and where the probed function returns to.
 */
#include "builtin/place.h"

#include <string.h>

#include "base/text.h"
#include "builtin/builtin.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "lang/check.h"
#include "lang/names.h"
#include "provider/provider.h"
#include "tables.h"

static const struct type *check_target(struct check *c, struct expr *e)
{
	(void)e;
	c->p->uses_target = true;
	return &type_probe;
}

/* A constant if there is one target, else a part of the cookie that it was attached with. */
static void gen_probe(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r;

	if (g->p->targets.n == 1) {
		operand_imm(out, names_part(e->type, g->p->targets.v[0]->cookie));
		return;
	}
	r = ir_vreg(g->ir);
	ir_mov(g->ir, r, gen_shared(g, SHARED_TARGET));
	if (e->type->kind == TY_FUNC)
		ir_alui(g->ir, ALU_RSH, r, 32);
	else
		gen_extend(g, r, 4, false);
	operand_set(out, r);
}

static const struct type *check_probetype(struct check *c, struct expr *e)
{
	const char *name = c->p->source->provider_name;

	expr_become_string(e, name, strlen(name));
	return check_expr(c, e);
}

static const struct type *check_func(struct check *c, struct expr *e)
{
	check_target(c, e);
	return &type_func;
}

/* ---- the return address ---- */

static const struct type address_type = { .kind = TY_KSYM, .size = 8, .align = 8,
					  .name = "ksym", .show = SHOW_WORD };

static const struct type user_address_type = { .kind = TY_USYM, .size = 16, .align = 8,
					       .name = "usym", .show = SHOW_WORD };

/*
 * Finds the functions whose addresses return probes and the function graph tracer write over
 * return addresses.  awl attaches its own return probes first, so that its other probes see the
 * real address, but other tools may have attached theirs later.
 */
static void find_hooks(struct script *s)
{
	static const char *const hooks[] = {	/* 5.15, 6.1, before both, fgraph */
		"__kretprobe_trampoline", "arch_rethook_trampoline", "kretprobe_trampoline",
		"return_to_handler",
	};
	struct kname names[ARRAY_SIZE(hooks)] = { 0 };
	u64 *found = arena_array(s->arena, u64, ARRAY_SIZE(hooks) + 1);
	u32 n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(hooks); i++)
		names[i].name = hooks[i];
	if (!s->opt.no_kernel)
		ksyms_lookup(kern_ksyms(s->kern), names, ARRAY_SIZE(hooks));
	for (size_t i = 0; i < ARRAY_SIZE(hooks); i++)
		if (names[i].addr)
			found[n++] = names[i].addr;
	s->return_hooks = found;
}

bool place_is_entry(const struct prog *p, const struct target *t)
{
	if (p->provider->offers & OFFERS_USER_CTX)	/* addr is a place in the file */
		return names_is_quoted(t) ||
		       (!strchr(t->func, '+') && !(t->func[0] >= '0' && t->func[0] <= '9'));
	return *t->func && !t->addr;
}

/* Do return probes see the return address?  In the kernel they do since 5.16 ("kprobes: Fix
 * stacktrace with kretprobes"), in user space always. */
bool place_returns_known(const struct check *c)
{
	return c->p->provider->offers & OFFERS_USER_CTX || c->s->opt.no_kernel ||
	       host_kernel_version() >= 0x51000;
}

static const struct type *check_retaddr(struct check *c, struct expr *e)
{
	bool is_user = c->p->provider->offers & OFFERS_USER_CTX;

	if (c->p->provider->offers & OFFERS_RETVAL) {
		if (!place_returns_known(c))
			return check_fail(c, E_KERNEL_LACKS, e->span, "retaddr in a kretprobe",
					  "Linux 5.16", text_of(T_KEEP_RETADDR));
	} else {
		for (size_t i = 0; i < c->p->targets.n; i++)
			if (!place_is_entry(c->p, c->p->targets.v[i]))
				return check_fail(c, E_RETADDR, e->span,
						  c->p->targets.v[i]->name);
		if (c->final && !is_user && !c->s->return_hooks)
			find_hooks(c->s);
	}
	c->s->image.uses_usyms |= is_user;
	return is_user ? &user_address_type : &address_type;
}

/*
 *	if (r == HOOK) goto hooked;		for each of them
 *	goto ok;
 *   hooked:
 *	failed_reads[cpu]++; r = 0;
 *   ok:
 */
static void drop_hooks(struct gen *g, vreg r)
{
	label hooked = ir_label(g->ir), ok = ir_label(g->ir);
	vreg hook = ir_vreg(g->ir);

	if (!g->s->return_hooks[0])
		return;
	for (const u64 *h = g->s->return_hooks; *h; h++) {
		ir_imm(g->ir, hook, (s64)*h);
		ir_jcc(g->ir, COND_EQ, r, hook, hooked);
	}
	ir_jmp(g->ir, ok);
	ir_put(g->ir, hooked);
	gen_count_at(g, g->s->image.read_failed_off);
	ir_imm(g->ir, r, 0);
	ir_put(g->ir, ok);
}

void place_load_caller(struct gen *g, u32 size, struct operand *out)
{
	if (g->s->arch->ra_in_reg)
		place_load_reg(g, g->s->arch->ra, size, false, out);
	else
		place_load_stack(g, 0, size, out);
}

/* r = *(addr + off), or 0, which is no loss: the address may be a wrong one. */
static void try_load(struct gen *g, vreg r, vreg addr, s32 off)
{
	u32 word = g->s->arch->word;
	struct place tmp = place_slot(gen_slot(g, 8), 0);
	struct ir_arg args[] = { place_arg(tmp), ARG_I(word), ARG_RO(addr, off) };

	gen_call(g, ir_vreg(g->ir), gen_read_helper(g, SPACE_KERNEL, false), args, 3);
	place_load(g, r, word, tmp);
}

/*
 * Replaces a return address r that is a trampoline's.  fexit's trampoline calls the function after
 * ftrace's call in it, where kprobes may be, too (open_entry() of kprobe.c).  It has a frame whose
 * return address is that place, and below it the function's (arch/riscv/net/bpf_jit_comp64.c).
 *
 *	if (!fp || fp->ra != ip) goto end;
 *	r = fp->fp->ra;
 *   end:
 */
static void pass_trampoline(struct gen *g, vreg r)
{
	const struct arch *arch = g->s->arch;
	const struct arch_unwind *u = &arch->unwind;
	vreg fp = ir_vreg(g->ir), ip = ir_vreg(g->ir), ra = ir_vreg(g->ir);
	label end = ir_label(g->ir);

	ir_load(g->ir, arch->word, fp, g->ir->ctx, u->fp * arch->word);
	ir_load(g->ir, arch->word, ip, g->ir->ctx, arch->ip);
	ir_jcci(g->ir, COND_EQ, fp, 0, end);
	try_load(g, ra, fp, u->chain.ra);
	ir_jcc(g->ir, COND_NE, ra, ip, end);
	try_load(g, fp, fp, u->chain.fp);
	try_load(g, r, fp, u->chain.ra);
	ir_put(g->ir, end);
}

static void gen_retaddr(struct gen *g, struct expr *e, struct operand *out)
{
	const struct arch *arch = g->s->arch;
	bool is_32 = g->p->targets.v[0]->args == arch->args_32 && arch->args_32;
	vreg r = ir_vreg(g->ir);

	if (g->p->provider->offers & OFFERS_RETVAL)
		place_load_reg(g, arch->ip, arch->word, false, out);
	else
		place_load_caller(g, is_32 ? 4 : arch->word, out);
	if (e->type->kind == TY_USYM) {
		gen_usym(g, out->reg, out);
	} else if (!(g->p->provider->offers & OFFERS_RETVAL) && g->s->return_hooks) {
		ir_mov(g->ir, r, out->reg);
		if (arch->ftrace_call)
			pass_trampoline(g, r);
		drop_hooks(g, r);
		operand_set(out, r);
	}
}

static const struct builtin rows[] = {
	{ PROTO("caller", "func", ""), .needs = OFFERS_FUNC, .check = check_func,
	  .gen = gen_probe, .flags = SEES_TARGET },
	{ PROTO("func", "func", ""), .needs = OFFERS_FUNC, .check = check_func,
	  .gen = gen_probe, .flags = SEES_TARGET },
	{ PROTO("probe", "probe", ""), .check = check_target, .gen = gen_probe,
	  .flags = SEES_TARGET },
	{ PROTO("probetype", "string", ""), .check = check_probetype },
	{ PROTO("retaddr", "ksym", ""), .needs = OFFERS_REGS | OFFERS_RETADDR,
	  .check = check_retaddr, .gen = gen_retaddr },
};
const struct builtin_table builtin_place = { rows, ARRAY_SIZE(rows) };
