/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * context.c - who, where, when: values of the moment a probe fires.
 */
#include <string.h>

#include "bpf/gen.h"
#include "builtin/builtin.h"
#include "builtin/late.h"
#include "builtin/place.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "lang/argspec.h"
#include "lang/check.h"
#include "lang/names.h"
#include "tables.h"
#include "provider/provider.h"

/* ---- who ---- */

static void high_half(struct gen *g, enum shared what, struct operand *out)
{
	vreg r = ir_vreg(g->ir);

	ir_mov(g->ir, r, gen_shared(g, what));
	ir_alui(g->ir, ALU_RSH, r, 32);
	operand_set(out, r);
}

static void low_half(struct gen *g, enum shared what, struct operand *out)
{
	vreg r = ir_vreg(g->ir);

	ir_mov(g->ir, r, gen_shared(g, what));
	ir_alu32i(g->ir, ALU_AND, r, -1);
	operand_set(out, r);
}

static void gen_uid(struct gen *g, struct expr *e, struct operand *out)
{
	(void)e;
	low_half(g, SHARED_UID_GID, out);
}

static void gen_gid(struct gen *g, struct expr *e, struct operand *out)
{
	(void)e;
	high_half(g, SHARED_UID_GID, out);
}

static const struct type *check_comm(struct check *c, struct expr *e)
{
	return e->n_args ? check_comm_of(c, e) : type_string(c->s->arena, TASK_NAME);
}

static void gen_comm(struct gen *g, struct expr *e, struct operand *out)
{
	bool pad, as_is = g->want_as_is && g->want_size >= TASK_NAME;
	struct place p;

	if (e->n_args) {
		operand_set(out, gen_reg(g, e->args[0]));
		return;
	}
	if (g->p->written && g->s->comm_off) {
		operand_mem(out, gen_task_name(g, gen_call0(g, HELPER_get_current_task_btf),
					       (s32)g->s->comm_off));
		return;
	}
	p = gen_dest(g, TASK_NAME, &pad);
	operand_mem(out, p);
	if (pad && !as_is)	/* kernels differ in whether the helper does */
		place_zero(g, p, TASK_NAME);
	gen_call(g, 0, HELPER_get_current_comm,
		 (struct ir_arg[]){ place_arg(p), ARG_I(TASK_NAME) }, 2);
}

static void gen_cpu(struct gen *g, struct expr *e, struct operand *out)
{
	(void)e;
	operand_set(out, gen_shared(g, SHARED_CPU));
}

static void gen_ncpus(struct gen *g, struct expr *e, struct operand *out)
{
	(void)e;
	operand_imm(out, g->s->image.n_cpus);
}

static void gen_cgroup(struct gen *g, struct expr *e, struct operand *out)
{
	(void)e;
	operand_set(out, gen_shared(g, SHARED_CGROUP));
}

static void gen_rand(struct gen *g, struct expr *e, struct operand *out)
{
	(void)e;
	operand_set(out, gen_call0(g, HELPER_get_prandom_u32));
}

static void gen_numaid(struct gen *g, struct expr *e, struct operand *out)
{
	(void)e;
	operand_set(out, gen_call0(g, HELPER_get_numa_node_id));
}

static void gen_true(struct gen *g, struct expr *e, struct operand *out)
{
	(void)g;
	(void)e;
	operand_imm(out, 1);
}

static void gen_false(struct gen *g, struct expr *e, struct operand *out)
{
	(void)g;
	(void)e;
	operand_imm(out, 0);
}

/* ---- when ---- */

/* nsecs(clock): which one is kept in e->off. */
enum { CLOCK_OF_BOOT, CLOCK_MONO, CLOCK_OF_TAI, CLOCK_SW_TAI };

static const struct type *check_nsecs(struct check *c, struct expr *e)
{
	static const char clocks[][12] = { "boot", "monotonic", "tai", "sw_tai" };
	struct expr *clock = e->n_args ? e->args[0] : NULL;

	e->off = 0;
	while (clock && (clock->kind != EX_NAME || strcmp(clock->name, clocks[e->off])))
		if (++e->off == ARRAY_SIZE(clocks))
			return check_fail(c, E_CLOCK, clock->span);
	if (e->off == CLOCK_OF_TAI && !c->s->image.has(FEATURE_TAI_NS))
		return check_fail(c, E_KERNEL_LACKS, e->span, "nsecs(tai)",
				  "a kernel from 6.1 on", "use nsecs(sw_tai)");
	return &type_u64;
}

