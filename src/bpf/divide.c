/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * divide.c - 64-bit division made of other instructions.
 *
 * The JIT compiler of 32-bit arm has no 64-bit division before Linux 6.7.  A division by a
 * constant below 2^31 becomes a multiplication by its reciprocal.  Any other is one 32-bit
 * division if both operands fit, else a loop.
 */
#include "bpf/backend.h"

/* Registers and constants of the sequences below.  SELF is the dividend and gets the result.
 * OTHER and RESULT are only read. */
enum { NONE, SELF, OTHER = 8, RESULT, M_LOW, M_HIGH, SHIFT_BY, TIMES, VALUES };
enum { LOW = 2, HIGH, SUM, PART, MUL_LOW, MUL_HIGH };	/* division by a constant */
enum { BY = 2, REST, QUOTIENT, TMP, COUNT };		/* other divisions */
enum { LONG, SHIFT, NEXT_BIT, TAKE, END };		/* labels */

#define CONST(n) (64 + (n))	/* the constant n */
#define ASKED 0xf	/* an IR_ALU's sub: DIV or MOD, like the instruction to replace */

struct __attribute__((packed)) step {
	u16 op:4, is32:1, has_imm:1, label:3, sub:4, dst:3;
	s8 b;		/* register or constant */
};

#define MOV(d, s)		{ .op = IR_MOV, .dst = d, .b = s }
#define SET(d, n)		{ .op = IR_IMM, .has_imm = 1, .dst = d, .b = n }
#define ALU(o, d, s)		{ .op = IR_ALU, .sub = o, .dst = d, .b = s }
#define ALUI(o, d, n)		{ .op = IR_ALU, .has_imm = 1, .sub = o, .dst = d, .b = n }
#define ALU32(o, d, s)		{ .op = IR_ALU, .is32 = 1, .sub = o, .dst = d, .b = s }
#define CUT(d)			{ .op = IR_ALU, .is32 = 1, .has_imm = 1, .sub = ALU_OR, .dst = d }
#define IF(c, d, s, l)		{ .op = IR_JCC, .sub = c, .dst = d, .b = s, .label = l }
#define IFI(c, d, n, l)		{ .op = IR_JCC, .has_imm = 1, .sub = c, .dst = d, .b = n, \
				  .label = l }
#define GOTO(l)			{ .op = IR_JMP, .label = l }
#define LABEL(l)		{ .op = IR_LABEL, .label = l }

/*
 * With m = MUL_HIGH:MUL_LOW, the upper half of a 128-bit product, in parts of 32 bits:
 *	SUM = x * m >> 64
 *	LOW = ((x - SUM) >> 1) + SUM >> k - 1
 */
static const struct step times[] = {
	SET(MUL_LOW, CONST(M_LOW)), SET(MUL_HIGH, CONST(M_HIGH)),
	MOV(LOW, SELF), CUT(LOW),
	MOV(HIGH, SELF), ALUI(ALU_RSH, HIGH, 32),
	MOV(SUM, LOW), ALU(ALU_MUL, SUM, MUL_LOW), ALUI(ALU_RSH, SUM, 32),
	ALU(ALU_MUL, LOW, MUL_HIGH), ALU(ALU_ADD, LOW, SUM),
	MOV(SUM, HIGH), ALU(ALU_MUL, SUM, MUL_LOW),
	MOV(PART, LOW), CUT(PART), ALU(ALU_ADD, SUM, PART), ALUI(ALU_RSH, SUM, 32),
	ALUI(ALU_RSH, LOW, 32), ALU(ALU_ADD, SUM, LOW),
	ALU(ALU_MUL, HIGH, MUL_HIGH), ALU(ALU_ADD, SUM, HIGH),
	MOV(LOW, SELF), ALU(ALU_SUB, LOW, SUM), ALUI(ALU_RSH, LOW, 1), ALU(ALU_ADD, LOW, SUM),
	ALUI(ALU_RSH, LOW, CONST(SHIFT_BY)),
};
static const struct step to_quotient[] = { MOV(SELF, LOW) };
static const struct step to_remainder[] = {
	ALUI(ALU_MUL, LOW, CONST(TIMES)), ALU(ALU_SUB, SELF, LOW),
};

/*
 * The loop is for divisors below 2^63.  Then REST has at most 64 bits, and the sign of the
 * difference says whether the divisor was too large.  The loop has no branches, as the verifier
 * would follow them all in each round.  QUOTIENT has the dividend's remaining bits at the top and
 * gets the result's bits at the bottom.
 */
