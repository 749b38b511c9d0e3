/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * insn.c - eBPF instructions as text, in the verifier's notation.
 *
 * Covers the instruction set up to version 4; what is not known is printed as
 * hexadecimal, so that a listing is never wrong and never incomplete.
 */
#include "bpf/insn.h"

/* Version 4, which older system headers lack. */
#define MODE_MEMSX 0x80

static const char alu_ops[16][5] = {
	"+=", "-=", "*=", "/=", "|=", "&=", "<<=", ">>=", "", "%=", "^=", "=", "s>>=",
};
static const char jump_ops[16][4] = {
	"", "==", ">", ">=", "&", "!=", "s>", "s>=", "", "", "<", "<=", "s<", "s<=",
};
static const char sizes[4][4] = { "u32", "u16", "u8", "u64" };

static void put_hex(struct strbuf *out, const struct bpf_insn *in)
{
	sb_printf(out, "(%02x) dst=%u src=%u off=%d imm=%d", in->code, in->dst_reg,
		  in->src_reg, in->off, in->imm);
}

static void put_signed_hex(struct strbuf *out, s32 imm)
{
	if (imm < 0)
		sb_printf(out, "-0x%llx", -(long long)imm);
	else
		sb_printf(out, "0x%x", imm);
}

static bool put_end(struct strbuf *out, const struct bpf_insn *in)
{
	const char *how = in->code & BPF_TO_BE ? "be" : "le";

	if (BPF_CLASS(in->code) == BPF_ALU64)
		how = "bswap";
	sb_printf(out, "r%u = %s%d r%u", in->dst_reg, how, in->imm, in->dst_reg);
	return true;
}

static bool put_alu(struct strbuf *out, const struct bpf_insn *in)
{
	char w = BPF_CLASS(in->code) == BPF_ALU ? 'w' : 'r';
	u32 op = BPF_OP(in->code);
	bool divides = op == BPF_DIV || op == BPF_MOD;

	if (op == BPF_END)
		return put_end(out, in);
	if (op == BPF_NEG) {
		sb_printf(out, "%c%u = -%c%u", w, in->dst_reg, w, in->dst_reg);
		return true;
	}
	if (!*alu_ops[op >> 4] || (in->off && !divides && op != BPF_MOV))
		return false;
	sb_printf(out, "%c%u %s%s ", w, in->dst_reg, in->off && divides ? "s" : "",
		  alu_ops[op >> 4]);
	if (op == BPF_MOV && in->off)		/* sign-extending move */
		sb_printf(out, "(s%d)", in->off);
	if (BPF_SRC(in->code) == BPF_X)
		sb_printf(out, "%c%u", w, in->src_reg);
	else
		sb_printf(out, "%d", in->imm);
	return true;
}

static void put_place(struct strbuf *out, const struct bpf_insn *in, u32 reg)
{
	sb_printf(out, "(%s *)(r%u %+d)", sizes[BPF_SIZE(in->code) >> 3], reg, in->off);
}

/* The operations that give back what was there before. */
static bool put_fetch(struct strbuf *out, const struct bpf_insn *in)
{
	const char *name;
	u32 result = in->src_reg;

	switch (in->imm) {
	case BPF_ADD | BPF_FETCH: name = "fetch_add"; break;
	case BPF_OR | BPF_FETCH: name = "fetch_or"; break;
	case BPF_AND | BPF_FETCH: name = "fetch_and"; break;
	case BPF_XOR | BPF_FETCH: name = "fetch_xor"; break;
	case BPF_XCHG: name = "xchg"; break;
	case BPF_CMPXCHG: name = "cmpxchg"; result = 0; break;
	default: return false;
	}
	sb_printf(out, "r%u = atomic%s_%s(", result,
		  BPF_SIZE(in->code) == BPF_DW ? "64" : "", name);
	put_place(out, in, in->dst_reg);
	sb_printf(out, in->imm == BPF_CMPXCHG ? ", r0, r%u)" : ", r%u)", in->src_reg);
	return true;
}

static bool put_atomic(struct strbuf *out, const struct bpf_insn *in)
{
	if (in->imm != BPF_ADD && in->imm != BPF_OR && in->imm != BPF_AND &&
	    in->imm != BPF_XOR)
		return put_fetch(out, in);
	sb_puts(out, "lock *");
	put_place(out, in, in->dst_reg);
	sb_printf(out, " %s r%u", alu_ops[in->imm >> 4], in->src_reg);
	return true;
}

static bool put_stx(struct strbuf *out, const struct bpf_insn *in)
{
	if (BPF_MODE(in->code) == BPF_ATOMIC)
		return put_atomic(out, in);
	if (BPF_MODE(in->code) != BPF_MEM)
		return false;
	sb_putc(out, '*');
	put_place(out, in, in->dst_reg);
	sb_printf(out, " = r%u", in->src_reg);
	return true;
}

