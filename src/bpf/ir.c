/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ir.c - building the intermediate representation, questions about it, and its text. */
#include <string.h>

#include "bpf/backend.h"
#include "bpf/insn.h"

struct ir *ir_new(struct arena *arena, const char *name)
{
	struct ir *ir = arena_new(arena, struct ir);
	struct ir_slot none = { 0 };

	ir->arena = arena;
	ir->name = name;
	vec_push(&ir->slots, none);
	ir->ctx = ir_param(ir);
	return ir;
}

void ir_free(struct ir *ir)
{
	vec_free(&ir->insns);
	vec_free(&ir->args);
	vec_free(&ir->slots);
}

vreg ir_vreg(struct ir *ir)
{
	return ++ir->n_vregs;
}

vreg ir_param(struct ir *ir)
{
	if (ir->n_params != ir->n_vregs || ir->n_params >= 5)
		bug("parameters come first, and are five at most");
	ir->n_params++;
	return ir_vreg(ir);
}

slot ir_slot(struct ir *ir, u32 size, u32 align)
{
	struct ir_slot s = { size, align ? align : 8, false };

	vec_push(&ir->slots, s);
	return ir->slots.n - 1;
}

label ir_label(struct ir *ir)
{
	return ++ir->n_labels;
}

/* ---- builders ------------------------------------------------------ */

struct ir_insn *ir_add(struct ir *ir, enum ir_op op)
{
	struct ir_insn *in = vec_add(&ir->insns, sizeof(*in));

	*in = (struct ir_insn){ .op = op, .span = ir->span };
	return in;
}

static struct ir_insn *add_to(struct ir *ir, enum ir_op op, vreg dst)
{
	struct ir_insn *in = ir_add(ir, op);

	in->dst = dst;
	return in;
}

static void set_imm(struct ir_insn *in, s64 imm)
{
	in->has_imm = true;
	in->imm = imm;
}

void ir_mov(struct ir *ir, vreg dst, vreg src)
{
	add_to(ir, IR_MOV, dst)->a = src;
}

void ir_imm(struct ir *ir, vreg dst, s64 imm)
{
	add_to(ir, IR_IMM, dst)->imm = imm;
}

static struct ir_insn *add_alu(struct ir *ir, enum alu op, vreg dst)
{
	struct ir_insn *in = add_to(ir, IR_ALU, dst);

	in->sub = op;
	in->has_imm = op == ALU_NEG;
	return in;
}

void ir_alu(struct ir *ir, enum alu op, vreg dst, vreg src)
{
	struct ir_insn *in = add_alu(ir, op, dst);

	if (op != ALU_NEG)
		in->b = src;
}

void ir_alui(struct ir *ir, enum alu op, vreg dst, s64 imm)
{
	set_imm(add_alu(ir, op, dst), op == ALU_NEG ? 0 : imm);
}

void ir_alu32i(struct ir *ir, enum alu op, vreg dst, s32 imm)
{
	ir_alui(ir, op, dst, imm);
	ir->insns.v[ir->insns.n - 1].is32 = true;
}

void ir_bswap(struct ir *ir, vreg dst, u32 bits)
{
	add_to(ir, IR_BSWAP, dst)->imm = bits;
}

/* A load or store at id + off. */
static struct ir_insn *add_access(struct ir *ir, enum ir_op op, u32 size, u32 id, s32 off)
{
	struct ir_insn *in = ir_add(ir, op);

	in->size = size;
	in->id = id;
	in->off = off;
	return in;
}

void ir_load(struct ir *ir, u32 size, vreg dst, vreg base, s32 off)
{
	add_access(ir, IR_LOAD, size, base, off)->dst = dst;
}

void ir_store(struct ir *ir, u32 size, vreg base, s32 off, vreg src)
{
	add_access(ir, IR_STORE, size, base, off)->b = src;
}

void ir_storei(struct ir *ir, u32 size, vreg base, s32 off, s64 imm)
{
	set_imm(add_access(ir, IR_STORE, size, base, off), imm);
}

static void last_is_slot(struct ir *ir)
{
	ir->insns.v[ir->insns.n - 1].base_is_slot = true;
}

void ir_load_slot(struct ir *ir, u32 size, vreg dst, slot s, s32 off)
{
	ir_load(ir, size, dst, s, off);
	last_is_slot(ir);
}

void ir_store_slot(struct ir *ir, u32 size, slot s, s32 off, vreg src)
{
	ir_store(ir, size, s, off, src);
	last_is_slot(ir);
}

void ir_storei_slot(struct ir *ir, u32 size, slot s, s32 off, s64 imm)
{
	ir_storei(ir, size, s, off, imm);
	last_is_slot(ir);
}

void ir_xadd(struct ir *ir, u32 size, vreg base, s32 off, vreg src)
{
	add_access(ir, IR_XADD, size, base, off)->b = src;
}

