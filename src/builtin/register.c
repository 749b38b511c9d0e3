/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * register.c - arguments, return values and registers at a probe, and override().
 */
#include <string.h>

#include "base/text.h"
#include "builtin/builtin.h"
#include "builtin/place.h"
#include "gen/gen.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "lang/argspec.h"
#include "lang/check.h"
#include "provider/provider.h"
#include "tables.h"

/* ---- registers and arguments ---- */

static const struct type words[2][2] = {	/* [8 bytes][signed] */
	{ { .kind = TY_INT, .size = 4, .align = 4, .show = SHOW_WORD, .name = "u32" },
	  { .kind = TY_INT, .size = 4, .align = 4, .show = SHOW_WORD, .name = "s32",
	    .is_signed = true } },
	{ { .kind = TY_INT, .size = 8, .align = 8, .show = SHOW_WORD, .name = "u64" },
	  { .kind = TY_INT, .size = 8, .align = 8, .show = SHOW_WORD, .name = "s64",
	    .is_signed = true } },
};

static const struct type *word_type(struct check *c, bool is_signed)
{
	return &words[c->s->arch->word == 8][is_signed];
}

void place_load_reg(struct gen *g, u32 off, u32 size, bool is_signed, struct operand *out)
{
	vreg r = ir_vreg(g->ir);

	ir_load(g->ir, size, r, g->ir->ctx, (s32)off);
	if (is_signed)
		gen_extend(g, r, size, true);
	operand_set(out, r);
}

/* r = the low `size` bytes of a register, extended to 64 bits */
static void load_low(struct gen *g, vreg r, u32 off, u32 size, bool is_signed)
{
	ir_load(g->ir, g->s->arch->word, r, g->ir->ctx, (s32)off);
	gen_extend(g, r, size, is_signed);
}

/* The type of argument n of a probe whose target says where its arguments are. */
static const struct type *check_placed_arg(struct check *c, struct expr *e, u32 n)
{
	const struct target *t = c->p->targets.v[0];
	struct arg_place place;
	const char *text;
	u32 len;

	text = argspec_text(t->args, n, &len);
	if (!text)
		return check_fail(c, E_ARG_LACKS, e->span, t->name, argspec_count(t->args));
	if (!argspec_parse(c->s->arch, t->args, n, &place))
		return check_fail(c, E_ARG_PLACE, e->span, n, t->name, (int)len, text);
	/* A USDT note has the sign.  For 32-bit programs only the size is known. */
	if (place.is_signed || (place.size < c->s->arch->word && t->args != c->s->arch->args_32))
		return type_int(place.size, place.is_signed);
	return &words[place.size == 8][false];
}

/* Turns e into data->name. */
static const struct type *as_field(struct check *c, struct expr *e, const char *name)
{
	expr_become_arrow(e, expr_name(c->s->arena, "data", e->span), name);
	return check_expr(c, e);
}

static const struct type *field_arg(struct check *c, struct expr *e, u32 arg)
{
	const struct type *r = c->p->source->record;
	u32 n = c->p->targets.v[0]->first_arg + arg;

	if (n < r->count && strcmp(r->members[n].name, "ret"))
		return as_field(c, e, r->members[n].name);
	if (!c->p->targets.v[0]->from_glob)
		return check_fail(c, E_NO_MEMBER, e->span,
				  arena_printf(c->s->arena, "arg%u", arg), r->name);
	expr_become_int(e, 0);	/* other targets have more arguments */
	return &type_s64;
}

static const struct type *check_arg(struct check *c, struct expr *e)
{
	const struct target *t = c->p->targets.v[0];
	s64 n;

	if (!check_const(c, e->args[0], &n))
		return &type_error;
	if (n < 0 || n > 31)
		return check_fail(c, E_ARG_NUMBER, e->span);
	for (size_t i = 0; i < c->p->targets.n; i++)
		if (target_is_inlined(c->p->targets.v[i]))
			return check_fail(c, E_ARG_INLINED, e->span, c->p->targets.v[i]->name);
	if (c->p->targets.v[0]->args)
		return check_placed_arg(c, e, (u32)n);
	if (c->p->provider->offers & OFFERS_FIELDS)
		return field_arg(c, e, (u32)n);
	/* The rest of a narrow argument's slot is not set by 5.10. */
	if (t->bpf_prog && n < t->record->count)
		return t->record->members[n].type;
	return word_type(c, false);
}

