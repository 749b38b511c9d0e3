/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * opt_values.c - propagates constants, copies and addresses.
 *
 * Walks the program once.  For each register it keeps at most one fact, valid until the next
 * label: it is a constant; the value of another register at that time plus a constant; or the
 * address of a slot.  Operands are replaced accordingly, and operations on constants are
 * computed.
 */
#include "bpf/opt.h"

enum fact_kind { FACT_NONE, FACT_CONST, FACT_COPY, FACT_SLOT };

struct fact {
	enum fact_kind kind;
	u32 block;		/* where it is valid */
	u32 of;			/* register or slot */
	u32 version;		/* of that register when it was copied */
	s64 imm;		/* the constant, or what is added */
};

struct values {
	struct opt *o;
	struct ir *ir;
	struct fact *facts;	/* by vreg */
	u32 *version;		/* by vreg: number of assignments so far */
	u32 block;
};

static const struct fact nothing;

static struct fact known(const struct values *vs, vreg v)
{
	struct fact f = vs->facts[v];

	if (!v || f.block != vs->block || (f.kind == FACT_COPY && vs->version[f.of] != f.version))
		return nothing;
	return f;
}

static void learn(struct values *vs, vreg v, enum fact_kind kind, u32 of, s64 imm)
{
	vs->facts[v] = (struct fact){ kind, vs->block, of, 0, imm };
	if (kind == FACT_COPY)
		vs->facts[v].version = vs->version[of];
}

static bool constant(const struct values *vs, vreg v, s64 *imm)
{
	struct fact f = known(vs, v);

	*imm = f.imm;
	return f.kind == FACT_CONST;
}

/* The oldest register with the same value. */
static vreg original(const struct values *vs, vreg v)
{
	struct fact f = known(vs, v);

	return f.kind == FACT_COPY && !f.imm ? f.of : v;
}

/* ---- arithmetic ----------------------------------------------------- */

/* The instructions' meaning according to Documentation/bpf/standardization/instruction-set.rst:
 * x / 0 is 0, and x % 0 is x.  lang/fold.c has the language's operators. */
static u64 compute(u32 op, u64 a, u64 b, u32 bits)
{
	switch (op) {
	case ALU_ADD: return a + b;
	case ALU_SUB: return a - b;
	case ALU_MUL: return a * b;
	case ALU_DIV: return b ? a / b : 0;
	case ALU_OR: return a | b;
	case ALU_AND: return a & b;
	case ALU_LSH: return a << b % bits;
	case ALU_RSH: return a >> b % bits;
	case ALU_NEG: return -a;
	case ALU_MOD: return b ? a % b : a;
	case ALU_XOR: return a ^ b;
	}
	return bits == 32 ? (u64)((s32)a >> b % 32) : (u64)((s64)a >> b % 64);
}

static s64 fold(const struct ir_insn *in, s64 a, s64 b)
{
	if (in->is32)
		return (u32)compute(in->sub, (u32)a, (u32)b, 32);
	return compute(in->sub, a, b, 64);
}

static bool holds(u32 cond, u64 a, u64 b)
{
	switch (cond) {
	case COND_EQ: return a == b;
	case COND_GT: return a > b;
	case COND_GE: return a >= b;
	case COND_SET: return a & b;
	case COND_NE: return a != b;
	case COND_SGT: return (s64)a > (s64)b;
	case COND_SGE: return (s64)a >= (s64)b;
	case COND_LT: return a < b;
	case COND_LE: return a <= b;
	case COND_SLT: return (s64)a < (s64)b;
	default: return (s64)a <= (s64)b;
	}
}

/* Multiplies and divides by powers of two with cheaper instructions; 32-bit arm divides slowly. */
static void cheaper(struct ir_insn *in)
{
	u64 imm = in->imm;

	if (in->imm <= 0 || (imm & (imm - 1)))
		return;
	if (in->sub == ALU_MOD) {
		in->sub = ALU_AND;
		in->imm--;
	} else if (in->sub == ALU_MUL || in->sub == ALU_DIV) {
		in->sub = in->sub == ALU_MUL ? ALU_LSH : ALU_RSH;
		in->imm = __builtin_ctzll(imm);
	}
}

