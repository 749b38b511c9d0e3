/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * insn.h - eBPF instructions as text, helpers by name.
 *
 * The instruction set is the kernel's ABI (Documentation/bpf/standardization/
 * instruction-set.rst); struct bpf_insn and the opcodes come from linux/bpf.h.
 * Helper numbers are in helper.def, as older system headers lack some.
 */
#ifndef AWL_INSN_H
#define AWL_INSN_H

#include <linux/bpf.h>

#include "base/strbuf.h"

enum helper {
#define X(name, number) HELPER_##name = number,
#include "bpf/helper.def"
#undef X
};

enum {
#define X(name, number) HELPER_AT_##name,
#include "bpf/helper.def"
#undef X
	HELPERS
};

/* A call of one of these is BPF_PSEUDO_KFUNC_CALL.  The loader replaces the number by the
 * function's id in BTF. */
#define KFUNC_FIRST HELPER_preempt_disable

/* "map_lookup_elem"; "helper#77" if unknown */
void helper_put(struct strbuf *out, u32 number);

/*
 * One instruction as text without newline, in the notation of the verifier's log:
 * "r1 = *(u64 *)(r6 +8)", "if r0 == 0x0 goto +5".  A map before loading is "r1 = map[2]".
 * `at` is the instruction's index.  Returns the length of the instruction in slots (1 or 2).
 */
u32 insn_text(struct strbuf *out, const struct bpf_insn *insn, u32 at);

#endif
