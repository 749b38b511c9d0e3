/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elf_place.c - check that an instruction starts at an address; see elf_place.h.
 *
 * Where instructions have several lengths, they are followed from the start of the function.  The
 * start comes from a symbol
 * or, in stripped files, from the table of unwind information.  Elsewhere
 * instructions are words; on arm and aarch64 mapping symbols separate constants from code.
 */
#include "symbols/elf_place.h"

#include <elf.h>
#include <string.h>

#include "base/order.h"
#include "kernel/x86_insn.h"
#include "symbols/elf_impl.h"

#ifndef EM_LOONGARCH		/* musl 1.2.3 lacks it */
#define EM_LOONGARCH 258
#endif

#define REACH (1 << 20)		/* bytes; functions are assumed not to be longer */

/*
 * .eh_frame_hdr (Linux Standard Base, Core 5.0, 10.6.2) has a version, three encodings, the
 * place of .eh_frame, the number of entries, and the sorted entries.  An entry has a function's
 * start and its unwind information, both relative to the header.  All linkers use these encodings.
 */
static const u8 usual_header[4] = { 1, 0x1b, 0x03, 0x3b };

/* Finds the start of the last function in the table that starts at or below addr. */
static bool unwound_function(const struct elf *e, u64 addr, u64 *start)
{
	u64 base, size, lo = 0, hi;
	const u8 *header = elf_segment(e, PT_GNU_EH_FRAME, &base, &size);
	bool is_big = elf_is_big(e);
	u64 count;

	if (!header || size < 12 || memcmp(header, usual_header, sizeof(usual_header)))
		return false;
	count = order_num(header + 8, 4, is_big);
	hi = count < (size - 12) / 8 ? count : (size - 12) / 8;
	while (lo < hi) {
		u64 mid = (lo + hi) / 2;
		u64 at = base + (u64)(s32)order_num(header + 12 + mid * 8, 4, is_big);

		if (at <= addr) {
			*start = at;
			lo = mid + 1;
		} else {
			hi = mid;
		}
	}
	return lo > 0;
}

static bool function_start(const struct elf *e, const struct elf *symbols, u64 addr, u64 *start)
{
	struct elf_symbol sym;

	if (!elf_nearest(symbols, addr, &sym))
		return unwound_function(e, addr, start);
	*start = sym.addr;
	return true;
}

/* The length of the instruction at p, of which n bytes can be read; 0 if it is unknown. */
typedef u32 (*insn_length)(const struct elf *e, const u8 *p, u64 n);

static u32 x86_length(const struct elf *e, const u8 *p, u64 n)
{
	return x86_insn_length(p, n, elf_machine(e) == EM_X86_64);
}

/* The first two bits say it (RISC-V ISA manual, "Base Instruction-Length Encoding").  There are no
 * longer instructions yet. */
static u32 riscv_length(const struct elf *e, const u8 *p, u64 n)
{
	(void)e;
	return n < 2 ? 0 : (p[0] & 3) == 3 ? 4 : 2;
}

/* The first two bits say it (z/Architecture Principles of Operation, "Instruction Formats"). */
static u32 s390_length(const struct elf *e, const u8 *p, u64 n)
{
	static const u8 lengths[] = { 2, 4, 4, 6 };

	(void)e;
	return n < 2 ? 0 : lengths[p[0] >> 6];
}

static enum elf_place follow(const struct elf *e, const struct elf *symbols, u64 addr, u64 *begin,
			     u64 *end, insn_length length)
{
	u64 start, at, offset, size;
	const u8 *code;
	u32 n = 1;

	if (!function_start(e, symbols, addr, &start) || addr - start > REACH)
		return PLACE_IS_UNKNOWN;
	offset = elf_code(e, start);
	if (offset == UINT64_MAX || elf_code(e, addr) - offset != addr - start)
		return PLACE_IS_UNKNOWN;
	size = addr - start + X86_INSN_MAX;
	while (!(code = elf_bytes(e, offset, size)))
		size--;			/* addr is close to the end of the file */
	for (at = 0; n && at < addr - start; at += n) {
		n = length(e, code + at, size - at);
		*begin = start + at;
	}
	*end = start + at;
	return !n ? PLACE_IS_UNKNOWN : *end > addr ? PLACE_INSIDE_INSN :
	       at ? PLACE_STARTS_INSN : PLACE_STARTS_FUNCTION;
}

