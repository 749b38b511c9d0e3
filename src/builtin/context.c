/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * context.c - who and when: values that describe the moment when a probe fires.
 */
#include <string.h>

#include "gen/gen.h"
#include "builtin/builtin.h"
#include "builtin/late.h"
#include "builtin/place.h"
#include "kernel/feature.h"
#include "kernel/host.h"
#include "kernel/kern.h"
#include "kernel/task.h"
#include "lang/check.h"
#include "tables.h"

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

/* The offset of the name in the task, by which it is loaded; 0: it isn't.  BTF is not read for this
 * alone, because that takes longer than many events; awl's own task shows the offset, too. */
static u32 comm_off(struct gen *g)
{
	const struct type *t;
	u32 off = 0;

	if (!gen_may_use_types(g) || !g->s->image.has(FEATURE_TASK_BTF))
		return 0;
	if (!g->s->comm_off && g->s->kern->btf) {
		t = kern_type(g->s->kern, BTF_STRUCT, "task_struct");
		if (t && type_member(t, "comm", &off))
			g->s->comm_off = off;
	}
	if (!g->s->comm_off && !g->s->opt.no_kernel)
		g->s->comm_off = task_comm_off();
	return g->s->comm_off;
}

/* The current task's name. */
static void gen_own_comm(struct gen *g, struct operand *out)
{
	u32 off = comm_off(g);
	struct place p;

	if (off) {
		g->uses_types = true;
		operand_mem(out, gen_task_name(g, out->dest, gen_shared(g, SHARED_TASK_BTF),
					       (s32)off));
		return;
	}
	p = gen_dest(g, out->dest, TASK_NAME);
	/* not all kernels' helpers fill the rest with zeros */
	if (!dest_any_tail(out->dest, TASK_NAME))
		place_zero(g, p, TASK_NAME);
	operand_mem(out, p);
	gen_call(g, 0, HELPER_get_current_comm,
		 (struct ir_arg[]){ place_arg(p), ARG_I(TASK_NAME) }, 2);
}

/* A program that has several `comm` reads it once, into a slot of its own. */
static void gen_comm(struct gen *g, struct expr *e, struct operand *out)
{
	if (e->n_args) {
		operand_set(out, gen_reg(g, e->args[0]));
		return;
	}
	if (!g->reads_comm_again) {
		gen_own_comm(g, out);
		return;
	}
	if (!g->shared.at[SHARED_COMM]) {
		struct operand o = { .kind = OPERAND_NONE };

		gen_own_comm(g, &o);
		g->shared.at[SHARED_COMM] = o.mem.id;
	}
	operand_mem(out, place_slot(g->shared.at[SHARED_COMM], 0));
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

/* The clock of nsecs(clock), kept in ex_variant(). */
enum { CLOCK_OF_BOOT, CLOCK_MONO, CLOCK_OF_TAI, CLOCK_SW_TAI };

static const struct type *check_nsecs(struct check *c, struct expr *e)
{
	static const char clocks[][12] = { "boot", "monotonic", "tai", "sw_tai" };
	struct expr *clock = e->n_args ? e->args[0] : NULL;

	ex_variant(e) = 0;
	while (clock && (clock->kind != EX_NAME || strcmp(clock->name, clocks[ex_variant(e)])))
		if (++ex_variant(e) == ARRAY_SIZE(clocks))
			return check_fail(c, E_CLOCK, clock->span);
	if (ex_variant(e) == CLOCK_OF_TAI && !c->s->image.has(FEATURE_TAI_NS))
		return check_fail(c, E_KERNEL_LACKS, e->span, "nsecs(tai)",
				  "a kernel from 6.1 on", "use nsecs(sw_tai)");
	return &type_u64;
}

/* sw_tai is the time since boot plus the difference from TAI when awl started. */
static void gen_nsecs(struct gen *g, struct expr *e, struct operand *out)
{
	vreg r;

	if (ex_variant(e) == CLOCK_MONO || ex_variant(e) == CLOCK_OF_TAI) {
		r = gen_call0(g, ex_variant(e) == CLOCK_MONO ? HELPER_ktime_get_ns
						      : HELPER_ktime_get_tai_ns);
	} else {
		r = gen_shared(g, SHARED_NSECS);
	}
	operand_set(out, r);
	if (ex_variant(e) != CLOCK_SW_TAI)
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

#define VALUE(n, result, gn) { PROTO(n, result, ""), .gen = gn }
#define COMMAND(n, result, gn) \
	{ PROTO(n, result, ""), .gen = gn, .of_command = true }

static const struct builtin rows[] = {
	VALUE("cgroup", "u64", gen_cgroup),
	{ PROTO("comm", "string", "([int pid])"), .check = check_comm, .gen = gen_comm,
	  .flags = SEES_COMM },
	COMMAND("cpid", "u64", gen_cpid),
	VALUE("cpu", "u32", gen_cpu),
	VALUE("elapsed", "u64", gen_elapsed),
	{ PROTO("execname", "string", ""), .check = check_comm, .gen = gen_comm,
	  .flags = SEES_COMM },
	{ PROTO("false", "bool", ""), .gen = gen_false, .flags = IS_FALSE },
	VALUE("gid", "u32", gen_gid),
	VALUE("jiffies", "u64", gen_jiffies),
	VALUE("ncpus", "u64", gen_ncpus),
	{ PROTO("nsecs", "u64", "([raw clock])"), .check = check_nsecs, .gen = gen_nsecs },
	VALUE("numaid", "u32", gen_numaid),
	COMMAND("phase", "s64", gen_phase),
	VALUE("rand", "u32", gen_rand),
	VALUE("secs", "u64", gen_secs),
	COMMAND("target", "u64", gen_cpid),
	{ PROTO("true", "bool", ""), .gen = gen_true, .flags = IS_TRUE },
	VALUE("uid", "u32", gen_uid),
	{ PROTO("username", "string", ""), .check = check_username, .gen = gen_uid },
	{ PROTO("walltime", "time", ""), .check = check_walltime, .gen = gen_nsecs },
};
const struct builtin_table builtin_context = { rows, ARRAY_SIZE(rows) };
