/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * leave.c - which conditional jumps the verifier should follow before the code after them.
 *
 * At a branch the verifier first follows the code after the jump and keeps the jump's target
 * for later.  It keeps at most 8,192 targets (BPF_COMPLEXITY_LIMIT_JMP_SEQ,
 * kernel/bpf/verifier.c).  A jump out of a loop adds one in each round, which stays until the
 * verifier reaches the end of the program.  So emit.c makes two instructions of such a jump,
 *
 *	if (!condition) goto next;
 *	goto target;
 *   next:
 *
 * and the verifier follows the target at once.  In the next round it finds a state there that
 * it knows already, so it keeps one branch instead of one per round.  The same is done if many
 * jumps have one target, as in comparisons of long strings.
 */
#include "bpf/backend.h"

#define MANY 8		/* jumps to one target */

/* Returns end[i]: the last instruction of the innermost loop around instruction i, or n.  Sets
 * begins[] for the labels of loops. */
static u32 *loop_ends(struct arena *tmp, const struct ir *ir, const u32 *at, bool *begins)
{
	u32 n = ir->insns.n, *end = arena_array(tmp, u32, n);

	for (u32 i = 0; i < n; i++)
		end[i] = n;
	for (u32 i = 0; i < n; i++) {
		const struct ir_insn *in = &ir->insns.v[i];

		if (!ir_jumps(in))
			continue;
		begins[in->id] |= at[in->id] <= i;
		for (u32 k = at[in->id]; k <= i; k++)
			if (end[k] > i)
				end[k] = i;
	}
	return end;
}

bool *leave_marks(struct arena *tmp, const struct ir *ir)
{
	u32 n = ir->insns.n, *at = ir_label_places(tmp, ir);
	u32 *jumps = arena_array(tmp, u32, ir->n_labels + 1);
	bool *begins = arena_array(tmp, bool, ir->n_labels + 1), *marks = arena_array(tmp, bool, n);
	u32 *end = loop_ends(tmp, ir, at, begins);

	for (u32 i = 0; i < n; i++)
		if (ir->insns.v[i].op == IR_JCC)
			jumps[ir->insns.v[i].id]++;
	for (u32 i = 0; i < n; i++) {
		const struct ir_insn *in = &ir->insns.v[i];

		marks[i] = in->op == IR_JCC && cond_opposite(in->sub) && at[in->id] > i &&
			   !begins[in->id] &&
			   (at[in->id] > end[i] || jumps[in->id] >= MANY);
	}
	return marks;
}