static bool changes_nothing(const struct ir_insn *in)
{
	if (in->is32 || !in->has_imm || in->imm)
		return false;
	return in->sub == ALU_ADD || in->sub == ALU_SUB || in->sub == ALU_OR ||
	       in->sub == ALU_XOR || in->sub == ALU_LSH || in->sub == ALU_RSH ||
	       in->sub == ALU_ARSH;
}

static void become_imm(struct ir_insn *in, s64 imm)
{
	*in = (struct ir_insn){ .op = IR_IMM, .dst = in->dst, .imm = imm, .span = in->span };
}

static void become_lea(struct ir_insn *in, slot s, s64 off)
{
	*in = (struct ir_insn){ .op = IR_LEA, .dst = in->dst, .id = s, .off = off,
				.span = in->span };
}

/* The value is that of another register again.  A move lets the verifier apply the bounds of
 * one to the other. */
static void become_mov(struct ir_insn *in, vreg of)
{
	*in = (struct ir_insn){ .op = IR_MOV, .dst = in->dst, .a = of, .span = in->span };
}

static void see_alu(struct values *vs, struct ir_insn *in)
{
	struct fact was = known(vs, in->dst);
	s64 imm, add = 0;

	if (in->b && constant(vs, in->b, &imm) && (fits_s32(imm) || was.kind == FACT_CONST)) {
		in->b = 0;
		in->has_imm = true;
		in->imm = in->is32 ? (s32)imm : imm;
	}
	in->b = original(vs, in->b);
	if (in->has_imm)
		cheaper(in);
	if (changes_nothing(in)) {
		ir_nop(in);
		return;
	}
	vs->version[in->dst]++;
	learn(vs, in->dst, FACT_NONE, 0, 0);
	if (!in->has_imm)
		return;
	if (fits_s32(in->imm))
		add = in->sub == ALU_ADD ? in->imm : -in->imm;
	if (was.kind == FACT_CONST) {
		become_imm(in, fold(in, was.imm, in->imm));
		learn(vs, in->dst, FACT_CONST, 0, in->imm);
	} else if (in->is32 || (in->sub != ALU_ADD && in->sub != ALU_SUB) ||
		   !fits_s16(in->imm) || !fits_s16(was.imm + add)) {
		return;
	} else if (was.kind == FACT_COPY && was.of != in->dst) {
		if (was.imm + add == 0)
			become_mov(in, was.of);
		learn(vs, in->dst, FACT_COPY, was.of, was.imm + add);
	} else if (was.kind == FACT_SLOT) {
		become_lea(in, was.of, was.imm + add);
		learn(vs, in->dst, FACT_SLOT, was.of, was.imm + add);
	}
}

/* ---- the other instructions ------------------------------------------ */

static void see_mov(struct values *vs, struct ir_insn *in)
{
	struct fact f = known(vs, in->a);

	in->a = original(vs, in->a);
	if (in->a == in->dst) {
		ir_nop(in);
		return;
	}
	if (f.kind == FACT_CONST && fits_s32(f.imm))
		become_imm(in, f.imm);
	else if (f.kind == FACT_SLOT)
		become_lea(in, f.of, f.imm);
	vs->version[in->dst]++;
	if (f.kind != FACT_NONE && !(f.kind == FACT_COPY && f.of == in->dst))
		learn(vs, in->dst, f.kind, f.of, f.imm);
	else
		learn(vs, in->dst, FACT_COPY, in->a, 0);
}

static void see_base(struct values *vs, struct ir_insn *in)
{
	struct fact f = in->base_is_slot ? nothing : known(vs, in->id);

	if ((f.kind != FACT_COPY && f.kind != FACT_SLOT) || !fits_s16(in->off + f.imm))
		return;
	in->base_is_slot = f.kind == FACT_SLOT;
	in->id = f.of;
	in->off += f.imm;
}

