/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unwind_impl.h - what the readers of unwinding tables share: a table that is being made. */
#ifndef AWL_UNWIND_IMPL_H
#define AWL_UNWIND_IMPL_H

#include "arch/arch.h"
#include "base/mem.h"
#include "symbols/elf.h"
#include "symbols/unwind.h"
#include "symbols/unwind_pool.h"

/* A piece of code, of one function as a rule, whose rows are in order. */
struct unwind_piece { u64 from, to; u32 first, n; };

struct unwind_maker {
	const struct elf *e, *stripped;
	const struct arch *arch;
	VEC(struct unwind_piece) pieces;	/* from and to are offsets in the file */
	VEC(struct unwind_row) rows;
	struct unwind_pool rules;
	u64 moved;				/* offset in the file minus address, … */
	u64 lo, hi;				/* … of the addresses here */
};

/* Begins a piece with the code from one address to another; false if it is not in the file. */
bool unwind_begin(struct unwind_maker *m, u64 from, u64 to);
/* From this address on, in the piece that was begun, a rule holds. */
void unwind_add(struct unwind_maker *m, u64 addr, const struct unwind_rule *rule);

/* The number of a rule.  Rules beyond what a table can hold count as unknown. */
u32 unwind_number(struct unwind_maker *m, const struct unwind_rule *rule);

/* The rule for code that a signal handler returns to.  Not all of that code is described, and on
 * aarch64 the description is of a frame that leaves the interrupted one out. */
void unwind_signal(const struct arch *a, const struct arch_signal *g, struct unwind_rule *r);

/* Readers: 0, -ENOENT or -ENOEXEC. */
int unwind_read_cfi(struct unwind_maker *m);
int unwind_read_arm(struct unwind_maker *m);

#endif