void place_load_stack(struct gen *g, u32 off, u32 size, struct operand *out)
{
	const struct arch *arch = g->s->arch;
	struct place tmp = place_slot(gen_slot(g, 8), 0);
	vreg sp = ir_vreg(g->ir), r = ir_vreg(g->ir);
	bool user = g->p->provider->offers & OFFERS_USER_CTX;

	ir_load(g->ir, arch->word, sp, g->ir->ctx, arch->sp);
	gen_probe_read(g, tmp, size, sp, (s32)off, user ? SPACE_USER : SPACE_KERNEL);
	place_load(g, r, size, tmp);
	operand_set(out, r);
}

/*
 *	p = base + (index << shift);
 *	p = (u32)(p + num), num = 0;		-- if the address has 32 bits
 *	read(&tmp, size, p + num);
 */
static void load_placed_memory(struct gen *g, const struct arg_place *at, vreg r)
{
	struct place tmp = place_slot(gen_slot(g, 8), 0);
	vreg p = ir_vreg(g->ir), i = ir_vreg(g->ir);
	s32 num = (s32)at->num;

	load_low(g, p, at->reg, 8, false);
	if (at->has_index) {
		load_low(g, i, at->index, at->index_low ? 4 : 8, at->index_signed);
		ir_alui(g->ir, ALU_LSH, i, at->shift);
		ir_alu(g->ir, ALU_ADD, p, i);
	}
	if (at->is_low) {
		ir_alui(g->ir, ALU_ADD, p, num);
		gen_extend(g, p, 4, false);
		num = 0;
	}
	gen_probe_read(g, tmp, at->size, p, num,
		       g->p->provider->offers & OFFERS_USER_CTX ? SPACE_USER : SPACE_KERNEL);
	place_load(g, r, at->size, tmp);
}

static void gen_placed_arg(struct gen *g, u32 n, struct operand *out)
{
	u32 word = g->s->arch->word, low = 0;
	vreg r = ir_vreg(g->ir), high;
	struct arg_place at;
	bool is_pair;

	argspec_parse(g->s->arch, g->p->targets.v[0]->args, n, &at);
	is_pair = at.kind == PLACE_REG && at.size > word;
	if (is_pair && g->s->arch->is_big)
		low = word;
	if (at.kind == PLACE_CONST) {
		operand_imm(out, at.num);
		return;
	}
	if (at.kind == PLACE_MEMORY)
		load_placed_memory(g, &at, r);
	else
		load_low(g, r, at.reg + low, 8, false);
	if (is_pair) {				/* of registers that follow each other */
		high = ir_vreg(g->ir);
		ir_load(g->ir, word, high, g->ir->ctx, (s32)(at.reg + word - low));
		ir_alui(g->ir, ALU_LSH, high, 32);
		ir_alu(g->ir, ALU_OR, r, high);
	}
	if (at.kind == PLACE_REG && at.shift)
		ir_alui(g->ir, ALU_RSH, r, at.shift);
	if (at.is_signed || at.kind == PLACE_REG)
		gen_extend(g, r, at.size, at.is_signed);
	operand_set(out, r);
}

static const struct arch_abi *func_abi(const struct gen *g)
{
	return arch_func(g->s->arch, g->p->provider->offers & OFFERS_USER_CTX);
}

static void gen_arg(struct gen *g, struct expr *e, struct operand *out)
{
	const struct arch_abi *abi = func_abi(g);
	u32 n = (u32)ex_num(e->args[0]);

	if (g->p->targets.v[0]->args)
		gen_placed_arg(g, n, out);
	else if (g->p->provider->offers & OFFERS_CTX_ARGS)
		gen_load_slot(g, n * 8, e->type, out);
	else if (n < abi->n_regs)
		place_load_reg(g, abi->reg_off[n], g->s->arch->word, false, out);
	else
		place_load_stack(g, abi->stack_first + (n - abi->n_regs) * g->s->arch->word,
				 g->s->arch->word, out);
}

/* sarg0 … are words of the stack, starting where the arguments begin. */
static void gen_sarg(struct gen *g, struct expr *e, struct operand *out)
{
	const struct arch *arch = g->s->arch;

	place_load_stack(g, func_abi(g)->stack_first + (u32)ex_num(e->args[0]) * arch->word,
			 arch->word, out);
}

static const struct type *check_retval(struct check *c, struct expr *e)
{
	const struct type *t = check_return_type(c);

	if (c->p->provider->offers & OFFERS_FIELDS)
		return as_field(c, e, "ret");
	return t ? t : word_type(c, true);
}

/* The kernel passes another number of arguments of a BPF program than its BTF says if the two
 * differ in their types.  Only the helper (5.17) knows where the result is. */
static void gen_program_result(struct gen *g, struct operand *out)
{
	struct place p = place_slot(gen_slot(g, 8), 0);
	struct ir_arg args[] = { ARG_R(g->ir->ctx), place_arg(p) };
	vreg r = ir_vreg(g->ir);

	gen_call(g, r, HELPER_get_func_ret, args, ARRAY_SIZE(args));
	r = ir_vreg(g->ir);
	place_load(g, r, 8, p);
	operand_set(out, r);
}