/* sw_tai: time since boot, with what it differed by when awl started. */
static void gen_nsecs(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r;

	if (e->off == CLOCK_MONO || e->off == CLOCK_OF_TAI) {
		r = gen_call0(g, e->off == CLOCK_MONO ? HELPER_ktime_get_ns
						      : HELPER_ktime_get_tai_ns);
	} else {
		r = gen_shared(g, SHARED_NSECS);
	}
	operand_set(out, r);
	if (e->off != CLOCK_SW_TAI)
		return;
	r = ir_vreg(g->ir);
	ir_imm(g->ir, r, host_tai_minus_boot());
	ir_alu(g->ir, ALU_ADD, r, out->reg);
	operand_set(out, r);
}

static void gen_secs(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r = ir_vreg(g->ir);

	(void)e;
	ir_mov(g->ir, r, gen_shared(g, SHARED_NSECS));
	ir_alui(g->ir, ALU_DIV, r, 1000000000);
	operand_set(out, r);
}

static vreg load_var(struct gen *g, u32 off)
{
	vreg p = ir_vreg(g->ir), r = ir_vreg(g->ir);

	ir_mapval(g->ir, p, g->s->image.vars_map, off);
	ir_load(g->ir, 8, r, p, 0);
	return r;
}

static void gen_elapsed(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r = ir_vreg(g->ir);

	(void)e;
	ir_mov(g->ir, r, gen_shared(g, SHARED_NSECS));
	ir_alu(g->ir, ALU_SUB, r, load_var(g, VARS_START));
	operand_set(out, r);
}

static void gen_phase(struct gen *g, struct expr *e, struct operand *out)
{
	(void)e;
	operand_set(out, load_var(g, VARS_PHASE));
}

static void gen_cpid(struct gen *g, struct expr *e, struct operand *out)
{
	(void)e;
	operand_set(out, load_var(g, VARS_CHILD_PID));
}

static const struct type walltime = { .kind = TY_TIME, .size = 8, .align = 8,
				      .name = "time", .text = "%H:%M:%S" };

static const struct type *check_walltime(struct check *c, struct expr *e)
{
	(void)c;
	(void)e;
	return &walltime;
}

static void gen_jiffies(struct gen *g, struct expr *e, struct operand *out)
{
	(void)e;
	operand_set(out, gen_call0(g, HELPER_jiffies64));
}

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

/* r = a register's low bytes, extended */
static void load_low(struct gen *g, vreg r, u32 off, u32 size, bool is_signed)
{
	ir_load(g->ir, g->s->arch->word, r, g->ir->ctx, (s32)off);
	gen_extend(g, r, size, is_signed);
}

/* An argument of a probe that says where they are. */
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
	/* A note says the sign.  Of 32-bit programs' arguments only the size is known. */
	if (place.is_signed || (place.size < c->s->arch->word && t->args != c->s->arch->args_32))
		return type_int(place.size, place.is_signed);
	return &words[place.size == 8][false];
}

/* e becomes data->name. */
static const struct type *as_field(struct check *c, struct expr *e, const char *name)
{
	struct expr *data = arena_new(c->s->arena, struct expr);

	data->kind = EX_NAME;
	data->span = e->name_span = e->span;
	data->name = "data";
	e->kind = EX_MEMBER;
	e->is_arrow = true;
	e->a = data;
	e->name = name;
	return check_expr(c, e);
}

static const struct type *field_arg(struct check *c, struct expr *e, u32 arg)
{
	const struct type *r = c->p->record;
	u32 n = c->p->targets.v[0]->first_arg + arg;

	if (n < r->count && strcmp(r->members[n].name, "ret"))
		return as_field(c, e, r->members[n].name);
	if (!c->p->targets.v[0]->from_glob)
		return check_fail(c, E_NO_MEMBER, e->span, r->name,
				  arena_printf(c->s->arena, "arg%u", arg));
	e->kind = EX_INT;	/* one of many that has fewer: 0 */
	e->num = 0;
	return &type_s64;
}

