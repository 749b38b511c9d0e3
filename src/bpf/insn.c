/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * insn.c - eBPF instructions as text, in the verifier's notation.
 *
 * Covers the instructions that emit.c makes.  Any other would be printed as
 * hexadecimal, so that a listing is never wrong and never incomplete.
 */
#include "bpf/insn.h"

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

static bool put_alu(struct strbuf *out, const struct bpf_insn *in)
{
	char w = BPF_CLASS(in->code) == BPF_ALU ? 'w' : 'r';
	u32 op = BPF_OP(in->code);

	if (op == BPF_END) {
		sb_printf(out, "r%u = %s%d r%u", in->dst_reg,
			  BPF_SRC(in->code) == BPF_TO_BE ? "be" : "le", in->imm, in->dst_reg);
		return true;
	}
	if (op == BPF_NEG) {
		sb_printf(out, "%c%u = -%c%u", w, in->dst_reg, w, in->dst_reg);
		return true;
	}
	if (!*alu_ops[op >> 4])
		return false;
	sb_printf(out, "%c%u %s ", w, in->dst_reg, alu_ops[op >> 4]);
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

static bool put_stx(struct strbuf *out, const struct bpf_insn *in)
{
	bool adds = BPF_MODE(in->code) == BPF_ATOMIC;

	sb_puts(out, adds ? "lock *" : "*");
	put_place(out, in, in->dst_reg);
	sb_printf(out, adds ? " += r%u" : " = r%u", in->src_reg);
	return true;
}

static bool put_st(struct strbuf *out, const struct bpf_insn *in)
{
	sb_putc(out, '*');
	put_place(out, in, in->dst_reg);
	sb_printf(out, " = %d", in->imm);
	return true;
}

static bool put_ldx(struct strbuf *out, const struct bpf_insn *in)
{
	sb_printf(out, "r%u = *", in->dst_reg);
	put_place(out, in, in->src_reg);
	return true;
}

/* A constant, or a map or function, whose address the loader inserts. */
static bool put_imm64(struct strbuf *out, const struct bpf_insn *in, u32 at)
{
	u32 low = in[0].imm, high = in[1].imm;

	sb_printf(out, "r%u = ", in->dst_reg);
	switch (in->src_reg) {
	case 0: sb_printf(out, "0x%llx", (unsigned long long)((u64)high << 32 | low)); break;
	case BPF_PSEUDO_MAP_FD: sb_printf(out, "map[%u]", low); break;
	case BPF_PSEUDO_MAP_VALUE: sb_printf(out, "map[%u][0]+%u", low, high); break;
	case BPF_PSEUDO_FUNC: sb_printf(out, "func[%u]", at + 1 + low); break;
	}
	return true;
}

static bool put_jump(struct strbuf *out, const struct bpf_insn *in)
{
	u32 op = BPF_OP(in->code);

	if (op == BPF_JA) {
		sb_printf(out, "goto %+d", in->off);
		return true;
	}
	if (op == BPF_CALL) {
		sb_puts(out, "call ");
		helper_put(out, in->imm);
		return true;
	}
	if (op == BPF_EXIT) {
		sb_puts(out, "exit");
		return true;
	}
	if (!*jump_ops[op >> 4])
		return false;
	sb_printf(out, "if r%u %s ", in->dst_reg, jump_ops[op >> 4]);
	if (BPF_SRC(in->code) == BPF_X)
		sb_printf(out, "r%u", in->src_reg);
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
	case BPF_JMP: known = put_jump(out, insn); break;
	case BPF_STX: known = put_stx(out, insn); break;
	case BPF_ST: known = put_st(out, insn); break;
	case BPF_LDX: known = put_ldx(out, insn); break;
	case BPF_LD: known = put_imm64(out, insn, at); break;
	}
	if (!known)
		put_hex(out, insn);
	return insn->code == (BPF_LD | BPF_DW | BPF_IMM) ? 2 : 1;
}