static void gen_retval(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r;

	if (g->p->targets.v[0]->bpf_prog) {
		gen_program_result(g, out);
		return;
	}
	if (g->p->provider->offers & OFFERS_CTX_ARGS) {	/* it follows the arguments */
		gen_load_slot(g, g->p->targets.v[0]->n_slots * 8, e->type, out);
		return;
	}
	r = ir_vreg(g->ir);
	load_low(g, r, g->s->arch->ret, e->type->size, e->type->is_signed);
	operand_set(out, r);
}

static const struct arch_reg *find_reg(struct check *c, struct expr *e)
{
	const struct arch_reg *r = c->s->arch->regs;
	const char *name;
	struct near n;

	if (e->args[0]->kind == EX_INT) {
		while (*r->name && r->at != (u64)ex_num(e->args[0]))
			r++;
		if (*r->name)
			return r;
		check_fail(c, E_NO_REGISTER, e->args[0]->span,
			   arena_printf(c->s->arena, "%lld", (long long)ex_num(e->args[0])),
			   c->s->arch->name);
		return NULL;
	}
	if (!check_literal(c, e->args[0], &name))
		return NULL;
	r = arch_reg(c->s->arch, name);
	if (r)
		return r;
	check_fail(c, E_NO_REGISTER, e->args[0]->span, name, c->s->arch->name);
	near_init(&n, name);
	for (r = c->s->arch->regs; *r->name; r++)
		near_offer(&n, r->name);
	if (c->final)
		diag_suggest(c->s->diag, "", n.best);
	return NULL;
}

static const struct type *check_reg(struct check *c, struct expr *e)
{
	const struct arch_reg *r = find_reg(c, e);

	if (!r)
		return &type_error;
	ex_variant(e) = r->at * c->s->arch->word;
	return word_type(c, false);
}

static void gen_reg_builtin(struct gen *g, struct expr *e, struct operand *out)
{
	place_load_reg(g, ex_variant(e), g->s->arch->word, false, out);
}

/* regs is a record of all registers, each with its first name. */
static const struct type *check_regs(struct check *c, struct expr *e)
{
	const struct arch *arch = c->s->arch;
	struct type *t = arena_new(c->s->arena, struct type);
	struct member *m = arena_array(c->s->arena, struct member, arch->regs_size / 4);
	u32 n = 0;

	(void)e;
	for (const struct arch_reg *r = arch->regs; *r->name; r++) {
		bool alias = false;

		for (u32 i = 0; i < n; i++)
			alias |= m[i].off == r->at * arch->word;
		if (alias)
			continue;
		m[n].name = r->name;
		m[n].off = r->at * arch->word;
		m[n++].type = &words[arch->word == 8][false];
	}
	*t = (struct type){ .kind = TY_STRUCT, .size = arch->regs_size, .align = arch->word,
			    .name = "registers", .members = m, .count = n };
	return t;
}

static void gen_regs(struct gen *g, struct expr *e, struct operand *out)
{
	(void)e;
	operand_mem(out, place_reg(g->ir->ctx, 0, SPACE_CTX));
}

static enum space record_space(const struct check *c)
{
	return c->p->provider->offers & OFFERS_KERNEL_CTX ? SPACE_KERNEL : SPACE_CTX;
}

static const struct type *check_record(struct check *c, struct expr *e)
{
	if (!c->p->source->record)
		return check_fail(c, E_NOT_HERE, e->span, ex_builtin(e)->name,
				  c->p->provider->name, "fields");
	return type_ptr(c->s->arena, c->p->source->record, record_space(c), c->s->arch->word);
}

static void gen_ctx(struct gen *g, struct expr *e, struct operand *out)
{
	(void)e;
	operand_set(out, g->ir->ctx);
}

static const struct type *check_ctx(struct check *c, struct expr *e)
{
	if (c->p->provider->offers & OFFERS_KERNEL_CTX)
		return check_record(c, e);
	return type_ptr(c->s->arena, NULL, SPACE_CTX, c->s->arch->word);
}

static const struct type *check_usermode(struct check *c, struct expr *e)
{
	if (!(c->p->provider->offers & OFFERS_REGS) || c->s->arch->mode_mask)
		return &type_u8;
	return check_fail(c, E_NOT_HERE, e->span, ex_builtin(e)->name, c->s->arch->name,
				  "register that says so");
}

/*
 * The answer is known for functions and where there are no registers: all other events happen in
 * the kernel, and programs that the session runs (BEGIN, interval …) run for awl's own process.
 *  r = mode register >> shift & mask; v = 0; if (r != user's) goto no; v = 1; no:
 */
