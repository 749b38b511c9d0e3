/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * irgen.h - random IR programs, and an interpreter for IR whose results the back end must match.
 */
#ifndef AWL_IRGEN_H
#define AWL_IRGEN_H

#include "bpf/ir.h"

enum {
	IRGEN_SCRATCH = 0,	/* map 0: the scratch area */
	IRGEN_HASH = 1,		/* map 1: hash u64 -> u64 */
	IRGEN_ARRAY = 2,	/* map 2: array, one value of IRGEN_VALUE bytes */
	IRGEN_VALUE = 64,
	IRGEN_CTX = 64,		/* bytes of context */
	IRGEN_HELPER = 1000,	/* + n: mixes its n arguments; not for kernels */
	IRGEN_OUT = 1010	/* *arg1 = f(*arg2), whatever *arg1 was */
};

struct irgen_limits {
	u32 statements, scalars, loop;
	bool kernel;		/* only code that a real kernel accepts */
};

/* The same seed and limits always give the same program. */
struct ir *irgen_make(struct arena *arena, u64 seed, const struct irgen_limits *limits);

/* Leaves the program with what is in a register, for tests to compare. */
void irgen_exit(struct ir *ir, vreg value);

/* The made-up helper, also used by the test machine.  `mem` is where arg points, or NULL if it is
 * a number. */
u64 irgen_mix(u64 acc, u64 arg, u8 *mem);

bool irgen_out(u8 *to, const u8 *from);	/* the helper IRGEN_OUT */

/* Runs the program.  Returns NULL, or a text that says what is wrong. */
const char *irgen_run(const struct ir *ir, const u8 *ctx, u64 *result);

#endif
