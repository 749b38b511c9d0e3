/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cfi.h - reads descriptions of call frames, as compilers write them for debuggers and exceptions.
 *
 * A section (.debug_frame or .eh_frame) has an entry for each function, which yields rows: from
 * one address to the next, how the call frame address is computed and where registers of the
 * caller are.  Entries may be hostile: every read is within bounds, and the number of rows is at
 * most the section's size in bytes.
 */
#ifndef AWL_CFI_H
#define AWL_CFI_H

#include "base/cursor.h"

#define CFI_REGS 3		/* of the caller, that can be asked for */
#define CFI_STATES 8		/* depth of DW_CFA_remember_state */

enum cfi_how {
	CFI_SAME,
	CFI_AT_CFA,		/* the word at CFA + off */
	CFI_AT_EXPRESSION,	/* the word at the expression's value */
	CFI_IN_REG,		/* register off */
	CFI_GONE,		/* undefined; of the return address: there is no caller */
	CFI_ELSEWHERE		/* a value that is computed */
};

struct cfi_reg { enum cfi_how how; s64 off; struct cursor expression; };

struct cfi_state {
	u64 reg;			/* the CFA is this register plus off, … */
	s64 off;
	struct cursor expression;	/* … if there is no expression: expression.p is NULL */
	struct cfi_reg regs[CFI_REGS];
};

struct cfi {
	struct cursor c;		/* the rest of the section */
	const u8 *start, *end;		/* the section, … */
	u64 addr;			/* … and its address */
	bool is_eh;
	const u8 *wanted;		/* numbers of the registers in cfi_state.regs */
	u8 n_wanted;
	/* What several functions have in common: the last one that was read. */
	const u8 *common;		/* where it is; or NULL */
	u64 code_factor;
	s64 data_factor;
	u64 ra;				/* the number of the return address's register */
	u8 encoding;			/* of addresses */
	bool has_augmentation, is_signal, is_bad;
	struct cfi_state first;		/* at a function's entry */
};

struct cfi_entry { u64 from, to; bool is_signal; struct cursor program; };

struct cfi_rows {
	u64 at;				/* where the next row begins */
	u64 from, to;			/* of the row */
	struct cfi_state now, saved[CFI_STATES];
	u32 n_saved;
	struct cursor c;
};

/* c is the section's contents.  Registers to follow are wanted, at most CFI_REGS.  The first is
 * that of the return address.  Functions may name another one: __fentry__() of s390x does. */
void cfi_open(struct cfi *f, struct cursor c, u64 addr, bool is_eh, const u8 *wanted, u8 n_wanted);
/* Reads the next function's entry; false at the end.  Entries that make no sense are left out. */
bool cfi_next(struct cfi *f, struct cfi_entry *e);
/* Starts over with the rows of an entry, which must be the last one that cfi_next() read. */
void cfi_start(struct cfi_rows *r, const struct cfi *f, const struct cfi_entry *e);
/* Reads the next row; false at the end.  r->c.bad: the instructions make no sense. */
bool cfi_row(struct cfi_rows *r, const struct cfi *f, const struct cfi_entry *e);
/* Reads an address in an encoding of .eh_frame; at is that of c->p. */
u64 cfi_encoded(struct cursor *c, u8 encoding, u64 at);

#endif