static void gen_usermode(struct gen *g, struct expr *e, struct operand *out)
{
	const struct arch *arch = g->s->arch;
	u32 offers = g->p->provider->offers;
	vreg r;

	(void)e;
	if (offers & OFFERS_FUNC || !(offers & OFFERS_REGS)) {
		operand_imm(out, (offers & OFFERS_FUNC && offers & OFFERS_USER_CTX) ||
				 g->p->provider->runs > RUN_ITER);
		return;
	}
	r = ir_vreg(g->ir);
	ir_load(g->ir, arch->word, r, g->ir->ctx, arch->mode_off);
	if (arch->mode_shift)
		ir_alui(g->ir, ALU_RSH, r, arch->mode_shift);
	ir_alui(g->ir, ALU_AND, r, arch->mode_mask);
	operand_unless(g, out, arch->mode_below ? COND_GE : COND_NE, r, arch->mode_user);
}

/* ---- override ---- */

/* Is name the first word of a line? */
static bool lists(const char *text, const char *name)
{
	size_t n = strlen(name);

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
		if (!strncmp(text, name, n) && (text[n] == ' ' || text[n] == '\t'))
			return true;
	return false;
}

/* If the list can't be read, the kernel refuses the probe when it is attached. */
static const struct type *check_injectable(struct check *c, struct expr *e)
{
	const char *dir = c->s->kern->tracefs_dir;	/* --tracefs: it is beside that */
	const char *path = arena_printf(c->s->arena, "%s/error_injection/list",
					dir ? arena_printf(c->s->arena, "%s/..", dir)
					    : "/sys/kernel/debug");
	char *list = host_read_file(path, NULL);
	const char *refused = NULL;

	for (size_t i = 0; list && i < c->p->targets.n; i++)
		if (!lists(list, c->p->targets.v[i]->func))
			refused = c->p->targets.v[i]->func;
	mem_free(list);
	return refused ? check_fail(c, E_OVERRIDE, e->span, refused, path) : &type_void;
}

static const struct type *check_override(struct check *c, struct expr *e)
{
	if (c->p->provider->offers & OFFERS_USER_CTX)
		return check_fail(c, E_NOT_HERE, e->span, ex_builtin(e)->name,
				  c->p->provider->name, "kernel function");
	if (!c->s->image.has(FEATURE_OVERRIDE))
		return check_fail(c, E_KERNEL_LACKS, e->span, "override()",
				  text_of(T_OVERRIDES),
				  "this one is not");
	return check_injectable(c, e);
}

static void gen_override(struct gen *g, struct expr *e, struct operand *out)
{
	struct ir_arg args[] = { ARG_R(g->ir->ctx), ARG_R(gen_reg(g, e->args[0])) };

	(void)out;
	gen_call(g, ir_vreg(g->ir), HELPER_override_return, args, 2);
}

static const struct builtin rows[] = {
	{ PROTO("arg", "word", "(const n)"), .needs = OFFERS_ARGS,
	  .is_numbered = true, .check = check_arg, .gen = gen_arg,
	  .flags = SEES_ARG },
	{ PROTO("args", "record", ""), .needs = OFFERS_RECORD,
	  .check = check_record, .gen = gen_ctx, .flags = SEES_RECORD | SEES_PARAMS },
	{ PROTO("ctx", "ptr", ""), .check = check_ctx, .gen = gen_ctx, .flags = SEES_CONTEXT },
	{ PROTO("data", "record", ""), .needs = OFFERS_RECORD,
	  .check = check_record, .gen = gen_ctx, .flags = SEES_RECORD },
	{ PROTO("override", "void", "(int value)"),
	  .needs = OFFERS_REGS | OFFERS_ARGS, .check = check_override, .gen = gen_override,
	  .is_unsafe = true },
	{ PROTO("reg", "word", "(raw name)"), .needs = OFFERS_REGS,
	  .check = check_reg, .gen = gen_reg_builtin },
	{ PROTO("regs", "record", ""), .needs = OFFERS_REGS,
	  .check = check_regs, .gen = gen_regs },
	{ PROTO("retval", "word", ""), .needs = OFFERS_RETVAL,
	  .check = check_retval, .gen = gen_retval, .flags = SEES_RETVAL },
	{ PROTO("sarg", "word", "(const n)"), .needs = OFFERS_ARGS | OFFERS_REGS,
	  .is_numbered = true, .check = check_arg, .gen = gen_sarg },
	{ PROTO("usermode", "u8", ""), .check = check_usermode, .gen = gen_usermode },
};
const struct builtin_table builtin_register = { rows, ARRAY_SIZE(rows) };