static const struct step any[] = {
	MOV(BY, OTHER),
	MOV(TMP, SELF), ALU(ALU_OR, TMP, BY), ALUI(ALU_RSH, TMP, 32),
	IFI(COND_NE, TMP, 0, LONG),
	ALU32(ASKED, SELF, BY),
	GOTO(END),
	LABEL(LONG),
	SET(QUOTIENT, 0), MOV(REST, SELF),
	MOV(TMP, BY), ALUI(ALU_ADD, TMP, -1),
	IF(COND_LE, REST, TMP, TAKE),		/* dividend < divisor, or divisor 0 */
	SET(QUOTIENT, 1), ALU(ALU_SUB, REST, BY),
	IFI(COND_SLT, BY, 0, TAKE),
	MOV(QUOTIENT, SELF), ALUI(ALU_LSH, QUOTIENT, 32),
	MOV(REST, SELF), ALUI(ALU_RSH, REST, 32),
	MOV(TMP, BY), ALUI(ALU_RSH, TMP, 32),
	IFI(COND_NE, TMP, 0, SHIFT),
	MOV(TMP, REST), ALU32(ALU_DIV, TMP, BY), ALU(ALU_OR, QUOTIENT, TMP),
	ALU32(ALU_MOD, REST, BY),
	LABEL(SHIFT),
	SET(COUNT, 32),
	LABEL(NEXT_BIT),
	MOV(TMP, QUOTIENT), ALUI(ALU_RSH, TMP, 63),
	ALUI(ALU_LSH, REST, 1), ALU(ALU_ADD, REST, TMP), ALU(ALU_SUB, REST, BY),
	MOV(TMP, REST), ALUI(ALU_ARSH, TMP, 63),	/* -1: divisor too large */
	ALUI(ALU_LSH, QUOTIENT, 1), ALU(ALU_ADD, QUOTIENT, TMP), ALUI(ALU_ADD, QUOTIENT, 1),
	ALU(ALU_AND, TMP, BY), ALU(ALU_ADD, REST, TMP),
	ALUI(ALU_ADD, COUNT, -1),
	IFI(COND_NE, COUNT, 0, NEXT_BIT),
	LABEL(TAKE),
	MOV(SELF, RESULT),
	LABEL(END),
};

/* v: by register, its vreg; by constant, its value. */
static void put_steps(struct ir *ir, const struct step *s, u32 n, u32 asked, const u64 *v)
{
	label labels = ir->n_labels + 1;

	ir->n_labels += END + 1;
	for (; n--; s++) {
		vreg b = s->has_imm ? 0 : v[(u8)s->b];
		struct ir_insn *in = ir_add(ir, s->op);

		in->sub = s->sub == ASKED ? asked : s->sub;
		in->is32 = s->is32;
		in->has_imm = s->has_imm;
		in->imm = s->b < CONST(0) ? s->b : (s64)v[s->b - CONST(0)];
		in->id = labels + s->label;
		in->a = in->b = b;	/* MOV reads a, the others b */
		*(s->op == IR_JCC ? &in->a : &in->dst) = v[s->dst];
	}
}

/*
 * The division of Granlund and Montgomery: m = 2^64 * (2^k - d) / d + 1, where 2^k is d or
 * the next power of two.  Then with t = x * m >> 64,
 *	x / d = (((x - t) >> 1) + t) >> (k - 1)
 */
static void set_constants(u64 *v, u64 d)
{
	u64 high, m;

	v[SHIFT_BY] = 31 - __builtin_clz((u32)d - 1);
	high = ((2ULL << v[SHIFT_BY]) - d) << 32;
	m = ((high / d) << 32) + (high % d << 32) / d + 1;
	v[M_LOW] = (u32)m;
	v[M_HIGH] = m >> 32;
}

void divide_put(struct ir *ir, const struct ir_insn *in)
{
	u64 v[VALUES] = { [SELF] = in->dst, [OTHER] = in->b, [TIMES] = in->imm };
	bool mod = in->sub == ALU_MOD;

	ir->span = in->span;
	for (u32 i = SELF + 1; i < OTHER; i++)
		v[i] = ir_vreg(ir);
	v[RESULT] = v[mod ? REST : QUOTIENT];
	if (!in->has_imm) {
		put_steps(ir, any, ARRAY_SIZE(any), in->sub, v);
		return;
	}
	set_constants(v, in->imm);
	put_steps(ir, times, ARRAY_SIZE(times), in->sub, v);
	if (mod)
		put_steps(ir, to_remainder, ARRAY_SIZE(to_remainder), in->sub, v);
	else
		put_steps(ir, to_quotient, ARRAY_SIZE(to_quotient), in->sub, v);
}