static const struct type *check_arg(struct check *c, struct expr *e)
{
	s64 n;

	if (!check_const(c, e->args[0], &n))
		return &type_error;
	if (n < 0 || n > 31)
		return check_fail(c, E_ARG_NUMBER, e->span);
	if (c->p->targets.v[0]->args)
		return check_placed_arg(c, e, (u32)n);
	if (c->p->provider->offers & OFFERS_FIELDS)
		return field_arg(c, e, (u32)n);
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
 *	read(&tmp, size, p + num);
 */
static void load_placed_memory(struct gen *g, const struct arg_place *at, vreg r)
{
	struct place tmp = place_slot(gen_slot(g, 8), 0);
	vreg p = ir_vreg(g->ir), i = ir_vreg(g->ir);

	load_low(g, p, at->reg, 8, false);
	if (at->has_index) {
		load_low(g, i, at->index, at->index_low ? 4 : 8, at->index_signed);
		ir_alui(g->ir, ALU_LSH, i, at->shift);
		ir_alu(g->ir, ALU_ADD, p, i);
	}
	gen_probe_read(g, tmp, at->size, p, (s32)at->num,
		       g->p->provider->offers & OFFERS_USER_CTX ? SPACE_USER : SPACE_KERNEL);
	place_load(g, r, at->size, tmp);
}

static void gen_placed_arg(struct gen *g, u32 n, struct operand *out)
{
	u32 word = g->s->arch->word;
	vreg r = ir_vreg(g->ir), high;
	struct arg_place at;

	argspec_parse(g->s->arch, g->p->targets.v[0]->args, n, &at);
	if (at.kind == PLACE_CONST) {
		operand_imm(out, at.num);
		return;
	}
	if (at.kind == PLACE_MEMORY)
		load_placed_memory(g, &at, r);
	else
		load_low(g, r, at.reg, 8, false);
	if (at.kind == PLACE_REG && at.size > word) {	/* arm: a pair of registers */
		high = ir_vreg(g->ir);
		ir_load(g->ir, word, high, g->ir->ctx, at.reg + (s32)word);
		ir_alui(g->ir, ALU_LSH, high, 32);
		ir_alu(g->ir, ALU_OR, r, high);
	}
	if (at.kind == PLACE_REG && at.shift)
		ir_alui(g->ir, ALU_RSH, r, at.shift);
	if (at.is_signed || at.kind == PLACE_REG)
		gen_extend(g, r, at.size, at.is_signed);
	operand_set(out, r);
}

static void gen_arg(struct gen *g, struct expr *e, struct operand *out)
{
	const struct arch_abi *abi = &g->s->arch->func;
	u32 n = (u32)e->args[0]->num;

	if (g->p->targets.v[0]->args)
		gen_placed_arg(g, n, out);
	else if (g->p->provider->offers & OFFERS_CTX_ARGS)
		place_load_reg(g, n * 8, 8, false, out);
	else if (n < abi->n_regs)
		place_load_reg(g, abi->reg_off[n], g->s->arch->word, false, out);
	else
		place_load_stack(g, abi->stack_first + (n - abi->n_regs) * g->s->arch->word,
				 g->s->arch->word, out);
}

/* sarg0 …: words of the stack, from where arguments begin there. */
static void gen_sarg(struct gen *g, struct expr *e, struct operand *out)
{
	const struct arch *arch = g->s->arch;

	place_load_stack(g, arch->func.stack_first + (u32)e->args[0]->num * arch->word,
			 arch->word, out);
}

static const struct type *check_retval(struct check *c, struct expr *e)
{
	const struct type *t = check_return_type(c);

	if (c->p->provider->offers & OFFERS_FIELDS)
		return as_field(c, e, "ret");
	return t ? t : word_type(c, true);
}

static void gen_retval(struct gen *g, struct expr *e, struct operand *out)
{
	u32 off = g->s->arch->ret;
	vreg r = ir_vreg(g->ir);

	if (g->p->provider->offers & OFFERS_CTX_ARGS)	/* after the arguments */
		off = g->p->targets.v[0]->n_slots * 8;
	load_low(g, r, off, e->type->size, e->type->is_signed);
	operand_set(out, r);
}

static const struct arch_reg *find_reg(struct check *c, struct expr *e)
{
	const struct arch_reg *r = c->s->arch->regs;
	const char *name;
	struct near n;
	u32 len;

	if (e->args[0]->kind == EX_INT) {
		while (*r->name && r->at != (u64)e->args[0]->num)
			r++;
		if (*r->name)
			return r;
		check_fail(c, E_NO_REGISTER, e->args[0]->span,
			   arena_printf(c->s->arena, "%lld", (long long)e->args[0]->num),
			   c->s->arch->name);
		return NULL;
	}
	if (!check_literal(c, e->args[0], &name, &len))
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
	e->off = r->at * c->s->arch->word;
	return word_type(c, false);
}

static void gen_reg_builtin(struct gen *g, struct expr *e, struct operand *out)
{
	place_load_reg(g, e->off, g->s->arch->word, false, out);
}

/* regs: all registers as a record, each under its first name. */
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
	if (!c->p->record)
		return check_fail(c, E_NOT_HERE, e->span, e->builtin->name,
				  c->p->provider->name, "fields");
	return type_ptr(c->s->arena, c->p->record, record_space(c), c->s->arch->word);
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
	return check_fail(c, E_NOT_HERE, e->span, e->builtin->name, c->s->arch->name,
				  "register that says so");
}