static void see_store(struct values *vs, struct ir_insn *in)
{
	s64 imm;

	see_base(vs, in);
	if (in->op == IR_STORE && in->b && constant(vs, in->b, &imm) &&
	    (in->size < 8 || fits_s32(imm))) {
		in->b = 0;
		in->has_imm = true;
		in->imm = imm;
	}
	in->b = original(vs, in->b);
}

static void see_arg(struct values *vs, struct ir_arg *arg)
{
	struct fact f = known(vs, arg->id);
	bool only = vs->o->uses[arg->id] == 1;

	if (!fits_s32((s64)((u64)arg->imm + (u64)f.imm)) && f.kind != FACT_CONST)
		return;
	switch (f.kind) {
	case FACT_CONST:
		if (only || fits_s32((s64)((u64)f.imm + (u64)arg->imm)))
			*arg = ARG_I((s64)((u64)f.imm + (u64)arg->imm));
		break;
	case FACT_COPY:
		if (only || !f.imm)
			*arg = ARG_RO(f.of, arg->imm + f.imm);
		break;
	case FACT_SLOT:
		*arg = ARG_S(f.of, arg->imm + f.imm);
		break;
	default:
		break;
	}
}

static void see_jcc(struct values *vs, struct ir_insn *in)
{
	s64 a, b;

	if (in->b && constant(vs, in->b, &b) &&
	    (fits_s32(b) || known(vs, in->a).kind == FACT_CONST)) {
		in->b = 0;
		in->has_imm = true;
		in->imm = b;
	}
	if (in->has_imm && constant(vs, in->a, &a)) {
		if (holds(in->sub, a, in->imm))
			*in = (struct ir_insn){ .op = IR_JMP, .id = in->id, .span = in->span };
		else
			ir_nop(in);
		return;
	}
	/* in->a stays: before 5.11 the verifier learns the bound only of the register that is
	 * compared, not of its copies */
	in->b = original(vs, in->b);
}

static void see_exit(struct values *vs, struct ir_insn *in)
{
	s64 imm;

	if (in->a && constant(vs, in->a, &imm)) {
		in->a = 0;
		in->has_imm = true;
		in->imm = imm;
	}
	in->a = original(vs, in->a);
}

/* All other assignments. */
static void see_def(struct values *vs, struct ir_insn *in)
{
	if (!in->dst)
		return;
	vs->version[in->dst]++;
	if (in->op == IR_IMM)
		learn(vs, in->dst, FACT_CONST, 0, in->imm);
	else if (in->op == IR_LEA)
		learn(vs, in->dst, FACT_SLOT, in->id, in->off);
	else
		learn(vs, in->dst, FACT_NONE, 0, 0);
}

static void see(struct values *vs, struct ir_insn *in)
{
	switch (in->op) {
	case IR_LABEL: vs->block++; return;
	case IR_ALU: see_alu(vs, in); return;
	case IR_MOV: see_mov(vs, in); return;
	case IR_LOAD: see_base(vs, in); break;
	case IR_STORE: case IR_XADD: see_store(vs, in); return;
	case IR_JCC: see_jcc(vs, in); return;
	case IR_EXIT: see_exit(vs, in); return;
	case IR_CALL:
		for (u32 k = 0; k < in->n_args; k++)
			if (vs->ir->args.v[in->id + k].kind == ARG_VREG)
				see_arg(vs, &vs->ir->args.v[in->id + k]);
	}
	see_def(vs, in);
}

void opt_values(struct opt *o)
{
	struct values vs = { .o = o, .ir = o->ir, .block = 1 };

	opt_count(o);
	vs.facts = arena_array(&o->tmp, struct fact, o->ir->n_vregs + 1);
	vs.version = arena_array(&o->tmp, u32, o->ir->n_vregs + 1);
	for (u32 i = 0; i < o->ir->insns.n; i++)
		see(&vs, &o->ir->insns.v[i]);
}
