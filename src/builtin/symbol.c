/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symbol.c - names of addresses, and addresses of names.
 */
#include <string.h>

#include "builtin/builtin.h"
#include "gen/gen.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "lang/check.h"
#include "lang/proto.h"
#include "provider/provider.h"
#include "run/whynot.h"
#include "symbols/elf.h"
#include "symbols/rename.h"
#include "tables.h"

static void gen_same(struct gen *g, struct expr *e, struct operand *out)
{
	operand_set(out, gen_reg(g, e->args[0]));
}

/* The symbol, or the one that replaces it in this kernel, with a warning. */
static struct kname look_up(struct check *c, const struct expr *e, struct ksyms *k)
{
	struct kname names[16] = { { .name = e->args[0]->name } };
	u32 n = 1, i = 0;

	while (n < ARRAY_SIZE(names) &&
	       (names[n].name = rename_candidate(c->s->arena, c->s->arch, names[0].name, n - 1)))
		n++;
	ksyms_lookup(k, names, n);
	while (i < n && !names[i].found)
		i++;
	if (i == n)
		return names[0];
	if (i)
		diag_say(c->s->diag, W_RENAMED, e->span, names[0].name, names[i].name);
	return names[i];
}

/* kaddr("name") is looked up now, and is a constant in the program. */
static const struct type *check_kaddr(struct check *c, struct expr *e)
{
	struct kname n;
	struct ksyms *k;

	if (!c->final)
		return &type_u64;
	k = kern_ksyms(c->s->kern);
	n = look_up(c, e, k);
	if (k->hidden && !n.addr)
		return check_fail(c, E_KSYMS_HIDDEN, e->span);
	if (!n.found) {
		check_fail(c, E_NO_SYMBOL, e->span, n.name);
		whynot_symbol(&c->s->image);
		return &type_error;
	}
	expr_become_int(e, (s64)n.addr);
	ex_is_unsigned(e) = true;
	return &type_u64;
}

#ifndef NO_DWARF
/* The type of a symbol that is shown with its line. */
static const struct type *with_line(struct check *c, const struct expr *mode, const struct type *t)
{
	struct type *line;

	if (!mode->name || stack_mode_named(mode->name) != STACK_LINES)
		return check_fail(c, E_SYMBOL_MODE, mode->span);
	line = arena_memdup(c->s->arena, t, sizeof(*t));
	line->show = SHOW_LINE;
	return line;
}
#else
static const struct type *with_line(struct check *c, const struct expr *mode, const struct type *t)
{
	(void)t;
	return bad_stack_mode(c, mode->span, "lines");
}
#endif

static const struct type *check_symbol(struct check *c, struct expr *e)
{
	const struct type *t = proto_type(builtin_result(ex_builtin(e)));

	c->s->image.uses_usyms |= t->kind == TY_USYM;
	return e->n_args > 1 ? with_line(c, e->args[1], t) : t;
}

static void gen_usym_call(struct gen *g, struct expr *e, struct operand *out)
{
	gen_usym(g, gen_reg(g, e->args[0]), out);
}

/* Is the address of the probe known?  At a function's return ip is in its caller, but Linux 6.6
 * keeps the address: "bpf: Add support for bpf_get_func_ip helper for uprobe program". */
static bool knows_place(const struct check *c)
{
	u32 offers = c->p->provider->offers;

	return c->p->targets.n == 1 &&
	       (offers & OFFERS_ARGS ||
		(offers & OFFERS_RETVAL &&
		 (c->s->opt.no_kernel || host_kernel_version() >= 0x60600)));
}

static bool is_one_file(const struct prog *p)
{
	for (size_t i = 1; i < p->targets.n; i++)
		if (strcmp(p->targets.v[i]->module, p->targets.v[0]->module))
			return false;
	return true;
}

/*
 * uaddr("name") is the symbol's address in the probed file.  If the file may be loaded anywhere,
 * the address is that of the probe + ex_value(), and ex_variant() is set.  Otherwise it is
 * ex_value().
 */
static const struct type *uaddr_in(struct check *c, struct expr *e, const struct elf *elf)
{
	const struct target *t = c->p->targets.v[0];
	bool moves = elf_address(elf, 0) < 4096;
	struct elf_symbol sym;

	if (!elf_find(elf, e->args[0]->name, &sym))
		return check_fail(c, E_NO_USER_SYMBOL, e->span, t->module, "symbol",
				  e->args[0]->name);
	if (!is_one_file(c->p) || (moves && !knows_place(c)))
		return check_fail(c, E_UADDR_MOVES, e->span, t->module);
	ex_variant(e) = moves;
	ex_value(e) = (s64)(sym.addr - (moves ? elf_address(elf, t->addr) : 0));
	return type_ptr(c->s->arena, sym.size == 1 || sym.size == 2 || sym.size == 4 ?
			type_int((u32)sym.size, false) : &type_u64, SPACE_USER, c->s->arch->word);
}

static const struct type *check_uaddr(struct check *c, struct expr *e)
{
	const struct type *t = e->type;
	struct elf *elf;
	int err;

	if (ex_value(e))
		return t;
	elf = elf_open(c->p->targets.v[0]->module, &err);
	if (!elf)
		return check_fail(c, E_NO_FILE, e->span, c->p->targets.v[0]->module,
				  error_text(err));
	t = uaddr_in(c, e, elf);
	elf_close(elf);
	return t;
}

static void gen_uaddr(struct gen *g, struct expr *e, struct operand *out)
{
	struct ir_arg ctx = ARG_R(g->ir->ctx);
	vreg r = ir_vreg(g->ir);

	operand_imm(out, ex_value(e));
	if (!ex_variant(e))
		return;
	if (g->p->provider->offers & OFFERS_RETVAL)
		gen_call(g, r, HELPER_get_func_ip, &ctx, 1);
	else
		ir_load(g->ir, g->s->arch->word, r, g->ir->ctx, g->s->arch->ip);
	ir_alu(g->ir, ALU_ADD, r, operand_reg(g, out));
	operand_set(out, r);
}

static const struct builtin rows[] = {
	{ PROTO("kaddr", "u64", "(literal name)"), .check = check_kaddr, .gen = gen_same },
	{ PROTO("ksym", "ksym", "(ptr address[, raw mode])"), .check = check_symbol,
	  .gen = gen_same },
	{ PROTO("uaddr", "ptr", "(literal name)"),
	  .needs = OFFERS_USER_CTX | OFFERS_FUNC, .check = check_uaddr, .gen = gen_uaddr },
	{ PROTO("usym", "usym", "(ptr address[, raw mode])"), .check = check_symbol,
	  .gen = gen_usym_call },
};
const struct builtin_table builtin_symbol = { rows, ARRAY_SIZE(rows) };
