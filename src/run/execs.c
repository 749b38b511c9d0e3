/* SPDX-License-Identifier: GPL-2.0-or-later */
/* execs.c - see execs.h. */
#include "run/execs.h"

#include <linux/bpf.h>
#include <unistd.h>

#include "bpf/walk.h"
#include "kernel/sysbpf.h"

#define MOST_INSNS 32

struct code { struct bpf_insn insns[MOST_INSNS]; u32 n; };

static void put(struct code *c, u8 op, u8 dst, u8 src, s16 off, s32 imm)
{
	c->insns[c->n++] = (struct bpf_insn){ .code = op, .dst_reg = dst, .src_reg = src,
					      .off = off, .imm = imm };
}

/* dst = imm, or what src says the number is (BPF_PSEUDO_…). */
static void put_imm64(struct code *c, u8 dst, u8 src, u64 imm)
{
	put(c, BPF_LD | BPF_DW | BPF_IMM, dst, src, 0, (s32)imm);
	put(c, 0, 0, 0, 0, (s32)(imm >> 32));
}

static void put_call(struct code *c, s32 helper)
{
	put(c, BPF_JMP | BPF_CALL, 0, 0, 0, helper);
}

/* r6 = the ids of process and thread in awl's PID namespace. */
static void put_ids(struct code *c, const struct walk_maps *m)
{
	if (!m->ns_ino) {
		put_call(c, BPF_FUNC_get_current_pid_tgid);
		put(c, BPF_ALU64 | BPF_MOV | BPF_X, BPF_REG_6, BPF_REG_0, 0, 0);
		return;
	}
	put_imm64(c, BPF_REG_1, 0, m->ns_dev);
	put_imm64(c, BPF_REG_2, 0, m->ns_ino);
	put(c, BPF_ALU64 | BPF_MOV | BPF_X, BPF_REG_3, BPF_REG_10, 0, 0);
	put(c, BPF_ALU64 | BPF_ADD | BPF_K, BPF_REG_3, 0, 0, -8);
	put(c, BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_4, 0, 0, 8);
	put_call(c, BPF_FUNC_get_ns_current_pid_tgid);
	put(c, BPF_LDX | BPF_MEM | BPF_DW, BPF_REG_6, BPF_REG_10, -8, 0);
}

/*
 *	r6 = …ids…;
 *	r6 = (r6 >> 32 & (WALK_EXECS - 1)) * 8;
 *	r6 += execs;
 *	*r6 = ktime_get_ns();
 *	return 0;
 */
static void make(struct code *c, const struct walk_maps *m, int fd)
{
	put_ids(c, m);
	put(c, BPF_ALU64 | BPF_RSH | BPF_K, BPF_REG_6, 0, 0, 32);
	put(c, BPF_ALU64 | BPF_AND | BPF_K, BPF_REG_6, 0, 0, WALK_EXECS - 1);
	put(c, BPF_ALU64 | BPF_LSH | BPF_K, BPF_REG_6, 0, 0, 3);
	put_imm64(c, BPF_REG_1, BPF_PSEUDO_MAP_VALUE, (u32)fd);
	put(c, BPF_ALU64 | BPF_ADD | BPF_X, BPF_REG_6, BPF_REG_1, 0, 0);
	put_call(c, BPF_FUNC_ktime_get_ns);
	put(c, BPF_STX | BPF_MEM | BPF_DW, BPF_REG_6, BPF_REG_0, 0, 0);
	put(c, BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, 0);
	put(c, BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
}

int execs_watch(const struct walk_maps *m, int fd)
{
	struct code c = { .n = 0 };
	struct sysbpf_prog p = { .name = "awl_execs", .type = BPF_PROG_TYPE_RAW_TRACEPOINT,
				 .insns = c.insns };
	int prog, link;

	make(&c, m, fd);
	p.n_insns = c.n;
	prog = sysbpf_prog_load(&p);
	if (prog < 0)
		return prog;
	link = sysbpf_raw_tracepoint("sched_process_exec", prog);
	close(prog);
	return link;
}
