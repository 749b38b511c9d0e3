/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * leave.c - which conditional jumps the verifier should follow before what comes after them.
 *
 * At a branch the verifier goes on behind the jump and keeps the jump's target for later.
 * It keeps 8,192 of them at most (BPF_COMPLEXITY_LIMIT_JMP_SEQ, kernel/bpf/verifier.c), and
 * a jump out of a loop adds one in each round, which stays until the end of the program is
 * reached.  So emit.c makes such a jump of two instructions,
 *
 *	if (!condition) goto next;
 *	goto target;
 *   next:
 *
 * and the target is looked at at once.  In the next round the verifier comes there with
 * nothing new, and has one branch to remember instead of one per round.  The same is done
 * for jumps of which many have one target, as where two long strings differ.
 */
#include "bpf/backend.h"

#define MANY 8		/* jumps to one target */

/* end[i]: the last instruction of the innermost loop that instruction i is in, or n. */
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