void ir_lea(struct ir *ir, vreg dst, slot s, s32 off)
{
	add_access(ir, IR_LEA, 0, s, off)->dst = dst;
}

void ir_mapval(struct ir *ir, vreg dst, u32 map, u32 off)
{
	struct ir_insn *in = add_to(ir, IR_MAPVAL, dst);

	in->imm = map;
	in->off = off;
}

void ir_call(struct ir *ir, vreg dst, u32 helper, const struct ir_arg *args, u32 n)
{
	struct ir_insn *in = add_to(ir, IR_CALL, dst);

	if (n > 5)
		bug("a helper takes five arguments at most");
	in->imm = helper;
	in->id = ir->args.n;
	in->n_args = n;
	for (u32 i = 0; i < n; i++)
		vec_push(&ir->args, args[i]);
}

void ir_put(struct ir *ir, label l)
{
	ir_add(ir, IR_LABEL)->id = l;
}

void ir_jmp(struct ir *ir, label l)
{
	ir_add(ir, IR_JMP)->id = l;
}

/* The caller sets b or imm, which a is compared with. */
static struct ir_insn *add_jcc(struct ir *ir, enum cond c, vreg a, label l)
{
	struct ir_insn *in = ir_add(ir, IR_JCC);

	in->sub = c;
	in->a = a;
	in->id = l;
	return in;
}

void ir_jcc(struct ir *ir, enum cond c, vreg a, vreg b, label l)
{
	add_jcc(ir, c, a, l)->b = b;
}

void ir_jcci(struct ir *ir, enum cond c, vreg a, s64 imm, label l)
{
	set_imm(add_jcc(ir, c, a, l), imm);
}

void ir_exit(struct ir *ir, s64 value)
{
	set_imm(ir_add(ir, IR_EXIT), value);
}

void ir_scratch(struct ir *ir)
{
	ir_add(ir, IR_SCRATCH);
}

/* ---- questions ----------------------------------------------------- */

u32 ir_uses(const struct ir *ir, struct ir_insn *in, vreg *use[MAX_USES])
{
	u32 n = 0;

	if (in->a)
		use[n++] = &in->a;
	if (in->b)
		use[n++] = &in->b;
	if (ir_has_base(in) && !in->base_is_slot)
		use[n++] = &in->id;
	for (u32 i = 0; i < in->n_args; i++)
		if (ir->args.v[in->id + i].kind == ARG_VREG)
			use[n++] = &ir->args.v[in->id + i].id;
	return n;
}

bool ir_is_const(const struct ir_insn *in)
{
	return in->op == IR_IMM || in->op == IR_LEA ||
	       in->op == IR_MAPVAL;
}

bool ir_is_pure(const struct ir_insn *in)
{
	return ir_is_const(in) || ir_updates(in) || in->op == IR_MOV || in->op == IR_LOAD;
}

void ir_clone(struct ir *to, const struct ir *from)
{
	*to = *from;
	to->insns.v = NULL;
	to->insns.n = to->insns.cap = 0;
	to->args.v = mem_alloc(from->args.n * sizeof(*to->args.v));
	to->args.cap = from->args.n;
	if (from->args.n)
		memcpy(to->args.v, from->args.v, from->args.n * sizeof(*to->args.v));
	to->slots.v = mem_alloc(from->slots.n * sizeof(*to->slots.v));
	to->slots.cap = from->slots.n;
	memcpy(to->slots.v, from->slots.v, from->slots.n * sizeof(*to->slots.v));
}

u32 *ir_label_places(struct arena *arena, const struct ir *ir)
{
	u32 *at = arena_array(arena, u32, ir->n_labels + 1);

	for (u32 i = 0; i < ir->insns.n; i++)
		if (ir->insns.v[i].op == IR_LABEL)
			at[ir->insns.v[i].id] = i;
	return at;
}

void ir_mark_used(struct ir *const *funcs, bool *used, u32 f)
{
	const struct ir *ir = funcs[f];

	if (used[f])
		return;
	used[f] = true;
	for (u32 i = 0; i < ir->insns.n; i++) {
		const struct ir_insn *in = &ir->insns.v[i];

		for (u32 k = 0; k < in->n_args; k++)
			if (ir->args.v[in->id + k].kind == ARG_FUNC)
				ir_mark_used(funcs, used, ir->args.v[in->id + k].id);
	}
}

u32 ir_most_below(const struct ir *ir, const u32 *depth)
{
	u32 most = 0;

	for (u32 i = 0; i < ir->insns.n; i++) {
		const struct ir_insn *in = &ir->insns.v[i];

		for (u32 k = 0; k < in->n_args; k++) {
			const struct ir_arg *arg = &ir->args.v[in->id + k];

			if (arg->kind == ARG_FUNC && depth[arg->id] > most)
				most = depth[arg->id];
		}
	}
	return most;
}