static bool put_st(struct strbuf *out, const struct bpf_insn *in)
{
	if (BPF_MODE(in->code) != BPF_MEM)
		return false;
	sb_putc(out, '*');
	put_place(out, in, in->dst_reg);
	sb_printf(out, " = %d", in->imm);
	return true;
}

static bool put_ldx(struct strbuf *out, const struct bpf_insn *in)
{
	static const char wide[4][4] = { "s32", "s16", "s8", "s64" };

	if (BPF_MODE(in->code) == MODE_MEMSX) {
		sb_printf(out, "r%u = *(%s *)(r%u %+d)", in->dst_reg,
			  wide[BPF_SIZE(in->code) >> 3], in->src_reg, in->off);
		return true;
	}
	if (BPF_MODE(in->code) != BPF_MEM)
		return false;
	sb_printf(out, "r%u = *", in->dst_reg);
	put_place(out, in, in->src_reg);
	return true;
}

static bool put_imm64(struct strbuf *out, const struct bpf_insn *in, u32 at)
{
	u32 low = in[0].imm, high = in[1].imm;

	sb_printf(out, "r%u = ", in->dst_reg);
	switch (in->src_reg) {
	case 0: sb_printf(out, "0x%llx", (unsigned long long)((u64)high << 32 | low)); break;
	case BPF_PSEUDO_MAP_FD: sb_printf(out, "map[%u]", low); break;
	case BPF_PSEUDO_MAP_VALUE: sb_printf(out, "map[%u][0]+%u", low, high); break;
	case BPF_PSEUDO_BTF_ID: sb_printf(out, "btf[%u]", low); break;
	case BPF_PSEUDO_FUNC: sb_printf(out, "func[%u]", at + 1 + low); break;
	case BPF_PSEUDO_MAP_IDX: sb_printf(out, "map_idx[%u]", low); break;
	case BPF_PSEUDO_MAP_IDX_VALUE: sb_printf(out, "map_idx[%u][0]+%u", low, high); break;
	default: sb_printf(out, "pseudo#%u(0x%x, 0x%x)", in->src_reg, low, high);
	}
	return true;
}

static bool put_ld(struct strbuf *out, const struct bpf_insn *in, u32 at)
{
	switch (BPF_MODE(in->code)) {
	case BPF_IMM:
		return BPF_SIZE(in->code) == BPF_DW && put_imm64(out, in, at);
	case BPF_ABS:
		sb_printf(out, "r0 = *(%s *)skb[%d]", sizes[BPF_SIZE(in->code) >> 3], in->imm);
		return true;
	case BPF_IND:
		sb_printf(out, "r0 = *(%s *)skb[r%u + %d]", sizes[BPF_SIZE(in->code) >> 3],
			  in->src_reg, in->imm);
		return true;
	}
	return false;
}

static bool put_call(struct strbuf *out, const struct bpf_insn *in)
{
	if (in->src_reg == BPF_PSEUDO_CALL) {
		sb_printf(out, "call pc%+d", in->imm);
	} else if (in->src_reg == BPF_PSEUDO_KFUNC_CALL) {
		sb_printf(out, "call kernel-function#%d", in->imm);
	} else {
		sb_puts(out, "call ");
		helper_put(out, in->imm);
	}
	return true;
}

static bool put_jump(struct strbuf *out, const struct bpf_insn *in)
{
	u32 op = BPF_OP(in->code);
	bool is32 = BPF_CLASS(in->code) == BPF_JMP32;
	char w = is32 ? 'w' : 'r';

	if (op == BPF_JA) {
		sb_printf(out, "goto %+d", is32 ? in->imm : in->off);
		return true;
	}
	if (!is32 && op == BPF_CALL)
		return put_call(out, in);
	if (!is32 && op == BPF_EXIT) {
		sb_puts(out, "exit");
		return true;
	}
	if (!*jump_ops[op >> 4])
		return false;
	sb_printf(out, "if %c%u %s ", w, in->dst_reg, jump_ops[op >> 4]);
	if (BPF_SRC(in->code) == BPF_X)
		sb_printf(out, "%c%u", w, in->src_reg);
	else
		put_signed_hex(out, in->imm);
	sb_printf(out, " goto %+d", in->off);
	return true;
}

u32 insn_text(struct strbuf *out, const struct bpf_insn *insn, u32 at)
{
	bool known = false;

	switch (BPF_CLASS(insn->code)) {
	case BPF_ALU: case BPF_ALU64: known = put_alu(out, insn); break;
	case BPF_JMP: case BPF_JMP32: known = put_jump(out, insn); break;
	case BPF_STX: known = put_stx(out, insn); break;
	case BPF_ST: known = put_st(out, insn); break;
	case BPF_LDX: known = put_ldx(out, insn); break;
	case BPF_LD: known = put_ld(out, insn, at); break;
	}
	if (!known)
		put_hex(out, insn);
	return insn->code == (BPF_LD | BPF_DW | BPF_IMM) ? 2 : 1;
}
