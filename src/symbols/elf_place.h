/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf_place.h - check that an instruction starts at an address of a program; its first one.
 *
 * The kernel writes a uprobe's breakpoint wherever it is asked to.  In the middle of an
 * instruction, or in constants between functions, that changes what the program does or
 * crashes it.
 */
#ifndef AWL_ELF_PLACE_H
#define AWL_ELF_PLACE_H

#include "symbols/elf.h"

enum elf_place {
	PLACE_STARTS_FUNCTION,
	PLACE_STARTS_INSN,
	PLACE_INSIDE_INSN,	/* inside an instruction from `begin` to `end`, or after a branch
				 * that runs it first */
	PLACE_IS_DATA,
	PLACE_IS_UNKNOWN	/* the starts of instructions are not known */
};

/* addr must be in code (elf_code()) of e.  `symbols` has its symbols: e itself, or a file that has
 * what was stripped from it.  *begin and *end are addresses, and are valid only for
 * PLACE_INSIDE_INSN. */
enum elf_place elf_place(const struct elf *e, const struct elf *symbols, u64 addr, u64 *begin,
			 u64 *end);
/*
 * The kernel runs the instruction under a uprobe from a copy of it, with a second trap after it,
 * unless it can do by itself what the instruction does.  If it can for the instruction after the
 * one at this offset of the file, but not for that one, which marks the targets of indirect calls
 * and does nothing else, returns the bytes between them; else 0.
 */
u8 elf_landing(const struct elf *e, u64 offset);
/* The offset in the file of the instruction that runs first; UINT64_MAX: there is none. */
u64 elf_start(const struct elf *e);

#endif
