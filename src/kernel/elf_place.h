/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf_place.h - does an instruction begin at an address of a program?
 *
 * The kernel writes a breakpoint wherever it is asked to.  In the middle of an
 * instruction, or in constants between functions, that changes what the
 * program does, or ends it.
 */
#ifndef AWL_ELF_PLACE_H
#define AWL_ELF_PLACE_H

#include "kernel/elf.h"

enum elf_place {
	PLACE_STARTS_FUNCTION,
	PLACE_STARTS_INSN,
	PLACE_INSIDE_INSN,	/* from `begin` to `end` */
	PLACE_IS_DATA,
	PLACE_IS_UNKNOWN	/* nothing tells where the instructions around it begin */
};

/* addr must be in code (elf_code). */
enum elf_place elf_place(const struct elf *e, u64 addr, u64 *begin, u64 *end);

#endif
