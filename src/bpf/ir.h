/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ir.h - the intermediate representation: eBPF with any number of registers and any amount
 * of stack.
 *
 * gen/ builds it; opt.c improves it; layout.c places the slots, which share room by lifetime
 * (those that don't fit the 512 bytes of stack go to a per-CPU scratch map); regalloc.c assigns
 * registers (linear scan with spilling); emit.c writes eBPF.
 *
 * Virtual registers are 64 bits wide and may be assigned more than once.  ALU instructions have
 * two addresses: dst = dst op src.  Control flow is structured: labels and jumps nest, and only
 * loops jump backward.  A value that is carried around a loop must be assigned before the loop.
 *
 * Sizes and offsets are bytes.
 */
#ifndef AWL_IR_H
#define AWL_IR_H

#include "base/features.h"
#include "bpf/code.h"

struct bpf_insn;

typedef u32 vreg;	/* 0: none */
typedef u32 slot;	/* a piece of stack; 0: none */
typedef u32 label;	/* 0: none */

enum alu {		/* values: eBPF's BPF_OP() codes >> 4 */
	ALU_ADD = 0x0, ALU_SUB = 0x1, ALU_MUL = 0x2, ALU_DIV = 0x3, ALU_OR = 0x4,
	ALU_AND = 0x5, ALU_LSH = 0x6, ALU_RSH = 0x7, ALU_NEG = 0x8, ALU_MOD = 0x9,
	ALU_XOR = 0xa, ALU_ARSH = 0xc
};

enum cond {		/* the same, of BPF_JMP */
	COND_EQ = 0x1, COND_GT = 0x2, COND_GE = 0x3, COND_SET = 0x4, COND_NE = 0x5,
	COND_SGT = 0x6, COND_SGE = 0x7, COND_LT = 0xa, COND_LE = 0xb,
	COND_SLT = 0xc, COND_SLE = 0xd
};

enum ir_op {
	IR_NOP,
	IR_MOV,		/* dst = a */
	IR_IMM,		/* dst = imm, all 64 bits */
	IR_ALU,		/* dst = dst alu (b or imm); is32: low half, upper zeroed */
	IR_BSWAP,	/* dst = byte-swapped low imm (16, 32, 64) bits, zero-extended */
	IR_LOAD,	/* dst = zero-extended *(size *)(base + off) */
	IR_STORE,	/* *(size *)(base + off) = b or imm */
	IR_XADD,	/* atomic *(size *)(base + off) += b */
	IR_LEA,		/* dst = address of slot + off */
	IR_MAPVAL,	/* dst = address of array map imm's first value + off */
	IR_CALL,	/* dst = helper imm(args); dst may be none */
	IR_LABEL,	/* label */
	IR_JMP,		/* goto label */
	IR_JCC,		/* if (a cond (b or imm)) goto label */
	IR_EXIT,	/* return a, or imm if a is none */
	IR_SCRATCH,	/* a good place to compute the scratch area's address */
	IR_OPS
};

struct ir_arg {			/* of a call */
	enum { ARG_VREG, ARG_IMM, ARG_SLOT, ARG_MAP, ARG_FUNC } kind;
	u32 id;			/* vreg, slot, map or function */
	s64 imm;		/* ARG_IMM: value; ARG_VREG, ARG_SLOT: added to it */
};

struct ir_insn {
	u8 op;			/* enum ir_op */
	u8 sub;			/* enum alu or enum cond */
	u8 size;		/* 1, 2, 4, 8 */
	u8 n_args;
	bool is32, has_imm, base_is_slot;
	bool keeps;		/* the values it uses are spilled last: regalloc.c */
	vreg dst, a, b;
	u32 id;			/* base: vreg or slot; label; first of args */
	s32 off;
	s64 imm;
	struct span span;	/* the place in the script it was made from */
};

struct ir {
	struct arena *arena;
	VEC(struct ir_insn) insns;
	VEC(struct ir_arg) args;
	VEC(struct ir_slot { u32 size; u32 align; bool on_stack; }) slots; /* [0] unused */
	u32 n_vregs, n_labels;	/* both count from 1 */
	u32 n_params;		/* vregs 1 to n_params are r1, r2 … at entry */
	vreg ctx;		/* r1 at entry */
	struct span span;	/* of instructions that are added next */
	const char *name;	/* for dumps */
};

struct ir *ir_new(struct arena *arena, const char *name);
void ir_free(struct ir *ir);		/* the vectors; the rest is in the arena */
vreg ir_vreg(struct ir *ir);
/* The next parameter of a function (r2, r3 …).  To be called before ir_vreg(). */
vreg ir_param(struct ir *ir);
slot ir_slot(struct ir *ir, u32 size, u32 align);
label ir_label(struct ir *ir);

void ir_mov(struct ir *ir, vreg dst, vreg src);
void ir_imm(struct ir *ir, vreg dst, s64 imm);
void ir_alu(struct ir *ir, enum alu op, vreg dst, vreg src);
void ir_alui(struct ir *ir, enum alu op, vreg dst, s64 imm);	/* any imm */
void ir_alu32i(struct ir *ir, enum alu op, vreg dst, s32 imm);
void ir_bswap(struct ir *ir, vreg dst, u32 bits);
void ir_load(struct ir *ir, u32 size, vreg dst, vreg base, s32 off);
void ir_store(struct ir *ir, u32 size, vreg base, s32 off, vreg src);
void ir_storei(struct ir *ir, u32 size, vreg base, s32 off, s64 imm);
void ir_load_slot(struct ir *ir, u32 size, vreg dst, slot s, s32 off);
void ir_store_slot(struct ir *ir, u32 size, slot s, s32 off, vreg src);
void ir_storei_slot(struct ir *ir, u32 size, slot s, s32 off, s64 imm);
void ir_xadd(struct ir *ir, u32 size, vreg base, s32 off, vreg src);
void ir_lea(struct ir *ir, vreg dst, slot s, s32 off);
void ir_mapval(struct ir *ir, vreg dst, u32 map, u32 off);
void ir_call(struct ir *ir, vreg dst, u32 helper, const struct ir_arg *args, u32 n);
void ir_put(struct ir *ir, label l);	/* l is here */
void ir_jmp(struct ir *ir, label l);
void ir_jcc(struct ir *ir, enum cond c, vreg a, vreg b, label l);
void ir_jcci(struct ir *ir, enum cond c, vreg a, s64 imm, label l);	/* any imm */
void ir_exit(struct ir *ir, s64 value);
void ir_scratch(struct ir *ir);

#define ARG_R(v) ((struct ir_arg){ ARG_VREG, (v), 0 })
#define ARG_RO(v, o) ((struct ir_arg){ ARG_VREG, (v), (o) })	/* vreg + o */
#define ARG_I(i) ((struct ir_arg){ ARG_IMM, 0, (i) })
#define ARG_S(s, o) ((struct ir_arg){ ARG_SLOT, (s), (o) })	/* &slot + o */
#define ARG_M(m) ((struct ir_arg){ ARG_MAP, (m), 0 })
#define ARG_F(f) ((struct ir_arg){ ARG_FUNC, (f), 0 })

/* As text, one instruction per line, for -d. */
void ir_dump(struct strbuf *out, const struct ir *ir);

/* ---- all passes ---------------------------------------------------- */

struct code_target {		/* what the passes must know of the kernel and the script */
	u32 scratch_map;	/* index of the array map with the scratch areas */
	u32 scratch_size;	/* bytes of its value so far; code_make() adds */
	u32 cpu_slots;		/* CPUs rounded up to a power of two */
	u32 max_insns;		/* the kernel's limit */
	u32 stack_limit;	/* 512; less in tests, to force scratch */
	u32 n_regs;		/* 10; less in tests, to force spills */
	bool is_big;		/* big-endian, which decides what reverses bytes */
	bool may_lack_div64;	/* then has(FEATURE_DIV64) says so */
	/* Does the program keep the kernel from preempting it (FEATURE_NO_PREEMPT)?
	 * GUARD_MEMORY: if it has memory that another run on its CPU would use, too. */
	enum { GUARD_NONE, GUARD_MEMORY, GUARD_ALWAYS } guard;
	has_feature *has;
};

enum code_error { CODE_OK, CODE_TOO_LONG, CODE_JUMP_TOO_FAR, CODE_STACK };

/*
 * Makes *out, in the arena, by all passes.  The program consists of funcs[0], which gets the
 * context, and the functions that it refers to as ARG_FUNC i, i >= 1.  The passes change funcs.
 * On an error, *at is the place in the script, or 0.
 */
enum code_error code_make(struct arena *arena, struct ir *const *funcs, u32 n_funcs,
			  struct code_target *target, struct code *out, struct span *at);

#endif
