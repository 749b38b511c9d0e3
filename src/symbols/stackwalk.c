/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stackwalk.c - see stackwalk.h. */
#include "symbols/stackwalk.h"

#include "arch/arch.h"
#include "symbols/unwind.h"

struct regs { u64 ip, sp, fp, fp2, lr; };

/* The innermost frame's register with this index, if it is this frame's, too.  block: the former's
 * registers, or NULL.  Of these only those that calls leave alone are known in a frame that has
 * called. */
static bool find_other(const struct stackwalk *w, const u64 *block, bool called, u32 index,
		       u64 *out)
{
	if (!block || (called && !(w->arch->unwind.scratch >> index & 1)))
		return false;
	*out = block[index];
	return true;
}

static bool find_cfa(const struct stackwalk *w, const struct unwind_rule *r, const struct regs *g,
		     const u64 *block, bool called, u64 *cfa)
{
	const u64 bases[] = { g->sp, g->fp, g->fp2 };

	if (r->reg < UNWIND_OTHER)
		*cfa = bases[r->reg];
	else if (!find_other(w, block, called, r->reg - UNWIND_OTHER, cfa))
		return false;
	*cfa += (u64)(s64)r->cfa;
	if (r->kind == UNWIND_PLT)
		*cfa += (g->ip & 15) >= (u64)r->add ? w->arch->word : 0;
	if (r->kind != UNWIND_WORD)
		return true;
	if (!w->word(w->ctx, *cfa, cfa))
		return false;
	*cfa += (u64)(s64)r->add;
	return true;
}

static bool find_reg(const struct stackwalk *w, u32 from, s32 off, u64 cfa, const struct regs *g,
		     u64 old, u64 *out)
{
	const u64 bases[] = { 0, cfa, g->sp, g->fp };

	*out = old;
	return from == UNWIND_SAME || w->word(w->ctx, bases[from] + (u64)(s64)off, out);
}

static bool find_ip(const struct stackwalk *w, const struct unwind_rule *r, const u64 *block,
		    bool called, u64 cfa, struct regs *g, const struct regs *old)
{
	if (r->ra_from >= UNWIND_IN_REG)
		return find_other(w, block, called, r->ra_from - UNWIND_IN_REG, &g->ip);
	return find_reg(w, r->ra_from, r->ra, cfa, old, old->lr, &g->ip);
}

/* Makes g the caller's.  A frame that was interrupted may have nothing on the stack, one that
 * called has. */
static bool apply(const struct stackwalk *w, const struct unwind_rule *r, const u64 *block,
		  bool called, struct regs *g)
{
	const struct regs old = *g;
	u64 cfa;

	if (!find_cfa(w, r, g, block, called, &cfa) ||
	    (cfa <= g->sp && called && !r->is_signal))
		return false;
	g->sp = cfa;
	return find_ip(w, r, block, called, cfa, g, &old) &&
	       find_reg(w, r->fp_from, r->fp, cfa, &old, old.fp, &g->fp) &&
	       find_reg(w, r->fp2_from, r->fp2, cfa, &old, old.fp2, &g->fp2) &&
	       find_reg(w, r->lr_from, r->lr, cfa, &old, 0, &g->lr);
}

/* Code that nothing describes: a leaf if it has not called, else the chain of frame pointers, or of
 * stack pointers. */
static bool guess(const struct stackwalk *w, bool called, struct regs *g)
{
	const struct unwind_rule chain = unwind_chain(w->arch);
	u64 top;

	if (!called && w->arch->ra_in_reg) {
		g->ip = g->lr;
		return true;
	}
	if (!called && w->word(w->ctx, g->sp, &top) && w->rule(w->ctx, top)) {
		g->ip = top;
		g->sp += w->arch->word;
		return true;
	}
	return (w->arch->unwind.chain.by_sp || g->fp >= g->sp) && apply(w, &chain, NULL, true, g);
}

/* The program counter without what is no part of the address. */
static u64 plain_ip(const struct arch *arch, u64 ip)
{
	if (arch->unwind.ip_bits)
		ip &= ((u64)1 << arch->unwind.ip_bits) - 1;
	return ip & ~(u64)arch->unwind.thumb;
}

static u64 by_dwarf(const struct arch *arch, const u64 *block, u32 reg)
{
	return block[arch->dwarf ? arch->dwarf[reg] : reg];
}

u32 stackwalk(const struct stackwalk *w, const u64 *block, struct stackwalk_frame *out, u32 max)
{
	const struct arch *a = w->arch;
	struct regs g = {
		/* at the entry of a signal's handler the kernel leaves the bit for Thumb code */
		plain_ip(a, block[a->ip / a->word]), by_dwarf(a, block, a->unwind.sp),
		by_dwarf(a, block, a->unwind.fp), by_dwarf(a, block, a->unwind.fp2),
		a->ra_in_reg ? by_dwarf(a, block, a->unwind.ra) : 0
	};
	const struct unwind_rule *found;
	struct unwind_rule r;
	bool called = false;
	u32 n = 0;

	while (n < max && g.ip) {
		found = w->rule(w->ctx, g.ip - called);
		if (!found && n)
			break;
		out[n++] = (struct stackwalk_frame){ g.ip, called };
		if (!found || found->kind == UNWIND_END)
			break;
		r = *found;
		if (!(r.kind ? apply(w, &r, block, called, &g) : guess(w, called, &g)))
			break;
		g.ip = plain_ip(a, g.ip);
		called = !r.is_signal;
		if (r.is_signal)
			block = NULL;
	}
	return n;
}
