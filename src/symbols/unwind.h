/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind.h - how to find the caller's frame from any instruction of a program or library.
 *
 * unwind_read() turns a file's description of its call frames (.eh_frame, .debug_frame or
 * .ARM.exidx) into a table.  Each row holds for the code from its place on, up to the next row's,
 * and names a rule.  Places are offsets in the file, as uprobes count them, so that one table
 * serves all processes that map the file.  Few rules are distinct, so rows share them.
 *
 * A walk keeps the registers ip, sp, fp, on arm fp2 as well, and the link register where there is
 * one (arch->ra_in_reg).  arch->unwind says which registers these are.  For each frame it finds
 * the row of ip, or of ip - 1 if a call pushed ip: the next instruction may belong to another
 * function.  Then
 *
 *	CFA = reg + cfa				of UNWIND_CFA
 *	CFA = word at (reg + cfa), + add	of UNWIND_WORD
 *	CFA = sp + cfa + (is (ip & 15) >= add ? word : 0)	of UNWIND_PLT
 *
 * The caller's sp is this CFA.  On s390x DWARF's CFA is cfa_above bytes higher, which the rules
 * allow for.  The caller's ip is the word that ra names, or the link register if ra_from is
 * UNWIND_SAME, which only the innermost frame and one that a signal interrupted can have.  In the
 * innermost frame it may be in another register.  fp, fp2 and lr are found in the same way from
 * this frame's registers.  All words have the size of the architecture's.  On aarch64 the return
 * address may be signed: its high bits must be cut off.  On arm its lowest bit says that the caller
 * is Thumb code.
 */
#ifndef AWL_UNWIND_H
#define AWL_UNWIND_H

#include "base/base.h"

/* Can this awl unwind by tables?  ./configure --disable-unwind leaves that out. */
#ifdef NO_UNWIND
#define HAS_UNWIND false
#else
#define HAS_UNWIND true
#endif

struct arch;
struct elf;

enum unwind_kind {
	UNWIND_NONE,	/* nothing is known about this code, which may be a leaf or have no caller;
			 * on arm the latter is not marked otherwise */
	UNWIND_END,	/* this frame has no caller */
	UNWIND_CFA, UNWIND_WORD, UNWIND_PLT,
	UNWIND_KINDS
};

/* The register that the CFA is counted from. */
enum unwind_reg {
	UNWIND_SP, UNWIND_FP, UNWIND_FP2,
	UNWIND_OTHER	/* plus its index in the register block; known in the innermost frame */
};

/* Where a register of the caller is. */
enum unwind_from {
	UNWIND_SAME,	/* it has not changed; of ra: in the link register */
	UNWIND_AT_CFA, UNWIND_AT_SP, UNWIND_AT_FP,	/* the word at `off` from there */
	UNWIND_IN_REG	/* of ra: plus the register's index in the register block */
};

struct unwind_rule {
	u8 kind, reg;
	u8 is_signal;	/* the caller was interrupted here, it did not call: look for its own ip */
	u8 ra_from, fp_from, fp2_from, lr_from;
	u8 is_guess;	/* no table has this rule: it follows frame pointers */
	s32 cfa, add;
	s32 ra, fp, fp2, lr;	/* offsets in bytes from what ..._from says */
};

struct unwind_row { u32 at; u32 rule; };	/* offset in the file, index in `rules` */

#define UNWIND_MAX_RULES 65535	/* in one table; rule 0 is UNWIND_NONE */

struct unwind_table {
	struct unwind_row *rows;	/* in order of `at`, no two of the same */
	struct unwind_rule *rules;
	u32 n_rows, n_rules;
};

/*
 * Makes the table of a file.  stripped: the file that has what was stripped from it
 * (elf_each_separate()), or NULL.  Returns 0, or -errno: -ENOENT: the file does not describe its
 * frames; -ENOEXEC: it is of another machine, or what it says makes no sense.  Then the table is
 * empty.
 */
int unwind_read(const struct elf *e, const struct elf *stripped, const struct arch *arch,
		struct unwind_table *out);
void unwind_free(struct unwind_table *t);
/* The rule that follows frame pointers, or the chain of stack pointers. */
struct unwind_rule unwind_chain(const struct arch *arch);
/* The index of the row for an offset in the file; -1 if it is before the first one. */
s32 unwind_find(const struct unwind_table *t, u32 at);

#endif