/* ---- text ---------------------------------------------------------- */

static const char alu_text[16][5] = {
	"+=", "-=", "*=", "/=", "|=", "&=", "<<=", ">>=", "= -", "%=", "^=", "=",
	"s>>=",
};
static const char cond_text[16][4] = {
	"?", "==", ">", ">=", "&", "!=", "s>", "s>=", "?", "?", "<", "<=", "s<", "s<=",
};

static void put_value(struct strbuf *out, const struct ir_insn *in)
{
	if (in->has_imm)
		sb_printf(out, "%lld", (long long)in->imm);
	else
		sb_printf(out, "v%u", in->b);
}

static void put_place(struct strbuf *out, const struct ir_insn *in)
{
	sb_printf(out, "u%u[%s%u%+d]", in->size * 8, in->base_is_slot ? "s" : "v", in->id,
		  in->off);
}

static void put_arg(struct strbuf *out, const struct ir_arg *arg)
{
	if (arg->kind == ARG_IMM) {
		sb_printf(out, "%lld", (long long)arg->imm);
		return;
	}
	switch (arg->kind) {
	case ARG_VREG: sb_printf(out, "v%u", arg->id); break;
	case ARG_SLOT: sb_printf(out, "&s%u", arg->id); break;
	case ARG_MAP: sb_printf(out, "map%u", arg->id); break;
	default: sb_printf(out, "func%u", arg->id);
	}
	if (arg->imm)
		sb_printf(out, "%+lld", (long long)arg->imm);
}

static void put_call(struct strbuf *out, const struct ir *ir, const struct ir_insn *in)
{
	if (in->dst)
		sb_printf(out, "v%u = ", in->dst);
	helper_put(out, in->imm);
	sb_putc(out, '(');
	for (u32 i = 0; i < in->n_args; i++) {
		if (i)
			sb_puts(out, ", ");
		put_arg(out, &ir->args.v[in->id + i]);
	}
	sb_putc(out, ')');
}

static void put_alu(struct strbuf *out, const struct ir_insn *in)
{
	const char *w = in->is32 ? "w" : "v";

	sb_printf(out, "%s%u %s", w, in->dst, alu_text[in->sub & 15]);
	if (in->sub == ALU_NEG)
		sb_printf(out, "%s%u", w, in->dst);
	else
		sb_putc(out, ' '), put_value(out, in);
}

static void put_insn(struct strbuf *out, const struct ir *ir, const struct ir_insn *in)
{
	switch ((enum ir_op)in->op) {
	case IR_MOV: sb_printf(out, "v%u = v%u", in->dst, in->a); break;
	case IR_IMM: sb_printf(out, "v%u = %lld", in->dst, (long long)in->imm); break;
	case IR_ALU: put_alu(out, in); break;
	case IR_BSWAP: sb_printf(out, "v%u = bswap%d v%u", in->dst, (int)in->imm, in->dst); break;
	case IR_LOAD: sb_printf(out, "v%u = ", in->dst); put_place(out, in); break;
	case IR_STORE: put_place(out, in); sb_puts(out, " = "); put_value(out, in); break;
	case IR_XADD: put_place(out, in); sb_printf(out, " lock+= v%u", in->b); break;
	case IR_LEA: sb_printf(out, "v%u = &s%u%+d", in->dst, in->id, in->off); break;
	case IR_MAPVAL: sb_printf(out, "v%u = &map%u[0]%+d", in->dst, (u32)in->imm, in->off); break;
	case IR_CALL: put_call(out, ir, in); break;
	case IR_LABEL: sb_printf(out, "L%u:", in->id); break;
	case IR_JMP: sb_printf(out, "goto L%u", in->id); break;
	case IR_JCC:
		sb_printf(out, "if v%u %s ", in->a, cond_text[in->sub & 15]);
		put_value(out, in);
		sb_printf(out, " goto L%u", in->id);
		break;
	case IR_EXIT:
		if (in->a)
			sb_printf(out, "return v%u", in->a);
		else
			sb_printf(out, "return %lld", (long long)in->imm);
		break;
	case IR_SCRATCH: sb_puts(out, "scratch"); break;
	default: sb_puts(out, "nop");
	}
}

void ir_dump(struct strbuf *out, const struct ir *ir)
{
	sb_printf(out, "%s:\n", ir->name ? ir->name : "program");
	for (u32 i = 1; i < ir->slots.n; i++)
		sb_printf(out, "  s%u: %u bytes, aligned to %u\n", i, ir->slots.v[i].size,
			  ir->slots.v[i].align);
	for (u32 i = 0; i < ir->insns.n; i++) {
		const struct ir_insn *in = &ir->insns.v[i];

		if (in->op == IR_NOP)
			continue;
		sb_puts(out, in->op == IR_LABEL ? " " : "  ");
		put_insn(out, ir, in);
		sb_putc(out, '\n');
	}
}