static enum elf_place word_place(const struct elf *e, const struct elf *symbols, u64 addr,
				 u64 *begin, u64 *end)
{
	char mark = elf_mark(symbols, addr);
	struct elf_symbol sym;
	u64 start;

	if (mark == 'd')
		return PLACE_IS_DATA;
	if (mark == 't' || (!mark && elf_nearest(symbols, addr, &sym) && sym.is_thumb))
		return PLACE_STARTS_INSN;	/* not known, but Thumb can't be probed anyway */
	if (addr % 4) {
		*begin = addr & ~3ull;
		*end = *begin + 4;
		return PLACE_INSIDE_INSN;
	}
	if (!function_start(e, symbols, addr, &start))	/* on arm, unmarked code may be Thumb */
		return mark || elf_machine(e) != EM_ARM ? PLACE_STARTS_INSN : PLACE_IS_UNKNOWN;
	return start == addr ? PLACE_STARTS_FUNCTION : PLACE_STARTS_INSN;
}

/*
 * The instruction after a branch of MIPS runs before the jump.  A breakpoint there is reported as
 * one at the branch, where the kernel finds no probe, so that the program hits it for ever.  Facts:
 * MIPS32 Architecture, volume II, "Instruction Bit Encodings".
 */
static bool mips_branches(u32 insn)
{
	u32 op = insn >> 26, rs = insn >> 21 & 31, rt = insn >> 16 & 31, function = insn & 63;

	switch (op) {
	case 0:			/* SPECIAL: jr, jalr */
		return function == 8 || function == 9;
	case 1:			/* REGIMM: bltz, bgez, and the same with a link or likely */
		return (rt & 15) < 4;
	case 16 + 1:		/* COP1, COP2: bc1f, bc2f, … */
	case 16 + 2:
		return rs == 8;
	}
	/* j, jal, beq, bne, blez, bgtz, the last four likely, jalx */
	return (op >= 2 && op < 8) || (op >= 20 && op < 24) || op == 29;
}

/* A branch and the instruction after it count as one. */
static enum elf_place mips_place(const struct elf *e, const struct elf *symbols, u64 addr,
				 u64 *begin, u64 *end)
{
	enum elf_place place = word_place(e, symbols, addr, begin, end);
	u64 offset = elf_code(e, addr - 4);
	const u8 *p = offset == UINT64_MAX ? NULL : elf_bytes(e, offset, 4);

	if (place != PLACE_STARTS_INSN || !p || !mips_branches((u32)order_num(p, 4, elf_is_big(e))))
		return place;
	*begin = addr - 4;
	*end = addr + 4;
	return PLACE_INSIDE_INSN;
}

enum elf_place elf_place(const struct elf *e, const struct elf *symbols, u64 addr, u64 *begin,
			 u64 *end)
{
	switch (elf_machine(e)) {
	case EM_X86_64:
	case EM_386:
		return follow(e, symbols, addr, begin, end, x86_length);
	case EM_RISCV:
		return follow(e, symbols, addr, begin, end, riscv_length);
	case EM_S390:
		return follow(e, symbols, addr, begin, end, s390_length);
	case EM_MIPS:
		return mips_place(e, symbols, addr, begin, end);
	case EM_AARCH64:
	case EM_ARM:
	case EM_PPC:
	case EM_PPC64:
	case EM_LOONGARCH:
		return word_place(e, symbols, addr, begin, end);
	}
	return PLACE_IS_UNKNOWN;
}

/*
 * endbr64 and a push of a register (Intel 64 and IA-32 Architectures, volume 2), which the kernel
 * does by itself since 4.16 (push_setup_xol_ops() in arch/x86/kernel/uprobes.c).  No loop begins
 * with a push, so whoever comes to it came by the endbr64.
 */
u8 elf_landing(const struct elf *e, u64 offset)
{
	static const u8 endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	const u8 *code = elf_bytes(e, offset, sizeof(endbr64) + 2), *next;

	if (e->machine != EM_X86_64 || !code || memcmp(code, endbr64, sizeof(endbr64)))
		return 0;
	next = code + sizeof(endbr64);
	next += *next == 0x41;		/* r8 to r15 */
	return *next >> 3 == 0x50 >> 3 ? sizeof(endbr64) : 0;
}

u64 elf_start(const struct elf *e)
{
	const u8 *h = elf_at(e, 0, e->is64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr));

	return h ? elf_code(e, elf_get(e, h, ELF_FIELD(Ehdr, e_entry))) : UINT64_MAX;
}