/*
 * Without registers it is known: what else the kernel runs programs for happens in the
 * kernel, and those we run ourselves (BEGIN, interval …) run for a process: us.
 *  r = mode register & mask; v = 0; if (r != user's) goto no; v = 1; no:
 */
static void gen_usermode(struct gen *g, struct expr *e, struct operand *out)
{
	const struct arch *arch = g->s->arch;
	vreg r, v;
	label no;

	(void)e;
	if (!(g->p->provider->offers & OFFERS_REGS)) {
		operand_imm(out, g->p->provider->runs > RUN_ITER);
		return;
	}
	r = ir_vreg(g->ir);
	v = ir_vreg(g->ir);
	no = ir_label(g->ir);
	ir_load(g->ir, arch->word, r, g->ir->ctx, arch->mode_off);
	ir_alui(g->ir, ALU_AND, r, arch->mode_mask);
	ir_imm(g->ir, v, 0);
	ir_jcci(g->ir, COND_NE, r, arch->mode_user, no);
	ir_imm(g->ir, v, 1);
	ir_put(g->ir, no);
	operand_set(out, v);
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

/* Where the list can't be read the kernel says no when the probe is attached. */
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
		return check_fail(c, E_NOT_HERE, e->span, e->builtin->name,
				  c->p->provider->name, "kernel function");
	if (!c->s->image.has(FEATURE_OVERRIDE))
		return check_fail(c, E_KERNEL_LACKS, e->span, "override()",
				  "a kernel built with CONFIG_BPF_KPROBE_OVERRIDE",
				  "this one is not");
	return check_injectable(c, e);
}

static void gen_override(struct gen *g, struct expr *e, struct operand *out)
{
	struct ir_arg args[] = { ARG_R(g->ir->ctx), ARG_R(gen_reg(g, e->args[0])) };

	(void)out;
	gen_call(g, ir_vreg(g->ir), HELPER_override_return, args, 2);
}

#define VALUE(n, result, gn, d) { PROTO(n, result, ""), .gen = gn, .doc = DOC(d) }
#define COMMAND(n, result, gn, d) \
	{ PROTO(n, result, ""), .gen = gn, .of_command = true, .doc = DOC(d) }

static const struct builtin rows[] = {
	{ PROTO("arg", "word", "(const n)"), .needs = OFFERS_ARGS,
	  .is_numbered = true, .check = check_arg, .gen = gen_arg,
	  .flags = SEES_ARG,
	  .doc = DOC("argument n of the function, from 0; also arg0, arg1 …") },
	{ PROTO("args", "record", ""), .needs = OFFERS_RECORD,
	  .check = check_record, .gen = gen_ctx, .flags = SEES_RECORD | SEES_PARAMS,
	  .doc = DOC("the event's fields: args.name") },
	VALUE("cgroup", "u64", gen_cgroup, "id of the process's cgroup (v2)"),
	{ PROTO("comm", "string", "([int pid])"), .check = check_comm, .gen = gen_comm,
	  .flags = SEES_COMM,
	  .doc = DOC("name of the thread, or of a process") },
	COMMAND("cpid", "u64", gen_cpid, "process id of the command started with -c"),
	VALUE("cpu", "u32", gen_cpu, "number of the CPU"),
	{ PROTO("ctx", "ptr", ""), .check = check_ctx, .gen = gen_ctx,
	  .flags = SEES_CONTEXT,
	  .doc = DOC("the probe's context") },
	{ PROTO("data", "record", ""), .needs = OFFERS_RECORD,
	  .check = check_record, .gen = gen_ctx, .flags = SEES_RECORD,
	  .doc = DOC("the event's fields: data->name") },
	VALUE("elapsed", "u64", gen_elapsed, "nanoseconds since awl started"),
	{ PROTO("execname", "string", ""), .check = check_comm, .gen = gen_comm,
	  .flags = SEES_COMM,
	  .doc = DOC("the same as comm") },
	{ PROTO("false", "bool", ""), .gen = gen_false, .doc = DOC("no") },
	VALUE("gid", "u32", gen_gid, "group id"),
	VALUE("jiffies", "u64", gen_jiffies, "the kernel's tick counter"),
	VALUE("ncpus", "u64", gen_ncpus, "number of possible CPUs"),
	{ PROTO("nsecs", "u64", "([raw clock])"), .check = check_nsecs,
	  .gen = gen_nsecs, .doc = DOC("nanoseconds since boot, or of a clock") },
	VALUE("numaid", "u32", gen_numaid, "number of the NUMA node"),
	{ PROTO("override", "void", "(int value)"),
	  .needs = OFFERS_REGS | OFFERS_ARGS, .check = check_override, .gen = gen_override,
	  .is_unsafe = true,
	  .doc = DOC("return this instead of running the function (--unsafe)") },
	COMMAND("phase", "s64", gen_phase, "which -c command is running, from 0; -1: none"),
	VALUE("rand", "u32", gen_rand, "a random number"),
	{ PROTO("reg", "word", "(raw name)"), .needs = OFFERS_REGS,
	  .check = check_reg, .gen = gen_reg_builtin,
	  .doc = DOC("a register by name, as in <asm/ptrace.h>, or number") },
	{ PROTO("regs", "record", ""), .needs = OFFERS_REGS,
	  .check = check_regs, .gen = gen_regs, .doc = DOC("all registers") },
	{ PROTO("retval", "word", ""), .needs = OFFERS_RETVAL,
	  .check = check_retval, .gen = gen_retval, .flags = SEES_RETVAL,
	  .doc = DOC("what the function returned") },
	{ PROTO("sarg", "word", "(const n)"), .needs = OFFERS_ARGS | OFFERS_REGS,
	  .is_numbered = true, .check = check_arg, .gen = gen_sarg,
	  .doc = DOC("argument n of those on the stack, from 0; also sarg0, sarg1 …") },
	VALUE("secs", "u64", gen_secs, "seconds since boot"),
	COMMAND("target", "u64", gen_cpid, "the same as cpid; with -p its process id"),
	{ PROTO("true", "bool", ""), .gen = gen_true, .flags = IS_TRUE,
	  .doc = DOC("yes") },
	VALUE("uid", "u32", gen_uid, "user id"),
	{ PROTO("usermode", "u8", ""),
	  .check = check_usermode, .gen = gen_usermode, .doc = DOC("was it user space that was running?") },
	{ PROTO("username", "string", ""), .check = check_username,
	  .gen = gen_uid, .doc = DOC("name of the user") },
	{ PROTO("walltime", "time", ""), .check = check_walltime,
	  .gen = gen_nsecs, .doc = DOC("time of day") },
};
const struct builtin_table builtin_context = { rows, ARRAY_SIZE(rows) };
